package match

import (
	"context"
	"slices"

	"tableronde/db"
	"tableronde/games/rating"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/match"
	"tableronde/views"
	"tableronde/views/families"
)

// stepsBack is how many steps of a rating the end of a match looks back for its own.
const stepsBack = 30

// winsToRise is the number of wins at a game against a level of the computer after which the next
// one is proposed.
const winsToRise = 2

// fillFinale adds the parts of the end of a match that the store has: the largest moment of its
// review that helped the winner, the change of the visitor's rating, and the level of the computer to
// try next.
func (s *Pages) fillFinale(ctx context.Context, m *views.Match, f match.Match, player db.Player) error {
	if !m.Over() {
		return nil
	}
	family, _ := families.Of(f.Game)
	if family.Decisive != nil {
		if m.Judged {
			r, err := s.Club.Bots.FinishedReview(ctx, f)
			if err != nil {
				return err
			}
			winners := m.Result.Winners
			for _, one := range bots.Moments(f, r) {
				move := r.Moves[one.Index]
				helped := slices.Contains(winners, move.Seat) == (one.Change > 0)
				if one.Cause.Kind != "" && (helped || len(winners) == 0) {
					m.Turning, m.Cause = move.Ply+1, one.Cause
					break
				}
			}
		}
		if i, ok := family.Decisive(m); ok {
			m.Before[i] = f.Table.At(i).State().View(m.You)
		}
	}
	if !m.Seated() || m.Solo {
		return nil
	}
	if m.Rated && !m.Bots {
		if err := s.fillRatingChange(ctx, m, f, player); err != nil {
			return err
		}
	}
	return s.fillNextLevel(ctx, m, f, player)
}

// fillRatingChange adds the change of the visitor's rating by the match, once the match is archived.
func (s *Pages) fillRatingChange(ctx context.Context, m *views.Match, f match.Match, player db.Player) error {
	steps, err := s.Store.RatingSteps(ctx, player.ID, f.Game, stepsBack)
	if err != nil {
		return err
	}
	before := rating.New().Points
	for i, step := range steps {
		if step.At.Unix() == f.Ended.Unix() && (i > 0 || len(steps) < stepsBack) {
			m.Change = &views.RatingChange{Before: before, After: step.Points, Deviation: step.Deviation}
		}
		before = step.Points
	}
	return nil
}

// fillNextLevel adds the level above the one that the visitor has beaten often enough.
func (s *Pages) fillNextLevel(ctx context.Context, m *views.Match, f match.Match, player db.Player) error {
	level := 0
	for _, p := range f.Seats {
		level = max(level, p.Bot)
	}
	if !m.Bots || level == 0 || level == db.BotLevels || m.Result.Place(m.You, len(f.Seats)) > 1 || len(m.Result.Winners) == 0 {
		return nil
	}
	wins, err := s.Club.Bots.Wins(ctx, player.ID, f.Game)
	if err == nil && wins[level-1] >= winsToRise {
		m.NextLevel = level + 1
	}
	return err
}
