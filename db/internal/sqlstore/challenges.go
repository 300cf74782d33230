package sqlstore

import (
	"context"
	"fmt"

	"tableronde/db"
)

// Queries for seats that are kept for players.
const (
	listChallenges = selectMatch + `WHERE m.seq IN (SELECT match FROM seats WHERE kept = ?1 AND declined = 0)
		AND NOT ` + shuns + ` ORDER BY m.seq DESC LIMIT ?2`
	findShuns = `SELECT count(*) FROM matches m WHERE m.seq = ?2 AND ` + shuns
)

// Challenge implements db.Challenges.
func (s *Store) Challenge(ctx context.Context, o db.Once, match, host, player string, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return db.Match{}, err
		case r.Host != host:
			return db.Match{}, db.ErrNotFound
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		}
		err = r.challenge(ctx, t, player, s.Millis())
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

// challenge keeps an open seat for a player, and has them told.
func (r *storedMatch) challenge(ctx context.Context, t *tx, player string, now int64) error {
	if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
		return err
	}
	if len(r.SeatsOf(player)) > 0 || r.KeptFor(player) != 0 {
		return db.ErrAlreadySeated
	}
	seat, err := r.FreeSeat(0)
	if err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `UPDATE seats SET kept = NULL, declined = 0 WHERE match = ? AND kept = ?`, r.seq, player); err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	if _, err := t.Exec(ctx, `UPDATE seats SET kept = ?, declined = 0 WHERE match = ? AND seat = ?`, player, r.seq, seat); err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	t.touch(player)
	var shunned int
	if err := t.QueryRow(ctx, findShuns, player, r.seq).Scan(&shunned); err != nil {
		return fmt.Errorf("look for blocks: %w", err)
	}
	if shunned == 0 {
		if err := r.storeNotices(ctx, t, []db.Notice{{Kind: db.NoticeInvited, Recipient: player}}, now); err != nil {
			return err
		}
	}
	*r, err = findMatch(ctx, t, matchByID, r.ID)
	return err
}

// EndChallenge implements db.Challenges.
func (s *Store) EndChallenge(ctx context.Context, o db.Once, match, player string, declined bool, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return db.Match{}, err
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		case r.KeptFor(player) == 0:
			return db.Match{}, db.ErrNotFound
		}
		var kept any
		if declined {
			kept = player
		}
		if _, err := t.Exec(ctx, `UPDATE seats SET kept = ?, declined = ? WHERE match = ? AND seat = ?`, kept, declined, r.seq, r.KeptFor(player)); err != nil {
			return db.Match{}, fmt.Errorf("end challenge: %w", err)
		}
		t.touch(player)
		r, err = findMatch(ctx, t, matchByID, match)
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

// ChallengesOf implements db.Challenges.
func (s *Store) ChallengesOf(ctx context.Context, player string, limit int) ([]db.Match, error) {
	return collect(ctx, s.read, "list challenges", listChallenges, func(r scanner) (db.Match, error) {
		m, err := scanMatch(r, s.key)
		return m.Match, err
	}, player, min(max(limit, 1), db.MaxPage))
}
