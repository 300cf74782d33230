package kutschke

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Orders are the standing orders of a seat. Their text has a line each for the action
// cards that it wishes for, for a turn and for a stake planned ahead:
//
//	round 3: Q P ES
//	round 3 plan: ES 2, A golden-pheasant, P hidden-valley, done
//	round 3 bid: S2 L1
//
// When the seat is to pick, the first wish that may be picked is taken and used up; others
// stay until the picks of the round are over. When its turn comes, the first plan of which
// every line is legal is carried out, and so is the first bid that is legal. Typed in, the
// round may be left out: the next that a line can be for is meant, and wishes may be
// written by themselves. A plan ends in done, written or not.
type Orders struct {
	Round  int    // of the wishes
	Wishes []Kind // in order
	Plans  []Plan
	Bids   []BidOrder

	rest *Plan // the lines still to be played of a plan that is being carried out
}

// Plan is a turn planned ahead: the lines of its steps, and done.
type Plan struct {
	Round int
	Lines []string
}

// BidOrder is a stake prepared ahead.
type BidOrder struct {
	Round int
	Cards []Card
}

const (
	ordersWord = "round"
	planWord   = "plan"
	restWord   = "rest"

	// MostAlternatives bounds the plans, and the bids, of a seat.
	MostAlternatives = 4
	mostOrders       = 2000 // bytes
)

// String returns the canonical text of the orders, "" for none.
func (o Orders) String() string {
	var lines []string
	head := func(round int, what, text string) {
		lines = append(lines, ordersWord+" "+strconv.Itoa(round)+what+": "+text)
	}
	if len(o.Wishes) > 0 {
		head(o.Round, "", strings.Join(codesOf(o.Wishes), " "))
	}
	if o.rest != nil {
		head(o.rest.Round, " "+restWord, strings.Join(o.rest.Lines, ", "))
	}
	for _, p := range o.Plans {
		head(p.Round, " "+planWord, strings.Join(p.Lines, ", "))
	}
	for _, b := range o.Bids {
		head(b.Round, " "+bidWord, strings.Join(codesOf(b.Cards), " "))
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// occasions are the rounds in which a seat next picks, takes its turn and stakes cards.
type occasions struct{ picks, turn, bid int }

// occasionsOf returns the occasions that the orders of a seat are for.
func (s *state) occasionsOf(i int) occasions {
	o := occasions{s.round, s.round, s.round}
	k := &s.knights[i]
	if s.phase != PhasePick || len(s.chosen[i].all()) == s.outfit().picks {
		o.picks++
	}
	if s.phase == PhaseTourney || s.phase == PhaseAct && (k.tent < s.turn || k.tent == s.turn && k.picked != s.chosen[i]) {
		o.turn++
	}
	if s.phase == PhaseTourney && !s.acts(i) {
		o.bid++
	}
	return o
}

// ReadOrders parses standing orders and drops lines for what is over.
func (s *state) ReadOrders(seat games.Seat, text string) (string, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return "", gameOver.with()
	case i < 0 || i >= s.seats:
		return "", notYourTurn.with()
	}
	next := s.occasionsOf(i)
	o, why := parseOrders(text, next)
	if why == nil && o.Round < next.picks && len(o.Plans)+len(o.Bids) > 0 {
		o.Wishes = nil // what is left of a list that has served its time
	}
	if why == nil {
		why = s.checkOrders(i, o, next)
	}
	if why != nil {
		return "", why
	}
	o.rest = nil
	o.Plans = slices.DeleteFunc(o.Plans, func(p Plan) bool { return p.Round < next.turn })
	o.Bids = slices.DeleteFunc(o.Bids, func(b BidOrder) bool { return b.Round < next.bid })
	return o.String(), nil
}

// checkOrders returns why orders cannot be meant, nil if they can.
func (s *state) checkOrders(i int, o Orders, next occasions) *games.Illegal {
	var named picksCount
	for _, k := range o.Wishes {
		if named[k]++; named[k] > s.mostPicks(k) {
			return ordersMany.with("card", k)
		}
	}
	if len(o.Wishes) > 0 && o.Round != next.picks && o.Round != s.round+1 {
		return ordersRound.with("number", next.picks)
	}
	late := func(round int) bool { return round > s.round+1 }
	if slices.ContainsFunc(o.Plans, func(p Plan) bool { return late(p.Round) }) || slices.ContainsFunc(o.Bids, func(b BidOrder) bool { return late(b.Round) }) {
		return ordersLate.with("number", s.round+1)
	}
	picked := s.phase != PhasePick || len(s.chosen[i].all()) == s.outfit().picks
	for _, p := range o.Plans {
		if picked && p.Round == s.round && next.turn == s.round {
			if why := s.checkPlan(s.knights[i], p); why != nil {
				return why
			}
		}
	}
	return nil
}

// checkPlan returns why a knight who has picked all cards cannot carry out a turn in this
// round, whatever others do before; nil if that depends on them.
func (s *state) checkPlan(k knight, p Plan) *games.Illegal {
	t := s.table
	for c := Card(1); int(c) <= cardTypes; c++ { // others may give any card back
		if t.piles.count(c) == 0 {
			t.piles += singleCard(c)
		}
	}
	for _, line := range p.Lines {
		a, _, _ := parseAction(line)
		if a.verb != verbStep {
			break
		}
		if why := t.checkStep(&k, a); why != nil {
			return why
		}
		t.carryOut(&k, a)
	}
	return nil
}

// picksCount counts action cards by kind.
type picksCount [kindCount]int

// mostPicks returns the number of cards of a kind that one seat can pick in a round.
func (s *state) mostPicks(k Kind) int {
	if k == Tournament {
		return 1
	}
	return min(int(s.outfit().supply[k]), s.outfit().picks)
}

// ParseOrders is the inverse of Orders.String, for text as ReadOrders returns it. The error
// is an *games.Illegal.
func ParseOrders(text string) (Orders, error) {
	o, why := parseOrders(text, occasions{})
	if why != nil {
		return Orders{}, why
	}
	return o, nil
}

// parseOrders parses orders; lines that name no round are for the next occasion.
func parseOrders(text string, next occasions) (Orders, *games.Illegal) {
	o := Orders{Round: next.picks}
	if len(text) > mostOrders {
		return o, ordersLong.with("most", mostOrders)
	}
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		head, rest, headed := strings.Cut(line, ":")
		if !headed {
			head, rest = "", line
		}
		round, what, ok := readHead(head)
		if !ok {
			return o, ordersForm.with("text", excerpt(line))
		}
		if why := o.readLine(round, what, strings.TrimSpace(rest), next); why != nil {
			return o, why
		}
	}
	return o, nil
}

