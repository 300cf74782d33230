package learn

import (
	"context"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/review"
	"tableronde/handlers/club/match"
)

// Missed is a position of a player's own match on a board, in which one move alone would have won or
// held, and the player made another one.
type Missed struct {
	Match, Game string
	Seat        games.Seat
	Ended       time.Time
	Move        review.Move
}

// mostReviews is the number of the latest reviews whose positions are listed.
const mostReviews = 50

// Missed lists the positions that a player missed in reviewed matches, the newest match first.
func (s *Puzzles) Missed(ctx context.Context, player string) (list []Missed, err error) {
	reviews, err := s.store.ReviewsBy(ctx, player, mostReviews)
	if err != nil {
		return nil, fmt.Errorf("reviews of a player: %w", err)
	}
	for _, one := range reviews {
		r, err := review.Parse(one.Text)
		if err != nil {
			return nil, err
		}
		for _, m := range r.Missed(one.Seat) {
			list = append(list, Missed{one.Match, one.Game, one.Seat, one.Ended, m})
		}
	}
	return list, nil
}

// MissedIn lists the positions of one match, by its review.
func MissedIn(f match.Match, r review.Review, player string) (list []Missed) {
	if f.Solo {
		return nil
	}
	for _, seat := range f.SeatsOf(player) {
		for _, m := range r.Missed(seat) {
			list = append(list, Missed{f.ID, f.Game, seat, f.Ended, m})
		}
	}
	return list
}

// puzzleStore is the part of the store that holds puzzles, and the reviews they come from.
type puzzleStore interface {
	db.Puzzles
	ReviewsBy(ctx context.Context, player string, most int) ([]db.PlayerReview, error)
}
