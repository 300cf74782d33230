package tables

import (
	"context"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// MostFitting is how many tables the lobby shows that fit its viewer.
const MostFitting = 5

// FilterTables returns the filter of open tables that a request names; seats is 0 for any.
func FilterTables(game string, seats int, pace string) (db.TableFilter, error) {
	f := db.TableFilter{Game: game, Seats: seats, Pace: db.Tempo(pace)}
	if _, ok := match.GameNamed(game); game != "" && !ok {
		return db.TableFilter{}, ErrUnknownGame
	}
	if pace != "" && !slices.Contains(db.Tempos, f.Pace) {
		return db.TableFilter{}, club.InvalidField("invalid_pace", "pace", "there is no pace %.20q: say days, live or none", pace)
	}
	return f, nil
}

// OpenTables lists the public tables that wait for players and that a viewer may know of.
// Its pages are those of MatchesOf.
func (s *Tables) OpenTables(ctx context.Context, viewer string, f db.TableFilter, cursor string, limit int) (list []db.Match, next string, err error) {
	list, next, err = s.store.OpenTables(ctx, viewer, f, cursor, limit)
	if err != nil {
		return nil, "", fmt.Errorf("list open tables: %w", err)
	}
	return list, next, nil
}

// FittingTables lists at most limit of the tables of OpenTables that fit a player, what fits
// best first: tables of favorites, then those of games that the player has played lately,
// then those at a pace that the player has played lately. Nobody in particular has none.
func (s *Tables) FittingTables(ctx context.Context, player string, f db.TableFilter, limit int) ([]db.Match, error) {
	if player == "" {
		return nil, nil
	}
	list, err := s.store.FittingTables(ctx, player, f, limit)
	if err != nil {
		return nil, fmt.Errorf("list fitting tables: %w", err)
	}
	return list, nil
}

// CountOpenTables counts the tables of OpenTables.
func (s *Tables) CountOpenTables(ctx context.Context, viewer string) (int, error) {
	return s.store.CountOpenTables(ctx, viewer)
}
