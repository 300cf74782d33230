package club

import (
	"context"
	"fmt"

	"tableronde/db"
)

// The lists answer from the columns that the store keeps beside the logs: for none
// of them a match is replayed.

// MatchesOf lists the matches of a player, newest first and without events: at most
// limit of them, after the one that the cursor names, "" for the first page. It
// returns the cursor of the next page, "" after the last. The error is db.ErrCursor
// for a cursor of no list.
func (s *Service) MatchesOf(ctx context.Context, player string, f db.Filter, cursor string, limit int) (list []db.Match, next string, err error) {
	list, next, err = s.store.MatchesOf(ctx, player, f, cursor, limit)
	if err != nil {
		return nil, "", fmt.Errorf("list matches of a player: %w", err)
	}
	return list, next, nil
}

// PublicMatches lists public matches to look at: those that are over, or those under
// way, with the latest change first.
func (s *Service) PublicMatches(ctx context.Context, over bool, limit int) ([]db.Match, error) {
	list, err := s.store.PublicMatches(ctx, over, limit)
	if err != nil {
		return nil, fmt.Errorf("list public matches: %w", err)
	}
	return list, nil
}

// Turns tells of the matches in which others wait for a player.
func (s *Service) Turns(ctx context.Context, player string) (db.Turns, error) {
	return s.store.Turns(ctx, player)
}

// Tally counts the matches of a player, by how they stand or ended.
func (s *Service) Tally(ctx context.Context, player string) (db.Tally, error) {
	return s.store.Tally(ctx, player)
}
