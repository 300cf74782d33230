package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
	"tableronde/games/clock"
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

// list returns a page of matches. args precede the cursor and the limit.
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

// parseCursor returns the number of the match after which a list continues. All matches come
// after the cursor "". A cursor is the result of formatCursor or the id of a match.
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

// Turns implements db.Lists.
func (s *Store) Turns(ctx context.Context, player string) (db.Turns, error) {
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

func (s *Store) findTurns(ctx context.Context, player string, now int64) (t keptTurns, err error) {
	rows, err := s.read.Query(ctx, findTurns, player, now)
	if err != nil {
		return keptTurns{}, err
	}
	defer rows.Close()
	var pressing [2]sql.NullString
	for rows.Next() {
		var m turn
		if err := rows.Scan(&m.seq, &m.id, &t.Count, &t.until, &pressing[0], &pressing[1]); err != nil {
			return keptTurns{}, err
		}
		t.newest = append(t.newest, m)
	}
	for _, id := range pressing {
		if id.Valid {
			t.pressing = append(t.pressing, id.String)
		}
	}
	t.fillFirst()
	return t, rows.Err()
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
		row, known := t.s.kept.current("turns", p.ID)
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

const (
	listExpired = selectMatch + `WHERE m.started IS NULL AND m.created <= ? ORDER BY m.created LIMIT ?`
	countHosted = `SELECT count(*) FROM matches WHERE host = ? AND started IS NULL`
	deleteMatch = `DELETE FROM matches WHERE seq = ? AND started IS NULL`
)

// DeleteOpenMatch implements db.Tables.
func (s *Store) DeleteOpenMatch(ctx context.Context, id, host string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockMatch(ctx, id); err != nil {
			return err
		}
		r, err := findMatch(ctx, t, matchByID, id)
		switch {
		case err != nil:
			return err
		case r.Host != host:
			return db.ErrNotFound
		case !r.Started.IsZero():
			return db.ErrStarted
		}
		if _, err := t.Exec(ctx, `UPDATE standing SET paused = 1 WHERE id = (SELECT offer FROM standing_tables WHERE match = ?)`, r.seq); err != nil {
			return fmt.Errorf("pause standing offer: %w", err)
		}
		if _, err := t.Exec(ctx, deleteMatch, r.seq); err != nil {
			return fmt.Errorf("delete match: %w", err)
		}
		t.changed(&r.Match, listable(r.Match))
		return nil
	})
}

// checkOpen returns db.ErrTooManyTables if the host has at least most open tables.
func checkOpen(ctx context.Context, t *tx, host string, most int) error {
	if err := t.LockPlayer(ctx, host); err != nil {
		return err
	}
	var open int
	if err := t.QueryRow(ctx, countHosted, host).Scan(&open); err != nil {
		return fmt.Errorf("count open tables: %w", err)
	}
	if open >= most {
		return db.ErrTooManyTables
	}
	return nil
}

// purgeTables deletes tables created at or before a time, each in a transaction of its own.
func (s *Store) purgeTables(ctx context.Context, until int64, ended func(db.Match)) error {
	const step = 50
	for {
		tables, err := collect(ctx, s.read, "list expired tables", listExpired, func(r scanner) (storedMatch, error) { return scanMatch(r, s.key) }, until, step)
		if err != nil || len(tables) == 0 {
			return err
		}
		for _, r := range tables {
			err := s.do(ctx, func(ctx context.Context, t *tx) error {
				t.changed(&r.Match, listable(r.Match))
				return t.expect(ctx, "delete expired table", deleteMatch, r.seq)
			})
			switch {
			case err == nil && ended != nil:
				ended(r.Match)
			case err != nil && !errors.Is(err, db.ErrNotFound): // else it has started at this moment
				return err
			}
		}
	}
}

