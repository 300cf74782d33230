package sqlstore

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

// Lists of matches: an inner query selects a page of match numbers by an index,
// the outer one reads their columns.
const (
	listOf     = selectMatch + `WHERE m.seq IN (SELECT DISTINCT match FROM seats `
	pageClause = ` AND match < ? ORDER BY match DESC LIMIT ?) ORDER BY m.seq DESC`
	listPlayer = listOf + `WHERE player = ?` + pageClause
	listTurns  = listOf + `WHERE player = ? AND owes = 1` + pageClause
	listShared = listOf + `WHERE player = ? AND owes = 1 AND ` + notSolo + pageClause
	listAsked  = listOf + `WHERE player = ? AND asked > ?` + pageClause
	listAwaits = selectMatch + `WHERE m.seq IN (SELECT match FROM seats WHERE player = ?1 AND owes = 1 AND match < ?3 AND ` + notSolo + `
		UNION SELECT match FROM seats WHERE player = ?1 AND asked > ?2 AND match < ?3 ORDER BY match DESC LIMIT ?4) ORDER BY m.seq DESC`
	listLive        = listOf + `WHERE player = ? AND over = 0` + pageClause
	listLeft        = listOf + `WHERE stands_for = ?` + pageClause
	listLiveAndLeft = selectMatch + `WHERE m.seq IN (SELECT match FROM seats WHERE player = ?1 AND over = 0 AND match < ?2
		UNION SELECT match FROM seats WHERE stands_for = ?1 AND over = 0 AND match < ?2 ORDER BY match DESC LIMIT ?3) ORDER BY m.seq DESC`
	listOver = listOf + `WHERE player = ? AND over = 1` + pageClause

	listChanged = `SELECT m.id, m.ply FROM matches m WHERE m.seq IN (SELECT match FROM seats WHERE player = ? AND changed >= ?) ORDER BY m.seq DESC LIMIT ?`

	seqOfMatch = `SELECT seq FROM matches WHERE id = ?`
	notSolo    = `(SELECT solo FROM matches WHERE seq = match) = 0`
)

// MatchesOf implements db.Lists.
func (s *Store) MatchesOf(ctx context.Context, player string, f db.Filter, after string, limit int) (matches []db.Match, next string, err error) {
	query := listPlayer
	switch {
	case f.Turn && f.Over != nil && *f.Over:
		return nil, "", nil
	case f.Turn && f.Shared && f.Asked:
		return s.list(ctx, listAwaits, after, limit, player, s.Millis())
	case f.Asked:
		return s.list(ctx, listAsked, after, limit, player, s.Millis())
	case f.Turn && f.Shared:
		query = listShared
	case f.Turn:
		query = listTurns
	case f.Left && f.Over == nil:
		query = listLeft
	case f.Left && !*f.Over:
		query = listLiveAndLeft
	case f.Over != nil && *f.Over:
		query = listOver
	case f.Over != nil:
		query = listLive
	}
	return s.list(ctx, query, after, limit, player)
}

// ChangedSince implements db.Lists.
func (s *Store) ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]db.Changed, error) {
	return collect(ctx, s.read, "list changed matches", listChanged, func(r scanner) (c db.Changed, err error) {
		err = r.Scan(&c.ID, &c.Ply)
		return c, err
	}, player, since.UnixMilli(), most)
}

// list returns a page of matches; args precede the cursor and the limit.
func (s *Store) list(ctx context.Context, query, after string, limit int, args ...any) ([]db.Match, string, error) {
	before, err := s.parseCursor(ctx, after)
	if err != nil {
		return nil, "", err
	}
	limit = min(max(limit, 1), db.MaxPage)
	rows, err := s.read.Query(ctx, query, append(args, before, limit+1)...)
	if err != nil {
		return nil, "", fmt.Errorf("list matches: %w", err)
	}
	defer rows.Close()
	var matches []db.Match
	var last int64
	for rows.Next() {
		if len(matches) == limit {
			return matches, formatCursor(last), nil
		}
		r, err := scanMatch(rows, s.key)
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

// formatCursor returns the cursor that continues a list after the match with this
// number, even if the match is deleted.
func formatCursor(seq int64) string { return strconv.FormatInt(seq, 36) }

// parseCursor returns the number of the match after which a list continues; all
// matches come after the cursor "". A cursor is the result of formatCursor or the
// id of a match.
func (s *Store) parseCursor(ctx context.Context, after string) (int64, error) {
	if after == "" {
		return math.MaxInt64, nil
	}
	if len(after) < secret.IDLength {
		seq, err := strconv.ParseInt(after, 36, 64)
		if err != nil || seq < 1 || formatCursor(seq) != after {
			return 0, db.ErrCursor
		}
		return seq, nil
	}
	var seq int64
	err := s.read.QueryRow(ctx, seqOfMatch, after).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, db.ErrCursor
	}
	if err != nil {
		return 0, fmt.Errorf("find place in list: %w", err)
	}
	return seq, nil
}
