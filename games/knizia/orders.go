package knizia

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Orders are the advance orders of a seat: its sheet for Lancelot and Adapt, when to withdraw,
// and turns planned ahead. Their text has the lines of the Sheet, and
//
//	always: withdraw beaten
//	3: withdraw total>=18
//	3.2: if purple total<=6 play P3 P4
//
// A line to withdraw is for the tournament of that number, or always: for every one. It is
// followed when the turn of the seat comes, before a card is played; the first of these lines
// that holds ends its tournament. A planned turn is for the turn of the seat with the second
// number. The cards are placed and the turn ends, if the tournament has that color and the
// highest total of the others is within the bound. Of several plans for one turn the first
// playable one is played. Lines typed without numbers are for the next turn of the seat, and
// for the tournament of that turn.
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

// WithdrawReason is the condition on which a seat withdraws.
type WithdrawReason uint8

// The reasons.
const (
	AtOnce   WithdrawReason = iota // "withdraw"
	AtTotal                        // "withdraw total>=18": the highest total of the others is no lower
	AtBeaten                       // "withdraw beaten": all cards that the seat may place do not reach a higher total
	AtTokens                       // "withdraw tokens>=4": a seat with that many tokens has the highest total alone
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
		lines = append(lines, strings.TrimRight(o.rest.when()+thenWord+" "+cards.Line(o.rest.Cards, ""), " "))
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
	return fmt.Sprint(p.when(), ifWord, " ", p.Color, " ", totalTo, p.Most, " ", playWord, " ", cards.Line(p.Cards, ""))
}

func (p Plan) when() string { return fmt.Sprintf("%d.%d: ", p.Tournament, p.Turn) }

// moment is the turn that orders without numbers are for.
type moment struct {
	tournament int
	turn       int
	color      Color // of the tournament, NoColor while it is not chosen
}

// momentOf returns the next turn of a seat: the current one until a card is played in it.
func (p player) momentOf() moment {
	if p.withdrawn.Has(p.at) || p.phase == PhaseToken {
		return moment{tournament: int(p.tournament) + 1, turn: 1}
	}
	m := moment{tournament: int(p.tournament), turn: int(p.turns[p.at]) + 1, color: p.color}
	if p.phase == PhaseTurn && p.active == p.at && p.played == 0 && m.turn > 1 {
		m.turn--
	}
	return m
}

// ReadOrders parses advance orders and drops lines that can no longer be followed. A planned
// turn that is typed without a number must name cards of the seat's hand.
func (s *state) ReadOrders(number games.Seat, text string) (string, error) {
	at, ok := s.seatOf(number)
	if !ok {
		return "", games.ErrNotYourTurn
	}
	now := s.player(at).momentOf()
	o, typed, why := parseOrders(text, now)
	if why != nil {
		return "", why
	}
	o.rest = nil
	o.Withdrawals = slices.DeleteFunc(o.Withdrawals, func(w Withdrawal) bool {
		return w.Tournament > 0 && w.Tournament < now.tournament
	})
	var plans []Plan
	for i, p := range o.Plans {
		left, lacked := s.hands[at], Unknown
		for _, c := range p.Cards {
			copies := left.And(pack.ofKind[c])
			if copies.Empty() {
				lacked = c
				break
			}
			left.Remove(copies.First())
		}
		if lacked != Unknown && typed[i] {
			return "", notHeld.With("card", lacked)
		}
		if lacked == Unknown && (p.Tournament > now.tournament || p.Tournament == now.tournament && p.Turn >= now.turn) {
			plans = append(plans, p)
		}
	}
	o.Plans = plans
	return o.String(), nil
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
		return o, nil, sheetLong.With("high", maxSheet)
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
			if why := o.Sheet.parseLine(strings.Fields(rest), seen); why != nil {
				return Orders{}, nil, why
			}
			continue
		}
		at, why := now, (*games.Illegal)(nil)
		if dated {
			at, why = parseMoment(strings.TrimSpace(when), now)
		}
		if why == nil {
			why = o.parseDated(words, at, excerpt(rest))
		}
		switch {
		case why != nil:
			return Orders{}, nil, why
		case len(o.Plans) > MostPlans:
			return Orders{}, nil, planMany.With("high", MostPlans)
		case len(o.Plans) > len(typed):
			typed = append(typed, !dated)
		}
	}
	return o, typed, nil
}

