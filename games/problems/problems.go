// Package problems holds decisions of card games in which one action wins clearly most often. The
// command "trlab problems" finds them. Independent searches agree on the action, and games that are
// played to the end show by how much it leads.
package problems

import (
	"cmp"
	"embed"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// Problem is a decision of a seat. The match until then was played by the computer.
type Problem struct {
	Game   string
	Number int // among the problems of the game, from 1; the clearest come first
	Setup  games.Setup
	Past   []table.Event
	Seat   games.Seat // that decides
	Agreed int        // of Searches
	Plays  []Play     // the best first; far worse actions are left out
}

// Play is an action, and how often it wins.
type Play struct {
	Action string
	Share  int // in percent of the games played on
}

// Measures of a problem.
const (
	Searches = 20  // independent ones, nearly all of which choose the best action
	Deals    = 500 // imagined for each action and played to the end, by what the seat sees
)

//go:embed data/*.txt
var data embed.FS

// order lists the games with problems, as pages list them.
var order = []string{"knizia", "shannon", "kutschke"}

// load reads the problems of each game.
var load = sync.OnceValue(func() map[string][]Problem {
	all := make(map[string][]Problem)
	for _, game := range order {
		text, err := data.ReadFile("data/" + game + ".txt")
		if err != nil {
			panic(fmt.Sprintf("problems of %s: %v", game, err))
		}
		for line := range strings.Lines(string(text)) {
			p, err := parse(strings.TrimSpace(line))
			if err != nil {
				panic(fmt.Sprintf("problem of %s: %q: %v", game, line, err))
			}
			p.Game = game
			all[game] = append(all[game], p)
		}
		slices.SortStableFunc(all[game], func(a, b Problem) int { return b.lead() - a.lead() })
		for i := range all[game] {
			all[game][i].Number = i + 1
		}
	}
	return all
})

// parse reads a line: the number of seats, the seed, the actions so far, the seat to decide, the
// number of searches that agree, and the plays.
func parse(line string) (p Problem, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 6 {
		return p, fmt.Errorf("%d fields", len(fields))
	}
	seed, err := games.ParseSeed(fields[1])
	number := func(text string) int {
		n, wrong := strconv.Atoi(text)
		err = cmp.Or(err, wrong) // the first error
		return n
	}
	p.Setup = games.Setup{Seats: number(fields[0]), Seed: &seed}
	p.Seat, p.Agreed = games.Seat(number(fields[3])), number(fields[4])
	for text := range strings.SplitSeq(fields[2], ";") {
		seat, action, _ := strings.Cut(text, " ")
		p.Past = append(p.Past, table.Event{Seat: games.Seat(number(seat)), Text: action})
	}
	for text := range strings.SplitSeq(fields[5], ";") {
		share, action, _ := strings.Cut(text, " ")
		p.Plays = append(p.Plays, Play{action, number(share)})
	}
	return p, err
}

// Games lists the games with problems.
func Games() []string { return slices.Clone(order) }

// Of lists the problems of a game, the clearest first.
func Of(game string) []Problem { return load()[game] }

// Find returns a problem by its number.
func Find(game string, number int) (p Problem, ok bool) {
	list := Of(game)
	if number < 1 || number > len(list) {
		return p, false
	}
	return list[number-1], true
}

// Best returns the action that wins most often.
func (p Problem) Best() Play { return p.Plays[0] }

// lead returns how much more often the best action wins than the second one, in percent.
func (p Problem) lead() int { return p.Plays[0].Share - p.Plays[1].Share }

// Rating estimates how hard the problem is, on the scale of rating.Rating: a small lead is hard to see.
func (p Problem) Rating() int { return 1600 - 6*p.lead() }

// Match returns the match in which the seat has to decide.
func (p Problem) Match() (table.Match, error) {
	rules, err := catalog.Find(p.Game, 0)
	if err != nil {
		return table.Match{}, err
	}
	m, err := table.New(rules, p.Setup)
	for i := 0; i < len(p.Past) && err == nil; i++ {
		m, err = m.Play(p.Past[i].Seat, p.Past[i].Text, time.Time{})
	}
	if err != nil {
		return m, fmt.Errorf("problem %d of %s: %w", p.Number, p.Game, err)
	}
	return m, nil
}

// Judge returns the play of an action, in the text of the rules. right is true for the best action,
// and for every other one after which the seat sees the same. ok is false for an action that is not
// legal in the state of the problem. The play of an action that is left out has the share -1.
func (p Problem) Judge(s games.State, action string) (play Play, right, ok bool) {
	next, text, err := s.Apply(p.Seat, action)
	if err != nil {
		return play, false, false
	}
	best, _, err := s.Apply(p.Seat, p.Best().Action)
	if err != nil {
		return play, false, false
	}
	if text == p.Best().Action || reflect.DeepEqual(next.View(p.Seat), best.View(p.Seat)) {
		return p.Best(), true, true
	}
	if i := slices.IndexFunc(p.Plays, func(q Play) bool { return q.Action == text }); i >= 0 {
		return p.Plays[i], false, true
	}
	return Play{text, -1}, false, true
}

// Show is the answer that asks for the solution.
const Show = "show"

// Attempt is a series of answers to a problem.
type Attempt struct {
	Last  Play     // the last answer, the zero value if it is no legal action
	Right bool     // the last answer is the best
	Shown bool     // the last answer is Show
	Wrong []string // the different wrong answers
}

// Attempt judges answers, which are separated by bars: "play R4|withdraw".
func (p Problem) Attempt(s games.State, answers string) (a Attempt) {
	for answer := range strings.SplitSeq(answers, "|") {
		var ok bool
		a.Shown = answer == Show
		if a.Last, a.Right, ok = p.Judge(s, answer); ok && !a.Right && !slices.Contains(a.Wrong, a.Last.Action) {
			a.Wrong = append(a.Wrong, a.Last.Action)
		}
	}
	return a
}
