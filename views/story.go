package views

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"tableronde/games"
	"tableronde/views/locale"
)

// ToldStory is the beginning of a story, as one viewer was told it: passages that no
// later event changes. The zero value is that of a story not told yet.
type ToldStory struct {
	entries []Entry
	from    int    // index in Teller.Told of the first event after them
	plies   int    // number of events when it was told
	sum     uint64 // of the events up to from
}

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

// Tell returns the story of a match, and what can be kept of it. Of what was kept of the
// same story, in the same words for the same viewer, only the rest is told anew.
func (f Family) Tell(t Teller, kept ToldStory) ([]Entry, ToldStory) {
	if kept.plies > len(t.Told) || kept.sum != sumOf(t.Told[:kept.from]) {
		kept = ToldStory{}
	}
	t.From = kept.from
	rest := f.Narrate(t)
	all := append(kept.entries[:len(kept.entries):len(kept.entries)], rest...)
	from, closed := closedEntries(rest)
	if closed == 0 {
		return all, kept
	}
	n := len(kept.entries) + closed
	return all, ToldStory{entries: all[:n:n], from: from, plies: len(t.Told), sum: sumOf(t.Told[:from])}
}

var storySeed = maphash.MakeSeed()

// sumOf returns a hash by which events are known again, 0 for none. A log may lose its
// end when another database takes over, and go on differently.
func sumOf(told []Told) uint64 {
	if len(told) == 0 {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(storySeed)
	var buf [9]byte
	for _, e := range told {
		buf[0] = byte(e.Seat)
		binary.LittleEndian.PutUint64(buf[1:], uint64(e.At.UnixNano()))
		h.Write(buf[:])
		h.WriteString(e.Text)
	}
	return h.Sum64()
}

// closedEntries returns how many entries at the beginning of a list are over before the
// last of them begins, and the index of the event that then begins an entry.
func closedEntries(list []Entry) (from, n int) {
	first := 0 // ply at which the entries from index i on begin
	for i := len(list) - 1; i > 0; i-- {
		if first == 0 || list[i].From < first {
			first = list[i].From
		}
		if last := lastPly(list[:i]); last < first {
			return first - 1, i
		}
	}
	return 0, 0
}

// lastPly returns the last ply that some entries tell of.
func lastPly(list []Entry) int {
	last := 0
	for _, e := range list {
		last = max(last, e.To)
	}
	return last
}

// Size estimates how many bytes of memory it takes.
func (s ToldStory) Size() int {
	n := 100
	for _, e := range s.entries {
		n += 64 + len(e.Text)
	}
	return n
}