// Queries for open tables. The viewer is ?1.
const (
	openTables      = `m.public = 1 AND m.started IS NULL AND NOT ` + shuns
	countOpenTables = `SELECT count(*) FROM (SELECT m.seq FROM matches m WHERE ` + openTables + ` LIMIT ?2) AS counted`
	// shuns is whether a player, ?1, has blocked somebody at the table m, or is blocked.
	shuns = `(EXISTS (SELECT 1 FROM seats z JOIN ties b ON b.player = z.player AND b.other = ?1 AND b.kind = 'block' WHERE z.match = m.seq)
		OR EXISTS (SELECT 1 FROM seats z JOIN ties b ON b.player = ?1 AND b.other = z.player AND b.kind = 'block' WHERE z.match = m.seq))`

	notSeated = ` AND NOT EXISTS (SELECT 1 FROM seats y WHERE y.match = m.seq AND y.player = ?1)` + meets
	// meets is whether the viewer meets the Needs of a table.
	meets = ` AND (m.need_played = 0 OR m.need_played <= (SELECT coalesce(sum(x.matches), 0) FROM scores x WHERE x.player = ?1 AND x.opponent = ''))
		AND (m.need_low = 0 AND m.need_high = 0 OR EXISTS (SELECT 1 FROM ratings x WHERE x.player = ?1 AND x.game = m.game
			AND x.points + 0.5 >= m.need_low AND (m.need_high = 0 OR x.points < m.need_high + 0.5)))`
	// ofFavorites takes the newest table of each favorite. FILTER chooses among their tables.
	// The plus has SQLite find the tables by their host.
	ofFavorites = ` AND m.seq IN (SELECT (SELECT max(t.seq) FROM matches t WHERE t.host = f.other AND +t.public = 1 AND t.started IS NULL FILTER)
		FROM ties f WHERE f.player = ?1 AND f.kind = 'favorite')`
	listTastes = `SELECT m.game, m.clock FROM matches m WHERE m.started IS NOT NULL AND m.solo = 0
		AND m.seq IN (SELECT DISTINCT match FROM seats WHERE player = ? ORDER BY match DESC LIMIT ?) ORDER BY m.seq DESC`
)

// Limits on the search for tables that fit a player.
const (
	recentMatches = 30
	tastedGames   = 3
	tastedPaces   = 2
)

// OpenTables implements db.Lobby.
func (s *Store) OpenTables(ctx context.Context, viewer string, f db.TableFilter, after string, limit int) (matches []db.Match, next string, err error) {
	return s.openTables(ctx, viewer, f, "", after, limit)
}

// openTables lists the open tables that pass a filter and a condition. Each filter has an
// index.
func (s *Store) openTables(ctx context.Context, viewer string, f db.TableFilter, condition, after string, limit int) (matches []db.Match, next string, err error) {
	args := []any{viewer}
	of := func(column string, value any) string {
		args = append(args, value)
		return fmt.Sprintf(" AND TABLE.%s = ?%d", column, len(args))
	}
	var filter string
	if f.Game != "" {
		filter += of("game", f.Game)
	}
	if f.Seats != 0 {
		filter += of("seat_count", f.Seats)
	}
	if f.Pace != "" {
		filter += of("pace", string(f.Pace))
	}
	named := func(table string) string { return strings.ReplaceAll(filter, "TABLE", table) }
	query := selectMatch + `WHERE ` + openTables + strings.Replace(condition, "FILTER", named("t"), 1) + named("m") +
		fmt.Sprintf(" AND m.seq < ?%d ORDER BY m.seq DESC LIMIT ?%d", len(args)+1, len(args)+2)
	return s.list(ctx, query, after, limit, args...)
}

// CountOpenTables implements db.Lobby.
func (s *Store) CountOpenTables(ctx context.Context, viewer string) (int, error) {
	var n int
	if err := s.read.QueryRow(ctx, countOpenTables, viewer, db.MostCounted).Scan(&n); err != nil {
		return 0, fmt.Errorf("count open tables: %w", err)
	}
	return n, nil
}

