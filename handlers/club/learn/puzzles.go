package learn

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games/puzzles"
	"tableronde/games/rating"
)

// Puzzles keeps the answers of players to puzzles, and rates both.
type Puzzles struct {
	store puzzleStore
	now   func() time.Time
}

// NewPuzzles returns Puzzles.
func NewPuzzles(store puzzleStore, now func() time.Time) *Puzzles { return &Puzzles{store, now} }

// Today returns the day by the clock of the site.
func (s *Puzzles) Today() puzzles.Day { return puzzles.DayOf(s.now()) }

// Tried returns a player's answers to a puzzle.
func (s *Puzzles) Tried(ctx context.Context, player string, p puzzles.Puzzle) (db.PuzzleTry, error) {
	try, err := s.store.PuzzleTry(ctx, player, idOf(p))
	if err != nil {
		return try, fmt.Errorf("answers to a puzzle: %w", err)
	}
	return try, nil
}

func idOf(p puzzles.Puzzle) db.PuzzleID { return db.PuzzleID{Game: p.Game, Number: p.Number} }

// Answer is an answer of a player to a puzzle.
type Answer struct {
	Wrong  string // a wrong move, "" for none
	Solved bool   // the last move is found
	Shown  bool   // the player asks for the solution
}

// Answer stores an answer. Only the first one counts for the ratings of the player and the puzzle:
// the player has won if it solves the puzzle. After the solution was shown, or puzzles.MaxTries
// wrong answers, no answer counts.
func (s *Puzzles) Answer(ctx context.Context, player string, p puzzles.Puzzle, a Answer) (db.PuzzleTry, error) {
	now := s.now()
	try, err := s.store.AnswerPuzzle(ctx, player, idOf(p), func(try db.PuzzleTry, before, puzzle rating.Rating) (db.PuzzleTry, rating.Rating) {
		if try.Solved || try.Shown {
			return try, puzzle
		}
		if try.Tried.IsZero() {
			try.Tried = now
			if day := puzzles.DayOf(now); p.IsDaily(day) {
				try.Day = int(day)
			}
			try.Rating, puzzle = rated(before, orEstimate(puzzle, p), a.Solved, now)
			try.Gain = try.Rating.Points - before.Points
		}
		if a.Wrong != "" && !slices.Contains(try.Wrong, a.Wrong) {
			try.Wrong = append(try.Wrong, a.Wrong)
		}
		try.Solved = a.Solved
		try.Shown = a.Shown || len(try.Wrong) >= puzzles.MaxTries
		return try, puzzle
	})
	if err != nil {
		return try, fmt.Errorf("answer a puzzle: %w", err)
	}
	return try, nil
}

// rated returns the ratings of a player and a puzzle after an attempt, which counts as a match
// between the two.
func rated(player, puzzle rating.Rating, solved bool, now time.Time) (ofPlayer, ofPuzzle rating.Rating) {
	places := [2]int{2, 1}
	if solved {
		places = [2]int{1, 2}
	}
	after := rating.Rate([]rating.Seat{{Rating: player, Side: 1, Place: places[0]}, {Rating: puzzle, Side: 2, Place: places[1]}}, now)
	return after[0], after[1]
}

// estimated is the deviation of the estimate of a puzzle. The first attempt of a settled
// player moves the rating by at most some 140 points, and by 70 among equals.
const estimated = 175

// orEstimate returns the rating of a puzzle, or its estimate before the first attempt.
func orEstimate(r rating.Rating, p puzzles.Puzzle) rating.Rating {
	if r == (rating.Rating{}) {
		return rating.Rating{Points: float64(p.Rating), Deviation: estimated, Volatility: rating.New().Volatility}
	}
	return r
}

// Rating returns the rating of a puzzle.
func (s *Puzzles) Rating(ctx context.Context, p puzzles.Puzzle) (rating.Rating, error) {
	r, err := s.store.PuzzleRating(ctx, idOf(p))
	if err != nil {
		return r, fmt.Errorf("rating of a puzzle: %w", err)
	}
	return orEstimate(r, p), nil
}

// Progress is the record of a player at puzzles.
type Progress struct {
	Tried  []db.TriedPuzzle         // by game and number
	Rating map[string]rating.Rating // by game, for games with an answer
}

// Progress returns the record of a player at puzzles.
func (s *Puzzles) Progress(ctx context.Context, player string) (Progress, error) {
	tried, err := s.store.PuzzlesTried(ctx, player)
	if err != nil {
		return Progress{}, fmt.Errorf("puzzles of a player: %w", err)
	}
	p := Progress{Tried: tried, Rating: make(map[string]rating.Rating)}
	for _, t := range tried {
		if !t.Tried.Before(p.Rating[t.Game].At) {
			p.Rating[t.Game] = t.Rating
		}
	}
	return p, nil
}

// Days lists the days of which a player has solved a puzzle, the latest first.
func (s *Puzzles) Days(ctx context.Context, player string) (list []puzzles.Day, err error) {
	days, err := s.store.PuzzleDays(ctx, player, mostDays)
	if err != nil {
		return nil, fmt.Errorf("days of puzzles: %w", err)
	}
	for _, d := range days {
		list = append(list, puzzles.Day(d))
	}
	return list, nil
}

// mostDays bounds the days of a series that are counted.
const mostDays = 1000

// Next returns the puzzle of a game whose rating is nearest to the player's, among those without an
// answer; ok is false if there is none.
func (s *Puzzles) Next(ctx context.Context, player, game string) (next puzzles.Puzzle, ok bool, err error) {
	tried, err := s.store.PuzzlesTriedOf(ctx, player, game)
	if err != nil {
		return next, false, fmt.Errorf("puzzles of a player: %w", err)
	}
	points, err := s.store.PuzzlePoints(ctx, game)
	if err != nil {
		return next, false, fmt.Errorf("ratings of puzzles: %w", err)
	}
	own, done := beginner, make(map[int]bool, len(tried))
	var latest time.Time
	for _, t := range tried {
		if done[t.Number] = true; !t.Tried.Before(latest) {
			own, latest = t.Rating.Points, t.Tried
		}
	}
	next, ok = puzzles.Near(game, own, points, func(number int) bool { return done[number] })
	return next, ok, nil
}

// beginner is the rating of the first puzzle that a player gets.
const beginner = 1200.0
