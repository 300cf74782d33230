package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// Queries for ladders.
const (
	selectRung = `SELECT l.game, PLACE, p.id, p.name, p.created, p.habits, p.bot, l.since,
			c.match, c.challenger, a.name, c.challenged, b.name, c.made, c.until,
			CASE WHEN m.started IS NULL THEN 0 ELSE 1 END, BARRED
		FROM rungs l JOIN players p ON p.id = l.player
			LEFT JOIN ladder_challenges c ON c.match = l.challenge LEFT JOIN matches m ON m.id = l.challenge
			LEFT JOIN players a ON a.id = c.challenger LEFT JOIN players b ON b.id = c.challenged `
	// bars is the condition that ?1 may not challenge the player p at the time ?3, because of a
	// block, a suspension, or a challenge since ?2.
	bars = `CASE WHEN p.suspended > ?3
		OR EXISTS (SELECT 1 FROM ladder_challenges d WHERE d.challenger = ?1 AND d.challenged = p.id AND d.made > ?2 AND d.game = ?4)
		OR EXISTS (SELECT 1 FROM ties t WHERE t.player = ?1 AND t.other = p.id AND t.kind = 'block')
		OR EXISTS (SELECT 1 FROM ties t WHERE t.player = p.id AND t.other = ?1 AND t.kind = 'block') THEN 1 ELSE 0 END`
	findBarred = `SELECT ` + bars + ` FROM players p WHERE p.id = ?5`

	leaveAbsent = `DELETE FROM rungs WHERE since < ?1 AND challenge IS NULL
		AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = rungs.player AND s.changed >= ?1)
		AND NOT EXISTS (SELECT 1 FROM sessions x WHERE x.player = rungs.player AND x.begun >= ?1)`

	// lockLadder locks the order of a ladder against other transactions.
	lockLadder = `UPDATE ladders SET last = last WHERE game = ?`
)

var (
	listLadder = strings.NewReplacer("PLACE", "0", "BARRED", bars).Replace(selectRung) +
		`WHERE l.game = ?4 ORDER BY l.rank LIMIT ?5 OFFSET ?6`
	listRungs = strings.NewReplacer("PLACE", "(SELECT 1 + count(*) FROM rungs o WHERE o.game = l.game AND o.rank < l.rank)", "BARRED", "0").Replace(selectRung) +
		`WHERE l.player = ? ORDER BY l.game`
)

// ladders implements db.Ladders.
type ladders struct{ *core }

func (s ladders) JoinLadder(ctx context.Context, game, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var last int64
		err := t.QueryRow(ctx, `INSERT INTO ladders (game, last) VALUES (?, 1)
			ON CONFLICT (game) DO UPDATE SET last = ladders.last + 1 RETURNING last`, game).Scan(&last)
		if err != nil {
			return fmt.Errorf("join ladder: %w", err)
		}
		return t.run(ctx, "join ladder", `INSERT INTO rungs (game, player, rank, since) VALUES (?, ?, ?, ?) ON CONFLICT (game, player) DO NOTHING`,
			game, player, last, s.Millis())
	})
}

func (s ladders) LeaveLadder(ctx context.Context, game, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.expectOr(ctx, db.ErrNotOnLadder, "leave ladder", `DELETE FROM rungs WHERE game = ? AND player = ?`, game, player)
	})
}

func (s ladders) Ladder(ctx context.Context, game, viewer string, again time.Time, skip, limit int) ([]db.Rung, error) {
	skip = max(skip, 0)
	list, err := collect(ctx, s.read, "list ladder", listLadder, scanRung, viewer, again.UnixMilli(), s.Millis(), game, min(max(limit, 1), db.MaxPage+1), skip)
	for i := range list {
		list[i].Place = skip + 1 + i
	}
	return list, err
}

func (s ladders) RungsOf(ctx context.Context, player string) ([]db.Rung, error) {
	return collect(ctx, s.read, "list places on ladders", listRungs, scanRung, player)
}

