package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// tagHeld begins the tags of those who held a seat before others: [Held.2.41 "Bo"] is for seat 2, up
// to the line after line 41, with which somebody else took it.
const tagHeld = "Held"

// Holder is a player who held a seat before another took it.
type Holder struct {
	Seat games.Seat
	Ply  int // lines before the one with which the other took it
	Name string
}

// SetHolder notes who held a seat before another took it.
func (r *Record) SetHolder(h Holder) { r.set(fmt.Sprintf("%s.%d.%d", tagHeld, h.Seat, h.Ply), h.Name) }

// Holders lists who held seats before others, in the order of the lines.
func (r *Record) Holders() (list []Holder) {
	for name, tag := range r.tags {
		text, held := strings.CutPrefix(name, tagHeld+".")
		seat, ply, _ := strings.Cut(text, ".")
		n, err := strconv.Atoi(seat)
		at, wrong := strconv.Atoi(ply)
		if held && err == nil && wrong == nil {
			list = append(list, Holder{games.Seat(n), at, tag.value})
		}
	}
	slices.SortFunc(list, func(a, b Holder) int { return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Seat, b.Seat)) })
	return list
}
