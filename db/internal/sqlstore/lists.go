package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// Lists of matches. An inner query selects a page of match numbers by an index, and the outer one
// reads their columns.
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

	listPublicLive = selectMatch + `WHERE m.public = 1 AND m.solo = 0 AND m.against_bots = 0 AND m.started IS NOT NULL AND m.ended IS NULL
		ORDER BY coalesce(m.moved, m.started) DESC LIMIT ?`
	listPublicOver = selectMatch + `WHERE m.public = 1 AND m.ended IS NOT NULL
		AND json_extract(m.result, '$.reason') <> 'aborted' ORDER BY m.ended DESC LIMIT ?`

	listChanged = `SELECT m.id, m.ply FROM matches m WHERE m.seq IN (SELECT match FROM seats WHERE player = ? AND changed >= ?) ORDER BY m.seq DESC LIMIT ?`

	seqOfMatch = `SELECT seq FROM matches WHERE id = ?`
	notSolo    = `(SELECT solo FROM matches WHERE seq = match) = 0`
)

// lists implements db.Lists.
type lists struct{ *core }

func (s lists) MatchesOf(ctx context.Context, player string, f db.Filter, after string, limit int) (matches []db.Match, next string, err error) {
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

func (s lists) PublicMatches(ctx context.Context, over bool, limit int) ([]db.Match, error) {
	query := listPublicLive
	if over {
		query = listPublicOver
	}
	return listMatches(ctx, s.read, "list public matches", query, min(max(limit, 1), db.MaxPage))
}

func (s lists) ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]db.Changed, error) {
	return collect(ctx, s.read, "list changed matches", listChanged, func(r scanner) (c db.Changed, err error) {
		err = r.Scan(&c.ID, &c.Ply)
		return c, err
	}, player, since.UnixMilli(), most)
}

// list returns a page of matches. args precede the cursor and the limit.
func (c *core) list(ctx context.Context, query, after string, limit int, args ...any) ([]db.Match, string, error) {
	before, err := c.parseCursor(ctx, after)
	if err != nil {
		return nil, "", err
	}
	return c.page(ctx, query, limit, append(args, before))
}

// page returns the matches of a query, whose last argument is a limit, and the cursor of the
// next page, "" for none. args precede the limit.
func (c *core) page(ctx context.Context, query string, limit int, args []any) (matches []db.Match, next string, err error) {
	limit = min(max(limit, 1), db.MaxPage)
	var last int64
	err = each(ctx, c.read, query, func(row scanner) error {
		if len(matches) == limit {
			next = formatCursor(last)
			return nil
		}
		r, err := scanMatch(row, c.key)
		matches, last = append(matches, r.Match), r.seq
		return err
	}, append(args, limit+1))
	if err != nil {
		return nil, "", wrap("list matches", err)
	}
	return matches, next, nil
}

// listMatches returns the matches of a query, without their events.
func listMatches(ctx context.Context, q source, doing, query string, args ...any) ([]db.Match, error) {
	return collect(ctx, q, doing, query, func(row scanner) (db.Match, error) {
		r, err := scanMatch(row, q.store().key)
		return r.Match, err
	}, args...)
}

// formatCursor returns the cursor that continues a list after the match with this
// number, even if the match is deleted.
func formatCursor(seq int64) string { return strconv.FormatInt(seq, 36) }

// parseCursor returns the number of the match after which a list continues. All matches come
// after the cursor "". A cursor is the result of formatCursor or the id of a match.
func (c *core) parseCursor(ctx context.Context, after string) (int64, error) {
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
	err := c.read.QueryRow(ctx, seqOfMatch, after).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, db.ErrCursor
	}
	return seq, wrap("find place in list", err)
}

const countTally = `SELECT
	count(*) FILTER (WHERE solo = 0 AND owes = 1),
	count(*) FILTER (WHERE solo = 0 AND started IS NOT NULL AND ended IS NULL),
	count(*) FILTER (WHERE solo = 0 AND started IS NULL),
	count(*) FILTER (WHERE solo = 1 AND ended IS NULL),
	count(*) FILTER (WHERE ended IS NOT NULL),
	count(*) FILTER (WHERE solo = 0 AND won = 1),
	count(*) FILTER (WHERE solo = 0 AND reason <> ?1 AND winners = 0),
	count(*) FILTER (WHERE solo = 0 AND reason <> ?1 AND winners > 0 AND won = 0)
FROM (SELECT m.solo, m.started, m.ended, max(s.owes) AS owes,
		max(CASE WHEN EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = s.seat) THEN 1 ELSE 0 END) AS won,
		json_extract(m.result, '$.reason') AS reason, coalesce(json_array_length(m.result, '$.winners'), 0) AS winners
	FROM seats s JOIN matches m ON m.seq = s.match WHERE s.player = ?2 GROUP BY m.seq, m.solo, m.started, m.ended, m.result) AS played`

func (s lists) Tally(ctx context.Context, player string) (db.Tally, error) {
	var t db.Tally
	err := s.read.QueryRow(ctx, countTally, games.ReasonAborted, player).Scan(
		&t.Awaiting, &t.Live, &t.Open, &t.Alone, &t.Finished, &t.Won, &t.Drawn, &t.Lost)
	return t, wrap("count matches of a player", err)
}

