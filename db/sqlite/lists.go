package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// The lists: a page of numbers of matches, then what is shown of each.
const (
	listOf     = selectMatch + `WHERE m.seq IN (SELECT DISTINCT match FROM seats `
	newest     = ` AND match < ? ORDER BY match DESC LIMIT ?) ORDER BY m.seq DESC`
	listPlayer = listOf + `WHERE player = ?` + newest
	listTurns  = listOf + `WHERE player = ? AND owes = 1` + newest
	listShared = listOf + `WHERE player = ? AND owes = 1 AND ` + shared + newest
	listAsked  = listOf + `WHERE player = ? AND asked > ?` + newest
	listAwaits = selectMatch + `WHERE m.seq IN (SELECT match FROM seats WHERE player = ?1 AND owes = 1 AND match < ?3 AND ` + shared + `
		UNION SELECT match FROM seats WHERE player = ?1 AND asked > ?2 AND match < ?3 ORDER BY match DESC LIMIT ?4) ORDER BY m.seq DESC`
	listLive = listOf + `WHERE player = ? AND over = 0` + newest
	listOver = listOf + `WHERE player = ? AND over = 1` + newest

	openTables = selectMatch + `WHERE m.public = 1 AND m.started IS NULL AND m.seq < ? ORDER BY m.seq DESC LIMIT ?`
	openByGame = selectMatch + `WHERE m.public = 1 AND m.started IS NULL AND m.game = ? AND m.seq < ? ORDER BY m.seq DESC LIMIT ?`

	listChanged = `SELECT m.id, m.ply FROM matches m WHERE m.seq IN (SELECT match FROM seats WHERE player = ? AND changed >= ?) ORDER BY m.seq DESC`

	countOpen  = `SELECT count(*) FROM matches WHERE public = 1 AND started IS NULL`
	placeOf    = `SELECT seq FROM matches WHERE id = ?`
	countTurns = `SELECT (SELECT count(DISTINCT match) FROM seats WHERE player = ?1 AND owes = 1 AND ` + shared + `)
		+ (SELECT count(DISTINCT match) FROM seats s WHERE player = ?1 AND asked > ?2
			AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player = ?1 AND o.owes = 1))`
	shared = `(SELECT solo FROM matches WHERE seq = match) = 0`
)

// MatchesOf lists the matches where a player holds a seat, newest first,
// without their events: after "" from the first on, else after the match that
// it names, by what the page before returned as next or by its id. next is ""
// after the last page. What names no match is ErrCursor.
func (s *Store) MatchesOf(ctx context.Context, player string, f db.Filter, after string, limit int) (matches []db.Match, next string, err error) {
	question := listPlayer
	switch {
	case f.Turn && f.Over != nil && *f.Over:
		return nil, "", nil
	case f.Turn && f.Shared && f.Asked:
		return s.list(ctx, listAwaits, after, limit, player, s.now())
	case f.Asked:
		return s.list(ctx, listAsked, after, limit, player, s.now())
	case f.Turn && f.Shared:
		question = listShared
	case f.Turn:
		question = listTurns
	case f.Over != nil && *f.Over:
		question = listOver
	case f.Over != nil:
		question = listLive
	}
	return s.list(ctx, question, after, limit, player)
}

// OpenTables lists the public matches that wait for players, newest first, of
// one game or for "" of all. Paging is that of MatchesOf.
func (s *Store) OpenTables(ctx context.Context, game, after string, limit int) (matches []db.Match, next string, err error) {
	if game == "" {
		return s.list(ctx, openTables, after, limit)
	}
	return s.list(ctx, openByGame, after, limit, game)
}

// CountOpenTables counts the public matches that wait for players.
func (s *Store) CountOpenTables(ctx context.Context) (int, error) {
	var n int
	if err := s.r.queryRow(ctx, countOpen).Scan(&n); err != nil {
		return 0, fmt.Errorf("count open tables: %w", err)
	}
	return n, nil
}

// ChangedSince lists the matches where a player holds a seat that were created,
// began, went on or ended at or after a time, newest first.
func (s *Store) ChangedSince(ctx context.Context, player string, since time.Time) ([]db.Changed, error) {
	rows, err := s.r.query(ctx, listChanged, player, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list changed matches: %w", err)
	}
	defer rows.Close()
	var list []db.Changed
	for rows.Next() {
		var c db.Changed
		if err := rows.Scan(&c.ID, &c.Ply); err != nil {
			return nil, fmt.Errorf("list changed matches: %w", err)
		}
		list = append(list, c)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list changed matches: %w", err)
	}
	return list, nil
}

// Turns counts the matches in which others wait for a player who is not at the
// table alone: for a decision that is owed, or for the answer to an offer.
func (s *Store) Turns(ctx context.Context, player string) (int, error) {
	var n int
	if err := s.r.queryRow(ctx, countTurns, player, s.now()).Scan(&n); err != nil {
		return 0, fmt.Errorf("count turns: %w", err)
	}
	return n, nil
}

// list returns a page of matches; args come before the cursor and the limit.
func (s *Store) list(ctx context.Context, question, after string, limit int, args ...any) ([]db.Match, string, error) {
	before, err := s.place(ctx, after)
	if err != nil {
		return nil, "", err
	}
	limit = min(max(limit, 1), db.MaxPage)
	rows, err := s.r.query(ctx, question, append(args, before, limit+1)...)
	if err != nil {
		return nil, "", fmt.Errorf("list matches: %w", err)
	}
	defer rows.Close()
	var matches []db.Match
	var last int64
	for rows.Next() {
		if len(matches) == limit {
			return matches, cursor(last), nil
		}
		r, err := scanMatch(rows, s.r.key)
		if err != nil {
			return nil, "", fmt.Errorf("list matches: %w", err)
		}
		matches, last = append(matches, r.Match), r.seq
	}
	if err := rows.Err(); err != nil {
		return nil, "", fmt.Errorf("list matches: %w", err)
	}
	return matches, "", nil
}

// cursor names a place in a list, after the match with this number, even if the
// match goes.
func cursor(seq int64) string { return strconv.FormatInt(seq, 36) }

// place is the number of the match that a list goes on after: all are before
// the place "". A match is named by a cursor, or by its id.
func (s *Store) place(ctx context.Context, after string) (int64, error) {
	if after == "" {
		return math.MaxInt64, nil
	}
	if len(after) < secret.IDLength {
		seq, err := strconv.ParseInt(after, 36, 64)
		if err != nil || seq < 1 || cursor(seq) != after {
			return 0, db.ErrCursor
		}
		return seq, nil
	}
	var seq int64
	err := s.r.queryRow(ctx, placeOf, after).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, db.ErrCursor
	}
	if err != nil {
		return 0, fmt.Errorf("find place in list: %w", err)
	}
	return seq, nil
}
