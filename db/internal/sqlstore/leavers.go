package sqlstore

import (
	"context"
	"encoding/json"
	"strings"

	"tableronde/db"
)

// leavers implements db.Leavers.
type leavers struct{ *core }

func (s leavers) Leave(ctx context.Context, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		matches, err := lockLeaver(ctx, t, player)
		if err != nil {
			return err
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
			return err
		}
		now := s.Millis()
		t.endStreams(player)
		if err := rename(ctx, t, player, db.FormerName); err != nil {
			return err
		}
		if err := setHabits(ctx, t, player, ""); err != nil {
			return err
		}
		if err := t.run(ctx, "note leaving", `INSERT INTO leaving (player, since) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, now); err != nil {
			return err
		}
		if err := t.run(ctx, "give up name", `UPDATE account_names SET until = ? WHERE player = ? AND until IS NULL`,
			now+db.NameReserved.Milliseconds(), player); err != nil {
			return err
		}
		if err := t.run(ctx, "take back offers", `UPDATE seats SET asked = NULL WHERE asked < ? AND match IN (SELECT r.match FROM seats own JOIN rematches r ON r.match = own.match WHERE own.player = ?)
			AND match IN (SELECT value FROM json_each(?))`, int64(noExpiry), player, matches); err != nil {
			return err
		}
		return leave(ctx, t, player, matches)
	})
}

func (s leavers) Leaving(ctx context.Context) ([]db.Departed, error) {
	return collect(ctx, s.read, "list who leaves", `SELECT player, since FROM leaving WHERE since >= ? ORDER BY since`,
		func(r scanner) (l db.Departed, err error) {
			err = r.Scan(&l.Player, millis{&l.Since})
			return l, err
		}, 0)
}

func (s leavers) LeaveTable(ctx context.Context, match, player string) (db.Match, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, match); err != nil {
			return db.Match{}, err
		}
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return db.Match{}, err
		case len(r.SeatsOf(player)) == 0:
			return db.Match{}, db.ErrNotFound
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		}
		if err := t.run(ctx, "leave table", `UPDATE seats SET player = NULL, contribution = NULL WHERE match = ? AND player = ?`, r.seq, player); err != nil {
			return db.Match{}, err
		}
		t.touch(player)
		r, err = findMatch(ctx, t, matchByID, match)
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	})
}

// HasLeft also deletes rows that were stored for the player since Leave.
func (s leavers) HasLeft(ctx context.Context, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		t.renames = true
		matches, err := lockLeaver(ctx, t, player)
		if err != nil {
			return err
		}
		if err := leave(ctx, t, player, matches); err != nil {
			return err
		}
		return t.run(ctx, "end leaving", `DELETE FROM leaving WHERE player = ?`, player)
	})
}

// lockLeaver locks the rows of a leaving player that others may change, in the order of Tx. It
// returns the numbers of the matches among them as JSON. HasLeft deletes the rows that are stored
// later.
func lockLeaver(ctx context.Context, t *tx, player string) (matches string, err error) {
	matches = "[]"
	for _, lock := range []string{
		`SELECT 1 FROM ladders WHERE game IN (SELECT game FROM rungs WHERE player = ?1
			UNION SELECT game FROM ladder_challenges WHERE challenger = ?1 OR challenged = ?1) ORDER BY game FOR NO KEY UPDATE`,
		`SELECT seq FROM matches WHERE seq IN (SELECT match FROM seats WHERE player = ?1 AND over = 0 UNION SELECT match FROM seats WHERE kept = ?1
			UNION SELECT r.match FROM seats own JOIN rematches r ON r.match = own.match WHERE own.player = ?1) ORDER BY seq FOR NO KEY UPDATE`,
		`SELECT 1 FROM players WHERE id = ? FOR NO KEY UPDATE`,
		`SELECT 1 FROM targets WHERE player = ? ORDER BY id FOR NO KEY UPDATE`,
		`SELECT 1 FROM cups WHERE id IN (SELECT id FROM cups WHERE host = ?1 UNION SELECT cup FROM cup_players WHERE player = ?1) ORDER BY id FOR NO KEY UPDATE`,
	} {
		numbers, err := collect(ctx, t, "lock who leaves", lock, scanNumber, player)
		if err != nil {
			return "", err
		}
		if strings.HasPrefix(lock, `SELECT seq`) && numbers != nil {
			text, err := json.Marshal(numbers)
			if err != nil {
				return "", err
			}
			matches = string(text)
		}
	}
	return matches, nil
}

// leave deletes the rows of a leaving player. The player must be locked.
func leave(ctx context.Context, t *tx, player, matches string) error {
	for _, statement := range leaveInMatches {
		if err := t.run(ctx, "leave matches", statement, player, matches); err != nil {
			return err
		}
	}
	for _, statement := range leaveStatements {
		if err := t.run(ctx, "leave", statement, player); err != nil {
			return err
		}
	}
	return nil
}

// leaveStatements delete the rows of a leaving player, by the player's id. The votes for rematches
// are deleted with their offers.
var leaveStatements = []string{
	`DELETE FROM mails WHERE player = ?1 OR address = (SELECT email FROM accounts WHERE player = ?1)`,
	`DELETE FROM accounts WHERE player = ?`,
	`DELETE FROM passkeys WHERE player = ?`,
	`DELETE FROM tokens WHERE player = ?`,
	`DELETE FROM sessions WHERE player = ?`,
	`DELETE FROM passes WHERE player = ?`,
	`DELETE FROM visits WHERE player = ?`,
	`DELETE FROM studies WHERE player = ?`,
	`DELETE FROM messages WHERE player = ?`,
	`DELETE FROM reports WHERE player = ?`,
	`DELETE FROM watchers WHERE player = ?`,
	`DELETE FROM remarks WHERE player = ?`,
	`DELETE FROM lessons WHERE player = ?`,
	`DELETE FROM puzzle_tries WHERE player = ?`,
	`DELETE FROM collections WHERE player = ?`,
	`DELETE FROM collection_reports WHERE player = ?`,
	`UPDATE players SET silent = NULL WHERE id = ?`,
	`DELETE FROM ties WHERE player = ?1 OR other = ?1`,
	`DELETE FROM standing WHERE player = ?`,
	`UPDATE rungs SET challenge = NULL WHERE challenge IN (SELECT match FROM ladder_challenges WHERE challenger = ?1 OR challenged = ?1)`,
	`DELETE FROM ladder_challenges WHERE challenger = ?1 OR challenged = ?1`,
	`DELETE FROM rungs WHERE player = ?`,
	`DELETE FROM cups WHERE id IN (SELECT id FROM cups WHERE host = ? AND started IS NULL FOR UPDATE SKIP LOCKED)`,
	`UPDATE cups SET host = NULL, title = '' WHERE id IN (SELECT id FROM cups WHERE host = ? FOR UPDATE SKIP LOCKED)`,
	`DELETE FROM cup_players WHERE player = ?1 AND cup IN (SELECT id FROM cups WHERE started IS NULL AND id IN (SELECT cup FROM cup_players WHERE player = ?1) FOR UPDATE SKIP LOCKED)`,
	`UPDATE cups SET due = 1 WHERE id IN (SELECT id FROM cups WHERE ended IS NULL AND id IN (SELECT cup FROM cup_players WHERE player = ? AND withdrawn = 0) FOR UPDATE SKIP LOCKED)`,
	`UPDATE cup_players SET withdrawn = 1 WHERE player = ?1 AND withdrawn = 0
		AND cup IN (SELECT id FROM cups WHERE ended IS NULL AND id IN (SELECT cup FROM cup_players WHERE player = ?1) FOR UPDATE SKIP LOCKED)`,
	`DELETE FROM targets WHERE player = ?`,
	`DELETE FROM notice_settings WHERE player = ?`,
	`DELETE FROM operators WHERE player = ?`,
	`DELETE FROM acts WHERE player = ?`,
	`UPDATE acts SET operator = NULL WHERE operator = ?`,
	`DELETE FROM played WHERE player = ?1 OR opponent = ?1`,
	`DELETE FROM scores WHERE player = ?1 OR opponent = ?1`,
	`DELETE FROM answers WHERE player = ?`,
	`DELETE FROM answer_hours WHERE player = ?`,
	`DELETE FROM ratings WHERE player = ?`,
	`DELETE FROM rating_steps WHERE player = ?`,
}

// leaveInMatches delete the player's rows in the locked matches.
var leaveInMatches = []string{
	`UPDATE seats SET kept = NULL, declined = 0 WHERE kept = ? AND match IN (SELECT value FROM json_each(?))`,
	`DELETE FROM orders WHERE (match, seat) IN (SELECT match, seat FROM seats WHERE player = ? AND over = 0) AND match IN (SELECT value FROM json_each(?))`,
	`DELETE FROM rematches WHERE match IN (SELECT match FROM seats WHERE player = ?) AND match IN (SELECT value FROM json_each(?))`,
}
