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

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// matches implements db.Matches.
type matches struct{ *core }

func (s matches) Match(ctx context.Context, id string) (db.Match, error) {
	r, err := s.match(ctx, id)
	return r.Match, err
}

func (s matches) MatchByInvite(ctx context.Context, token string) (db.Match, error) {
	r, err := findMatch(ctx, s.read, matchByInvite, secret.HashInvite(token))
	return r.Match, err
}

func (s matches) MatchByShare(ctx context.Context, token string) (db.Match, error) {
	r, err := findMatch(ctx, s.read, matchByShare, secret.HashToken(token))
	return r.Match, err
}

func (s matches) ShowMatch(ctx context.Context, id string, shown bool) (db.Match, error) {
	change := `UPDATE matches SET public = 0, shown = 0 WHERE seq = ? AND shown = 1`
	if shown {
		change = `UPDATE matches SET public = 1, shown = 1 WHERE seq = ? AND public = 0`
	}
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, id); err != nil {
			return db.Match{}, err
		}
		return changeEnded(ctx, t, id, change)
	})
}

func (s matches) ShareMatch(ctx context.Context, o db.Once, id string, note func(token string) (int, []byte)) (string, error) {
	return writeOnce(ctx, s.core, o, id, func(ctx context.Context, t *tx) (string, error) {
		token := secret.NewLink()
		_, err := changeEnded(ctx, t, id, `UPDATE matches SET share = ?2 WHERE seq = ?1`, secret.HashToken(token))
		return token, err
	}, note)
}

func (s matches) UnshareMatch(ctx context.Context, id string) (db.Match, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, id); err != nil {
			return db.Match{}, err
		}
		return changeEnded(ctx, t, id, `UPDATE matches SET share = NULL WHERE seq = ?`)
	})
}

// changeEnded runs a statement on the row of an ended match and returns the changed match. The
// first argument of the statement is the number of the match.
func changeEnded(ctx context.Context, t *tx, id, statement string, args ...any) (db.Match, error) {
	r, err := findMatch(ctx, t, matchByID, id)
	switch {
	case err != nil:
		return db.Match{}, err
	case !r.Over:
		return db.Match{}, db.ErrNotOver
	}
	if err := t.run(ctx, "change who may see a match", statement, append([]any{r.seq}, args...)...); err != nil {
		return db.Match{}, err
	}
	r, err = findMatch(ctx, t, matchByID, id)
	t.changed(&r.Match, false)
	return r.Match, err
}

// match returns a match from committed data.
func (c *core) match(ctx context.Context, id string) (storedMatch, error) {
	r, err := getKept(ctx, c.kept, "match", id, func(ctx context.Context) (storedMatch, error) {
		return findRow(ctx, c.read, matchByID, id)
	}, id)
	if err != nil {
		return storedMatch{}, err
	}
	return withEvents(ctx, c.read, r)
}

// storedMatch is a match with the columns that are hidden from package db.
type storedMatch struct {
	db.Match
	seq       int64
	toActBits uint64 // the column to_act, which is also set before the start

	orders db.Orders // of all seats; set only by matchWithOrders

	invite   string // see secret.HashInvite and secret.WithdrawnInvite
	inviteNo int
}

// selectMatch must be completed by a condition on m. The seats are a JSON array with one array per
// seat, whose player is null for an open seat.
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
	matchByShare  = selectMatch + `WHERE m.share = ?`

	// matchAndOrders has one more column: a JSON array with one array per seat that has advance
	// orders.
	matchAndOrders = matchColumns + `, (SELECT json_group_array(json_array(o.seat, o.text)) FROM orders o WHERE o.match = m.seq)
		FROM matches m WHERE m.id = ?`
)

// scanMatch reads a row of selectMatch, with more columns if more is given. key recovers the
// token of the match's invitation. The error is db.ErrNotFound if there is no row.
func scanMatch(from scanner, key secret.InviteKey, more ...any) (storedMatch, error) {
	var (
		r                                 storedMatch
		lastSeat                          sql.NullInt64
		options, seats, tags              []byte
		result, drawn, offered, clocks    []byte
		lastText, cup, rematchOf, rematch sql.NullString
	)
	err := from.Scan(append([]any{&r.seq, &r.ID, &r.Game, &r.Version, &options, &r.Public, &r.Solo, &r.invite, &r.inviteNo, &r.Host,
		millis{&r.Created}, millis{&r.Started}, millis{&r.Ended}, millis{&r.Moved}, &r.Ply, &r.toActBits, &lastSeat, &lastText, &result, &r.Title, &tags,
		&drawn, &r.Wait, millis{&r.WindowEnds}, millis{&r.Deadline}, millis{&r.BotDue}, millis{&r.ForcedDue}, &clocks, &r.NoTalk, &r.Watch, &r.Rated, &r.Ladder, &r.Needs.Played, &r.Needs.Low, &r.Needs.High, &r.Shown, &r.Hints, &r.Shared, &r.Operated, &cup, &rematchOf, &rematch, &offered, &seats}, more...)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return storedMatch{}, db.ErrNotFound
	case err != nil:
		return storedMatch{}, err
	}
	r.Wait *= time.Second
	r.Cup, r.RematchOf, r.Rematch = cup.String, rematchOf.String, rematch.String
	r.Invite, r.Invited = key.Find(r.ID, r.inviteNo, r.invite), r.invite != secret.WithdrawnInvite(r.ID)
	copy(r.Secret[:], drawn)
	if !r.Started.IsZero() {
		r.ToAct = seatsOf(r.toActBits)
	}
	if r.Ply > 0 {
		r.Last = db.Event{Ply: r.Ply - 1, Seat: games.Seat(lastSeat.Int64), Text: lastText.String, At: r.Moved}
	}
	if !r.Ended.IsZero() {
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

// standIn sets the player who has left a seat to a bot: id and name.
func (r *storedMatch) standIn(seat, seats int, id string, name any) {
	if r.StandsFor == nil {
		r.StandsFor = make([]db.Player, seats)
	}
	r.StandsFor[seat-1].ID = id
	r.StandsFor[seat-1].Name, _ = name.(string)
}

// decodeKept sets the player of a reserved seat: id, name, and whether they have declined.
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

// findMatch reads a match with its events by one of the queries. Further columns of the query go
// into more.
func findMatch(ctx context.Context, q source, query string, arg any, more ...any) (storedMatch, error) {
	r, err := findRow(ctx, q, query, arg, more...)
	if err != nil {
		return storedMatch{}, err
	}
	return withEvents(ctx, q, r)
}

// findRow works like findMatch without the events.
func findRow(ctx context.Context, q source, query string, arg any, more ...any) (storedMatch, error) {
	r, err := scanMatch(q.QueryRow(ctx, query, arg), q.store().key, more...)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		err = fmt.Errorf("load match: %w", err)
	}
	return r, err
}

// withEvents adds the events to a match from findRow.
func withEvents(ctx context.Context, q source, r storedMatch) (storedMatch, error) {
	events, err := q.events(ctx, r.seq, r.Ply, r.Last)
	if err != nil {
		return storedMatch{}, fmt.Errorf("load match: %w", err)
	}
	r.Events = events
	return r, nil
}

// bitsOf returns a set of seats, with bit n for seat n. seatsOf is its inverse.
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
