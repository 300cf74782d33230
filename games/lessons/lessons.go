// Package lessons holds the lessons of the games that are played on boards, and judges the
// answers to them. A lesson is a position with a task. Its sentences stand in the catalogues of
// the pages, under its name.
package lessons

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"tableronde/games"
	"tableronde/games/parker"
)

// Lesson is a position in which the first seat has a task.
type Lesson struct {
	Game     string
	Step     int       // among the lessons of the game, from 1
	Position string    // as parker.ParsePosition reads it
	From, To string    // lower left and upper right corner of the part shown; they need not be squares
	Find     bool      // the task is to find the piece: nothing points to it
	Right    []string  // the right answers; the first one is shown on request
	Mistakes []Mistake // the first that fits an answer gives its sentence
	Rule     string    // section of the rules

	state games.State
	view  parker.View
}

// Mistake is a kind of wrong answers, with the key of its sentence.
type Mistake struct {
	Pieces string // squares of the pieces: "D7 G7"; "" for any piece
	To     string // square that the answer ends on; "" for any square
	By     Attempt
	Key    string
}

// Attempt is a kind of wrong answers.
type Attempt uint8

// The kinds of wrong answers.
const (
	Move     Attempt = iota // any move of the piece, legal or not
	Answered                // a legal move; the sentence names the longest capture that follows it
	Touch                   // the choice of the piece
	Step                    // a step
	Canter                  // a leap over a friend
	Stop                    // an end on the way, or a leg that cannot follow
)

// Name identifies the lesson: "camelot.3". The keys of its sentences begin with it.
func (l Lesson) Name() string { return l.Game + "." + strconv.Itoa(l.Step) }

// View returns the position as its players see it.
func (l Lesson) View() parker.View { return l.view }

// load numbers the lessons of each game and reads their positions.
var load = sync.OnceValue(func() [][]Lesson {
	for _, list := range all {
		for i := range list {
			l := &list[i]
			position, err := parker.ParsePosition(l.Position)
			if err == nil {
				l.state, err = position.State()
			}
			if err != nil {
				panic(fmt.Sprintf("lesson %s: %v", l.Position, err))
			}
			l.Game, l.Step, l.view = position.Board().ID(), i+1, l.state.View(1).(parker.View)
		}
	}
	return all
})

// Of lists the lessons of a game, none for a game without lessons.
func Of(game string) []Lesson {
	for _, list := range load() {
		if list[0].Game == game {
			return list
		}
	}
	return nil
}

// Games lists the games with lessons, the one for beginners first.
func Games() (games []string) {
	for _, list := range load() {
		games = append(games, list[0].Game)
	}
	return games
}

// Known reports whether there is a lesson with a name.
func Known(name string) bool {
	game, step, _ := strings.Cut(name, ".")
	n, err := strconv.Atoi(step)
	return err == nil && 1 <= n && n <= len(Of(game)) && Of(game)[n-1].Name() == name
}

// Pose returns the task to find a move of the seat to act, without a name and without sentences
// of its own. The first right move is shown on request.
func Pose(s games.State, right ...string) Lesson {
	seat := s.ToAct()[0]
	return Lesson{Find: true, Right: right, state: s, view: s.View(seat).(parker.View)}
}

// Answer returns the capture with most jumps that the next seat can make after a move of the
// task, "" for none.
func (l Lesson) Answer(move string) string { return l.answer(move) }