// parseMoment parses the part of a line before its colon: a tournament, a tournament and a
// turn, or always. For always the tournament is 0.
func parseMoment(text string, now moment) (moment, *games.Illegal) {
	if strings.EqualFold(text, alwaysWord) {
		return moment{}, nil
	}
	number, of, numbered := strings.Cut(text, ".")
	n, err := strconv.ParseUint(number, 10, 16)
	at := moment{tournament: int(n), turn: 1}
	if at.tournament == now.tournament {
		at.turn, at.color = now.turn, now.color
	}
	if numbered && err == nil {
		turn, wrong := strconv.ParseUint(of, 10, 16)
		at.turn, err = int(turn), wrong
	}
	if err != nil || at.tournament == 0 || at.turn == 0 || now.tournament > 0 && at.tournament > now.tournament+1 {
		return at, ordersTime.With("text", excerpt(text), "low", now.tournament, "high", now.tournament+1)
	}
	return at, nil
}

// parseDated parses a line that is for a tournament or a turn.
func (o *Orders) parseDated(words []string, at moment, text string) *games.Illegal {
	bad := planLine.With("text", text, "line", planExample)
	if len(words) == 0 {
		return bad
	}
	rest := words[1:]
	switch head := words[0]; {
	case head == withdrawWord:
		return o.parseWithdrawal(rest, at, text)
	case head == thenWord && at.tournament > 0:
		o.rest = &Plan{Tournament: at.tournament, Turn: at.turn}
		for _, word := range rest {
			o.rest.Cards = append(o.rest.Cards, ParseCard(word))
		}
		return nil
	case head != ifWord || at.tournament == 0:
		return bad
	}
	p := Plan{Tournament: at.tournament, Turn: at.turn, Color: at.color}
	if len(rest) > 0 {
		if c := ParseColor(rest[0]); c != NoColor {
			p.Color, rest = c, rest[1:]
		}
	}
	if len(rest) < 3 || !strings.HasPrefix(rest[0], totalTo) || rest[1] != playWord {
		return bad
	}
	if p.Color == NoColor {
		return planColor.With("line", planExample)
	}
	var why *games.Illegal
	if p.Most, why = parseBound(rest[0][len(totalTo):], rest[0], 0, MostTotal); why != nil {
		return why
	}
	for _, word := range rest[2:] {
		c := ParseCard(word)
		switch {
		case c == Unknown:
			return bad
		case c.IsAction(), c.IsColored() && c.Color() != p.Color:
			return planCard.With("card", c, "color", p.Color)
		case c == W6 && slices.Contains(p.Cards, W6):
			return oneMaiden.With()
		}
		p.Cards = append(p.Cards, c)
	}
	o.Plans = append(o.Plans, p)
	return nil
}

// parseWithdrawal parses the words after "withdraw".
func (o *Orders) parseWithdrawal(words []string, at moment, text string) *games.Illegal {
	w := Withdrawal{Tournament: at.tournament}
	var why *games.Illegal
	switch {
	case len(words) == 0 && at.tournament > 0:
	case len(words) == 1 && words[0] == beatenWord:
		w.Reason = AtBeaten
	case len(words) == 1 && strings.HasPrefix(words[0], totalFrom):
		w.Reason = AtTotal
		w.Bound, why = parseBound(words[0][len(totalFrom):], strings.Fields(text)[1], 1, MostTotal)
	case len(words) == 1 && strings.HasPrefix(words[0], tokensFrom):
		w.Reason = AtTokens
		w.Bound, why = parseBound(words[0][len(tokensFrom):], strings.Fields(text)[1], 1, targetFew-1)
	default:
		return withdrawWhen.With("text", text)
	}
	if why == nil && !slices.Contains(o.Withdrawals, w) {
		o.Withdrawals = append(o.Withdrawals, w)
	}
	return why
}

// Follow answers an action card: with "lancelot" if the sheet of the holder orders it,
// else with "pass" for the player of the card, after the interrupt window. It answers
// Adapt for the seats whose sheets have a preference, and plays the turns for which a
// seat has left orders.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	posting := func(at seatIndex, m Move) games.Posting {
		return games.Posting{Seat: numberOf(at), Action: m.String(), Orders: orders(numberOf(at))}
	}
	switch s.phase {
	case PhaseTurn:
		return s.player(s.active).orderedTurn(orders(numberOf(s.active)))
	case PhaseReact:
		for at := range s.around(0) {
			if s.player(at).checkReact(Move{Do: Cancel}) == nil && s.player(at).cancels(orders(numberOf(at))) {
				return posting(at, Move{Do: Cancel}), true
			}
		}
		post := posting(s.active, Move{Do: Pass})
		if post.Interruptible = !s.discard.has(Lancelot); post.Interruptible {
			post.Wait = s.opts.window
		}
		return post, true
	case PhaseAdapt:
		for at := range s.pending.All() {
			if o, err := ParseOrders(orders(numberOf(at))); err == nil && o.Sheet.Adapt != AskMe {
				return posting(at, Move{Do: KeepCards, Keep: s.preferredKeep(at, o.Sheet.Adapt)}), true
			}
		}
	}
	return games.Posting{}, false
}

