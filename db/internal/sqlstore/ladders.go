package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
)

// Queries for ladders.
const (
	selectRung = `SELECT l.game, PLACE, p.id, p.name, p.created, p.habits, p.bot, l.since,
			c.match, c.challenger, a.name, c.challenged, b.name, c.made, c.until,
			CASE WHEN m.started IS NULL THEN 0 ELSE 1 END, BARRED
		FROM rungs l JOIN players p ON p.id = l.player
			LEFT JOIN ladder_challenges c ON c.match = l.challenge LEFT JOIN matches m ON m.id = l.challenge
			LEFT JOIN players a ON a.id = c.challenger LEFT JOIN players b ON b.id = c.challenged `
	// bars is whether ?1 may not challenge the player p at the time ?3, and whether ?1 has
	// done so since ?2.
	bars = `CASE WHEN p.suspended > ?3
		OR EXISTS (SELECT 1 FROM ladder_challenges d WHERE d.challenger = ?1 AND d.challenged = p.id AND d.made > ?2 AND d.game = ?4)
		OR EXISTS (SELECT 1 FROM ties t WHERE t.player = ?1 AND t.other = p.id AND t.kind = 'block')
		OR EXISTS (SELECT 1 FROM ties t WHERE t.player = p.id AND t.other = ?1 AND t.kind = 'block') THEN 1 ELSE 0 END`
	findBarred = `SELECT ` + bars + ` FROM players p WHERE p.id = ?5`

	leaveAbsent = `DELETE FROM rungs WHERE since < ?1 AND challenge IS NULL
		AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = rungs.player AND s.changed >= ?1)
		AND NOT EXISTS (SELECT 1 FROM sessions x WHERE x.player = rungs.player AND x.begun >= ?1)`

	// lockLadder keeps other transactions from changing the order of a ladder.
	lockLadder = `UPDATE ladders SET last = last WHERE game = ?`
)

var (
	listLadder = strings.NewReplacer("PLACE", "0", "BARRED", bars).Replace(selectRung) +
		`WHERE l.game = ?4 ORDER BY l.rank LIMIT ?5 OFFSET ?6`
	listRungs = strings.NewReplacer("PLACE", "(SELECT 1 + count(*) FROM rungs o WHERE o.game = l.game AND o.rank < l.rank)", "BARRED", "0").Replace(selectRung) +
		`WHERE l.player = ? ORDER BY l.game`
)

// JoinLadder implements db.Ladders.
func (s *Store) JoinLadder(ctx context.Context, game, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var last int64
		err := t.QueryRow(ctx, `INSERT INTO ladders (game, last) VALUES (?, 1)
			ON CONFLICT (game) DO UPDATE SET last = ladders.last + 1 RETURNING last`, game).Scan(&last)
		if err != nil {
			return fmt.Errorf("join ladder: %w", err)
		}
		_, err = t.Exec(ctx, `INSERT INTO rungs (game, player, rank, since) VALUES (?, ?, ?, ?) ON CONFLICT (game, player) DO NOTHING`,
			game, player, last, s.Millis())
		if err != nil {
			return wrapReference("join ladder", err)
		}
		return nil
	})
}

// LeaveLadder implements db.Ladders.
func (s *Store) LeaveLadder(ctx context.Context, game, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		n, err := t.Exec(ctx, `DELETE FROM rungs WHERE game = ? AND player = ?`, game, player)
		switch {
		case err != nil:
			return fmt.Errorf("leave ladder: %w", err)
		case n == 0:
			return db.ErrNotOnLadder
		}
		return nil
	})
}

// Ladder implements db.Ladders.
func (s *Store) Ladder(ctx context.Context, game, viewer string, again time.Time, skip, limit int) ([]db.Rung, error) {
	skip = max(skip, 0)
	list, err := collect(ctx, s.read, "list ladder", listLadder, scanRung, viewer, again.UnixMilli(), s.Millis(), game, min(max(limit, 1), db.MaxPage+1), skip)
	for i := range list {
		list[i].Place = skip + 1 + i
	}
	return list, err
}

// RungsOf implements db.Ladders.
func (s *Store) RungsOf(ctx context.Context, player string) ([]db.Rung, error) {
	return collect(ctx, s.read, "list places on ladders", listRungs, scanRung, player)
}

// scanRung reads a row of selectRung.
func scanRung(row scanner) (r db.Rung, err error) {
	var created, since int64
	var match, challenger, challengerName, challenged, challengedName sql.NullString
	var made, until sql.NullInt64
	err = row.Scan(&r.Game, &r.Place, &r.Player.ID, &r.Player.Name, &created, &r.Player.Habits, &r.Player.Bot, &since,
		&match, &challenger, &challengerName, &challenged, &challengedName, &made, &until, &r.Started, &r.Barred)
	r.Player.Created, r.Since = time.UnixMilli(created).UTC(), time.UnixMilli(since).UTC()
	if match.Valid {
		r.Challenge = &db.LadderChallenge{Match: match.String, Game: r.Game, Made: timeFrom(made), Until: timeFrom(until),
			Challenger: db.Player{ID: challenger.String, Name: challengerName.String}, Challenged: db.Player{ID: challenged.String, Name: challengedName.String}}
	}
	return r, err
}

// LadderSizes implements db.Ladders.
func (s *Store) LadderSizes(ctx context.Context) (map[string]int, error) {
	sizes := make(map[string]int)
	err := each(ctx, s.read, `SELECT l.game, (SELECT count(*) FROM rungs r WHERE r.game = l.game) FROM ladders l`, func(row scanner) error {
		var game string
		var size int
		err := row.Scan(&game, &size)
		if size > 0 {
			sizes[game] = size
		}
		return err
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("count players on ladders: %w", err)
	}
	return sizes, nil
}

// LeaveAbsent implements db.Ladders.
func (s *Store) LeaveAbsent(ctx context.Context, since time.Time) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, `SELECT 1 FROM ladders WHERE game IN (SELECT game FROM rungs WHERE since < ? AND challenge IS NULL) ORDER BY game FOR NO KEY UPDATE`, since.UnixMilli()); err != nil {
			return fmt.Errorf("lock ladders: %w", err)
		}
		if _, err := t.Exec(ctx, leaveAbsent, since.UnixMilli()); err != nil {
			return fmt.Errorf("take absent players off ladders: %w", err)
		}
		return nil
	})
}

// storedRung is a place on a ladder as it is stored.
type storedRung struct {
	rank int64
	busy bool // the player is in a challenge
}

// rung returns where a player stands on a ladder, nil for nowhere.
func (t *tx) rung(ctx context.Context, game, player string) (*storedRung, error) {
	var r storedRung
	err := t.QueryRow(ctx, `SELECT rank, CASE WHEN challenge IS NULL THEN 0 ELSE 1 END FROM rungs WHERE game = ? AND player = ?`, game, player).Scan(&r.rank, &r.busy)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("find place on ladder: %w", err)
	}
	return &r, nil
}
