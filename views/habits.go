package views

import "slices"

// Habits are how a visitor likes to play; the zero value is how everybody begins.
type Habits struct {
	FirstBelow bool // the side of the first seat is at the bottom of boards, not one's own
	Quick      bool // a move that cannot go on is sent without being confirmed
	GoesOn     bool // after a move the next match that awaits the visitor is shown
	Keys       bool // the key n leads to that match
	Auto       bool // what is forced is played for the visitor
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
	{"auto", func(h *Habits) *bool { return &h.Auto }},
}

// ParseHabits reads the names of habits; unknown ones do not count.
func ParseHabits(names []string) Habits {
	var h Habits
	for _, n := range habitNames {
		*n.of(&h) = slices.Contains(names, n.name)
	}
	return h
}

// Names lists the names of the habits.
func (h Habits) Names() (names []string) {
	for _, n := range habitNames {
		if *n.of(&h) {
			names = append(names, n.name)
		}
	}
	return names
}
