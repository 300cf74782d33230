package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"tableronde/games"
)

// maxSeats is the largest number of seats at a table.
const maxSeats = 62

// Match is a table and what has been played at it. Callers must not change what
// its slices and maps hold.
type Match struct {
	ID      string // 12 characters
	Game    string
	Version int // of the ruleset
	Options map[string]string
	Public  bool
	Shown   bool     // made public after its end, by one of its players
	Shared  bool     // a link to it is out: see ShareMatch
	Solo    bool     // the host holds every seat
	Title   string   // what it is called, "" for none
	Invite  string   // the token of the invitation, "" if it cannot be told
	Invited bool     // there is an invitation, whether or not its token can be told
	Host    string   // a player's id
	Seats   []Player // index 0 is seat 1; the zero Player is an open seat

	// Times of what has happened; zero for what has not. Moved is that of the
	// last event.
	Created, Started, Ended, Moved time.Time

	// The outcome of the events so far, as the rules saw it when the last one
	// was stored.
	Ply    int
	ToAct  []games.Seat // nobody before the start
	Over   bool
	Result *games.Result

	RematchOf, Rematch string // ids of matches, "" for none

	// Asked lists the seats whose answer an offer waits for. That of a rematch
	// waits only until Offered.Until.
	Asked   []games.Seat
	Offered RematchOffer // the last offer of a rematch; zero if there was none

	// Tags tell of a game that was played elsewhere and imported, as its record
	// does: "Seat1", "Date", "Result". Nil for one that was begun here.
	Tags map[string]string

	// Secret is what the chance of the match comes from, together with what each
	// seat has contributed, "" for an open one. In games without chance it is zero
	// and there are no contributions. Nobody learns of it before the end.
	Secret        games.Secret
	Contributions []string

	Wait time.Duration // that the table gives for what others may prevent
	Due  time.Time     // when the server goes on where the match stands; zero: it waits for a player

	Events []Event // all of them; absent from lists
	Last   Event   // the last one; zero if there is none
}

// Chance tells whether the match has chance, and so a secret.
func (m Match) Chance() bool { return m.Secret != games.Secret{} }

// Event is one line of a match's log.
type Event struct {
	Ply  int // its place in the log, from 0
	Seat games.Seat
	Text string
	At   time.Time
}

