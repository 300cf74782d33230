package views

import (
	"slices"
	"strings"
)

// Habits are how a visitor likes to play; the zero value is how everybody begins.
type Habits struct {
	FirstBelow bool // the side of the first seat is at the bottom of boards, not one's own
	Quick      bool // a move that cannot go on is sent without being confirmed
	GoesOn     bool // after a move the next match that awaits the visitor is shown
	Keys       bool // the key n leads to that match
}

// habitNames are the habits by the names under which they are kept.
var habitNames = []struct {
	name string
	of   func(*Habits) *bool
}{
	{"first", func(h *Habits) *bool { return &h.FirstBelow }},
	{"quick", func(h *Habits) *bool { return &h.Quick }},
	{"next", func(h *Habits) *bool { return &h.GoesOn }},
	{"keys", func(h *Habits) *bool { return &h.Keys }},
}

// ParseHabits reads the names of habits; unknown ones do not count.
func ParseHabits(names []string) Habits {
	var h Habits
	for _, n := range habitNames {
		*n.of(&h) = slices.Contains(names, n.name)
	}
	return h
}

// String joins the names of the habits by dots.
func (h Habits) String() string {
	var names []string
	for _, n := range habitNames {
		if *n.of(&h) {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, ".")
}
