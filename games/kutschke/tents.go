package kutschke

import (
	"cmp"
	"slices"
	"strconv"

	"tableronde/games"
)

// tent is the number of a tent, from 1.
type tent int8

// String returns the number.
func (t tent) String() string { return strconv.Itoa(int(t)) }

// assignTents assigns the tents of the next round, the lowest to the fewest points,
// by lot among equals. The error is for a record with other tents.
func (s *state) assignTents(t *factRecorder) error {
	tag := tentTag(s.round + 1)
	tents, err := s.fixedTents(tag)
	if err != nil {
		return err
	}
	if tents == nil {
		tents = s.drawTents(tag)
	}
	for i := range s.seated() {
		k := &s.knights[i]
		before := k.tent
		k.tent = tents[i]
		t.recordTent(s, i, before)
	}
	return nil
}

// tentTag returns the tag that fixes the tents at the start of a round after the
// first.
func tentTag(round int) string { return tagTents + "." + strconv.Itoa(round) }

// fixedTents returns the tents that the record fixes, by seat; nil if it fixes none.
func (s *state) fixedTents(tag string) ([]tent, error) {
	text, ok := s.chance.Fixed(tag)
	if !ok {
		return nil, nil
	}
	chance := *s.chance
	tents, err := games.Deal(&chance, tag, s.tents(), tent.String)
	if err != nil || !s.tentsFitPoints(tents) {
		return nil, badTents.with("number", s.round+1, "text", text)
	}
	s.chance = &chance
	return tents, nil
}

// tentsFitPoints reports whether no seat with more points has a lower tent.
func (s *state) tentsFitPoints(tents []tent) bool {
	for i, a := range s.seated() {
		for j, b := range s.seated() {
			if a.points < b.points && tents[i] > tents[j] {
				return false
			}
		}
	}
	return true
}

// drawTents returns the tents by seat. From the fewest points up, the tents of seats
// with equal points are shuffled and assigned to them in seat order.
func (s *state) drawTents(tag string) []tent {
	order := make([]int, s.seats)
	for i := range order {
		order[i] = i
	}
	points := func(i int) int8 { return s.knights[i].points }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(points(i), points(j)) })
	chance, drawn := *s.chance, false
	tents, sorted := make([]tent, s.seats), s.tents()
	for from, to := 0, 0; from < s.seats; from = to {
		for to = from + 1; to < s.seats && points(order[from]) == points(order[to]); {
			to++
		}
		if group := sorted[from:to]; len(group) > 1 {
			games.Shuffle(&chance, group)
			drawn = true
		}
		for n := from; n < to; n++ {
			tents[order[n]] = sorted[n]
		}
	}
	if drawn {
		chance.Note(tag, tentText(tents))
		s.chance = &chance
	}
	return tents
}

// tentText formats tents for a record: "2 1 3".
func tentText(tents []tent) string {
	text := make([]byte, 0, 2*maxSeats)
	for _, t := range tents {
		text = append(text, byte('0'+t), ' ')
	}
	return string(text[:len(text)-1])
}