// SeatsOf lists the seats that a player holds, ascending.
func (m Match) SeatsOf(player string) []games.Seat {
	var seats []games.Seat
	for i, p := range m.Seats {
		if p.ID == player && player != "" {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// Full tells whether no seat is open.
func (m Match) Full() bool {
	return !slices.ContainsFunc(m.Seats, func(p Player) bool { return p.ID == "" })
}

// Match returns a match with its events, or ErrNotFound.
func (s *Store) Match(ctx context.Context, id string) (Match, error) {
	r, err := findMatch(ctx, s.r, byID, id)
	return r.Match, err
}

// MatchByInvite returns the match that a token invites to, or ErrNotFound.
func (s *Store) MatchByInvite(ctx context.Context, token string) (Match, error) {
	r, err := findMatch(ctx, s.r, byInvite, hashInvite(token))
	return r.Match, err
}

// row is a match as it is stored.
type row struct {
	Match
	seq   int64
	first uint64 // the bits of to_act, of a match that has not started too

	invite   string // the hash of the token that invites, or withdrawnInvite
	inviteNo int
}

// selectMatch is completed by a condition on m. The seats are one JSON array of
// their numbers and players, null for nobody.
const selectMatch = `SELECT m.seq, m.id, m.game, m.version, m.options, m.public, m.solo, m.invite, m.invite_no, m.host,
	m.created, m.started, m.ended, m.moved, m.ply, m.to_act, m.last_seat, m.last_text, m.result, m.title, m.tags,
	m.secret, m.wait, m.due, m.shown, m.share IS NOT NULL,
	(SELECT o.id FROM matches o WHERE o.seq = m.rematch_of),
	(SELECT n.id FROM matches n WHERE n.rematch_of = m.seq),
	(SELECT json_object('seat', r.seat, 'until', r.until, 'declined', r.declined,
			'accepted', (SELECT json_group_array(v.seat) FROM rematch_votes v WHERE v.match = r.match))
		FROM rematches r WHERE r.match = m.seq),
	(SELECT json_group_array(json_array(s.seat, p.id, p.name, p.created, s.contribution, s.asked IS NOT NULL))
		FROM seats s LEFT JOIN players p ON p.id = s.player WHERE s.match = m.seq)
FROM matches m
`

// Questions for one match.
const (
	byID     = selectMatch + `WHERE m.id = ?`
	byInvite = selectMatch + `WHERE m.invite = ?`
)

// scanMatch reads a row of selectMatch, with a key to find the token of its
// invitation; the error of no row is ErrNotFound.
func scanMatch(from interface{ Scan(...any) error }, key inviteKey) (row, error) {
	var (
		r                              row
		created, started, ended, moved sql.NullInt64
		lastSeat, due                  sql.NullInt64
		options, seats, tags           []byte
		result, secret, offered        []byte
		lastText, rematchOf, rematch   sql.NullString
	)
	err := from.Scan(&r.seq, &r.ID, &r.Game, &r.Version, &options, &r.Public, &r.Solo, &r.invite, &r.inviteNo, &r.Host,
		&created, &started, &ended, &moved, &r.Ply, &r.first, &lastSeat, &lastText, &result, &r.Title, &tags,
		&secret, &r.Wait, &due, &r.Shown, &r.Shared, &rematchOf, &rematch, &offered, &seats)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return row{}, ErrNotFound
	case err != nil:
		return row{}, err
	}
	r.Created, r.Started, r.Ended, r.Moved = timeOf(created), timeOf(started), timeOf(ended), timeOf(moved)
	r.Wait, r.Due = r.Wait*time.Second, timeOf(due)
	r.RematchOf, r.Rematch = rematchOf.String, rematch.String
	r.Invite, r.Invited = key.find(r.ID, r.inviteNo, r.invite), r.invite != withdrawnInvite(r.ID)
	copy(r.Secret[:], secret)
	if started.Valid {
		r.ToAct = seatsOf(r.first)
	}
	if r.Ply > 0 {
		r.Last = Event{Ply: r.Ply - 1, Seat: games.Seat(lastSeat.Int64), Text: lastText.String, At: r.Moved}
	}
	if ended.Valid {
		r.Over, r.Result = true, new(games.Result)
		if err := json.Unmarshal(result, r.Result); err != nil {
			return row{}, fmt.Errorf("result: %w", err)
		}
	}
	for _, m := range []struct {
		name string
		text []byte
		into *map[string]string
	}{{"options", options, &r.Options}, {"tags", tags, &r.Tags}} {
		if string(m.text) != "{}" {
			if err := json.Unmarshal(m.text, m.into); err != nil {
				return row{}, fmt.Errorf("%s: %w", m.name, err)
			}
		}
	}
	if r.Offered, err = decodeOffer(offered); err != nil {
		return row{}, fmt.Errorf("offer of a rematch: %w", err)
	}
	if err := r.decodeSeats(seats); err != nil {
		return row{}, fmt.Errorf("seats: %w", err)
	}
	return r, nil
}

func (r *row) decodeSeats(text []byte) error {
	var stored [][6]any
	if err := json.Unmarshal(text, &stored); err != nil {
		return err
	}
	r.Seats = make([]Player, len(stored))
	if r.Chance() {
		r.Contributions = make([]string, len(stored))
	}
	for _, p := range stored {
		seat, ok := p[0].(float64)
		if !ok || seat < 1 || int(seat) > len(stored) {
			return fmt.Errorf("%d seats, one of them is %v", len(stored), p[0])
		}
		if id, ok := p[1].(string); ok {
			name, _ := p[2].(string)
			created, _ := p[3].(float64)
			r.Seats[int(seat)-1] = Player{ID: id, Name: name, Created: time.UnixMilli(int64(created)).UTC()}
		}
		if r.Chance() {
			r.Contributions[int(seat)-1], _ = p[4].(string)
		}
		if asked, ok := p[5].(float64); ok && asked != 0 {
			r.Asked = append(r.Asked, games.Seat(seat))
		}
	}
	slices.Sort(r.Asked)
	return nil
}

// findMatch loads a match with its events by one of the questions.
func findMatch(ctx context.Context, q queryer, question string, arg any) (row, error) {
	r, err := scanMatch(q.row(ctx, question, arg), q.inviteKey())
	if err == nil {
		r.Events, err = q.events(ctx, r.seq, r.Ply, r.Last)
	}
	switch {
	case errors.Is(err, ErrNotFound):
		return row{}, err
	case err != nil:
		return row{}, fmt.Errorf("load match: %w", err)
	}
	return r, nil
}

// bitsOf and seatsOf turn a list of seats into bits and back, bit n for seat n.
func bitsOf(seats []games.Seat) (uint64, error) {
	var set uint64
	for _, s := range seats {
		if s < 1 || s > maxSeats {
			return 0, fmt.Errorf("seat %d: %w", s, ErrNoSeat)
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