// FittingTables implements db.Lobby.
func (s *Store) FittingTables(ctx context.Context, viewer string, f db.TableFilter, limit int) (fitting []db.Match, err error) {
	add := func(f db.TableFilter, condition string) error {
		if err != nil || len(fitting) >= limit {
			return err
		}
		var found []db.Match
		found, _, err = s.openTables(ctx, viewer, f, notSeated+condition, "", limit)
		for _, m := range found {
			if len(fitting) < limit && !slices.ContainsFunc(fitting, func(other db.Match) bool { return other.ID == m.ID }) {
				fitting = append(fitting, m)
			}
		}
		return err
	}
	if err := add(f, ofFavorites); err != nil {
		return nil, err
	}
	gamesPlayed, pacesPlayed, err := s.tastes(ctx, viewer)
	if err != nil {
		return nil, err
	}
	for _, game := range gamesPlayed {
		if f.Game == "" || f.Game == game {
			_ = add(db.TableFilter{Game: game, Seats: f.Seats, Pace: f.Pace}, "")
		}
	}
	for _, pace := range pacesPlayed {
		if f.Pace == "" || f.Pace == pace {
			_ = add(db.TableFilter{Game: f.Game, Seats: f.Seats, Pace: pace}, "")
		}
	}
	return fitting, err
}

// tastes returns the games and the paces of the last matches of a player, the latest first.
func (s *Store) tastes(ctx context.Context, player string) (played []string, paces []db.Tempo, err error) {
	_, err = collect(ctx, s.read, "list recent games", listTastes, func(r scanner) (none struct{}, err error) {
		var game string
		var clocks []byte
		var c clock.Clock
		if err = r.Scan(&game, &clocks); err != nil {
			return none, err
		}
		if clocks != nil {
			if err = json.Unmarshal(clocks, &c); err != nil {
				return none, err
			}
		}
		if !slices.Contains(played, game) && len(played) < tastedGames {
			played = append(played, game)
		}
		if pace := db.TempoOf(c); !slices.Contains(paces, pace) && len(paces) < tastedPaces {
			paces = append(paces, pace)
		}
		return none, nil
	}, player, recentMatches)
	return played, paces, err
}

// Visit implements db.Players.
func (s *Store) Visit(ctx context.Context, match, player string) (db.Visit, error) {
	key := visitKey(match, player)
	noted := s.noted.visit(match, player) // before the row, which has visits that are stored in between
	stored, err := getKept(ctx, s.kept, "visit", key, func(ctx context.Context) (db.Visit, error) { return s.findVisit(ctx, match, player) }, key)
	return latestVisit(stored, noted), err
}

// visitKey is the id of a player's visits to a match in versions.
func visitKey(match, player string) string { return match + "/" + player }

func (s *Store) findVisit(ctx context.Context, match, player string) (db.Visit, error) {
	var v db.Visit
	var began, latest sql.NullInt64
	var orders sql.NullString
	err := s.read.QueryRow(ctx, `SELECT coalesce(v.ply, 0), coalesce(v.told, 0), v.began, v.latest,
			(SELECT max(o.text) FROM seats s JOIN orders o ON o.match = s.match AND o.seat = s.seat WHERE s.match = m.seq AND s.player = ?)
		FROM matches m LEFT JOIN visits v ON v.match = m.seq AND v.player = ?
		WHERE m.id = ?`, player, player, match).Scan(&v.Seen, &v.Told, &began, &latest, &orders)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Visit{}, nil
	case err != nil:
		return db.Visit{}, fmt.Errorf("look up visit: %w", err)
	}
	v.Began, v.Latest, v.Orders = timeFrom(began), timeFrom(latest), orders.String
	return v, nil
}

