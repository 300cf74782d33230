package knizia

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Orders are the standing orders of a seat: its sheet for Lancelot and Adapt, when to
// withdraw, and turns planned ahead. Their text has the lines of the Sheet, and
//
//	always: withdraw beaten
//	3: withdraw total>=18
//	3.2: if purple total<=6 play P3 P4
//
// A line to withdraw is for the tournament of that number, or always: for every one. It
// is followed when the turn of the seat comes, before a card is played; the first of
// these lines that holds ends its tournament. A planned turn is for the turn of the seat
// with the second number: the cards are placed and the turn ends, if the tournament has
// that color and the highest total of the others is no higher than said. Of several for
// one turn the first that can be played is. Lines typed without numbers are for the next
// turn of the seat, and for the tournament of that turn.
type Orders struct {
	Sheet       Sheet
	Withdrawals []Withdrawal
	Plans       []Plan

	rest *Plan // the cards still to be placed of a plan that is being played
}

// Withdrawal is a reason to withdraw when the turn comes.
type Withdrawal struct {
	Tournament int // its number, 0 for every one
	Reason     WithdrawReason
	Bound      int // of AtTotal and AtTokens
}

// WithdrawReason is what makes a seat withdraw.
type WithdrawReason uint8

// The reasons.
const (
	AtOnce   WithdrawReason = iota // "withdraw"
	AtTotal                        // "withdraw total>=18": the highest total of the others is no lower
	AtBeaten                       // "withdraw beaten": all cards that the seat may place do not reach a higher total
	AtTokens                       // "withdraw tokens>=4": a seat with so many tokens has the highest total alone
)

// Plan is a turn planned ahead.
type Plan struct {
	Tournament int
	Turn       int // of the seat in the tournament, from 1
	Color      Color
	Most       int // the highest total of the others at which it is played
	Cards      []Card
}

const (
	alwaysWord   = "always"
	withdrawWord = "withdraw"
	beatenWord   = "beaten"
	totalFrom    = "total>="
	tokensFrom   = "tokens>="
	totalTo      = "total<="
	ifWord       = "if"
	playWord     = "play"
	thenWord     = "then"

	// MostTotal bounds the totals that orders may name, MostPlans the planned turns.
	MostTotal = 99
	MostPlans = 12

	planExample = "if purple total<=6 play P3 P4"
)

