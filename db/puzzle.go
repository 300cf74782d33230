package db

import (
	"context"
	"time"

	"tableronde/games/rating"
)

// PuzzleID names a puzzle.
type PuzzleID struct {
	Game   string
	Number int // from 1
}

// PuzzleTry holds the answers of a player to a puzzle. The zero value is a puzzle without an answer.
type PuzzleTry struct {
	Day    int       // the day since 1 January 1970 of which it was the puzzle when it was first answered; 0 for none
	Wrong  []string  // wrong answers, each once
	Solved bool      // the player has found all moves
	Shown  bool      // the player has asked for the solution, or has used up all tries
	Tried  time.Time // of the first answer, or of asking for the solution; zero for neither

	Rating rating.Rating // of the player at puzzles of the game, after the first answer
	Gain   float64       // of the rating by the first answer, in points
}

// Puzzles keeps the answers of players to puzzles.
type Puzzles interface {
	// PuzzleTry returns a player's answers to a puzzle, the zero value for none.
	PuzzleTry(ctx context.Context, player string, p PuzzleID) (PuzzleTry, error)
	// AnswerPuzzle stores a change of a player's answers to a puzzle, and returns them. The change
	// gets the rating after the latest puzzle of the game, rating.New if it is the first. The error
	// is ErrNotFound if there is no such player.
	AnswerPuzzle(ctx context.Context, player string, p PuzzleID, change func(PuzzleTry, rating.Rating) PuzzleTry) (PuzzleTry, error)
	// PuzzlesTried lists the puzzles that a player has answered, by game and number.
	PuzzlesTried(ctx context.Context, player string) ([]TriedPuzzle, error)
	// PuzzleDays lists the days of which a player has solved a puzzle, the latest first.
	PuzzleDays(ctx context.Context, player string, most int) ([]int, error)
}

// TriedPuzzle is a puzzle with the answers of a player.
type TriedPuzzle struct {
	PuzzleID
	PuzzleTry
}