const (
	// findTurns has the newest four matches in which it is a player's turn or an offer to them
	// stands. Each row also has the number of all these matches and the time at which the next
	// of the offers expires. It has the two matches in which the clock of the player falls
	// first, too.
	findTurns = `SELECT m.seq, m.id, (SELECT count(DISTINCT match) FROM seats WHERE player = ?1 AND owes = 1 AND ` + notSolo + `)
		+ (SELECT count(DISTINCT match) FROM seats s WHERE player = ?1 AND asked > ?2
			AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player = ?1 AND o.owes = 1)),
		(SELECT min(asked) FROM seats WHERE player = ?1 AND asked > ?2),
		` + pressing + ` LIMIT 1), ` + pressing + ` LIMIT 1 OFFSET 1)
		FROM matches m WHERE m.seq IN (SELECT match FROM seats WHERE player = ?1 AND owes = 1 AND ` + notSolo + `
		UNION SELECT match FROM seats WHERE player = ?1 AND asked > ?2 ORDER BY match DESC LIMIT 4) ORDER BY m.seq DESC`
	pressing = `(SELECT t.id FROM seats d JOIN matches t ON t.seq = d.match WHERE d.player = ?1 AND d.deadline IS NOT NULL ORDER BY d.deadline`
)

func (s lists) Turns(ctx context.Context, player string) (db.Turns, error) {
	now := s.Millis()
	t, err := getKept(ctx, s.kept, "turns", player, func(ctx context.Context) (keptTurns, error) { return s.findTurns(ctx, player, now) }, player)
	if err == nil && t.until.Valid && t.until.Int64 <= now {
		t, err = s.findTurns(ctx, player, now)
	}
	if err != nil {
		return db.Turns{}, fmt.Errorf("find turns: %w", err)
	}
	return t.Turns, nil
}

// keptTurns are the turns of a player.
type keptTurns struct {
	db.Turns
	newest   []turn        // the newest of these matches, four at most: First outlives some moves
	pressing []string      // the ids of the two matches at most in which the clock falls first
	until    sql.NullInt64 // in milliseconds, when an offer expires that counts as a turn
}

// turn is a match that awaits a player.
type turn struct {
	seq int64
	id  string
}

func (s lists) findTurns(ctx context.Context, player string, now int64) (t keptTurns, err error) {
	var pressing [2]sql.NullString
	err = each(ctx, s.read, findTurns, func(row scanner) error {
		var m turn
		err := row.Scan(&m.seq, &m.id, &t.Count, &t.until, &pressing[0], &pressing[1])
		t.newest = append(t.newest, m)
		return err
	}, []any{player, now})
	for _, id := range pressing {
		if id.Valid {
			t.pressing = append(t.pressing, id.String)
		}
	}
	t.fillFirst()
	return t, err
}

// fillFirst fills in the matches to go on with.
func (t *keptTurns) fillFirst() {
	t.First = slices.Clone(t.pressing)
	for _, m := range t.newest {
		if len(t.First) < 2 && !slices.Contains(t.First, m.id) {
			t.First = append(t.First, m.id)
		}
	}
}

// after returns the turns of a player after a move in a match. It depends on whether the
// player owed a decision in it and owes one now, and whether their clock runs in it now. ok is
// false where the turns must be read: offers stand, clocks run in other matches, or other
// matches than newest come first.
func (t keptTurns) after(m turn, owed, owes, runs bool) (now keptTurns, ok bool) {
	if t.until.Valid || slices.ContainsFunc(t.pressing, func(id string) bool { return id != m.id }) {
		return t, false
	}
	if owed == owes && runs == (len(t.pressing) > 0) {
		return t, true
	}
	now.newest = slices.DeleteFunc(slices.Clone(t.newest), func(other turn) bool { return other == m })
	if now.Count = t.Count; owed {
		now.Count--
	}
	if owes {
		at, _ := slices.BinarySearchFunc(now.newest, m, func(a, b turn) int { return cmp.Compare(b.seq, a.seq) })
		if at < len(now.newest) || len(now.newest) == now.Count {
			now.newest = slices.Insert(now.newest, at, m)
		}
		now.newest = now.newest[:min(len(now.newest), 4)]
		now.Count++
	}
	if runs {
		now.pressing = []string{m.id}
	}
	now.fillFirst()
	return now, len(now.newest) >= min(2, now.Count)
}

// willOwe notes the turns that the players of a match will have after a move in it, if their
// present turns are in memory. was is the match before the move, with the same players.
func (t *tx) willOwe(was, is storedMatch) {
	for i, p := range is.Seats {
		if slices.ContainsFunc(is.Seats[:i], func(other db.Player) bool { return other.ID == p.ID }) {
			continue // the first one of several seats stands for all
		}
		row, known := t.core.kept.current("turns", p.ID)
		if !known {
			continue
		}
		var seats uint64
		asked, runs := false, false
		for j := i; j < len(is.Seats); j++ {
			if seat := games.Seat(j + 1); is.Seats[j].ID == p.ID {
				seats |= 1 << seat
				asked = asked || slices.Contains(was.Asked, seat) || slices.Contains(is.Asked, seat)
				runs = runs || j < len(is.Deadlines) && !is.Deadlines[j].IsZero()
			}
		}
		owes := func(m storedMatch) bool { return !m.Solo && m.toActBits&seats != 0 }
		if turns, ok := row.(keptTurns).after(turn{is.seq, is.ID}, owes(was), owes(is), runs); ok && !asked {
			t.willBe("turns", p.ID, turns)
		}
	}
}
