package learn

import (
	"fmt"
	"strconv"
	"time"

	"tableronde/games"
	"tableronde/games/lessons"
	"tableronde/games/puzzles"
	"tableronde/games/review"
	"tableronde/views"
)

// OwnPuzzle is a position of the visitor's match in which one move alone would have won or held, and
// the visitor made another one.
type OwnPuzzle struct {
	Match string
	Game  games.Info
	Seat  games.Seat // of the visitor
	Ended time.Time  // of the match
	Move  review.Move
}

// OwnPuzzlePath returns the address of the puzzle before a move of a match.
func OwnPuzzlePath(match string, ply int) string {
	return fmt.Sprintf("/puzzles/own/%s/%d", match, ply)
}

// NewOwnPuzzle returns the model of a puzzle from the visitor's match, with the touches that a
// verdict judges.
func NewOwnPuzzle(p views.Page, o OwnPuzzle, task lessons.Lesson, v lessons.Verdict) Puzzle {
	step := puzzles.Step{Puzzle: puzzles.Puzzle{Game: o.Game.ID, Line: task.Right[:1]}, Task: task}
	m := NewPuzzle(p, o.Game, step, v)
	m.path, m.Own = OwnPuzzlePath(o.Match, o.Move.Ply), &o
	return m
}

// task returns the task of the puzzle.
func (o OwnPuzzle) task(p views.Page) string {
	return p.T(views.Either(o.Move.Value.Result() > 0, "puzzle.own.wins", "puzzle.own.holds"))
}

// wrong returns the words about a wrong move.
func (o OwnPuzzle) wrong(m Puzzle, r reply, move string) reply {
	r.heading = m.T("puzzle.own.wrong", "Move", move)
	switch answer := m.Task.Answer(move); {
	case move == o.Move.Text:
		r.sentence = m.T("puzzle.own.again")
	case answer != "":
		r.sentence = m.T("puzzle.own.answer", "Move", answer)
	default:
		r.sentence = m.T("puzzle.own.other")
	}
	return r
}

// review returns the address of the move in the review of the match.
func (o OwnPuzzle) review() string {
	return "/m/" + o.Match + "/review?ply=" + strconv.Itoa(o.Move.Ply)
}

// next returns the address that leads to the next such puzzle.
func (o OwnPuzzle) next() string {
	return "/puzzles/own/next?after=" + o.Match + "/" + strconv.Itoa(o.Move.Ply)
}

// OwnPuzzles is the model of the list of puzzles from the visitor's matches.
type OwnPuzzles struct {
	views.Page
	List []OwnPuzzle
}
