package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// automatic returns how many of the worst off receive a favor after round 1, 2, 3 and
// all later ones (§6.3).
func automatic(seats, round int) int {
	numbers := [...]int{1, 2, 3, 3}
	switch {
	case seats == 2:
		return 1
	case seats > 4:
		numbers = [...]int{2, 3, 4, 5}
	}
	return numbers[min(round, len(numbers))-1]
}

// behind are the distances to the highest life that bring one more favor each.
var behind = [...]int{100, 200}

// receivers lists who receives a favor, in the order of choosing (§6.2, §6.3);
// ties go by the distance from the dealer of the round just finished.
func (s *state) receivers() []games.Seat {
	highest := int16(0)
	for _, life := range s.lives() {
		highest = max(highest, life)
	}
	var order []games.Seat
	for seat := range s.around(s.dealer) {
		if s.knight(seat).life < highest {
			order = append(order, seat)
		}
	}
	slices.SortStableFunc(order, func(a, b games.Seat) int { return int(s.knight(a).life - s.knight(b).life) })
	list := slices.Clone(order[:min(automatic(s.seats, int(s.round)), len(order))])
	for _, distance := range behind {
		for _, seat := range order {
			if int(highest-s.knight(seat).life) >= distance {
				list = append(list, seat)
			}
		}
	}
	return list
}

// beginFavors ends the favors of the round and shows new ones.
func (s *state) beginFavors(dealer games.Seat) error {
	s.recipients = s.receivers()
	s.dealer = dealer
	s.tell(games.Fact{Kind: FactDealer, Seat: dealer})
	s.favorDiscard = slices.Clip(s.favorDiscard)
	for i := range s.knights[:s.seats] {
		k := &s.knights[i]
		s.favorDiscard = append(s.favorDiscard, k.favorList()...)
		k.favors = [maxFavors]*Power{}
	}
	if len(s.recipients) == 0 {
		return s.deal()
	}
	s.phase = PhaseFavor
	for range 2 {
		if err := s.show(); err != nil {
			return err
		}
	}
	return s.endFavor()
}

// show turns a favor face up, if there is one.
func (s *state) show() error {
	p, err := s.drawFavor()
	if p == nil || err != nil {
		return err
	}
	s.shown = append(slices.Clip(s.shown), p)
	s.tell(games.Fact{Kind: FactShows, Word: p.ID})
	return nil
}

// drawFavor takes the top of the deck, which the discard refills when it is
// empty; nil if there is no favor at all.
func (s *state) drawFavor() (*Power, error) {
	if err := s.refillFavors(); err != nil || len(s.favorDeck) == 0 {
		return nil, err
	}
	p := s.favorDeck[0]
	s.favorDeck = s.favorDeck[1:]
	return p, nil
}

func (s *state) refillFavors() error {
	if len(s.favorDeck) > 0 || len(s.favorDiscard) == 0 {
		return nil
	}
	list := slices.Clone(s.favorDiscard)
	slices.SortFunc(list, func(a, b *Power) int { return a.index - b.index })
	s.favorDiscard = nil
	s.tell(games.Fact{Kind: FactShuffles, Number: len(list)})
	return s.shuffleFavors(list)
}

// shuffleFavors makes a deck of favors, given in the order of the data.
func (s *state) shuffleFavors(list []*Power) error {
	s.favorDecks++
	tag := tagFavors
	if s.favorDecks > 1 {
		tag += "." + strconv.Itoa(int(s.favorDecks))
	}
	deck, err := games.Deal(&s.chance, tag, list, func(p *Power) string { return p.ID })
	s.favorDeck = deck
	return err
}

// unseen reports whether the top of the favor deck can be chosen.
func (s *state) unseen() bool { return len(s.favorDeck)+len(s.favorDiscard) > 0 }

func (s *state) checkFavor(p *Power) *games.Illegal {
	switch {
	case p == nil && !s.unseen():
		return favorNone.with("line", s.favorLines())
	case p != nil && !slices.Contains(s.shown, p):
		return favorHidden.with("power", p.ID, "line", s.favorLines())
	}
	return nil
}

// favorLines lists for a sentence what can be chosen.
func (s *state) favorLines() string { return strings.Join(s.legalFavors(), ", ") }

// doFavor takes a favor that is shown. One from the deck is drawn by endFavor,
// since chance may have a part in it.
func (s *state) doFavor(seat games.Seat, p *Power) {
	if p == nil {
		s.drawing = true
		s.tell(games.Fact{Kind: FactDraws, Seat: seat})
		return
	}
	s.shown = slices.DeleteFunc(slices.Clone(s.shown), func(q *Power) bool { return p == q })
	s.receive(p)
	s.replacing = true
}

// receive gives the first recipient a favor.
func (s *state) receive(p *Power) {
	seat := s.recipients[0]
	s.recipients = s.recipients[1:]
	k := s.knight(seat)
	k.favors[len(k.favorList())] = p
	k.refill(p, s.seats)
	s.tell(games.Fact{Kind: FactFavor, Seat: seat, Word: p.ID})
}

// endFavor draws what has been chosen or has to be replaced, and goes on to the
// next recipient or, after the last, to the next round.
func (s *state) endFavor() error {
	if s.drawing {
		s.drawing = false
		p, err := s.drawFavor()
		if err != nil {
			return err
		}
		s.receive(p)
	}
	if s.replacing {
		s.replacing = false
		if err := s.show(); err != nil {
			return err
		}
	}
	if len(s.recipients) > 0 && (len(s.shown) > 0 || s.unseen()) {
		return nil
	}
	s.recipients = nil
	s.favorDiscard = slices.Concat(s.favorDiscard, s.shown)
	s.shown = nil
	return s.deal()
}
