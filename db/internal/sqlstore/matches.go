package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
	"tableronde/games/clock"
)

// Match implements db.Matches.
func (s *Store) Match(ctx context.Context, id string) (db.Match, error) {
	r, err := s.match(ctx, id)
	return r.Match, err
}

// match returns a match as it is committed.
func (s *Store) match(ctx context.Context, id string) (storedMatch, error) {
	r, err := getKept(ctx, s.kept, "match", id, func(ctx context.Context) (storedMatch, error) {
		return findRow(ctx, s.read, matchByID, id)
	}, id)
	if err != nil {
		return storedMatch{}, err
	}
	return withEvents(ctx, s.read, r)
}

// MatchByInvite implements db.Matches.
func (s *Store) MatchByInvite(ctx context.Context, token string) (db.Match, error) {
	r, err := findMatch(ctx, s.read, matchByInvite, secret.HashInvite(token))
	return r.Match, err
}

// storedMatch is a match with the columns that package db does not show.
type storedMatch struct {
	db.Match
	seq       int64
	toActBits uint64 // the column to_act, also before the start

	orders db.Orders // of all seats, from matchWithOrders alone

	invite   string // see secret.HashInvite and secret.WithdrawnInvite
	inviteNo int
}

// selectMatch must be completed by a condition on m. The seats are a JSON array with one array
// per seat. Its player is null for an open seat.
const selectMatch = matchColumns + ` FROM matches m
`

const matchColumns = `SELECT m.seq, m.id, m.game, m.version, m.options, m.public, m.solo, m.invite, m.invite_no, m.host,
	m.created, m.started, m.ended, m.moved, m.ply, m.to_act, m.last_seat, m.last_text, m.result, m.title, m.tags,
	m.secret, m.wait, m.window_ends, m.deadline, m.bot_due, m.forced_due, m.clock, m.no_talk, m.watch, m.rated, m.ladder, m.need_played, m.need_low, m.need_high, m.shown, m.hints, m.share IS NOT NULL,
	EXISTS (SELECT 1 FROM acts a WHERE a.match = m.seq),
	(SELECT g.cup FROM cup_matches g WHERE g.match = m.seq),
	(SELECT o.id FROM matches o WHERE o.seq = m.rematch_of),
	(SELECT n.id FROM matches n WHERE n.rematch_of = m.seq),
	(SELECT json_object('seat', r.seat, 'until', r.until, 'declined', r.declined,
			'accepted', (SELECT json_group_array(v.seat) FROM rematch_votes v WHERE v.match = r.match))
		FROM rematches r WHERE r.match = m.seq),
	(SELECT json_group_array(json_array(s.seat, p.id, p.name, p.created, s.contribution, CASE WHEN s.asked IS NULL THEN 0 ELSE 1 END, s.deadline, p.habits, p.bot, s.unread,
		s.kept, (SELECT k.name FROM players k WHERE k.id = s.kept), s.declined,
		s.stands_for, (SELECT l.name FROM players l WHERE l.id = s.stands_for)))
		FROM seats s LEFT JOIN players p ON p.id = s.player WHERE s.match = m.seq)`

// Queries for one match.
const (
	matchByID     = selectMatch + `WHERE m.id = ?`
	matchByInvite = selectMatch + `WHERE m.invite = ?`

	// matchAndOrders has one more column: a JSON array with one array per seat that has
	// standing orders.
	matchAndOrders = matchColumns + `, (SELECT json_group_array(json_array(o.seat, o.text)) FROM orders o WHERE o.match = m.seq)
		FROM matches m WHERE m.id = ?`
)

