package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games/rating"
)

const (
	selectRating = `SELECT r.game, p.id, p.name, p.created, p.habits, p.bot, r.points, r.deviation, r.volatility, r.matches, r.at
		FROM ratings r JOIN players p ON p.id = r.player `
	ratingOf    = selectRating + `WHERE r.player = ? AND r.game = ?`
	listRatings = selectRating + `WHERE r.player = ? ORDER BY r.matches DESC, r.game`
	listLeaders = selectRating + `WHERE r.game = ? AND r.matches >= ? AND r.at >= ? AND CASE WHEN p.bot > 0 THEN 1 ELSE 0 END = ?
		ORDER BY r.low DESC, r.player DESC LIMIT ? OFFSET ?`
)

// scanRating reads a row of selectRating.
func scanRating(row scanner) (r db.Rated, err error) {
	err = row.Scan(&r.Game, &r.Player.ID, &r.Player.Name, millis{&r.Player.Created}, &r.Player.Habits, &r.Player.Bot,
		&r.Rating.Points, &r.Rating.Deviation, &r.Rating.Volatility, &r.Rating.Matches, millis{&r.Rating.At})
	return r, err
}

func (s archive) RatingsOf(ctx context.Context, player string) ([]db.Rated, error) {
	return collect(ctx, s.read, "list ratings", listRatings, scanRating, player)
}

func (s archive) RatingSteps(ctx context.Context, player, game string, most int) ([]db.RatingStep, error) {
	steps, err := collect(ctx, s.read, "list steps of a rating", `SELECT at, points, deviation FROM rating_steps
		WHERE player = ? AND game = ? ORDER BY at DESC, match DESC LIMIT ?`, func(row scanner) (r db.RatingStep, err error) {
		err = row.Scan(millis{&r.At}, &r.Points, &r.Deviation)
		return r, err
	}, player, game, most)
	slices.Reverse(steps)
	return steps, err
}

func (s archive) Leaders(ctx context.Context, l db.LeadersOf) ([]db.Rated, error) {
	since := int64(0)
	if !l.Since.IsZero() {
		since = l.Since.UnixMilli()
	}
	return collect(ctx, s.read, "list leaders", listLeaders, scanRating,
		l.Game, l.Matches, since, l.Bots, min(max(l.Limit, 1), db.MaxPage), max(l.Skip, 0))
}

// mostPaired is the number of highest ratings that are searched for pairs.
const mostPaired = 500

func (s archive) RatedPairs(ctx context.Context, matches int) ([]db.RatedPair, error) {
	seen := make(map[[3]string]bool)
	list, err := collect(ctx, s.read, "list pairs", `SELECT c.game, a.id, a.name, b.id, b.name, count(*)
		FROM (SELECT r.player, r.game, r.matches FROM ratings r JOIN players p ON p.id = r.player WHERE r.matches >= ?1 AND p.bot = 0 ORDER BY r.low DESC LIMIT ?2) AS c
		JOIN played d ON d.player = c.player AND d.opponent <> '' AND d.game = c.game
		JOIN rating_steps s ON s.player = d.player AND s.game = d.game AND s.at = d.ended AND s.match = d.match
		JOIN ratings o ON o.player = d.opponent AND o.game = c.game
		JOIN players a ON a.id = c.player JOIN players b ON b.id = d.opponent
		GROUP BY c.game, a.id, a.name, b.id, b.name, c.matches, o.matches
		HAVING count(*) >= ?1 AND 10 * count(*) >= 9 * c.matches AND 10 * count(*) >= 9 * o.matches ORDER BY count(*) DESC, c.game, a.name, a.id LIMIT ?2`,
		func(row scanner) (p db.RatedPair, err error) {
			err = row.Scan(&p.Game, &p.One.ID, &p.One.Name, &p.Other.ID, &p.Other.Name, &p.Matches)
			return p, err
		}, matches, mostPaired)
	return slices.DeleteFunc(list, func(p db.RatedPair) bool {
		seen[[3]string{p.Game, p.One.ID, p.Other.ID}] = true
		return seen[[3]string{p.Game, p.Other.ID, p.One.ID}]
	}), err
}

// rate changes the ratings of the players.
func (m *archivedMatch) rate(ctx context.Context) error {
	if m.Rate == nil {
		return nil
	}
	if often, err := m.ratedOften(ctx); err != nil {
		return err
	} else if often {
		return m.queue(ctx, "matches", `UPDATE matches SET rated = 0 WHERE seq = ?`, m.seq)
	}
	players := slices.Compact(slices.Sorted(slices.Values(m.Rated)))
	before := make(map[string]rating.Rating, len(players))
	for _, player := range players {
		r, err := scanRating(m.QueryRow(ctx, ratingOf, player, m.game))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			r.Rating = rating.New()
		case err != nil:
			return fmt.Errorf("load rating: %w", err)
		}
		before[player] = r.Rating
	}
	after := m.Rate(before)
	for _, player := range players {
		r, changed := after[player]
		if !changed || r == before[player] {
			continue
		}
		err := m.queue(ctx, "ratings", `INSERT INTO ratings (player, game, points, deviation, volatility, matches, at, low) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player, game) DO UPDATE SET points = excluded.points, deviation = excluded.deviation,
				volatility = excluded.volatility, matches = excluded.matches, at = excluded.at, low = excluded.low`,
			player, m.game, r.Points, r.Deviation, r.Volatility, r.Matches, r.At.UnixMilli(), r.Low())
		if err != nil {
			return err
		}
		err = m.queue(ctx, "rating_steps", `INSERT INTO rating_steps (player, game, at, match, points, deviation) VALUES (?, ?, ?, ?, ?, ?)`,
			player, m.game, r.At.UnixMilli(), m.seq, r.Points, r.Deviation)
		if err != nil {
			return err
		}
	}
	return nil
}

// ratedOften reports whether two of the players have reached the day's limit of rated matches
// against each other.
func (m *archivedMatch) ratedOften(ctx context.Context) (bool, error) {
	for _, p := range m.Played {
		if !slices.Contains(m.Rated, p.Player) || !slices.Contains(m.Rated, p.Opponent) {
			continue
		}
		n, err := count(ctx, m, "count rated results", `SELECT count(*) FROM played d JOIN rating_steps s ON s.player = d.player AND s.game = d.game AND s.at = d.ended AND s.match = d.match
			WHERE d.player = ? AND d.opponent = ? AND d.ended > ? AND d.match <> ?`, p.Player, p.Opponent, m.ended-(24*time.Hour).Milliseconds(), m.seq)
		if err != nil || n >= db.MostRated {
			return err == nil, err
		}
	}
	return false, nil
}
