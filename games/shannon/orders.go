package shannon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Orders are the advance orders of a seat. Their text has one order a line:
//
//	favours raven divine-will deck     favors in order of preference, deck the unseen one
//	2: if S play S3                    in round 2, once swords are led
//	2.7: if AOX play M1=4 +3           in combat 7 of round 2, once one of these suits is led (X: an open combat)
//	2: if S low<=7 play S8             in round 2, if the lowest card that lies face up counts 7 at most
//	2: if lead play S3 hunt            in round 2, when the seat leads
//	2: if S discard T4                 in round 2, instead of following
//	2: move T8>3 worst>2               at the count of round 2; worst is the most wounding card left
//
// A line typed without a round is for the current one. The list of favors stays until it
// is changed. Any other line is used up when it is played; one that is illegal when it
// is due is skipped, and dropped with the next line that is played.
type Orders struct {
	Favors   []*Power // nil stands for the unseen one
	Premoves []Premove
	Moves    *MoveOrder // nil for none
}

// Premove is a card to be played when the lead is known.
type Premove struct {
	Round  int
	Combat int    // 0 for any of the round
	Lead   bool   // when the seat leads
	Suits  []Suit // else if one of these is led; Alchemy stands for an open combat
	Low    int    // and the lowest value of a card that lies face up is no higher; 0 for any
	Action string // "play S3", "discard T4"
}

// MoveOrder lists the moves at a count; an empty one moves nothing.
type MoveOrder struct {
	Round int
	Moves []MoveTo
}

// MoveTo is a card to be moved to an opponent.
type MoveTo struct {
	Card Card // Unknown for the most wounding one that is left
	To   games.Seat
}

const (
	maxOrders  = 40
	favorsWord = "favours"
	ifWord     = "if"
	leadWord   = "lead"
	worstWord  = "worst"
	lowWord    = "low<="
	mostLow    = 30
)

// String returns the text of the orders, which ParseOrders parses.
func (o Orders) String() string {
	var lines []string
	if len(o.Favors) > 0 {
		line := favorsWord
		for _, p := range o.Favors {
			if p == nil {
				line += " " + deckWord
			} else {
				line += " " + p.ID
			}
		}
		lines = append(lines, line)
	}
	for _, p := range o.Premoves {
		lines = append(lines, p.String())
	}
	if o.Moves != nil {
		lines = append(lines, o.Moves.String())
	}
	return strings.Join(lines, "\n")
}

// String returns the line of the order.
func (m MoveOrder) String() string {
	line := fmt.Sprintf("%d: %s", m.Round, actionWords[actMove])
	for _, t := range m.Moves {
		name := worstWord
		if t.Card != Unknown {
			name = t.Card.String()
		}
		line += fmt.Sprintf(" %s>%d", name, t.To)
	}
	return line
}

// String returns the line of the premove.
func (p Premove) String() string {
	line := strconv.Itoa(p.Round)
	if p.Combat > 0 {
		line += "." + strconv.Itoa(p.Combat)
	}
	line += ": " + ifWord + " "
	if p.Lead {
		line += leadWord
	}
	for _, s := range p.Suits {
		line += s.String()
	}
	if p.Low > 0 {
		line += " " + lowWord + strconv.Itoa(p.Low)
	}
	return line + " " + p.Action
}

// orderReader parses orders; round is the default of lines that name none.
type orderReader struct {
	lineReader
	round            int
	roundless        bool // the line being read names no round
	out              Orders
	premoveRoundless []bool // by premove: its line named no round
}

// ParseOrders is the inverse of Orders.String, for a seat of a number of seats. Lines that name no
// round are for the given one. Unlike State.ReadOrders it does not check the hand of the
// seat. The error is an *games.Illegal.
func ParseOrders(text string, seats int, seat games.Seat, round int) (Orders, error) {
	r, why := parseOrders(text, seats, seat, round)
	if why != nil {
		return Orders{}, why
	}
	return r.out, nil
}

func parseOrders(text string, seats int, seat games.Seat, round int) (*orderReader, *games.Illegal) {
	r := &orderReader{lineReader: lineReader{seats: seats, seat: seat}, round: round}
	lines := strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' || c == ';' })
	if len(lines) > maxOrders {
		return nil, ordersMany.With("most", maxOrders)
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if why := r.order(line); why != nil {
			return nil, why
		}
	}
	return r, nil
}

