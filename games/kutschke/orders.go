package kutschke

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Orders are the advance orders of a seat. Their text has a line each for the action cards
// that it wishes for, for a turn and for a stake planned ahead:
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

	// MostAlternatives is the largest number of plans, and of bids, of a seat.
	MostAlternatives = 4
	mostOrders       = 2000 // bytes
)

// String returns the canonical text of the orders, "" for none.
func (o Orders) String() string {
	var lines []string
	add := func(round int, what, text string) {
		line := ordersWord + " " + strconv.Itoa(round) + what + ": " + text
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if len(o.Wishes) > 0 {
		add(o.Round, "", cards.Line(o.Wishes, ""))
	}
	if o.rest != nil {
		add(o.rest.Round, " "+restWord, strings.Join(o.rest.Lines, ", "))
	}
	for _, p := range o.Plans {
		add(p.Round, " "+planWord, strings.Join(p.Lines, ", "))
	}
	for _, b := range o.Bids {
		add(b.Round, " "+bidWord, cards.Line(b.Cards, ""))
	}
	return strings.Join(lines, "\n")
}

// Wishes returns the round and the entries of the wish list in advance orders, no entries once
// the cards of that round are picked.
func (v View) Wishes(orders string) (round int, wishes []Kind) {
	o, err := ParseOrders(orders)
	if err != nil || o.Round < v.Round || o.Round == v.Round && v.Choices() == nil {
		return o.Round, nil
	}
	return o.Round, o.Wishes
}

// occasions are the rounds in which a seat next picks, takes its turn and stakes cards.
type occasions struct{ picks, turn, bid int }

// occasionsOf returns the occasions for which the orders of a seat are.
func (s *state) occasionsOf(i int) occasions {
	o := occasions{s.round, s.round, s.round}
	k := &s.knights[i]
	if s.phase != PhasePick || len(s.chosen[i]) == s.outfit().picks {
		o.picks++
	}
	begun := k.tent < s.turn || k.tent == s.turn && !slices.Equal(k.picked, s.chosen[i])
	if s.phase == PhaseTourney || s.phase == PhaseAct && begun {
		o.turn++
	}
	if s.phase == PhaseTourney && !s.acts(i) {
		o.bid++
	}
	return o
}

// ReadOrders parses advance orders and drops lines for rounds and turns that are over.
func (s *state) ReadOrders(seat games.Seat, text string) (string, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return "", gameOver.With()
	case i < 0 || i >= s.seats:
		return "", notYourTurn.With()
	}
	next := s.occasionsOf(i)
	o, why := parseOrders(text, next)
	if why == nil && o.Round < next.picks && len(o.Plans)+len(o.Bids) > 0 {
		o.Wishes = nil // the rest of a list whose round is over
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

// checkOrders returns why orders make no sense, nil if they do.
func (s *state) checkOrders(i int, o Orders, next occasions) *games.Illegal {
	var named [kindCount]int
	for _, k := range o.Wishes {
		most := min(int(s.outfit().supply[k]), s.outfit().picks)
		if k == Tournament {
			most = 1
		}
		if named[k]++; named[k] > most {
			return ordersMany.With("card", k)
		}
	}
	if len(o.Wishes) > 0 && o.Round != next.picks && o.Round != s.round+1 {
		return ordersRound.With("number", next.picks)
	}
	if slices.ContainsFunc(o.Plans, func(p Plan) bool { return p.Round > s.round+1 }) ||
		slices.ContainsFunc(o.Bids, func(b BidOrder) bool { return b.Round > s.round+1 }) {
		return ordersLate.With("number", s.round+1)
	}
	for _, p := range o.Plans {
		if p.Round != s.round || next.turn != s.round || next.picks == s.round {
			continue
		}
		if why := s.checkPlan(i, p); why != nil {
			return why
		}
	}
	return nil
}

// checkPlan returns why a seat that has picked all cards cannot carry out a turn in this
// round, whatever others do before; nil if that depends on them.
func (s *state) checkPlan(i int, p Plan) *games.Illegal {
	next := *s
	for _, c := range allCards { // others may give any card back
		if next.piles.count(c) == 0 {
			next.piles += singleCard(c)
		}
	}
	for _, line := range p.Lines {
		a, _, _ := parseAction(line)
		if a.verb != verbStep {
			break
		}
		if why := next.checkStep(&next.knights[i], a); why != nil {
			return why
		}
		next.step(i, a, nil)
	}
	return nil
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
		return o, ordersLong.With("most", mostOrders)
	}
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		head, rest, headed := strings.Cut(line, ":")
		if !headed {
			head, rest = "", line
		}
		round, what, ok := parseHead(head)
		if !ok {
			return o, ordersForm.With("text", cards.Excerpt(line))
		}
		if why := o.parseLine(round, what, strings.TrimSpace(rest), next); why != nil {
			return o, why
		}
	}
	return o, nil
}

