package tables

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// Bounds of what a table may ask of whoever takes a seat.
const (
	MaxNeedPlayed = 1000
	MinNeedRating = 100
	MaxNeedRating = 4000
)

var (
	ErrNeedsPlayed = club.Refuse(club.Forbidden, "needs_played", "this table asks for more finished matches than you have")
	ErrNeedsRating = club.Refuse(club.Forbidden, "needs_rating", "this table asks for a rating at its game that you do not have")
)

// checkNeeds refuses what a table cannot ask of its players.
func (p Proposal) checkNeeds() error {
	n := p.Needs
	bound := func(rating int) bool { return rating == 0 || rating >= MinNeedRating && rating <= MaxNeedRating }
	switch {
	case n == db.Needs{}:
		return nil
	case !p.Public || p.Solo:
		return club.InvalidField("invalid_needs", "min_played", "only a public table asks for matches or a rating")
	case n.Played < 0 || n.Played > MaxNeedPlayed:
		return club.InvalidField("invalid_needs", "min_played", "a table asks for %d finished matches at most", MaxNeedPlayed)
	case !bound(n.Low) || !bound(n.High) || n.High != 0 && n.Low > n.High:
		return club.InvalidField("invalid_needs", "min_rating", "a table asks for a rating from a lower to a higher number, between %d and %d", MinNeedRating, MaxNeedRating)
	}
	return nil
}

// checkMeets refuses a player, "" for somebody who is not known yet, who does not have what
// an open table asks for.
func (s *Tables) checkMeets(ctx context.Context, m db.Match, player string) error {
	n := m.Needs
	if n == (db.Needs{}) || !m.Started.IsZero() || m.Host == player || match.SeatOf(m, player) != 0 {
		return nil
	}
	if n.Played > 0 {
		scores, err := s.store.Scores(ctx, player, player)
		if err != nil {
			return fmt.Errorf("count matches: %w", err)
		}
		played := 0
		for _, t := range scores {
			played += t.Matches
		}
		if played < n.Played {
			return ErrNeedsPlayed
		}
	}
	if n.Low == 0 && n.High == 0 {
		return nil
	}
	ratings, err := s.store.RatingsOf(ctx, player)
	if err != nil {
		return fmt.Errorf("look up rating: %w", err)
	}
	i := slices.IndexFunc(ratings, func(r db.Rated) bool { return r.Game == m.Game })
	if i < 0 {
		return ErrNeedsRating
	}
	points := int(math.Floor(ratings[i].Rating.Points + 0.5))
	if points < n.Low || n.High != 0 && points > n.High {
		return ErrNeedsRating
	}
	return nil
}