// Prepared implements games.Follower: a turn planned for now, or begun.
func (s *state) Prepared(seat games.Seat, text string) bool {
	o, err := ParseOrders(text)
	if err != nil || s.phase != PhaseTurn || numberOf(s.active) != seat {
		return false
	}
	return o.rest != nil || slices.ContainsFunc(o.Plans, func(p Plan) bool {
		return p.Tournament == int(s.tournament) && p.Turn == int(s.turns[s.active])
	})
}

// cancels reports whether the sheet of the player cancels the action under way.
func (p player) cancels(text string) bool {
	o, err := ParseOrders(text)
	if err != nil {
		return false
	}
	best, rival := p.bestRival(p.at)
	after := p.undisturbed()
	return o.Sheet.Row(p.underWay.Card).meets(threat{
		target:  p.underWay.Seat == numberOf(p.at),
		touched: p.displays[p.at] != after.displays[p.at],
		loss:    p.total(p.at) - after.total(p.at),
		leads:   rival == p.at || p.total(p.at) > best, in: int(p.seats) - p.withdrawn.Len(),
	})
}

// orderedTurn returns the next posting from the orders of the active seat for its turn: to
// withdraw, while no card is played, or the next move of a plan.
func (p player) orderedTurn(text string) (games.Posting, bool) {
	o, err := ParseOrders(text)
	if err != nil || o.rest == nil && (p.played > 0 || p.openerOwes()) {
		return games.Posting{}, false
	}
	withdraw := Move{Do: Withdraw}
	if o.rest == nil && p.withdraws(o) && p.check(withdraw) == nil {
		o.Withdrawals = slices.DeleteFunc(o.Withdrawals, func(w Withdrawal) bool {
			return w.Tournament > 0 && w.Tournament <= int(p.tournament)
		})
		o.Plans = slices.DeleteFunc(o.Plans, func(plan Plan) bool { return plan.Tournament <= int(p.tournament) })
		return games.Posting{Seat: numberOf(p.at), Action: withdraw.String(), Orders: o.String()}, true
	}
	if o.rest == nil {
		n := slices.IndexFunc(o.Plans, p.fits)
		if n < 0 {
			return games.Posting{}, false
		}
		plan := o.Plans[n]
		o.rest = &plan
		o.Plans = slices.DeleteFunc(o.Plans, func(p Plan) bool {
			return p.Tournament == plan.Tournament && p.Turn <= plan.Turn
		})
	}
	move := Move{Do: EndTurn}
	if list := o.rest.Cards; len(list) > 0 {
		move = Move{Do: PlayCard, Card: list[0]}
		o.rest.Cards = list[1:]
	} else {
		o.rest = nil
	}
	if p.check(move) != nil {
		return games.Posting{}, false
	}
	return games.Posting{Seat: numberOf(p.at), Action: move.String(), Orders: o.String()}, true
}

// withdraws reports whether the player whose turn begins has a reason to withdraw.
func (p player) withdraws(o Orders) bool {
	best, rival := p.bestRival(p.at)
	return slices.ContainsFunc(o.Withdrawals, func(w Withdrawal) bool {
		if w.Tournament != 0 && w.Tournament != int(p.tournament) {
			return false
		}
		switch w.Reason {
		case AtOnce:
			return true
		case AtTotal:
			return best >= w.Bound
		case AtBeaten:
			return p.mostTotal() <= best
		}
		second, _ := p.bestRival(rival)
		return best > second && p.tokens[rival].Len() >= w.Bound
	})
}

// mostTotal returns the total of the player once it has placed every card that it may place
// in its turn: without action cards.
func (p player) mostTotal() int {
	var values []int
	maiden := p.displays[p.at].has(W6)
	for card := range p.hands[p.at].All() {
		c := card.kind()
		if p.checkPlay(c) == nil && !(c == W6 && maiden) {
			maiden = maiden || c == W6
			values = append(values, c.worth(p.color))
		}
	}
	slices.Sort(values)
	if p.stunned == p.at {
		values = values[max(0, len(values)-1):]
	}
	total := p.total(p.at)
	for _, v := range values {
		total += v
	}
	return total
}

// fits reports whether the player whose turn begins can play a plan as it is written.
func (p player) fits(plan Plan) bool {
	if best, _ := p.bestRival(p.at); best > plan.Most || plan.Tournament != int(p.tournament) ||
		plan.Turn != int(p.turns[p.at]) || plan.Color != p.color {
		return false
	}
	r := run{state: p.copy()}
	r.staged = true
	for _, c := range plan.Cards {
		if r.player(p.at).checkPlay(c) != nil {
			return false
		}
		r.placeCard(p.at, c)
	}
	return r.player(p.at).checkEnd() == nil
}
