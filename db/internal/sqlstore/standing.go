package sqlstore

import (
	"context"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Queries for standing offers. With coalesce, no index of matches is taken before that of
// standing_tables.
const (
	selectStanding = `SELECT o.id, o.player, o.proposal, o.most, o.paused, o.made,
		coalesce((SELECT m.id FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0), ''),
		(SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) > 0 AND coalesce(m.ended, 0) = 0)
		FROM standing o `
	listStanding = selectStanding + `WHERE o.player = ? ORDER BY o.made, o.id`

	// hungry is whether a table is to be opened for an offer; ?1 is the time.
	hungry = `o.paused = 0 AND NOT EXISTS (SELECT 1 FROM players p WHERE p.id = o.player AND p.suspended > ?1)
		AND NOT EXISTS (SELECT 1 FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0)
		AND (SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.ended, 0) = 0) < o.most`
	listHungry   = selectStanding + `WHERE o.id > ?2 AND ` + hungry + ` ORDER BY o.id LIMIT ?3`
	listHungryOf = selectStanding + `WHERE o.player = ?2 AND ` + hungry + ` ORDER BY o.made, o.id LIMIT ?3`
	findHungry   = `SELECT o.player FROM standing o WHERE o.id = ?2 AND ` + hungry
	dropOver     = `DELETE FROM standing_tables WHERE offer = ? AND match IN (SELECT t.match FROM standing_tables t JOIN matches m ON m.seq = t.match
		WHERE t.offer = ? AND coalesce(m.ended, 0) > 0)`
)

func scanStanding(r scanner) (o db.StandingOffer, err error) {
	var made int64
	err = r.Scan(&o.ID, &o.Player, &o.Proposal, &o.Most, &o.Paused, &made, &o.Open, &o.Live)
	o.Made = time.UnixMilli(made).UTC()
	return o, err
}

// AddStanding implements db.Standing.
func (s *Store) AddStanding(ctx context.Context, o db.Once, n db.StandingOffer, note func(db.StandingOffer) (int, []byte)) (db.StandingOffer, error) {
	return writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (db.StandingOffer, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return db.StandingOffer{}, err
		}
		var has int
		if err := t.QueryRow(ctx, `SELECT count(*) FROM standing WHERE player = ?`, n.Player).Scan(&has); err != nil {
			return db.StandingOffer{}, fmt.Errorf("count standing offers: %w", err)
		}
		if has >= db.MaxStanding {
			return db.StandingOffer{}, db.ErrTooManyStanding
		}
		made := db.StandingOffer{ID: secret.NewID(), Player: n.Player, Proposal: n.Proposal, Most: n.Most, Made: time.UnixMilli(s.Millis()).UTC()}
		_, err := t.Exec(ctx, `INSERT INTO standing (id, player, proposal, most, paused, made) VALUES (?, ?, ?, ?, 0, ?)`,
			made.ID, made.Player, made.Proposal, made.Most, made.Made.UnixMilli())
		if err != nil {
			return db.StandingOffer{}, wrapReference("store standing offer", err)
		}
		return made, nil
	}, note)
}

// StandingOf implements db.Standing.
func (s *Store) StandingOf(ctx context.Context, player string) ([]db.StandingOffer, error) {
	return collect(ctx, s.read, "list standing offers", listStanding, scanStanding, player)
}

// SetStanding implements db.Standing.
func (s *Store) SetStanding(ctx context.Context, player, id string, most int, paused bool) error {
	return s.changeStanding(ctx, player, `UPDATE standing SET most = ?, paused = ? WHERE id = ? AND player = ?`, most, paused, id, player)
}

// RemoveStanding implements db.Standing.
func (s *Store) RemoveStanding(ctx context.Context, player, id string) error {
	return s.changeStanding(ctx, player, `DELETE FROM standing WHERE id = ? AND player = ?`, id, player)
}

// changeStanding runs a statement that changes one offer of a player.
func (s *Store) changeStanding(ctx context.Context, player, statement string, args ...any) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		n, err := t.Exec(ctx, statement, args...)
		switch {
		case err != nil:
			return fmt.Errorf("change standing offer: %w", err)
		case n == 0:
			return db.ErrNotFound
		}
		return nil
	})
}

// HungryStanding implements db.Standing.
func (s *Store) HungryStanding(ctx context.Context, player, after string, limit int) ([]db.StandingOffer, error) {
	query, of := listHungry, after
	if player != "" {
		query, of = listHungryOf, player
	}
	return collect(ctx, s.read, "list hungry offers", query, scanStanding, s.Millis(), of, max(limit, 1))
}

// OpenStanding implements db.Standing. Of two calls at the same time, the lock on the player
// lets the second one find the table of the first.
func (s *Store) OpenStanding(ctx context.Context, id string, n db.NewMatch) (db.Match, error) {
	players, err := n.Seating()
	if err != nil {
		return db.Match{}, fmt.Errorf("open standing table: %w", err)
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := checkOpen(ctx, t, n.Host, n.MaxOpen); err != nil {
			return db.Match{}, err
		}
		owners, err := collect(ctx, t, "find hungry offer", findHungry, scanText, s.Millis(), id)
		switch {
		case err != nil:
			return db.Match{}, err
		case len(owners) == 0 || owners[0] != n.Host:
			return db.Match{}, db.ErrNotHungry
		}
		m, err := createMatch(ctx, t, n, 0, players, s.Millis())
		if err != nil {
			return db.Match{}, err
		}
		if _, err := t.Exec(ctx, dropOver, id, id); err != nil {
			return db.Match{}, fmt.Errorf("forget matches of an offer: %w", err)
		}
		_, err = t.Exec(ctx, `INSERT INTO standing_tables (match, offer) SELECT seq, CAST(? AS TEXT) FROM matches WHERE id = ?`, id, m.ID)
		if err != nil {
			return db.Match{}, fmt.Errorf("note standing table: %w", err)
		}
		return m, nil
	})
}
