// Package guides holds the guided first rounds of the card games. A guided round is a deal with a
// fixed shuffle, and the steps in which a coach explains it to the first seat. Its sentences stand
// in the catalogues of the pages, under the names of the steps.
package guides

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// Pupil is the seat that the coach guides.
const Pupil games.Seat = 1

// Guide is the guided first round of a card game.
type Guide struct {
	Game    string
	Minutes int // that it takes
	Deal    games.Setup
	Steps   []Step

	tables []table.Match // by step: the match as the step begins
}

// Step is a statement of the coach, with the actions that lead to the next step.
type Step struct {
	Within bool     // belongs to the same point as the step before
	Before []string // actions of other seats before the step: "2: play R3"
	Play   []string // actions of the pupil that lead on; none for a step to read
	Meant  string   // id of the card or place that the coach points at, "" for none
	Slips  []Slip   // the first that fits a wrong action gives its sentence
}

// Slip is a kind of wrong actions, with the key of its sentence.
type Slip struct{ Begins, Key string }

// load plays every guided round.
var load = sync.OnceValue(func() []Guide {
	for i := range all {
		if err := all[i].play(); err != nil {
			panic(fmt.Sprintf("guided round of %s: %v", all[i].Game, err))
		}
	}
	return all
})

// play fills in the match at the beginning of each step.
func (g *Guide) play() error {
	rules, err := catalog.Find(g.Game, 0)
	if err != nil {
		return err
	}
	m, err := table.New(rules, g.Deal)
	for i := 0; i < len(g.Steps) && err == nil; i++ {
		for _, line := range g.Steps[i].Before {
			seat, action, _ := strings.Cut(line, ": ")
			number, _ := strconv.Atoi(seat)
			if m, err = m.Play(games.Seat(number), action, time.Time{}); err != nil {
				return fmt.Errorf("%s: %w", line, err)
			}
		}
		g.tables = append(g.tables, m)
		for _, action := range g.Steps[i].Play {
			if m, err = m.Play(Pupil, action, time.Time{}); err != nil {
				return fmt.Errorf("%s: %w", action, err)
			}
		}
	}
	return err
}

// All lists the guided rounds, in the order of the games on the site.
func All() []Guide { return load() }

// Of returns the guided round of a game. ok is false for a game without one.
func Of(game string) (g Guide, ok bool) {
	i := slices.IndexFunc(load(), func(g Guide) bool { return g.Game == game })
	if i < 0 {
		return g, false
	}
	return load()[i], true
}

// Known reports whether there is a guided round with a name.
func Known(name string) bool {
	return slices.ContainsFunc(load(), func(g Guide) bool { return g.Name() == name })
}

// Name identifies the guided round among the lessons of the site: "knizia.1".
func (g Guide) Name() string { return g.Game + ".1" }

// At returns the match at the beginning of a step, counted from 1.
func (g Guide) At(step int) table.Match { return g.tables[step-1] }

// Points returns the number of points of the guide.
func (g Guide) Points() int { return g.Point(len(g.Steps)) }

// Point returns the number of the point to which a step belongs. Both are counted from 1.
func (g Guide) Point(step int) (point int) {
	for _, s := range g.Steps[:step] {
		if !s.Within {
			point++
		}
	}
	return point
}

// Judge reports whether staged actions and an incomplete choice lead away from the step. The key
// names the sentence about that, "" for none.
func (s Step) Judge(staged []string, choice string) (wrong bool, key string) {
	for i, action := range staged {
		if i >= len(s.Play) || action != s.Play[i] {
			return true, s.slip(action)
		}
	}
	if choice == "" || len(staged) < len(s.Play) && slices.Contains(words(s.Play[len(staged)]), words(choice)[0]) {
		return false, ""
	}
	return true, s.slip(choice)
}

// slip returns the key of the sentence about a wrong action.
func (s Step) slip(action string) string {
	for _, slip := range s.Slips {
		if strings.HasPrefix(action, slip.Begins) {
			return slip.Key
		}
	}
	return ""
}

// words splits an action into its verb and its cards, and cuts a value that a card takes.
func words(action string) []string {
	return strings.FieldsFunc(action+" -", func(r rune) bool { return r == ' ' || r == '=' })
}