// scanRung reads a row of selectRung.
func scanRung(row scanner) (r db.Rung, err error) {
	var match, challenger, challengerName, challenged, challengedName sql.NullString
	var c db.LadderChallenge
	err = row.Scan(&r.Game, &r.Place, &r.Player.ID, &r.Player.Name, millis{&r.Player.Created}, &r.Player.Habits, &r.Player.Bot, millis{&r.Since},
		&match, &challenger, &challengerName, &challenged, &challengedName, millis{&c.Made}, millis{&c.Until}, &r.Started, &r.Barred)
	if match.Valid {
		c.Match, c.Game = match.String, r.Game
		c.Challenger, c.Challenged = db.Player{ID: challenger.String, Name: challengerName.String}, db.Player{ID: challenged.String, Name: challengedName.String}
		r.Challenge = &c
	}
	return r, err
}

func (s ladders) LadderSizes(ctx context.Context) (map[string]int, error) {
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
	return sizes, wrap("count players on ladders", err)
}

func (s ladders) LeaveAbsent(ctx context.Context, since time.Time) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.run(ctx, "lock ladders", `SELECT 1 FROM ladders WHERE game IN (SELECT game FROM rungs WHERE since < ? AND challenge IS NULL) ORDER BY game FOR NO KEY UPDATE`, since.UnixMilli()); err != nil {
			return err
		}
		return t.run(ctx, "take absent players off ladders", leaveAbsent, since.UnixMilli())
	})
}

// storedRung is a place on a ladder as it is stored.
type storedRung struct {
	rank int64
	busy bool // the player is in a challenge
}

// rung returns the place of a player on a ladder, nil for none.
func rung(ctx context.Context, t *tx, game, player string) (*storedRung, error) {
	var r storedRung
	err := t.QueryRow(ctx, `SELECT rank, CASE WHEN challenge IS NULL THEN 0 ELSE 1 END FROM rungs WHERE game = ? AND player = ?`, game, player).Scan(&r.rank, &r.busy)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, wrap("find place on ladder", err)
	}
	return &r, nil
}

// Queries for challenges on ladders.
const (
	selectLadderChallenge = `SELECT c.match, c.game, a.id, a.name, b.id, b.name, c.made, c.until, c.settled, c.outcome
		FROM ladder_challenges c JOIN players a ON a.id = c.challenger JOIN players b ON b.id = c.challenged `
	ladderChallenge   = selectLadderChallenge + `WHERE c.match = ?`
	listLadderBy      = selectLadderChallenge + `WHERE c.challenger = ? ORDER BY c.made DESC LIMIT ?`
	listLadderAgainst = selectLadderChallenge + `WHERE c.challenged = ? ORDER BY c.made DESC LIMIT ?`
	listLadderResults = selectLadderChallenge + `WHERE c.game = ? AND c.settled IS NOT NULL AND c.outcome <> 'void' ORDER BY c.settled DESC LIMIT ?`

	// listLadderDue reads the open challenges. For two players there is at most one on a ladder.
	listLadderDue = `SELECT c.match FROM ladder_challenges c LEFT JOIN matches m ON m.id = c.match
		WHERE c.settled IS NULL AND c.made >= 0 AND (m.seq IS NULL OR m.archived > 0 OR m.started IS NULL AND (c.until <= ?1
			OR EXISTS (SELECT 1 FROM seats z WHERE z.match = m.seq AND z.declined = 1)
			OR NOT EXISTS (SELECT 1 FROM rungs r WHERE r.game = c.game AND r.player = c.challenger)
			OR NOT EXISTS (SELECT 1 FROM rungs r WHERE r.game = c.game AND r.player = c.challenged)))
		ORDER BY c.made LIMIT ?2`
)

func (s ladders) ChallengeOnLadder(ctx context.Context, o db.Once, n db.NewLadderChallenge, note db.Note) (db.Match, error) {
	n.Table.Ladder = true
	return writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (db.Match, error) {
		if err := checkReach(ctx, t, n); err != nil {
			return db.Match{}, err
		}
		m, err := createMatch(ctx, t, n.Table, s.Millis())
		if err != nil {
			return db.Match{}, err
		}
		err = t.run(ctx, "challenge on ladder", `INSERT INTO ladder_challenges (match, game, challenger, challenged, made, until) VALUES (?, ?, ?, ?, ?, ?)`,
			m.ID, n.Table.Game, n.Table.Host, n.Table.Challenged, s.Millis(), n.Until.UnixMilli())
		if err != nil {
			return db.Match{}, err
		}
		return m, t.run(ctx, "challenge on ladder", `UPDATE rungs SET challenge = ? WHERE game = ? AND player IN (?, ?)`, m.ID, n.Table.Game, n.Table.Host, n.Table.Challenged)
	}, note)
}

