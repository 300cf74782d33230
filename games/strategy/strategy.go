// Package strategy holds an article about the strategy of each game: advices with lines to step
// through or with cards, and figures of games between computer players. Its sentences stand in the
// catalogues of the pages, under the names of the advices.
package strategy

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/puzzles"
)

// Article is the advice about a game.
type Article struct {
	Game    string
	Advices []Advice
	Rows    []Row // of the table of figures
	Figures Figures
}

// Advice is a piece of advice. It may have a line of moves on a board, or cards.
type Advice struct {
	Puzzle   int      // number of the puzzle that gives the position and the line, 0 for none
	Position string   // as parker.ParsePosition reads it
	Line     []string // moves of all sides
	From, To string   // lower left and upper right corner of the shown part; they need not be squares
	Claim    Claim    // about a line that is from no puzzle
	Cards    []string // codes of the drawn cards
	Quotes   []Quote  // figures in the sentence

	steps []Step
}

// Claim is a statement about the first move of a line. A test verifies it.
type Claim uint8

// The claims.
const (
	Proved Claim = iota // by the test of the puzzles
	Best                // a search finds no better move
	Wins                // the line ends the game, and its mover wins
	Closes              // no capture can follow, and the sides that do not heed the advice would suffer one
)

// Quote gives the value of a figure to an argument of a sentence.
type Quote struct{ Arg, Figure string }

// Row is a row of the table of figures: the key of its label, and the name of its figure.
type Row struct{ Key, Figure string }

// Step is the position after some moves of a line.
type Step struct {
	View  parker.View
	Seat  games.Seat   // made the last move, 0 before the first
	Move  string       // the last move
	Legs  []parker.Leg // of the last move
	Taken []parker.Piece
}

// Steps lists the positions of the line, none for an advice without a board.
func (a Advice) Steps() []Step { return a.steps }

// Name identifies an advice of a game, counted from 1: "camelot.3". The keys of its sentences
// begin with it.
func (a Article) Name(number int) string { return a.Game + "." + strconv.Itoa(number) }

// load reads the figures and plays the lines.
var load = sync.OnceValue(func() []Article {
	for i := range all {
		a := &all[i]
		var err error
		if a.Figures, err = readFigures(a.Game); err != nil {
			panic(fmt.Sprintf("figures of %s: %v", a.Game, err))
		}
		for n := range a.Advices {
			if err := a.Advices[n].play(a.Game); err != nil {
				panic(fmt.Sprintf("advice %s: %v", a.Name(n+1), err))
			}
		}
	}
	return all
})

// play fills in the positions of the line.
func (a *Advice) play(game string) error {
	if a.Puzzle > 0 {
		p, ok := puzzles.Find(game, a.Puzzle)
		if !ok {
			return fmt.Errorf("no puzzle %d", a.Puzzle)
		}
		a.Position, a.Line = p.Position, p.Line
	}
	if a.Position == "" {
		return nil
	}
	position, err := parker.ParsePosition(a.Position)
	if err != nil {
		return err
	}
	state, err := position.State()
	if err != nil {
		return err
	}
	s := games.State(state)
	a.steps = []Step{{View: s.View(games.Spectator).(parker.View)}}
	for _, move := range a.Line {
		seat, before := s.ToAct()[0], s.View(games.Spectator).(parker.View)
		next, _, err := s.Apply(seat, move)
		if err != nil {
			return err
		}
		step := Step{Seat: seat, Move: move, Legs: before.Stage(move).Legs, View: next.View(games.Spectator).(parker.View)}
		for _, leg := range step.Legs {
			piece := parker.Piece(0)
			if leg.Taken != parker.NoSquare {
				piece = before.At(leg.Taken)
			}
			step.Taken = append(step.Taken, piece)
		}
		a.steps, s = append(a.steps, step), next
	}
	return nil
}

// Of returns the article about a game. ok is false for a game without one.
func Of(game string) (a Article, ok bool) {
	i := slices.IndexFunc(load(), func(a Article) bool { return a.Game == game })
	if i < 0 {
		return a, false
	}
	return load()[i], true
}

// All lists the articles.
func All() []Article { return load() }