// readHead parses what stands before the colon of a line: "round 3", "round 3 plan",
// "bid". The round is 0 if none is named.
func readHead(head string) (round int, what string, ok bool) {
	words := strings.Fields(strings.ToLower(head))
	if len(words) >= 2 && words[0] == ordersWord {
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 1 {
			return 0, "", false
		}
		round, words = n, words[2:]
	}
	switch len(words) {
	case 0:
		return round, "", round > 0 || strings.TrimSpace(head) == ""
	case 1:
		what = words[0]
	}
	return round, what, what == planWord || what == bidWord || what == restWord
}

// readLine parses the rest of a line.
func (o *Orders) readLine(round int, what, text string, next occasions) *games.Illegal {
	orElse := func(by int) int {
		if round > 0 {
			return round
		}
		return by
	}
	switch what {
	case "":
		return o.readWishes(orElse(o.Round), text)
	case bidWord:
		if len(o.Bids) == MostAlternatives {
			return ordersAlternatives.with("most", MostAlternatives)
		}
		a, _, why := parseAction(bidWord + " " + text)
		if why != nil {
			return why
		}
		o.Bids = append(o.Bids, BidOrder{orElse(next.bid), a.cards.list()})
		return nil
	}
	lines, why := readPlan(text)
	switch {
	case why != nil:
		return why
	case what == restWord:
		o.rest = &Plan{round, lines}
	case len(o.Plans) == MostAlternatives:
		return ordersAlternatives.with("most", MostAlternatives)
	default:
		o.Plans = append(o.Plans, Plan{orElse(next.turn), lines})
	}
	return nil
}

func (o *Orders) readWishes(round int, text string) *games.Illegal {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\r' }) {
		k, ok := parseKind(word)
		if !ok {
			return ordersForm.with("text", excerpt(word))
		}
		o.Wishes = append(o.Wishes, k)
	}
	o.Round = round
	return nil
}

// readPlan parses the lines of a turn.
func readPlan(text string) ([]string, *games.Illegal) {
	var lines []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		a, line, why := parseAction(part)
		switch {
		case why != nil:
			return nil, why
		case a.verb != verbStep && a.verb != verbDone, len(lines) > 0 && lines[len(lines)-1] == doneWord:
			return nil, ordersPlan.with("text", excerpt(part))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 || lines[len(lines)-1] != doneWord {
		lines = append(lines, doneWord)
	}
	return lines, nil
}

// Wishes returns the round and the entries of the wish list in standing orders, no
// entries once the cards of that round are picked.
func (v View) Wishes(orders string) (round int, wishes []Kind) {
	o, err := ParseOrders(orders)
	if err != nil || o.Round < v.Round || o.Round == v.Round && v.Choices() == nil {
		return o.Round, nil
	}
	return o.Round, o.Wishes
}