// checkReach locks the ladder and refuses a challenge that is not allowed.
func checkReach(ctx context.Context, t *tx, n db.NewLadderChallenge) error {
	game, host, challenged := n.Table.Game, n.Table.Host, n.Table.Challenged
	if err := t.run(ctx, "lock ladder", lockLadder, game); err != nil {
		return err
	}
	own, err := rung(ctx, t, game, host)
	switch {
	case err != nil:
		return err
	case own == nil:
		return db.ErrNotOnLadder
	case own.busy:
		return db.ErrLadderBusy
	}
	theirs, err := rung(ctx, t, game, challenged)
	switch {
	case err != nil:
		return err
	case theirs == nil, theirs.busy, theirs.rank >= own.rank:
		return db.ErrOutOfReach
	}
	var size, above, barred int
	err = t.QueryRow(ctx, `SELECT (SELECT count(*) FROM rungs WHERE game = ?1), (SELECT count(*) FROM rungs WHERE game = ?1 AND rank >= ?2 AND rank < ?3)`,
		game, theirs.rank, own.rank).Scan(&size, &above)
	if err == nil {
		err = t.QueryRow(ctx, findBarred, host, n.Again.UnixMilli(), t.core.Millis(), game, challenged).Scan(&barred)
	}
	switch {
	case err != nil:
		return fmt.Errorf("measure ladder: %w", err)
	case above > n.Reach(size), barred != 0:
		return db.ErrOutOfReach
	}
	return nil
}

func scanLadderChallenge(row scanner) (c db.LadderChallenge, err error) {
	err = row.Scan(&c.Match, &c.Game, &c.Challenger.ID, &c.Challenger.Name, &c.Challenged.ID, &c.Challenged.Name, millis{&c.Made}, millis{&c.Until}, millis{&c.Settled}, &c.Outcome)
	return c, err
}

func (s ladders) LadderChallenge(ctx context.Context, match string) (db.LadderChallenge, error) {
	return findLadderChallenge(ctx, s.read, match)
}

func findLadderChallenge(ctx context.Context, q Queryer, match string) (db.LadderChallenge, error) {
	c, err := scanLadderChallenge(q.QueryRow(ctx, ladderChallenge, match))
	return c, wrap("find challenge on ladder", err)
}

func (s ladders) LadderChallengesOf(ctx context.Context, player string, limit int) ([]db.LadderChallenge, error) {
	var list []db.LadderChallenge
	for _, query := range []string{listLadderBy, listLadderAgainst} {
		found, err := collect(ctx, s.read, "list challenges on ladders", query, scanLadderChallenge, player, limit)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b db.LadderChallenge) int { return b.Made.Compare(a.Made) })
	return list[:min(len(list), limit)], nil
}

func (s ladders) LadderResults(ctx context.Context, game string, limit int) ([]db.LadderChallenge, error) {
	return collect(ctx, s.read, "list results on ladder", listLadderResults, scanLadderChallenge, game, limit)
}

func (s ladders) LadderDue(ctx context.Context, limit int) ([]string, error) {
	return collect(ctx, s.read, "list challenges to settle", listLadderDue, scanText, s.Millis(), limit)
}

func (s ladders) SettleLadder(ctx context.Context, match string) (c db.LadderChallenge, withdrawn db.Match, err error) {
	err = s.do(ctx, func(ctx context.Context, t *tx) error {
		c, withdrawn = db.LadderChallenge{}, db.Match{}
		var game string
		err := t.QueryRow(ctx, `SELECT game FROM ladder_challenges WHERE match = ?`, match).Scan(&game)
		if err != nil {
			return wrap("find challenge on ladder", err)
		}
		if err := t.run(ctx, "lock ladder", lockLadder, game); err != nil {
			return err
		}
		if err := t.LockMatch(ctx, match); err != nil {
			return err
		}
		if c, err = findLadderChallenge(ctx, t, match); err != nil || !c.Settled.IsZero() {
			return err
		}
		withdrawn, err = settle(ctx, t, &c)
		return err
	})
	return c, withdrawn, err
}

