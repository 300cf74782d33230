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

// PuzzleAnswer changes the answers of a player to a puzzle, and the rating of the puzzle. It gets the
// player's rating after the latest puzzle of the game, rating.New for none. The rating of a puzzle
// is zero before the first attempt. Each changed rating counts one more match.
type PuzzleAnswer func(try PuzzleTry, player, puzzle rating.Rating) (PuzzleTry, rating.Rating)

// Puzzles keeps the answers of players to puzzles, and the ratings of puzzles.
type Puzzles interface {
	// PuzzleTry returns a player's answers to a puzzle, the zero value for none.
	PuzzleTry(ctx context.Context, player string, p PuzzleID) (PuzzleTry, error)
	// AnswerPuzzle stores a change of a player's answers to a puzzle, and returns the answers. The
	// error is ErrNotFound if there is no such player.
	AnswerPuzzle(ctx context.Context, player string, p PuzzleID, change PuzzleAnswer) (PuzzleTry, error)
	// PuzzleRating returns the rating of a puzzle, the zero value before the first attempt.
	PuzzleRating(ctx context.Context, p PuzzleID) (rating.Rating, error)
	// PuzzlePoints returns the points of the puzzles of a game by number, for puzzles with an
	// attempt.
	PuzzlePoints(ctx context.Context, game string) (map[int]float64, error)
	// PuzzlesTried lists the puzzles that a player has answered, by game and number.
	PuzzlesTried(ctx context.Context, player string) ([]TriedPuzzle, error)
	// PuzzlesTriedOf lists the puzzles of a game that a player has answered, by number.
	PuzzlesTriedOf(ctx context.Context, player, game string) ([]TriedPuzzle, error)
	// PuzzleDays lists the days of which a player has solved a puzzle, the latest first.
	PuzzleDays(ctx context.Context, player string, most int) ([]int, error)
}

// TriedPuzzle is a puzzle with the answers of a player.
type TriedPuzzle struct {
	PuzzleID
	PuzzleTry
}
