package kutschke

import "tableronde/games"

// Legal lists the picks of a seat in the order of the data file, the steps of its
// turn card by card and then done, or its bids from the smallest.
func (s *state) Legal(seat games.Seat) []string {
	i := int(seat) - 1
	if !s.acts(i) {
		return nil
	}
	switch k := &s.knights[i]; s.phase {
	case PhasePick:
		return s.legalPicks(k)
	case PhaseAct:
		return s.legalSteps(k)
	default:
		return k.legalBids()
	}
}

func (t *table) legalPicks(k *knight) []string {
	all := make([]string, 0, kindCount)
	for kind := ExerciseSword; kind <= Horse; kind++ {
		if t.checkPick(k, kind) == nil {
			all = append(all, allLines().pick[kind])
		}
	}
	return all
}

func (t *table) legalSteps(k *knight) []string {
	all := make([]string, 0, 16)
	for kind := ExerciseSword; kind <= Horse; kind++ {
		if k.picked.has(kind) && t.checkUse(k, kind) == nil {
			t.steps(k, kind, func(_ action, line string, _ bool) { all = append(all, line) })
		}
	}
	return append(all, doneWord)
}

func (k *knight) legalBids() []string {
	all := make([]string, 0, 16)
	for _, stake := range allLines().bid {
		if k.hand.has(stake.cards) && (!k.lone || stake.cards.size() <= 1) {
			all = append(all, stake.line)
		}
	}
	return all
}

// steps yields the legal steps with a picked card that checkUse allows, in the order
// of Legal. The first payment for an adventure is the best.
func (t *table) steps(s *knight, k Kind, yield func(a action, line string, best bool)) {
	switch k {
	case RoundTable:
		for _, a := range t.display.all() {
			yield(action{verb: verbStep, kind: k, adventure: a}, allLines().table[a], false)
		}
	case Justice:
		for c := CardOf(Book, 1); int(c) <= cardTypes; c++ {
			if s.hand.count(c) > 0 {
				yield(action{verb: verbStep, kind: k, card: c}, allLines().justice[c], false)
			}
		}
	case Quest:
		for _, a := range s.adventures.all() {
			if a.Place() != s.at {
				continue
			}
			best := true
			for _, p := range allLines().quest[a] {
				if s.hand.has(p.cards) {
					yield(action{verb: verbStep, kind: k, adventure: a, cards: p.cards}, p.line, best)
					best = false
				}
			}
		}
	case Horse:
		for _, p := range t.ring.places {
			if d := t.ring.distance(s.at, p); d >= 1 && d <= box.distance {
				yield(action{verb: verbStep, kind: k, place: p}, allLines().horse[p], false)
			}
		}
	default:
		for value := 1; value <= maxValue; value++ {
			if c := CardOf(k.Virtue(), value); t.piles.count(c) > 0 {
				yield(action{verb: verbStep, kind: k, card: c}, allLines().exercise[c], false)
			}
		}
	}
}

// noQuest returns why a knight with adventures can complete none of them now.
func (s *knight) noQuest() *games.Illegal {
	for _, a := range s.adventures.all() {
		if a.Place() == s.at {
			return cannotPay.with("adventure", a)
		}
	}
	return noErrandHere.with("place", s.at)
}