// String returns the canonical text of the orders, "" for none.
func (o Orders) String() string {
	var lines []string
	if text := o.Sheet.String(); text != "" {
		lines = append(lines, text)
	}
	for _, w := range o.Withdrawals {
		lines = append(lines, w.String())
	}
	if o.rest != nil {
		lines = append(lines, o.rest.when()+thenWord+o.rest.cards())
	}
	for _, p := range o.Plans {
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n")
}

// String returns the line of the order.
func (w Withdrawal) String() string {
	line := alwaysWord
	if w.Tournament > 0 {
		line = strconv.Itoa(w.Tournament)
	}
	line += ": " + withdrawWord
	switch w.Reason {
	case AtTotal:
		line += " " + totalFrom + strconv.Itoa(w.Bound)
	case AtBeaten:
		line += " " + beatenWord
	case AtTokens:
		line += " " + tokensFrom + strconv.Itoa(w.Bound)
	}
	return line
}

// String returns the line of the plan.
func (p Plan) String() string {
	return p.when() + ifWord + " " + p.Color.String() + " " + totalTo + strconv.Itoa(p.Most) + " " + playWord + p.cards()
}

func (p Plan) when() string { return strconv.Itoa(p.Tournament) + "." + strconv.Itoa(p.Turn) + ": " }

func (p Plan) cards() string {
	text := ""
	for _, c := range p.Cards {
		text += " " + c.String()
	}
	return text
}

// moment is the turn that orders without numbers are for.
type moment struct {
	tournament int
	turn       int
	color      Color // of the tournament, NoColor while it is not chosen
}

// momentOf returns the next turn of a seat: the current one until a card is played in it.
func (s *state) momentOf(at seatIndex) moment {
	if s.withdrawn.has(at) || s.phase == PhaseToken {
		return moment{tournament: int(s.tournament) + 1, turn: 1}
	}
	m := moment{tournament: int(s.tournament), turn: int(s.turns[at]) + 1, color: s.color}
	if s.phase == PhaseTurn && s.active == at && s.played == 0 && m.turn > 1 {
		m.turn--
	}
	return m
}

// ReadOrders parses standing orders and drops lines that can no longer be followed. A
// planned turn that is typed without a number must name cards of the seat's hand.
func (s *state) ReadOrders(number games.Seat, text string) (string, error) {
	at, ok := s.seatOf(number)
	if !ok {
		return "", games.ErrNotYourTurn
	}
	now := s.momentOf(at)
	o, typed, why := parseOrders(text, now)
	if why != nil {
		return "", why
	}
	o.rest = nil
	o.Withdrawals = slices.DeleteFunc(o.Withdrawals, func(w Withdrawal) bool {
		return w.Tournament > 0 && w.Tournament < now.tournament
	})
	var lacked *games.Illegal
	i := 0
	o.Plans = slices.DeleteFunc(o.Plans, func(p Plan) bool {
		card, held := s.holds(at, p.Cards)
		if !held && typed[i] && lacked == nil {
			lacked = notHeld.with("card", card.String())
		}
		i++
		return !held || p.Tournament < now.tournament || p.Tournament == now.tournament && p.Turn < now.turn
	})
	if lacked != nil {
		return "", lacked
	}
	return o.String(), nil
}

// holds reports whether a seat has cards in its hand, else one that it lacks.
func (s *state) holds(at seatIndex, list []Card) (lacked Card, ok bool) {
	h := s.hands[at]
	for _, c := range list {
		copies := h.of(c)
		if copies.empty() {
			return c, false
		}
		h.drop(copies.first())
	}
	return Unknown, true
}

// ParseOrders is the inverse of Orders.String for text in canonical form, as ReadOrders
// returns it. The error is an *games.Illegal.
func ParseOrders(text string) (Orders, error) {
	o, _, why := parseOrders(text, moment{})
	if why != nil {
		return Orders{}, why
	}
	return o, nil
}

// parseOrders parses orders; lines without numbers are for the given moment. It reports
// for each plan whether its line had none.
func parseOrders(text string, now moment) (Orders, []bool, *games.Illegal) {
	var o Orders
	if len(text) > maxSheet {
		return o, nil, sheetLong.with("high", strconv.Itoa(maxSheet))
	}
	var typed []bool
	seen := make(map[string]bool)
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		when, rest, dated := strings.Cut(line, ":")
		if !dated {
			rest = line
		}
		words := strings.Fields(strings.ToLower(rest))
		if len(words) == 0 && !dated {
			continue
		}
		if !dated && words[0] != withdrawWord && words[0] != ifWord {
			if why := o.Sheet.readLine(strings.Fields(rest), seen); why != nil {
				return Orders{}, nil, why
			}
			continue
		}
		at, why := readMoment(strings.TrimSpace(when), dated, now)
		if why == nil {
			why = o.readDated(words, at, excerpt(rest))
		}
		switch {
		case why != nil:
			return Orders{}, nil, why
		case len(o.Plans) > MostPlans:
			return Orders{}, nil, planMany.with("high", strconv.Itoa(MostPlans))
		case len(o.Plans) > len(typed):
			typed = append(typed, !dated)
		}
	}
	return o, typed, nil
}