func (r *orderReader) order(line string) *games.Illegal {
	bad := ordersLine.With("text", excerpt(line), "line", "if S play S3")
	if len(line) > maxLine {
		return bad
	}
	round, combat := r.round, 0
	r.roundless = true
	if when, rest, ok := strings.Cut(line, ":"); ok {
		number, of, dotted := strings.Cut(strings.TrimSpace(when), ".")
		n, err := strconv.ParseUint(number, 10, 8)
		if err != nil || n > 100 {
			return bad
		}
		if dotted {
			c, err := strconv.ParseUint(of, 10, 8)
			if err != nil || c < 1 || c > combatCount {
				return ordersCombat.With("text", excerpt(of))
			}
			combat = int(c)
		}
		round, line, r.roundless = int(n), rest, false
	}
	r.text, r.rest = line, line
	switch word := strings.ToLower(r.next()); {
	case (word == favorsWord || word == "favors") && r.roundless:
		return r.preferences()
	case word == ifWord:
		return r.premove(Premove{Round: round, Combat: combat})
	case word == actionWords[actMove] && combat == 0:
		return r.moveOrder(round)
	}
	return bad
}

// preferences parses a list of favors; the last such line counts.
func (r *orderReader) preferences() *games.Illegal {
	r.out.Favors = nil
	for r.more() {
		word := strings.ToLower(r.next())
		p := PowerOf(word)
		if word != deckWord && (p == nil || p.Kind != Favor) {
			return noFavor.With("text", excerpt(word))
		}
		if slices.Contains(r.out.Favors, p) {
			return namedTwice.With("text", word)
		}
		r.out.Favors = append(r.out.Favors, p)
	}
	return nil
}

// premove parses the condition of a premove and its action.
func (r *orderReader) premove(p Premove) *games.Illegal {
	when := r.next()
	if p.Lead = strings.EqualFold(when, leadWord); !p.Lead {
		for i := range len(when) {
			s := suitOf(when[i])
			if s == NoSuit {
				return ordersWhen.With("text", excerpt(when))
			}
			if !slices.Contains(p.Suits, s) {
				p.Suits = append(p.Suits, s)
			}
		}
		slices.Sort(p.Suits)
	}
	if when == "" {
		return ordersWhen.With("text", "")
	}
	if number, ok := strings.CutPrefix(strings.ToLower(r.peek()), lowWord); ok && !p.Lead {
		r.next()
		n, err := strconv.ParseUint(number, 10, 8)
		if err != nil || n < 1 || n > mostLow {
			return ordersLow.With("text", excerpt(number), "most", mostLow)
		}
		p.Low = int(n)
	}
	r.text = strings.TrimSpace(r.rest)
	a, why := r.action()
	d := a.declared
	most := byUse[useChange].declares.amount
	switch played := a.kind == actPlay; {
	case why == nil && !played && (a.kind != actDiscard || p.Lead), why != nil && why.Key == malformed.Key:
		return ordersAction.With("text", excerpt(r.text))
	case why != nil:
		return why
	case played && a.card.Kind() == Enchanter && (a.value < 1 || a.value > 15):
		return enchanterValue.With("line", enchanterText(a.card, a.suit, 11))
	case played && d.has(useChange) && (d.change == 0 || int(max(d.change, -d.change)) > most):
		return ordersAction.With("text", excerpt(r.text))
	}
	p.Action = a.String()
	r.out.Premoves = append(r.out.Premoves, p)
	r.premoveRoundless = append(r.premoveRoundless, r.roundless)
	return nil
}

// moveOrder parses moves; the last such line counts.
func (r *orderReader) moveOrder(round int) *games.Illegal {
	m := &MoveOrder{Round: round}
	for r.more() {
		name, to, _ := strings.Cut(r.next(), ">")
		t := MoveTo{Card: cardOf(name)}
		if t.Card == Unknown && !strings.EqualFold(name, worstWord) {
			return noCard.With("text", excerpt(name))
		}
		if t.Card != Unknown && slices.ContainsFunc(m.Moves, func(o MoveTo) bool { return o.Card == t.Card }) {
			return namedTwice.With("text", t.Card.String())
		}
		var why *games.Illegal
		if t.To, why = r.opponent(to); why != nil {
			return why
		}
		m.Moves = append(m.Moves, t)
	}
	r.out.Moves = m
	return nil
}

// ReadOrders parses orders and drops lines that can no longer be played. A line typed
// without a round must name cards of the seat's hand.
func (s *state) ReadOrders(seat games.Seat, text string) (string, error) {
	if !s.holds(seat) {
		return "", games.ErrNotYourTurn
	}
	r, why := parseOrders(text, s.seats, seat, int(s.round))
	if why != nil {
		return "", why
	}
	o := r.out
	o.Premoves = nil
	for i, p := range r.out.Premoves {
		if card, ok := p.isPlayable(s, seat); ok {
			o.Premoves = append(o.Premoves, p)
		} else if r.premoveRoundless[i] {
			return "", notHeld.With("card", card.String())
		}
	}
	if o.Moves != nil && o.Moves.Round < int(s.round) {
		o.Moves = nil
	}
	return o.String(), nil
}