// scanMatch reads a row of selectMatch, with more columns if more is given. key recovers the
// token of the match's invitation. The error is db.ErrNotFound if there is no row.
func scanMatch(from scanner, key secret.InviteKey, more ...any) (storedMatch, error) {
	var (
		r                                                 storedMatch
		created, started, ended, moved                    sql.NullInt64
		lastSeat, windowEnds, deadline, botDue, forcedDue sql.NullInt64
		options, seats, tags                              []byte
		result, drawn, offered, clocks                    []byte
		lastText, cup, rematchOf, rematch                 sql.NullString
	)
	err := from.Scan(append([]any{&r.seq, &r.ID, &r.Game, &r.Version, &options, &r.Public, &r.Solo, &r.invite, &r.inviteNo, &r.Host,
		&created, &started, &ended, &moved, &r.Ply, &r.toActBits, &lastSeat, &lastText, &result, &r.Title, &tags,
		&drawn, &r.Wait, &windowEnds, &deadline, &botDue, &forcedDue, &clocks, &r.NoTalk, &r.Watch, &r.Rated, &r.Ladder, &r.Needs.Played, &r.Needs.Low, &r.Needs.High, &r.Shown, &r.Hints, &r.Shared, &r.Operated, &cup, &rematchOf, &rematch, &offered, &seats}, more...)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return storedMatch{}, db.ErrNotFound
	case err != nil:
		return storedMatch{}, err
	}
	r.Created, r.Started, r.Ended, r.Moved = timeFrom(created), timeFrom(started), timeFrom(ended), timeFrom(moved)
	r.Wait, r.WindowEnds, r.Deadline = r.Wait*time.Second, timeFrom(windowEnds), timeFrom(deadline)
	r.BotDue, r.ForcedDue = timeFrom(botDue), timeFrom(forcedDue)
	r.Cup, r.RematchOf, r.Rematch = cup.String, rematchOf.String, rematch.String
	r.Invite, r.Invited = key.Find(r.ID, r.inviteNo, r.invite), r.invite != secret.WithdrawnInvite(r.ID)
	copy(r.Secret[:], drawn)
	if started.Valid {
		r.ToAct = seatsOf(r.toActBits)
	}
	if r.Ply > 0 {
		r.Last = db.Event{Ply: r.Ply - 1, Seat: games.Seat(lastSeat.Int64), Text: lastText.String, At: r.Moved}
	}
	if ended.Valid {
		r.Over, r.Result = true, new(games.Result)
		if err := json.Unmarshal(result, r.Result); err != nil {
			return storedMatch{}, fmt.Errorf("result: %w", err)
		}
	}
	for _, m := range []struct {
		name string
		text []byte
		into *map[string]string
	}{{"options", options, &r.Options}, {"tags", tags, &r.Tags}} {
		if string(m.text) != "{}" {
			if err := json.Unmarshal(m.text, m.into); err != nil {
				return storedMatch{}, fmt.Errorf("%s: %w", m.name, err)
			}
		}
	}
	if clocks != nil {
		if err := json.Unmarshal(clocks, &r.Clock); err != nil {
			return storedMatch{}, fmt.Errorf("clocks: %w", err)
		}
	}
	if r.Offered, err = decodeOffer(offered); err != nil {
		return storedMatch{}, fmt.Errorf("offer of a rematch: %w", err)
	}
	if err := r.decodeSeats(seats); err != nil {
		return storedMatch{}, fmt.Errorf("seats: %w", err)
	}
	return r, nil
}

func (r *storedMatch) decodeSeats(text []byte) error {
	var stored [][15]any
	if err := json.Unmarshal(text, &stored); err != nil {
		return err
	}
	r.Seats = make([]db.Player, len(stored))
	if r.Chance() {
		r.Contributions = make([]string, len(stored))
	}
	if !r.Clock.IsZero() {
		r.Deadlines = make([]time.Time, len(stored))
	}
	for _, p := range stored {
		seat, ok := p[0].(float64)
		if !ok || seat < 1 || int(seat) > len(stored) {
			return fmt.Errorf("%d seats, one of them is %v", len(stored), p[0])
		}
		if id, ok := p[1].(string); ok {
			name, _ := p[2].(string)
			created, _ := p[3].(float64)
			habits, _ := p[7].(string)
			bot, _ := p[8].(float64)
			r.Seats[int(seat)-1] = db.Player{ID: id, Name: name, Created: time.UnixMilli(int64(created)).UTC(), Habits: habits, Bot: int(bot)}
		}
		if r.Chance() {
			r.Contributions[int(seat)-1], _ = p[4].(string)
		}
		r.decodeKept(int(seat), len(stored), p[10], p[11], p[12])
		if left, ok := p[13].(string); ok {
			r.standIn(int(seat), len(stored), left, p[14])
		}
		if unread, ok := p[9].(float64); ok && unread > 0 {
			if r.Unread == nil {
				r.Unread = make([]int, len(stored))
			}
			r.Unread[int(seat)-1] = int(unread)
		}
		if asked, ok := p[5].(float64); ok && asked != 0 {
			r.Asked = append(r.Asked, games.Seat(seat))
		}
		if deadline, ok := p[6].(float64); ok && r.Deadlines != nil {
			r.Deadlines[int(seat)-1] = time.UnixMilli(int64(deadline)).UTC()
		}
	}
	slices.Sort(r.Asked)
	return nil
}