// readMoment parses what stands before the colon of a line: a tournament, a tournament
// and a turn, or always, for which the tournament is 0.
func readMoment(text string, dated bool, now moment) (moment, *games.Illegal) {
	if !dated {
		return now, nil
	}
	if strings.EqualFold(text, alwaysWord) {
		return moment{}, nil
	}
	number, of, numbered := strings.Cut(text, ".")
	n, ok := parseOrdinal(number)
	at := moment{tournament: n, turn: 1}
	if n == now.tournament {
		at.turn, at.color = now.turn, now.color
	}
	if numbered && ok {
		at.turn, ok = parseOrdinal(of)
	}
	if !ok || now.tournament > 0 && n > now.tournament+1 {
		return at, ordersTime.with("text", excerpt(text), "low", strconv.Itoa(now.tournament), "high", strconv.Itoa(now.tournament+1))
	}
	return at, nil
}

// parseOrdinal parses the number of a tournament or of a turn.
func parseOrdinal(word string) (n int, ok bool) {
	u, err := strconv.ParseUint(word, 10, 16)
	return int(u), err == nil && u > 0
}

// readDated parses a line that is for a tournament or a turn.
func (o *Orders) readDated(words []string, at moment, text string) *games.Illegal {
	head := ""
	if len(words) > 0 {
		head = words[0]
	}
	switch {
	case head == withdrawWord:
		return o.readWithdrawal(words[1:], at, text)
	case head == thenWord && at.tournament > 0:
		p := Plan{Tournament: at.tournament, Turn: at.turn}
		for _, word := range words[1:] {
			p.Cards = append(p.Cards, ParseCard(word))
		}
		o.rest = &p
		return nil
	case head == ifWord && at.tournament > 0:
		return o.readPlan(words[1:], at, text)
	}
	return planLine.with("text", text, "line", planExample)
}

func (o *Orders) readWithdrawal(words []string, at moment, text string) *games.Illegal {
	w := Withdrawal{Tournament: at.tournament}
	bad := withdrawWhen.with("text", text)
	bound := func(reason WithdrawReason, number string, low, high int) *games.Illegal {
		n, ok := parseNumber(number)
		if !ok || n < low || n > high {
			return sheetNumber.with("text", strings.Fields(text)[1], "low", strconv.Itoa(low), "high", strconv.Itoa(high))
		}
		w.Reason, w.Bound = reason, n
		return nil
	}
	switch {
	case len(words) == 0 && at.tournament > 0:
	case len(words) != 1:
		return bad
	case words[0] == beatenWord:
		w.Reason = AtBeaten
	case strings.HasPrefix(words[0], totalFrom):
		if why := bound(AtTotal, words[0][len(totalFrom):], 1, MostTotal); why != nil {
			return why
		}
	case strings.HasPrefix(words[0], tokensFrom):
		if why := bound(AtTokens, words[0][len(tokensFrom):], 1, targetFew-1); why != nil {
			return why
		}
	default:
		return bad
	}
	if !slices.Contains(o.Withdrawals, w) {
		o.Withdrawals = append(o.Withdrawals, w)
	}
	return nil
}

func (o *Orders) readPlan(words []string, at moment, text string) *games.Illegal {
	bad := planLine.with("text", text, "line", planExample)
	p := Plan{Tournament: at.tournament, Turn: at.turn, Color: at.color}
	if len(words) > 0 {
		if c := ParseColor(words[0]); c != NoColor {
			p.Color, words = c, words[1:]
		}
	}
	if len(words) < 3 || !strings.HasPrefix(words[0], totalTo) || words[1] != playWord {
		return bad
	}
	if p.Color == NoColor {
		return planColor.with("line", planExample)
	}
	n, ok := parseNumber(words[0][len(totalTo):])
	if !ok || n > MostTotal {
		return sheetNumber.with("text", excerpt(words[0]), "low", "0", "high", strconv.Itoa(MostTotal))
	}
	p.Most = n
	for _, word := range words[2:] {
		c := ParseCard(word)
		switch {
		case c == Unknown:
			return bad
		case c.IsAction(), c.IsColored() && c.Color() != p.Color:
			return planCard.with("card", c.String(), "color", p.Color.String())
		case c == W6 && slices.Contains(p.Cards, W6):
			return oneMaiden.with()
		}
		p.Cards = append(p.Cards, c)
	}
	o.Plans = append(o.Plans, p)
	return nil
}
