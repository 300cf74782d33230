package sqlstore

import (
	"context"

	"tableronde/db"
)

// Queries for reserved seats.
const (
	listChallenges = selectMatch + `WHERE m.seq IN (SELECT match FROM seats WHERE kept = ?1 AND declined = 0)
		AND NOT ` + blocks + ` ORDER BY m.seq DESC LIMIT ?2`
	findBlocks = `SELECT count(*) FROM matches m WHERE m.seq = ?2 AND ` + blocks
)

// challenges implements db.Challenges.
type challenges struct{ *core }

func (s challenges) Challenge(ctx context.Context, o db.Once, match, host, player string, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := hostedTable(ctx, t, match, host)
		if err != nil {
			return db.Match{}, err
		}
		err = r.challenge(ctx, t, player, s.Millis())
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

// challenge reserves an open seat for a player and stores a notification.
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
	if err := t.run(ctx, "challenge", `UPDATE seats SET kept = NULL, declined = 0 WHERE match = ? AND kept = ?`, r.seq, player); err != nil {
		return err
	}
	if err := t.run(ctx, "challenge", `UPDATE seats SET kept = ?, declined = 0 WHERE match = ? AND seat = ?`, player, r.seq, seat); err != nil {
		return err
	}
	t.touch(player)
	blocked, err := count(ctx, t, "find blocks", findBlocks, player, r.seq)
	if err != nil {
		return err
	}
	if blocked == 0 {
		if err := r.storeNotices(ctx, t, []db.Notice{{Kind: db.NoticeInvited, Recipient: player}}, now); err != nil {
			return err
		}
	}
	*r, err = findMatch(ctx, t, matchByID, r.ID)
	return err
}

func (s challenges) EndChallenge(ctx context.Context, o db.Once, match, player string, declined bool, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return db.Match{}, err
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		case r.KeptFor(player) == 0:
			return db.Match{}, db.ErrNotFound
		}
		var kept string
		if declined {
			kept = player
		}
		if err := t.run(ctx, "end challenge", `UPDATE seats SET kept = ?, declined = ? WHERE match = ? AND seat = ?`, nullText(kept), declined, r.seq, r.KeptFor(player)); err != nil {
			return db.Match{}, err
		}
		t.touch(player)
		r, err = findMatch(ctx, t, matchByID, match)
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

func (s challenges) ChallengesOf(ctx context.Context, player string, limit int) ([]db.Match, error) {
	return listMatches(ctx, s.read, "list challenges", listChallenges, player, min(max(limit, 1), db.MaxPage))
}