// standIn notes the player who has left a seat to a bot: id and name.
func (r *storedMatch) standIn(seat, seats int, id string, name any) {
	if r.StandsFor == nil {
		r.StandsFor = make([]db.Player, seats)
	}
	r.StandsFor[seat-1].ID = id
	r.StandsFor[seat-1].Name, _ = name.(string)
}

// decodeKept notes the player of a kept seat: id, name, and whether they have declined.
func (r *storedMatch) decodeKept(seat, seats int, id, name, declined any) {
	kept, ok := id.(string)
	if !ok {
		return
	}
	if r.Kept == nil {
		r.Kept = make([]db.Kept, seats)
	}
	r.Kept[seat-1].ID = kept
	r.Kept[seat-1].Name, _ = name.(string)
	r.Kept[seat-1].Declined = declined == float64(1)
}

// findMatch reads a match with its events by one of the queries, whose further
// columns go into more.
func findMatch(ctx context.Context, q source, query string, arg any, more ...any) (storedMatch, error) {
	r, err := findRow(ctx, q, query, arg, more...)
	if err != nil {
		return storedMatch{}, err
	}
	return withEvents(ctx, q, r)
}

// findRow reads a match as findMatch does, but not its events.
func findRow(ctx context.Context, q source, query string, arg any, more ...any) (storedMatch, error) {
	r, err := scanMatch(q.QueryRow(ctx, query, arg), q.store().key, more...)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		err = fmt.Errorf("load match: %w", err)
	}
	return r, err
}

// withEvents returns a match that findRow has found, with its events.
func withEvents(ctx context.Context, q source, r storedMatch) (storedMatch, error) {
	events, err := q.events(ctx, r.seq, r.Ply, r.Last)
	if err != nil {
		return storedMatch{}, fmt.Errorf("load match: %w", err)
	}
	r.Events = events
	return r, nil
}

// bitsOf returns a set of seats with bit n for seat n. seatsOf is its inverse.
func bitsOf(seats []games.Seat) (uint64, error) {
	var set uint64
	for _, s := range seats {
		if s < 1 || s > db.MaxSeats {
			return 0, fmt.Errorf("seat %d: %w", s, db.ErrNoSeat)
		}
		set |= 1 << s
	}
	return set, nil
}

func seatsOf(set uint64) []games.Seat {
	var seats []games.Seat
	for ; set != 0; set &= set - 1 {
		seats = append(seats, games.Seat(bits.TrailingZeros64(set)))
	}
	return seats
}

// scanner is a row, alone or among others.
type scanner interface{ Scan(...any) error }

