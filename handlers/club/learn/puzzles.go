package learn

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games/puzzles"
	"tableronde/games/rating"
)

// Puzzles keeps the answers of players to puzzles, and rates them.
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

// Answer stores an answer. Only the first one counts for the player's rating: won if it solves the
// puzzle. After the solution was shown, or puzzles.MaxTries wrong answers, no answer counts.
func (s *Puzzles) Answer(ctx context.Context, player string, p puzzles.Puzzle, a Answer) (db.PuzzleTry, error) {
	now := s.now()
	try, err := s.store.AnswerPuzzle(ctx, player, idOf(p), func(try db.PuzzleTry, before rating.Rating) db.PuzzleTry {
		if try.Solved || try.Shown {
			return try
		}
		if try.Tried.IsZero() {
			try.Tried = now
			if day := puzzles.DayOf(now); p.IsDaily(day) {
				try.Day = int(day)
			}
			try.Rating = rated(before, p, a.Solved, now)
			try.Gain = try.Rating.Points - before.Points
		}
		if a.Wrong != "" && !slices.Contains(try.Wrong, a.Wrong) {
			try.Wrong = append(try.Wrong, a.Wrong)
		}
		try.Solved = a.Solved
		try.Shown = a.Shown || len(try.Wrong) >= puzzles.MaxTries
		return try
	})
	if err != nil {
		return try, fmt.Errorf("answer a puzzle: %w", err)
	}
	return try, nil
}

// rated returns a player's rating after a puzzle, which counts as a match against an opponent of
// the puzzle's rating.
func rated(before rating.Rating, p puzzles.Puzzle, won bool, now time.Time) rating.Rating {
	places := [2]int{2, 1}
	if won {
		places = [2]int{1, 2}
	}
	opponent := rating.Rating{Points: float64(p.Rating), Deviation: estimated, Volatility: rating.New().Volatility}
	return rating.Rate([]rating.Seat{{Rating: before, Side: 1, Place: places[0]}, {Rating: opponent, Side: 2, Place: places[1], Fixed: true}}, now)[0]
}

// estimated is the deviation of the rating of a puzzle, which no matches have measured.
const estimated = 100

// Progress is the record of a player at puzzles.
type Progress struct {
	Tried  []db.TriedPuzzle         // by game and number
	Rating map[string]rating.Rating // by game, for games with an answer
	Days   []puzzles.Day            // with a solved puzzle of the day, the latest first
}

// Progress returns the record of a player at puzzles.
func (s *Puzzles) Progress(ctx context.Context, player string) (Progress, error) {
	tried, err := s.store.PuzzlesTried(ctx, player)
	if err != nil {
		return Progress{}, fmt.Errorf("puzzles of a player: %w", err)
	}
	days, err := s.store.PuzzleDays(ctx, player, mostDays)
	if err != nil {
		return Progress{}, fmt.Errorf("days of puzzles: %w", err)
	}
	p := Progress{Tried: tried, Rating: make(map[string]rating.Rating)}
	for _, t := range tried {
		if !t.Tried.Before(p.Rating[t.Game].At) {
			p.Rating[t.Game] = t.Rating
		}
	}
	for _, d := range days {
		p.Days = append(p.Days, puzzles.Day(d))
	}
	return p, nil
}

// mostDays bounds the days of a series that are counted.
const mostDays = 1000

// Next returns the puzzle of a game that fits the player best, among those without an answer; ok
// is false if there is none.
func (p Progress) Next(game string) (next puzzles.Puzzle, ok bool) {
	points := beginner
	if r, rated := p.Rating[game]; rated {
		points = r.Points
	}
	return puzzles.Near(game, points, func(number int) bool {
		_, found := slices.BinarySearchFunc(p.Tried, db.PuzzleID{Game: game, Number: number}, func(t db.TriedPuzzle, id db.PuzzleID) int {
			return cmp.Or(cmp.Compare(t.Game, id.Game), cmp.Compare(t.Number, id.Number))
		})
		return found
	})
}

// beginner is the rating of the first puzzle that a player gets.
const beginner = 1200.0
