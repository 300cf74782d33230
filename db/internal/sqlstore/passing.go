package sqlstore

import (
	"context"
	"strings"

	"tableronde/db"
)

// latestPassing is completed by conditions: the matches among the latest that passed a
// position.
const latestPassing = ` FROM (SELECT match, ply, move, score FROM positions WHERE position = ? ORDER BY match DESC LIMIT ?) p
	JOIN matches m ON m.seq = p.match WHERE m.public = 1`

// Passing implements db.Archive.
func (s *Store) Passing(ctx context.Context, position int64, f db.PassedFilter, limit int) (next []db.Continuation, matches []db.Match, plies []int, err error) {
	conditions, args := passedConditions(f)
	args = append([]any{position, db.MostPassed}, args...)
	next, err = collect(ctx, s.read, "count chosen matches through a position",
		`SELECT p.move, count(*), count(*) FILTER (WHERE p.score = 2), count(*) FILTER (WHERE p.score = 1)`+latestPassing+conditions+` GROUP BY p.move ORDER BY count(*) DESC, p.move`,
		func(row scanner) (c db.Continuation, err error) {
			err = row.Scan(&c.Move, &c.Matches, &c.Won, &c.Drawn)
			return c, err
		}, args...)
	if err != nil {
		return nil, nil, nil, err
	}
	err = each(ctx, s.read, matchColumns+`, p.ply`+latestPassing+conditions+` ORDER BY p.match DESC LIMIT ?`, func(row scanner) error {
		var ply int
		r, err := scanMatch(row, s.key, &ply)
		matches, plies = append(matches, r.Match), append(plies, ply)
		return err
	}, append(args, min(max(limit, 1), db.MaxPage)))
	return next, matches, plies, err
}

// passedConditions returns the conditions of a filter. Each asks of a match by its keys.
func passedConditions(f db.PassedFilter) (conditions string, args []any) {
	var q strings.Builder
	add := func(condition string, values ...any) {
		q.WriteString(" AND " + condition)
		args = append(args, values...)
	}
	if !f.Since.IsZero() {
		add(`m.ended >= ?`, f.Since.UnixMilli())
	}
	if f.Outcome != nil {
		add(`m.outcome = ?`, int(*f.Outcome))
	}
	switch {
	case f.Player != "" && f.Seat != 0:
		add(`EXISTS (SELECT 1 FROM seats s WHERE s.match = p.match AND s.seat = ? AND s.player = ?)`, int(f.Seat), f.Player)
	case f.Player != "":
		add(`EXISTS (SELECT 1 FROM seats s WHERE s.match = p.match AND s.player = ?)`, f.Player)
	}
	if f.Player != "" && f.Score != nil {
		add(`EXISTS (SELECT 1 FROM played d WHERE d.player = ? AND d.opponent = '' AND d.ended = m.ended AND d.match = p.match AND d.score = ?)`, f.Player, int(*f.Score))
	}
	if f.Rating > 0 {
		add(`NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = p.match AND NOT EXISTS (SELECT 1 FROM rating_steps r
			WHERE r.player = s.player AND r.game = m.game AND r.at = m.ended AND r.match = p.match AND r.points >= ?))`, f.Rating)
	}
	return q.String(), args
}