// collect returns the values that scan reads from the rows of a query. doing names the work in
// errors.
func collect[T any](ctx context.Context, q Queryer, doing, query string, scan func(scanner) (T, error), args ...any) (list []T, err error) {
	err = each(ctx, q, query, func(row scanner) error {
		value, err := scan(row)
		if err == nil {
			list = append(list, value)
		}
		return err
	}, args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return list, nil
}

// each calls f with each row that a query finds, until f fails.
func each(ctx context.Context, q Queryer, query string, f func(scanner) error, args []any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// scanText reads a row of one column.
func scanText(row scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// scanNumber reads a row of one number.
func scanNumber(row scanner) (n int64, err error) {
	err = row.Scan(&n)
	return n, err
}

// listAll lists the matches after one, with the number of their events according
// to the row of the match and to the rows of events.
const listAll = `SELECT seq, id, ply, (SELECT count(*) FROM events WHERE match = seq) FROM matches WHERE seq > ? ORDER BY seq LIMIT ?`

// EachMatch implements db.Health.
func (s *Store) EachMatch(ctx context.Context, f func(id string, m db.Match, err error) error) error {
	type listed struct {
		seq         int64
		id          string
		ply, events int
	}
	page := make([]listed, 0, db.MaxPage)
	for after := int64(0); ; {
		rows, err := s.read.Query(ctx, listAll, after, db.MaxPage)
		if err != nil {
			return fmt.Errorf("list all matches: %w", err)
		}
		page = page[:0]
		for rows.Next() {
			var l listed
			if err := rows.Scan(&l.seq, &l.id, &l.ply, &l.events); err != nil {
				return errors.Join(fmt.Errorf("list all matches: %w", err), rows.Close())
			}
			page = append(page, l)
		}
		if err := rows.Err(); err != nil || len(page) == 0 {
			return err
		}
		for _, l := range page {
			after = l.seq
			var found storedMatch
			err := fmt.Errorf("it has %d events instead of %d", l.events, l.ply)
			if l.events == l.ply {
				if found, err = findMatch(ctx, uncached{s.read}, matchByID, l.id); err == nil {
					err = found.readFold(ctx, s.read)
				}
			}
			if errors.Is(err, db.ErrNotFound) {
				continue // deleted in between
			}
			if err := f(l.id, found.Match, err); err != nil {
				return err
			}
		}
	}
}

// uncached reads events from the database, bypassing the cache.
type uncached struct{ committed }

func (u uncached) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	events, err := readEvents(ctx, u, seq, nil, ply)
	if err == nil && events[ply-1] != last {
		err = fmt.Errorf("the last event is %q by seat %d at %s, and its row says otherwise",
			events[ply-1].Text, events[ply-1].Seat, events[ply-1].At.Format(time.RFC3339))
	}
	return events, err
}

// Queries of storedMatch.updateSeats. Each column that is set costs an update of its indexes,
// even if it does not change. The column over is in two indexes.
const (
	updateSeats = `UPDATE seats SET ` + seatColumns
	endSeats    = `UPDATE seats SET over = 1, ` + seatColumns

	seatColumns = `owes = (CAST(? AS BIGINT) >> seat) & 1, changed = greatest(changed, ?),
		deadline = CASE seat WHEN ? THEN CAST(? AS BIGINT) END,
		asked = CASE (CAST(? AS BIGINT) >> seat) & 1 WHEN 1 THEN CAST(? AS BIGINT) END WHERE match = ?`
)

// updateSeats updates the columns of the seats that repeat columns of the match. It marks
// exactly the asked seats as not having answered an offer that never expires. changed is the
// time of the change of the match, in milliseconds.
func (r *storedMatch) updateSeats(ctx context.Context, t *tx, asked uint64, changed int64) error {
	seat, deadline := r.firstDeadline()
	query := updateSeats
	if r.Over {
		query = endSeats
	}
	err := t.Queue(ctx, Statement{Doing: "update seats", Table: "seats", Query: query,
		Args: []any{int64(r.toActBits), changed, seat, nullTime(deadline), int64(asked), int64(noExpiry), r.seq}})
	if err != nil {
		return err
	}
	return r.storeDeadlines(ctx, t, seat)
}

// firstDeadline returns the first seat whose clock runs, 0 for none, and when it falls.
func (r *storedMatch) firstDeadline() (seat int, at time.Time) {
	for i, at := range r.Deadlines {
		if !at.IsZero() {
			return i + 1, at
		}
	}
	return 0, time.Time{}
}

// storeDeadlines stores when the clocks of the seats after one fall.
func (r *storedMatch) storeDeadlines(ctx context.Context, t *tx, after int) error {
	for i, at := range r.Deadlines {
		if at.IsZero() || i < after {
			continue
		}
		err := t.Queue(ctx, Statement{Doing: "store deadline", Table: "seats",
			Query: `UPDATE seats SET deadline = ? WHERE match = ? AND seat = ?`, Args: []any{at.UnixMilli(), r.seq, i + 1}})
		if err != nil {
			return err
		}
	}
	return nil
}

// setClock takes over the clocks of a change, rounded to the precision of the store.
func (r *storedMatch) setClock(c db.Change) {
	if !c.Clock.IsZero() {
		r.Clock = c.Clock
	}
	r.Deadline = ceilMillis(c.Deadline)
	if r.Clock.IsZero() {
		return
	}
	r.Deadlines = make([]time.Time, len(r.Seats))
	for i, at := range c.Deadlines {
		r.Deadlines[i] = ceilMillis(at)
	}
}

// postpone stores deadlines that have changed without an event.
func (r *storedMatch) postpone(ctx context.Context, t *tx, c db.Change) error {
	if r.Over {
		return nil
	}
	t.changed(&r.Match, false)
	c.Clock = clock.Clock{}
	r.setClock(c)
	err := t.Queue(ctx, Statement{Doing: "store deadline", Table: "matches",
		Query: `UPDATE matches SET deadline = ? WHERE seq = ?`, Args: []any{nullTime(r.Deadline), r.seq}})
	if err != nil {
		return err
	}
	return r.storeDeadlines(ctx, t, 0)
}

// encodeClock returns clocks in the form in which they are stored, null for a match without
// clocks.
func encodeClock(c clock.Clock) (any, error) {
	if c.IsZero() {
		return nil, nil
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("clocks: %w", err)
	}
	return string(text), nil
}

// ShowMatch implements db.Matches.
func (s *Store) ShowMatch(ctx context.Context, id string, shown bool) (db.Match, error) {
	change := `UPDATE matches SET public = 0, shown = 0 WHERE seq = ? AND shown = 1`
	if shown {
		change = `UPDATE matches SET public = 1, shown = 1 WHERE seq = ? AND public = 0`
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, id); err != nil {
			return db.Match{}, err
		}
		return changeEnded(ctx, t, id, change)
	})
}

