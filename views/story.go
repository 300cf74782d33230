package views

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"tableronde/games"
)

// ToldStory is the beginning of a story, as one viewer was told it: passages that no
// later event changes. The zero value is that of a story not told yet.
type ToldStory struct {
	entries []Entry
	from    int    // index in Teller.Told of the first event after them
	plies   int    // number of events when it was told
	sum     uint64 // of the events up to from
}

// Narrate returns the story of a match in which what somebody did before a bot took over
// their seat is told of them.
func (f Family) Narrate(t Teller) []Entry {
	var all []Entry
	for i := t.From; i < len(t.Told) && t.Left != nil; i++ {
		if e := t.Told[i].Event; TakesOver(e.Seat, e) {
			part := t
			part.Told, part.Name = t.Told[:i], t.nameBefore(i)
			all, t.From = append(all, f.Story(part)...), i
		}
	}
	return append(all, f.Story(t)...)
}

// TakesOver reports whether a bot takes over a seat in an event.
func TakesOver(seat games.Seat, e Event) bool { return e.Seat == seat && EventKey(e.Text) == "bot" }

// nameBefore returns who sat at a seat before an event, given its index in Told.
func (t Teller) nameBefore(index int) func(games.Seat) string {
	return func(seat games.Seat) string {
		over := slices.ContainsFunc(t.Told[index:], func(e Told) bool { return TakesOver(seat, e.Event) })
		if left := t.Left(seat); over && left != "" {
			return left
		}
		return t.Name(seat)
	}
}

// Leavers returns who sat at a seat before a bot took over, as Teller.Left.
func Leavers(seats []Seat) func(games.Seat) string {
	if !slices.ContainsFunc(seats, func(s Seat) bool { return s.For != "" }) {
		return nil
	}
	return func(seat games.Seat) string {
		if seat < 1 || int(seat) > len(seats) {
			return ""
		}
		return seats[seat-1].For
	}
}

// NameAt returns who sat at a seat when an event happened, given its index in Log.
func (m *Match) NameAt(seat games.Seat, index int) string {
	left := Leavers(m.Seats)
	if left == nil || left(seat) == "" {
		return m.Name(seat)
	}
	if slices.ContainsFunc(m.Log[min(index+1, len(m.Log)):], func(e Event) bool { return TakesOver(seat, e) }) {
		return left(seat)
	}
	return m.Name(seat)
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
