package match

import (
	"context"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games/parker"
)

// Lists lists matches. It answers from the columns that the store keeps beside the logs: for
// no list a match is replayed.
type Lists struct{ store db.Lists }

// NewLists returns Lists.
func NewLists(store db.Lists) *Lists { return &Lists{store} }

// MatchesOf lists the matches of a player, newest first and without events: at most
// limit of them, after the one that the cursor names, "" for the first page. It
// returns the cursor of the next page, "" after the last. The error is db.ErrCursor
// for a cursor of no list.
func (s *Lists) MatchesOf(ctx context.Context, player string, f db.Filter, cursor string, limit int) (list []db.Match, next string, err error) {
	list, next, err = s.store.MatchesOf(ctx, player, f, cursor, limit)
	if err != nil {
		return nil, "", fmt.Errorf("list matches of a player: %w", err)
	}
	return list, next, nil
}

// PublicMatches lists public matches to look at: those that are over, or those under
// way, with the latest change first.
func (s *Lists) PublicMatches(ctx context.Context, over bool, limit int) ([]db.Match, error) {
	list, err := s.store.PublicMatches(ctx, over, limit)
	if err != nil {
		return nil, fmt.Errorf("list public matches: %w", err)
	}
	return list, nil
}

// Watchable lists at most limit matches under way on boards that a player, "" for a visitor,
// may watch, of a game or with "" of all: the public ones among the hundred that moved last,
// then the latest of the player's own.
func (s *Lists) Watchable(ctx context.Context, player, game string, limit int) ([]db.Match, error) {
	all, err := s.PublicMatches(ctx, false, db.MaxPage)
	if err != nil {
		return nil, err
	}
	if player != "" {
		over := false
		own, _, err := s.MatchesOf(ctx, player, db.Filter{Over: &over}, "", limit)
		if err != nil {
			return nil, err
		}
		all = append(all, own...)
	}
	var list []db.Match
	for _, m := range all {
		known := slices.ContainsFunc(list, func(l db.Match) bool { return l.ID == m.ID })
		if len(list) < limit && !known && !m.Started.IsZero() && parker.BoardOf(m.Game) != nil && (game == "" || m.Game == game) {
			list = append(list, m)
		}
	}
	return list, nil
}

// Turns tells of the matches in which others wait for a player.
func (s *Lists) Turns(ctx context.Context, player string) (db.Turns, error) {
	return s.store.Turns(ctx, player)
}

// Tally counts the matches of a player, by how they stand or ended.
func (s *Lists) Tally(ctx context.Context, player string) (db.Tally, error) {
	return s.store.Tally(ctx, player)
}