// ShareMatch implements db.Matches.
func (s *Store) ShareMatch(ctx context.Context, o db.Once, id string, note func(token string) (int, []byte)) (string, error) {
	return writeOnce(ctx, s, o, id, func(ctx context.Context, t *tx) (string, error) {
		token := secret.NewLink()
		_, err := changeEnded(ctx, t, id, `UPDATE matches SET share = ?2 WHERE seq = ?1`, secret.HashToken(token))
		return token, err
	}, note)
}

// UnshareMatch implements db.Matches.
func (s *Store) UnshareMatch(ctx context.Context, id string) (db.Match, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, id); err != nil {
			return db.Match{}, err
		}
		return changeEnded(ctx, t, id, `UPDATE matches SET share = NULL WHERE seq = ?`)
	})
}

// changeEnded runs a statement on the row of a match that has ended and returns
// the match after it. The first argument of the statement is the number of the
// match.
func changeEnded(ctx context.Context, t *tx, id, statement string, args ...any) (db.Match, error) {
	r, err := findMatch(ctx, t, matchByID, id)
	switch {
	case err != nil:
		return db.Match{}, err
	case !r.Over:
		return db.Match{}, db.ErrNotOver
	}
	if _, err := t.Exec(ctx, statement, append([]any{r.seq}, args...)...); err != nil {
		return db.Match{}, fmt.Errorf("change who may see a match: %w", err)
	}
	r, err = findMatch(ctx, t, matchByID, id)
	t.changed(&r.Match, false)
	return r.Match, err
}

// MatchByShare implements db.Matches.
func (s *Store) MatchByShare(ctx context.Context, token string) (db.Match, error) {
	r, err := findMatch(ctx, s.read, matchByShare, secret.HashToken(token))
	return r.Match, err
}

const (
	matchByShare = selectMatch + `WHERE m.share = ?`

	listPublicLive = selectMatch + `WHERE m.public = 1 AND m.solo = 0 AND m.against_bots = 0 AND m.started IS NOT NULL AND m.ended IS NULL
		ORDER BY coalesce(m.moved, m.started) DESC LIMIT ?`
	listPublicOver = selectMatch + `WHERE m.public = 1 AND m.ended IS NOT NULL
		AND json_extract(m.result, '$.reason') <> 'aborted' ORDER BY m.ended DESC LIMIT ?`
)

// PublicMatches implements db.Lists.
func (s *Store) PublicMatches(ctx context.Context, over bool, limit int) ([]db.Match, error) {
	query := listPublicLive
	if over {
		query = listPublicOver
	}
	return collect(ctx, s.read, "list public matches", query, func(row scanner) (db.Match, error) {
		r, err := scanMatch(row, s.key)
		return r.Match, err
	}, min(max(limit, 1), db.MaxPage))
}

// keptMemory is how many bytes of rows are kept, as estimated by keptRow.weigh.
const keptMemory = 3 << 20

// keptRows keeps rows in memory for as long as no commit concerns them. The rows of matches
// are without their events, which eventLog keeps.
type keptRows struct {
	versions *versions
	rows     *otter.Cache[string, *keptRow] // by kind and id
}

