package db

import (
	"context"

	"tableronde/games/clock"
)

// Tempo is how fast a match is played.
type Tempo string

// Tempos, by clock.Control.Live.
const (
	TempoDays Tempo = "days" // by correspondence
	TempoLive Tempo = "live" // in one sitting
	TempoNone Tempo = "none" // without clocks
)

// Tempos lists all tempos.
var Tempos = []Tempo{TempoDays, TempoLive, TempoNone}

// TempoOf returns the tempo of a match with a clock.
func TempoOf(c clock.Clock) Tempo {
	switch {
	case c.IsZero():
		return TempoNone
	case c.Control().Live():
		return TempoLive
	}
	return TempoDays
}

// TableFilter chooses among open tables. The zero value takes all.
type TableFilter struct {
	Game  string // "" for any
	Seats int    // 0 for any number
	Pace  Tempo  // "" for any
}

// MostCounted is up to how many open tables are counted.
const MostCounted = 100

// Lobby lists and counts the public matches that wait for players, without those at which
// somebody sits who has blocked the viewer, or whom the viewer has blocked; the viewer is
// "" for nobody. What a list costs does not grow with the number of tables.
type Lobby interface {
	// OpenTables lists the tables that pass a filter, the newest first, page by page as
	// the lists of Lists.
	OpenTables(ctx context.Context, viewer string, f TableFilter, after string, limit int) (matches []Match, next string, err error)
	// FittingTables lists at most limit of the tables that pass a filter and at which the
	// viewer does not sit: first the newest one of each favorite of the viewer, then those
	// of the games of the viewer's last matches, then those of their tempos; each kind the
	// newest first, and each table once.
	FittingTables(ctx context.Context, viewer string, f TableFilter, limit int) ([]Match, error)
	// CountOpenTables counts the tables, up to MostCounted.
	CountOpenTables(ctx context.Context, viewer string) (int, error)
}