// VisitsOf implements db.Players.
func (s *Store) VisitsOf(ctx context.Context, player string) ([]db.MatchVisit, error) {
	return collect(ctx, s.read, "list visits", `SELECT m.id, v.ply, v.told, v.began, v.latest FROM visits v JOIN matches m ON m.seq = v.match WHERE v.player = ? ORDER BY v.match DESC`,
		func(r scanner) (v db.MatchVisit, err error) {
			var began, latest sql.NullInt64
			err = r.Scan(&v.Match, &v.Seen, &v.Told, &began, &latest)
			v.Began, v.Latest = timeFrom(began), timeFrom(latest)
			return v, err
		}, player)
}

// NoteVisit implements db.Players. Where nobody else reads the database, the visit is
// stored a little later, together with others.
func (s *Store) NoteVisit(ctx context.Context, match, player string, v db.Visit) error {
	if s.kept == nil {
		return s.do(ctx, func(ctx context.Context, t *tx) error { return storeVisit(ctx, t, match, player, v) })
	}
	if _, err := s.match(ctx, match); err != nil {
		return err
	}
	if _, err := s.Player(ctx, player); err != nil {
		return err
	}
	s.noted.add(match, player, db.Visit{Seen: v.Seen, Told: v.Told, Began: toMillis(v.Began), Latest: toMillis(v.Latest)}, s.storeNoted)
	s.kept.countNoted(visitKey(match, player))
	return nil
}

// countNoted counts a visit that is noted and not yet stored: the row stays as it is.
func (k *keptRows) countNoted(key string) {
	before, idle := k.versions.of(key)
	row, found := k.rows.GetIfPresent("visit/" + key)
	k.versions.count(key).commits.Add(1)
	if !found || !idle || row.version != before {
		return
	}
	if after, idle := k.versions.of(key); idle && after == before+1 {
		k.rows.Set("visit/"+key, &keptRow{after, row.value})
	}
}

// willVisit notes the state of a visit once v is stored, if the state before is in the cache.
func (t *tx) willVisit(key string, v db.Visit) {
	k := t.s.kept
	if k == nil {
		return
	}
	row, found := k.rows.GetIfPresent("visit/" + key)
	if before, idle := k.versions.of(key); !found || !idle || row.version != before {
		return
	}
	v.Began, v.Latest = toMillis(v.Began), toMillis(v.Latest)
	t.willBe("visit", key, latestVisit(row.value.(db.Visit), v))
	if last := t.rows[len(t.rows)-1]; last.before != row.version {
		t.rows = t.rows[:len(t.rows)-1] // another commit came between
	}
}

// storeVisit stores a visit in a transaction.
func storeVisit(ctx context.Context, t *tx, match, player string, v db.Visit) error {
	if err := t.LockMatch(ctx, match); err != nil {
		return err
	}
	var seq int64
	switch err := t.QueryRow(ctx, seqOfMatch, match).Scan(&seq); {
	case errors.Is(err, sql.ErrNoRows):
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("note visit: %w", err)
	}
	t.touch(visitKey(match, player))
	st := visitStatement(seq, player, v)
	_, err := t.Exec(ctx, st.Query, st.Args...)
	switch {
	case isReference(err):
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("note visit: %w", err)
	}
	t.willVisit(visitKey(match, player), v)
	return nil
}

// toMillis returns a time as it is when it has been stored.
func toMillis(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// visitStatement stores a visit. No column ever decreases.
func visitStatement(seq int64, player string, v db.Visit) Statement {
	return Statement{Doing: "note visit", Table: "visits",
		Query: `INSERT INTO visits (match, player, ply, told, began, latest) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (match, player) DO UPDATE SET ply = greatest(visits.ply, excluded.ply), told = greatest(visits.told, excluded.told),
				began = greatest(visits.began, excluded.began), latest = greatest(visits.latest, excluded.latest)`,
		Args: []any{seq, player, v.Seen, v.Told, v.Began.UnixMilli(), v.Latest.UnixMilli()}}
}