// parseHead parses the part of a line before its colon: "round 3", "round 3 plan", "bid". The
// round is 0 if none is named.
func parseHead(head string) (round int, what string, ok bool) {
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

// parseLine parses the rest of a line.
func (o *Orders) parseLine(round int, what, text string, next occasions) *games.Illegal {
	orElse := func(by int) int {
		if round > 0 {
			return round
		}
		return by
	}
	if what == "" {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,\t\r", r) }) {
			k, ok := cards.Parse(word, Kinds())
			if !ok {
				return ordersForm.With("text", cards.Excerpt(word))
			}
			o.Wishes = append(o.Wishes, k)
		}
		o.Round = orElse(o.Round)
		return nil
	}
	if what == bidWord {
		if len(o.Bids) == MostAlternatives {
			return ordersAlternatives.With("most", MostAlternatives)
		}
		stake, why := parseCards(strings.Fields(text))
		if why == nil {
			o.Bids = append(o.Bids, BidOrder{orElse(next.bid), stake.list()})
		}
		return why
	}
	lines, why := parsePlan(text)
	switch {
	case why != nil:
		return why
	case what == restWord:
		o.rest = &Plan{round, lines}
	case len(o.Plans) == MostAlternatives:
		return ordersAlternatives.With("most", MostAlternatives)
	default:
		o.Plans = append(o.Plans, Plan{orElse(next.turn), lines})
	}
	return nil
}

// parsePlan parses the lines of a turn.
func parsePlan(text string) ([]string, *games.Illegal) {
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
			return nil, ordersPlan.With("text", cards.Excerpt(part))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 || lines[len(lines)-1] != doneWord {
		lines = append(lines, doneWord)
	}
	return lines, nil
}

// Follow posts the default actions of seats that have resigned, picks by wish list, and
// carries out the turns and the stakes that seats have planned ahead.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		i := int(seat) - 1
		if s.resigned[i] {
			return games.Posting{Seat: seat, Action: s.Default(seat)}, true
		}
		text := orders(seat)
		if text == "" {
			continue
		}
		o, err := ParseOrders(text)
		if err != nil {
			continue
		}
		line := ""
		switch s.phase {
		case PhasePick:
			line = s.nextWish(i, &o)
		case PhaseAct:
			line = s.nextStep(i, &o)
		case PhaseTourney:
			line = s.nextBid(i, &o)
		}
		if line != "" {
			return games.Posting{Seat: seat, Action: line, Orders: o.String()}, true
		}
	}
	return games.Posting{}, false
}

// Prepared implements games.Follower: wishes, a plan or a stake for the current phase of the round.
func (s *state) Prepared(seat games.Seat, text string) bool {
	o, err := ParseOrders(text)
	if err != nil {
		return false
	}
	switch s.phase {
	case PhasePick:
		return o.Round == s.round && len(o.Wishes) > 0
	case PhaseAct:
		return o.rest != nil || slices.ContainsFunc(o.Plans, func(p Plan) bool { return p.Round == s.round })
	case PhaseTourney:
		return slices.ContainsFunc(o.Bids, func(b BidOrder) bool { return b.Round == s.round })
	}
	return false
}

// nextWish removes the next possible pick from a seat's wish list and returns its line.
func (s *state) nextWish(i int, o *Orders) string {
	k := &s.knights[i]
	n := slices.IndexFunc(o.Wishes, func(kind Kind) bool { return s.checkPick(k, kind) == nil })
	if o.Round != s.round || n < 0 {
		return ""
	}
	line := allLines().pick[o.Wishes[n]]
	if o.Wishes = slices.Delete(o.Wishes, n, n+1); len(k.picked)+1 == s.outfit().picks {
		o.Wishes = nil
	}
	return line
}

// nextStep removes the next line of the plan that is being carried out from the orders and returns
// it, or begins the first plan of which every line is legal.
func (s *state) nextStep(i int, o *Orders) string {
	if o.rest == nil {
		if !slices.Equal(s.knights[i].picked, s.chosen[i]) {
			return "" // the turn has begun without a plan
		}
		n := slices.IndexFunc(o.Plans, func(p Plan) bool {
			if p.Round != s.round {
				return false
			}
			_, _, err := s.playAhead(seatOf(i), p.Lines)
			return err == nil
		})
		if n < 0 {
			return ""
		}
		plan := o.Plans[n]
		o.rest = &plan
		o.Plans = slices.DeleteFunc(o.Plans, func(p Plan) bool { return p.Round <= s.round })
	}
	line := o.rest.Lines[0]
	if o.rest.Lines = o.rest.Lines[1:]; len(o.rest.Lines) == 0 {
		o.rest = nil
	}
	return line
}

// nextBid removes the first legal bid of a round, and the others of that round, from the orders.
func (s *state) nextBid(i int, o *Orders) string {
	for _, b := range o.Bids {
		stake, why := parseCards(cards.Codes(b.Cards))
		if b.Round != s.round || why != nil || s.knights[i].checkBid(stake) != nil {
			continue
		}
		o.Bids = slices.DeleteFunc(o.Bids, func(b BidOrder) bool { return b.Round <= s.round })
		return action{verb: verbBid, cards: stake}.String()
	}
	return ""
}