// settle settles an open challenge if it is due.
func settle(ctx context.Context, t *tx, c *db.LadderChallenge) (withdrawn db.Match, err error) {
	own, err := rung(ctx, t, c.Game, c.Challenger.ID)
	if err != nil {
		return db.Match{}, err
	}
	theirs, err := rung(ctx, t, c.Game, c.Challenged.ID)
	if err != nil {
		return db.Match{}, err
	}
	r, err := findMatch(ctx, t, matchByID, c.Match)
	switch {
	case errors.Is(err, db.ErrNotFound):
		c.Outcome, err = db.LadderVoid, nil
	case err != nil:
		return db.Match{}, err
	case r.Started.IsZero():
		if c.Outcome, err = unaccepted(ctx, t, r, *c, own != nil && theirs != nil); err == nil && c.Outcome != db.LadderOpen {
			err = t.run(ctx, "withdraw challenge", deleteMatch, r.seq)
			t.changed(&r.Match, false)
			withdrawn = r.Match
		}
	default:
		c.Outcome, err = playedFor(ctx, t, r, *c)
	}
	if err != nil || c.Outcome == db.LadderOpen {
		return db.Match{}, err
	}
	if own != nil && theirs != nil && c.Outcome.TakesPlace() && theirs.rank < own.rank {
		if err := climb(ctx, t, c.Game, c.Challenger.ID, own.rank, theirs.rank); err != nil {
			return db.Match{}, err
		}
	}
	now := t.core.Millis()
	c.Settled = time.UnixMilli(now).UTC()
	if err := t.run(ctx, "settle challenge", `UPDATE ladder_challenges SET settled = ?, outcome = ? WHERE match = ?`, now, string(c.Outcome), c.Match); err != nil {
		return db.Match{}, err
	}
	return withdrawn, t.run(ctx, "settle challenge", `UPDATE rungs SET challenge = NULL WHERE challenge = ?`, c.Match)
}

// unaccepted returns the outcome of a challenge whose match has not begun, LadderOpen while it may
// still begin. stay is set if both players are on the ladder. If one has blocked the other, the
// challenged player loses nothing.
func unaccepted(ctx context.Context, t *tx, r storedMatch, c db.LadderChallenge, stay bool) (db.LadderOutcome, error) {
	declined := slices.ContainsFunc(r.Kept, func(k db.Kept) bool { return k.Declined })
	late := c.Until.UnixMilli() <= t.core.Millis()
	if !stay {
		return db.LadderVoid, nil
	}
	if !declined && !late {
		return db.LadderOpen, nil
	}
	blocked, err := count(ctx, t, "find blocks", findBlocks, c.Challenged.ID, r.seq)
	switch {
	case err != nil:
		return "", err
	case blocked > 0:
		return db.LadderVoid, nil
	case declined:
		return db.LadderDeclined, nil
	}
	return db.LadderLate, nil
}

// playedFor returns the outcome of a challenge whose match has begun, LadderOpen until the match is
// archived.
func playedFor(ctx context.Context, t *tx, r storedMatch, c db.LadderChallenge) (db.LadderOutcome, error) {
	var archived int
	var outcome sql.NullInt64
	if err := t.QueryRow(ctx, `SELECT archived, outcome FROM matches WHERE seq = ?`, r.seq).Scan(&archived, &outcome); err != nil {
		return "", fmt.Errorf("look up result: %w", err)
	}
	winner := func(player string) bool { return slices.Contains(r.SeatsOf(player), games.Seat(outcome.Int64)) }
	switch {
	case archived == 0:
		return db.LadderOpen, nil
	case outcome.Valid && outcome.Int64 == 0:
		return db.LadderDrawn, nil
	case outcome.Valid && winner(c.Challenger.ID):
		return db.LadderWon, nil
	case outcome.Valid && winner(c.Challenged.ID):
		return db.LadderLost, nil
	}
	return db.LadderVoid, nil
}

// climb moves a player from a place to a better one. The players between move down.
func climb(ctx context.Context, t *tx, game, player string, from, to int64) error {
	if err := t.run(ctx, "move down on ladder", `UPDATE rungs SET rank = rank + 1 WHERE game = ? AND rank >= ? AND rank < ?`, game, to, from); err != nil {
		return err
	}
	return t.run(ctx, "move up on ladder", `UPDATE rungs SET rank = ? WHERE game = ? AND player = ?`, to, game, player)
}
