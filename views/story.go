package views

import (
	"cmp"
	"slices"

	"tableronde/games"
	"tableronde/views/locale"
)

// Holder is a player who held a seat before another took it.
type Holder struct {
	Seat games.Seat
	Ply  int // events before the one with which the other took it
	Name string
}

// Holders are all of a match who held seats before others, in the order of its log.
type Holders []Holder

// At returns who held a seat at an event, given its index in the log: "" for who holds it now. Whoever
// takes a seat holds it at that event.
func (h Holders) At(seat games.Seat, index int) string {
	if i := slices.IndexFunc(h, func(one Holder) bool { return one.Seat == seat && one.Ply > index }); i >= 0 {
		return h[i].Name
	}
	return ""
}

// Narrate returns the story of a match in which what somebody did before another took their seat
// is told of them.
func (f Family) Narrate(t Teller) []Entry {
	var all []Entry
	names := t.Name
	for i := t.From; i < len(t.Told) && len(t.Holders) > 0; i++ {
		if at := t.Told[i].Ply - 1; slices.ContainsFunc(t.Holders, func(h Holder) bool { return h.Ply == at }) {
			part := t
			part.Told, part.Name = t.Told[:i], func(seat games.Seat) string { return cmp.Or(t.Holders.At(seat, at-1), names(seat)) }
			all, t.From = append(all, f.Story(part)...), i
		}
	}
	if n := len(t.Told); n > 0 {
		last := t.Told[n-1].Ply - 1
		t.Name = func(seat games.Seat) string { return cmp.Or(t.Holders.At(seat, last), names(seat)) }
	}
	all = append(all, f.Story(t)...)
	for i := range all {
		all[i].Text = locale.Begin(t.Lang, all[i].Text)
	}
	return all
}

// AsOf returns the match with its seats called like those who held them after so many events.
func (m Match) AsOf(ply int) Match {
	m.Seats = slices.Clone(m.Seats)
	for i := range m.Seats {
		if name := m.Holders.At(games.Seat(i+1), ply); name != "" {
			m.Seats[i].Name, m.Seats[i].Rank = name, ""
		}
	}
	return m
}

// NameAt returns who sat at a seat when an event happened, given its index in Log.
func (m *Match) NameAt(seat games.Seat, index int) string {
	return cmp.Or(m.Holders.At(seat, index), m.Name(seat))
}
