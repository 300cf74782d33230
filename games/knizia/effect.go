package knizia

// losses returns the positions that an action of the active seat discards from a
// display. A display is never emptied: its oldest card stays.
func (s *state) losses(m Move, of seatIndex) (lost Positions) {
	d := &s.displays[of]
	if d.n < 2 || s.shielded(of) {
		return lost
	}
	aimed := numberOf(of) == m.Seat
	switch m.Card {
	case Outmaneuver:
		if of != s.active {
			lost.add(Place(d.n))
		}
		return lost
	case Dodge:
		if aimed {
			lost.add(m.At)
		}
		return lost
	case BreakLance:
		if !aimed {
			return lost
		}
	case Charge, Countercharge, Disgrace:
	default:
		return lost
	}
	first := Place(1)
	if s.allTargeted(m, d) {
		first = 2
	}
	value := s.chargedValue(m.Card)
	for p := first; int(p) <= int(d.n); p++ {
		if discardsKind(m.Card, d.at(p).kind(), value) {
			lost.add(p)
		}
	}
	return lost
}

func (s *state) allTargeted(m Move, d *display) bool {
	value := s.chargedValue(m.Card)
	for _, card := range d.cards() {
		if !discardsKind(m.Card, card.kind(), value) {
			return false
		}
	}
	return true
}

// discardsKind reports whether an action discards cards of a kind.
func discardsKind(action, c Card, value int) bool {
	switch action {
	case BreakLance:
		return c.Color() == Purple
	case Disgrace:
		return c.IsSupporter()
	}
	return c.Value() == value
}

// chargedValue returns the value that Charge or Countercharge discards: the lowest or
// the highest printed one of all displays, including shielded ones and the player's.
func (s *state) chargedValue(action Card) int {
	best := 0
	if action != Charge && action != Countercharge {
		return best
	}
	for at := range seatIndex(s.seats) {
		for _, card := range s.displays[at].cards() {
			v := card.kind().Value()
			if best == 0 || action == Charge && v < best || action == Countercharge && v > best {
				best = v
			}
		}
	}
	return best
}

// anyLoss reports whether an action discards anything.
func (s *state) anyLoss(m Move) bool {
	for at := range seatIndex(s.seats) {
		if s.losses(m, at) != (Positions{}) {
			return true
		}
	}
	return false
}

// anyDouble reports whether Adapt would discard anything.
func (s *state) anyDouble() bool {
	for at := range seatIndex(s.seats) {
		if s.hasDoubles(at) {
			return true
		}
	}
	return false
}

// hasDoubles reports whether Adapt discards cards of a display.
func (s *state) hasDoubles(at seatIndex) bool {
	if s.shielded(at) {
		return false
	}
	var values uint8
	for _, card := range s.displays[at].cards() {
		one := uint8(1) << card.kind().Value()
		if values&one != 0 {
			return true
		}
		values |= one
	}
	return false
}

// hasChoice reports whether a seat has a real choice for Adapt: equal values that differ
// in color or kind, or are separated by other cards. The display must have doubles.
func (p *position) hasChoice(at seatIndex) bool {
	var seen [8]struct {
		kind Card
		last int
	}
	for i, card := range p.displays[at].cards() {
		was := &seen[card.kind().Value()]
		if was.kind != Unknown && (was.kind != card.kind() || was.last != i-1) {
			return true
		}
		was.kind, was.last = card.kind(), i
	}
	return false
}

// Preference is the choice of a Sheet for Adapt.
type Preference uint8

// The preferences for Adapt.
const (
	AskMe Preference = iota
	KeepOldest
	KeepNewest
	KeepColored    // colored cards before supporters, then the oldest
	KeepSupporters // supporters before colored cards, then the oldest
)

// preferredKeep returns the answer to Adapt that a preference gives.
func (p *position) preferredKeep(at seatIndex, by Preference) (keep Positions) {
	var kept [8]Place
	d := &p.displays[at]
	for i, card := range d.cards() {
		place, c := Place(i+1), card.kind()
		was := &kept[c.Value()]
		if *was == NoPlace || by == KeepNewest || keepsFirst(by, c) && !keepsFirst(by, d.at(*was).kind()) {
			*was = place
		}
	}
	for _, place := range kept {
		if place != NoPlace {
			keep.add(place)
		}
	}
	return keep
}

// keepsFirst reports whether a preference favors the class of a card.
func keepsFirst(by Preference, c Card) bool {
	return by == KeepColored && c.IsColored() || by == KeepSupporters && c.IsSupporter()
}