// Follow posts the default actions of seats that have resigned, the actions of advance orders
// and, with the option auto, plays without a choice (§3.1).
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		text := orders(seat)
		if s.knight(seat).resigned {
			return games.Posting{Seat: seat, Action: s.Default(seat), Orders: text}, true
		}
		if o, err := ParseOrders(text, s.seats, seat, int(s.round)); err == nil {
			line := ""
			switch s.phase {
			case PhaseCombat:
				line = o.takePremove(s, seat)
			case PhaseCount:
				line = o.takeMoves(s, seat)
			case PhaseFavor:
				i := slices.IndexFunc(o.Favors, func(p *Power) bool { return s.favors.check(p) == nil })
				if i >= 0 {
					line = action{kind: actFavor, power: o.Favors[i]}.String()
				}
			}
			if line != "" {
				return games.Posting{Seat: seat, Action: line, Orders: o.String()}, true
			}
		}
		if line, ok := s.onlyPlay(seat); ok && s.auto {
			return games.Posting{Seat: seat, Action: line, Orders: text}, true
		}
	}
	return games.Posting{}, false
}

// onlyPlay returns the only line of a seat in a combat, if there is just one.
func (s *state) onlyPlay(seat games.Seat) (string, bool) {
	if s.phase != PhaseCombat {
		return "", false
	}
	lines := s.Legal(seat)
	if len(lines) != 1 {
		return "", false
	}
	return lines[0], true
}

// Forced implements games.Delayer: it returns the line that Follow posts at once for players who
// need not wait.
func (s *state) Forced(seat games.Seat) (string, bool) {
	if !s.Delays() {
		return "", false
	}
	return s.onlyPlay(seat)
}

// Prepared implements games.Follower: an answer to the lead, moves for the count of the
// round, or preferences for favors.
func (s *state) Prepared(seat games.Seat, text string) bool {
	o, err := ParseOrders(text, s.seats, seat, int(s.round))
	if err != nil {
		return false
	}
	switch s.phase {
	case PhaseCombat:
		return slices.ContainsFunc(o.Premoves, func(p Premove) bool { return p.Round == int(s.round) && p.isDue(&s.combat) })
	case PhaseCount:
		return o.Moves != nil && o.Moves.Round == int(s.round)
	case PhaseFavor:
		return len(o.Favors) > 0
	}
	return false
}

// takePremove returns the line of the first playable premove. It removes that one from the
// orders, the due ones before it and those that can no longer be played.
func (o *Orders) takePremove(s *state, seat games.Seat) string {
	line := ""
	o.Premoves = slices.DeleteFunc(o.Premoves, func(p Premove) bool {
		if _, ok := p.isPlayable(s, seat); !ok {
			return true
		}
		if line != "" || !p.isDue(&s.combat) {
			return false
		}
		if a, err := s.parseLegal(seat, p.Action); err == nil {
			line = a.String()
		}
		return true
	})
	return line
}

// isPlayable reports whether the premove can still be played: it is not past, and its card
// is in the hand of the seat. It returns the card too.
func (p Premove) isPlayable(s *state, seat games.Seat) (Card, bool) {
	a, why := parseAction(p.Action, s.seats, seat)
	due := p.Round == int(s.round) && (p.Combat == 0 || p.Combat >= int(s.combat.number))
	return a.card, why == nil && due && s.knight(seat).hand.Has(a.card)
}

// isDue reports whether the condition of a premove holds now. Its bound is on the lowest value
// of a card on the table that lies face up.
func (p Premove) isDue(c *combat) bool {
	down, least := c.judge().down, mostLow+1
	for i, played := range c.table[:c.cards] {
		if down>>i&1 == 0 {
			least = min(least, int(played.value))
		}
	}
	switch {
	case p.Combat != 0 && p.Combat != int(c.number):
		return false
	case c.cards == 0:
		return p.Lead
	case p.Low > 0 && least > p.Low:
		return false
	case c.open:
		return slices.Contains(p.Suits, Alchemy)
	}
	return slices.Contains(p.Suits, c.lead)
}

// takeMoves returns the line of the ordered moves whose cards the pile has.
func (o *Orders) takeMoves(s *state, seat games.Seat) string {
	if o.Moves == nil || o.Moves.Round != int(s.round) {
		return ""
	}
	a := action{kind: actMove}
	left := slices.SortedFunc(slices.Values(s.knight(seat).pile), func(x, y Card) int {
		return weaponData[x].rank - weaponData[y].rank
	})
	for _, t := range o.Moves.Moves {
		i := slices.Index(left, t.Card)
		if t.Card == Unknown && len(left) > 0 {
			i = 0
		}
		if i >= 0 && len(a.moves) < s.knight(seat).movable(s.seats) {
			a.moves = append(a.moves, cardMove{left[i], t.To})
			left = slices.Delete(left, i, i+1)
		}
	}
	if len(a.moves) == 0 && len(o.Moves.Moves) > 0 {
		return ""
	}
	slices.SortFunc(a.moves, func(x, y cardMove) int { return int(x.card) - int(y.card) })
	o.Moves = nil
	return a.String()
}