type keptRow struct {
	version uint64
	value   any
}

// weigh estimates how many bytes a row takes.
func (r keptRow) weigh() uint32 {
	size := 300
	switch v := r.value.(type) {
	case storedMatch:
		size = 2_000
	case keptTurns:
		size += 60 * len(v.newest)
	case db.Visit:
		size += len(v.Orders)
	case db.Orders:
		for _, text := range v {
			size += len(text)
		}
	}
	return uint32(size)
}

func newKeptRows() *keptRows {
	return &keptRows{newVersions(), otter.Must(&otter.Options[string, *keptRow]{
		MaximumWeight: keptMemory,
		Weigher:       func(_ string, r *keptRow) uint32 { return r.weigh() },
		Executor:      func(evict func()) { evict() },
	})}
}

// Version implements db.Versions.
func (s *Store) Version(match, player string) (version uint64, ok bool) {
	if s.kept == nil {
		return 0, false
	}
	return s.kept.versions.of(match, player, visitKey(match, player))
}

// current returns the row of a kind and an id if it is in the cache, and no commit that
// concerns the id is under way. In a transaction of a store that nobody else writes to, the
// transaction would read the same row at its beginning.
func (k *keptRows) current(kind, id string) (value any, ok bool) {
	if k == nil {
		return nil, false
	}
	version, idle := k.versions.of(id)
	row, ok := k.rows.GetIfPresent(kind + "/" + id)
	if !ok || !idle || row.version != version {
		return nil, false
	}
	return row.value, true
}

// rowAfter is a row as a transaction leaves it.
type rowAfter struct {
	key, id string
	value   any
	before  uint64 // version of the id before the transaction
	known   bool   // no other was under way then
	own     uint64 // by how much the transaction raises the version
}

// willBe notes the row of a kind and an id as it will be after the commit, so that the
// next reader need not read it again.
func (t *tx) willBe(kind, id string, value any) {
	if k := t.s.kept; k != nil {
		r := rowAfter{key: kind + "/" + id, id: id, value: value}
		r.before, r.known = k.versions.of(id)
		t.rows = append(t.rows, r)
	}
}

// keepAfter keeps a row after its transaction, unless another one may have changed it in
// between.
func (k *keptRows) keepAfter(r rowAfter) {
	version, ok := k.versions.of(r.id)
	if ok && r.known && version == r.before+r.own {
		k.rows.Set(r.key, &keptRow{version, r.value})
	}
}

// getKept returns the row of a kind and an id. It reads the row if it is not in memory or a
// commit that concerns one of ids may have changed it. Errors are not kept. A nil k keeps
// nothing.
func getKept[V any](ctx context.Context, k *keptRows, kind, id string, read func(context.Context) (V, error), ids ...string) (V, error) {
	if k == nil {
		return read(ctx)
	}
	// The version is from before the row is read. A commit in between makes it outdated.
	version, ok := k.versions.of(ids...)
	if !ok {
		return read(ctx)
	}
	key := kind + "/" + id
	if row, ok := k.rows.GetIfPresent(key); ok && row.version == version {
		return row.value.(V), ctx.Err()
	}
	value, err := read(ctx)
	if err == nil {
		k.rows.Set(key, &keptRow{version, value})
	}
	return value, err
}

// Snapshot is a store as one transaction sees it, for reading.
type Snapshot struct {
	*Store
	rows Queryer
}

// NewSnapshot returns the store that a transaction sees. A nil key recovers no
// token of an invitation.
func NewSnapshot(q Queryer, key secret.InviteKey) *Snapshot {
	return &Snapshot{New(readOnly{q}, Options{Key: key}), q}
}

// Target is a store that is filled in one transaction.
type Target struct {
	*Snapshot
	tx Tx
}

// NewTarget returns the store to fill in a transaction, without a key.
func NewTarget(t Tx) *Target { return &Target{NewSnapshot(t, nil), t} }

// Key returns the key of invitations, nil for none.
func (s *Snapshot) Key() secret.InviteKey { return s.key }

// readOnly is an engine that does not write.
type readOnly struct{ Queryer }

// Write implements Engine.
func (readOnly) Write(context.Context, func(context.Context, Tx) error) error {
	return errors.ErrUnsupported
}
