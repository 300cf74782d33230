package sqlstore

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Queries for repeating tables. coalesce makes the database use the index of standing_tables before
// any index of matches.
const (
	selectStanding = `SELECT o.id, o.player, o.proposal, o.most, o.paused, o.made,
		coalesce((SELECT m.id FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0), ''),
		(SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) > 0 AND coalesce(m.ended, 0) = 0)
		FROM standing o `
	listStanding = selectStanding + `WHERE o.player = ? ORDER BY o.made, o.id`

	// hungry is the condition that a repeating table needs an open table at the time ?1.
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
	err = r.Scan(&o.ID, &o.Player, &o.Proposal, &o.Most, &o.Paused, millis{&o.Made}, &o.Open, &o.Live)
	return o, err
}

// standing implements db.Standing.
type standing struct{ *core }

func (s standing) AddStanding(ctx context.Context, o db.Once, n db.StandingOffer, note func(db.StandingOffer) (int, []byte)) (db.StandingOffer, error) {
	return writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (db.StandingOffer, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return db.StandingOffer{}, err
		}
		if err := t.bound(ctx, db.MaxStanding, db.ErrTooManyStanding, `SELECT count(*) FROM standing WHERE player = ?`, n.Player); err != nil {
			return db.StandingOffer{}, err
		}
		made := db.StandingOffer{ID: secret.NewID(), Player: n.Player, Proposal: n.Proposal, Most: n.Most, Made: time.UnixMilli(s.Millis()).UTC()}
		err := t.run(ctx, "store standing offer", `INSERT INTO standing (id, player, proposal, most, paused, made) VALUES (?, ?, ?, ?, 0, ?)`,
			made.ID, made.Player, made.Proposal, made.Most, made.Made.UnixMilli())
		return made, err
	}, note)
}

func (s standing) StandingOf(ctx context.Context, player string) ([]db.StandingOffer, error) {
	return collect(ctx, s.read, "list standing offers", listStanding, scanStanding, player)
}

func (s standing) SetStanding(ctx context.Context, player, id string, most int, paused bool) error {
	return s.changeStanding(ctx, player, `UPDATE standing SET most = ?, paused = ? WHERE id = ? AND player = ?`, most, paused, id, player)
}

func (s standing) RemoveStanding(ctx context.Context, player, id string) error {
	return s.changeStanding(ctx, player, `DELETE FROM standing WHERE id = ? AND player = ?`, id, player)
}

// changeStanding runs a statement that changes one repeating table of a player.
func (s standing) changeStanding(ctx context.Context, player, statement string, args ...any) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		return t.expect(ctx, "change standing offer", statement, args...)
	})
}

func (s standing) TablesToReopen(ctx context.Context, player, after string, limit int) ([]db.StandingOffer, error) {
	query, of := listHungry, after
	if player != "" {
		query, of = listHungryOf, player
	}
	return collect(ctx, s.read, "list hungry offers", query, scanStanding, s.Millis(), of, max(limit, 1))
}

// OpenStanding locks the player, so that the second of two concurrent calls finds the table of the
// first.
func (s standing) OpenStanding(ctx context.Context, id string, n db.NewMatch) (db.Match, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockPlayer(ctx, n.Host); err != nil {
			return db.Match{}, err
		}
		owners, err := collect(ctx, t, "find hungry offer", findHungry, scanText, s.Millis(), id)
		switch {
		case err != nil:
			return db.Match{}, err
		case len(owners) == 0 || owners[0] != n.Host:
			return db.Match{}, db.ErrEnoughTables
		}
		m, err := createMatch(ctx, t, n, s.Millis())
		if err != nil {
			return db.Match{}, err
		}
		if err := t.run(ctx, "forget matches of an offer", dropOver, id, id); err != nil {
			return db.Match{}, err
		}
		return m, t.run(ctx, "note standing table", `INSERT INTO standing_tables (match, offer) SELECT seq, CAST(? AS TEXT) FROM matches WHERE id = ?`, id, m.ID)
	})
}
