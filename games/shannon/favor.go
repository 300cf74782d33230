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

// beginFavors discards the favors of the round and shows new ones.
func (s *state) beginFavors(dealer games.Seat) error {
	s.favors.recipients = s.receivers(int(s.round))
	s.dealer = dealer
	s.facts.add(games.Fact{Kind: FactDealer, Seat: dealer})
	for _, k := range s.each {
		s.favors.discard = slices.Concat(s.favors.discard, k.favorList())
		k.favors = [maxFavors]*Power{}
	}
	if len(s.favors.recipients) == 0 {
		return s.deal()
	}
	s.phase = PhaseFavor
	for range 2 {
		if err := s.favors.show(&s.chance, s.facts); err != nil {
			return err
		}
	}
	return s.endFavor()
}

// favors are the divine favors that nobody has, and the seats that choose from them.
type favors struct {
	deck       []*Power
	decks      int8 // shuffled so far
	shown      []*Power
	discard    []*Power
	recipients []games.Seat
	drawing    bool // a favor is due from the deck
	replacing  bool // a favor taken is to be replaced
}

// show turns the next favor face up, if there is one.
func (f *favors) show(chance *games.Chance, to facts) error {
	p, err := f.draw(chance, to)
	if p == nil || err != nil {
		return err
	}
	f.shown = cards.Add(f.shown, p)
	to.add(games.Fact{Kind: FactShows, Word: p.ID})
	return nil
}

// draw draws from the deck, which is refilled from the discard pile; it returns nil if both
// are empty.
func (f *favors) draw(chance *games.Chance, to facts) (*Power, error) {
	if len(f.deck) == 0 && len(f.discard) > 0 {
		list := slices.SortedFunc(slices.Values(f.discard), func(a, b *Power) int { return a.index - b.index })
		f.discard = nil
		to.add(games.Fact{Kind: FactShuffles, Number: len(list)})
		if err := f.shuffle(list, chance); err != nil {
			return nil, err
		}
	}
	if len(f.deck) == 0 {
		return nil, nil
	}
	p := f.deck[0]
	f.deck = f.deck[1:]
	return p, nil
}

// shuffle makes favors, given in the order of the data, the new deck.
func (f *favors) shuffle(list []*Power, chance *games.Chance) (err error) {
	f.decks++
	tag := tagFavors
	if f.decks > 1 {
		tag += "." + strconv.Itoa(int(f.decks))
	}
	f.deck, err = games.Deal(chance, tag, list, func(p *Power) string { return p.ID })
	return err
}

// hasUnseen reports whether the unseen favor on top of the deck can be chosen.
func (f *favors) hasUnseen() bool { return len(f.deck)+len(f.discard) > 0 }

// lines lists the lines that choose a favor.
func (f *favors) lines() (lines []string) {
	for _, p := range f.shown {
		lines = append(lines, action{kind: actFavor, power: p}.String())
	}
	if f.hasUnseen() {
		lines = append(lines, action{kind: actFavor}.String())
	}
	return lines
}

// check returns why a favor, nil for the unseen one, cannot be chosen, nil if it can.
func (f *favors) check(p *Power) *games.Illegal {
	if p == nil && f.hasUnseen() || slices.Contains(f.shown, p) {
		return nil
	}
	lines := strings.Join(f.lines(), ", ")
	if p == nil {
		return favorNone.With("line", lines)
	}
	return favorHidden.With("power", p.ID, "line", lines)
}

// choose gives a shown favor to the first recipient. A favor from the deck is drawn by
// endFavor, since that may need chance.
func (f *favors) choose(p *Power, r *ring, to facts) {
	if p == nil {
		f.drawing = true
		to.add(games.Fact{Kind: FactDraws, Seat: f.recipients[0]})
		return
	}
	f.shown = cards.Remove(f.shown, p)
	f.give(p, r, to)
	f.replacing = true
}

// give gives a favor to the first recipient.
func (f *favors) give(p *Power, r *ring, to facts) {
	seat := f.recipients[0]
	f.recipients = f.recipients[1:]
	k := r.knight(seat)
	k.favors[len(k.favorList())] = p
	k.refill(p, r.seats)
	to.add(games.Fact{Kind: FactFavor, Seat: seat, Word: p.ID})
}

// endFavor draws the favors that were chosen unseen or are to be replaced, and starts the
// next round after the last recipient.
func (s *state) endFavor() error {
	f := &s.favors
	if f.drawing {
		f.drawing = false
		p, err := f.draw(&s.chance, s.facts)
		if err != nil {
			return err
		}
		f.give(p, &s.ring, s.facts)
	}
	if f.replacing {
		f.replacing = false
		if err := f.show(&s.chance, s.facts); err != nil {
			return err
		}
	}
	if len(f.recipients) > 0 && (len(f.shown) > 0 || f.hasUnseen()) {
		return nil
	}
	f.discard = slices.Concat(f.discard, f.shown)
	f.recipients, f.shown = nil, nil
	return s.deal()
}
