package kutschke

import (
	"slices"

	"tableronde/games"
)

// Follow posts the default actions of seats that have resigned, picks by wish list, and
// carries out the turns and the stakes that seats have planned ahead.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		if s.resigned[seat-1] {
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
		switch i := int(seat) - 1; s.phase {
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

// Prepared implements games.Follower: wishes, a plan or a stake for the phase of the round
// that it is.
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

// nextWish takes the pick that a seat's wish list orders off it.
func (s *state) nextWish(i int, o *Orders) string {
	if o.Round != s.round {
		return ""
	}
	k := &s.knights[i]
	for n, kind := range o.Wishes {
		if s.checkPick(k, kind) != nil {
			continue
		}
		if o.Wishes = slices.Delete(slices.Clone(o.Wishes), n, n+1); len(k.picked.all())+1 == s.outfit().picks {
			o.Wishes = nil
		}
		return allLines().pick[kind]
	}
	return ""
}

// nextStep takes the next line of the plan that is being carried out off the orders, or
// begins the first plan of which every line is legal.
func (s *state) nextStep(i int, o *Orders) string {
	if o.rest == nil {
		if s.knights[i].picked != s.chosen[i] {
			return "" // the turn has begun without a plan
		}
		n := slices.IndexFunc(o.Plans, func(p Plan) bool { return p.Round == s.round && s.fits(i, p.Lines) })
		if n < 0 {
			return ""
		}
		o.rest = &o.Plans[n]
		o.Plans = slices.DeleteFunc(slices.Clone(o.Plans), func(p Plan) bool { return p.Round <= s.round })
	}
	line, rest := o.rest.Lines[0], o.rest.Lines[1:]
	o.rest = &Plan{o.rest.Round, rest}
	if len(rest) == 0 {
		o.rest = nil
	}
	return line
}

// fits reports whether a seat whose turn begins can play lines one after the other.
func (s *state) fits(i int, lines []string) bool {
	at := *s
	at.staged = true
	for _, line := range lines {
		next, _, err := at.play(games.Seat(i+1), line, nil)
		if err != nil {
			return false
		}
		at = *next
	}
	return true
}

// nextBid takes the first legal bid off the orders, with the others of its round.
func (s *state) nextBid(i int, o *Orders) string {
	for _, b := range o.Bids {
		stake, why := parseCards(codesOf(b.Cards))
		if b.Round != s.round || why != nil || s.knights[i].checkBid(stake) != nil {
			continue
		}
		o.Bids = slices.DeleteFunc(slices.Clone(o.Bids), func(b BidOrder) bool { return b.Round <= s.round })
		return action{verb: verbBid, cards: stake}.String()
	}
	return ""
}

// Delays implements games.Delayer.
func (s *state) Delays() bool { return s.later }

// Forced implements games.Delayer: the game decides for nobody but those who like it so.
func (s *state) Forced(games.Seat) (string, bool) { return "", false }
