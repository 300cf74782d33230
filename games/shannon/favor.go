package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// automaticFavors returns the number of knights with the least life that receive a
// favor after a round (§6.3).
func automaticFavors(seats, round int) int {
	numbers := [...]int{1, 2, 3, 3}
	switch {
	case seats == 2:
		return 1
	case seats > 4:
		numbers = [...]int{2, 3, 4, 5}
	}
	return numbers[min(round, len(numbers))-1]
}

// favorDistances are the distances to the highest life that give one more favor each.
var favorDistances = [...]int{100, 200}

// receivers lists the seats that receive a favor, in the order of choosing (§6.2,
// §6.3); ties are broken by the distance from the dealer of the finished round.
func (s *state) receivers() []games.Seat {
	highest := int16(0)
	for _, life := range s.lives() {
		highest = max(highest, life)
	}
	var order []games.Seat
	for seat, k := range s.around {
		if k.life < highest {
			order = append(order, seat)
		}
	}
	slices.SortStableFunc(order, func(a, b games.Seat) int { return int(s.knight(a).life - s.knight(b).life) })
	list := slices.Clone(order[:min(automaticFavors(s.seats, int(s.round)), len(order))])
	for _, distance := range favorDistances {
		for _, seat := range order {
			if int(highest-s.knight(seat).life) >= distance {
				list = append(list, seat)
			}
		}
	}
	return list
}

// beginFavors discards the favors of the round and shows new ones.
func (s *state) beginFavors(dealer games.Seat) error {
	s.recipients = s.receivers()
	s.dealer = dealer
	s.record(games.Fact{Kind: FactDealer, Seat: dealer})
	for _, k := range s.each {
		s.favorDiscard = slices.Concat(s.favorDiscard, k.favorList())
		k.favors = [maxFavors]*Power{}
	}
	if len(s.recipients) == 0 {
		return s.deal()
	}
	s.phase = PhaseFavor
	for range 2 {
		if err := s.showFavor(); err != nil {
			return err
		}
	}
	return s.endFavor()
}

// showFavor turns the next favor face up, if there is one.
func (s *state) showFavor() error {
	p, err := s.drawFavor()
	if p == nil || err != nil {
		return err
	}
	s.shown = cards.Add(s.shown, p)
	s.record(games.Fact{Kind: FactShows, Word: p.ID})
	return nil
}

// drawFavor draws from the deck, which is refilled from the discard pile; it returns nil
// if both are empty.
func (s *state) drawFavor() (*Power, error) {
	if len(s.favorDeck) == 0 && len(s.favorDiscard) > 0 {
		list := slices.SortedFunc(slices.Values(s.favorDiscard), func(a, b *Power) int { return a.index - b.index })
		s.favorDiscard = nil
		s.record(games.Fact{Kind: FactShuffles, Number: len(list)})
		if err := s.shuffleFavors(list); err != nil {
			return nil, err
		}
	}
	if len(s.favorDeck) == 0 {
		return nil, nil
	}
	p := s.favorDeck[0]
	s.favorDeck = s.favorDeck[1:]
	return p, nil
}

// shuffleFavors makes favors, given in the order of the data, the new deck.
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

// hasUnseenFavor reports whether the unseen favor on top of the deck can be chosen.
func (s *state) hasUnseenFavor() bool { return len(s.favorDeck)+len(s.favorDiscard) > 0 }

func (s *state) checkFavor(p *Power) *games.Illegal {
	if p == nil && s.hasUnseenFavor() || slices.Contains(s.shown, p) {
		return nil
	}
	lines := strings.Join(s.Legal(s.turn()), ", ")
	if p == nil {
		return favorNone.With("line", lines)
	}
	return favorHidden.With("power", p.ID, "line", lines)
}

// doFavor gives a shown favor to the first recipient. A favor from the deck is drawn by
// endFavor, since that may need chance.
func (s *state) doFavor(seat games.Seat, p *Power) {
	if p == nil {
		s.drawing = true
		s.record(games.Fact{Kind: FactDraws, Seat: seat})
		return
	}
	s.shown = cards.Remove(s.shown, p)
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
	s.record(games.Fact{Kind: FactFavor, Seat: seat, Word: p.ID})
}

// endFavor draws the favors that were chosen unseen or are to be replaced, and starts the
// next round after the last recipient.
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
		if err := s.showFavor(); err != nil {
			return err
		}
	}
	if len(s.recipients) > 0 && (len(s.shown) > 0 || s.hasUnseenFavor()) {
		return nil
	}
	s.recipients = nil
	s.favorDiscard = slices.Concat(s.favorDiscard, s.shown)
	s.shown = nil
	return s.deal()
}
