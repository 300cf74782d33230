package db

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tableronde/games"
)

// NewMatch is what a match is created from.
type NewMatch struct {
	Game    string
	Version int
	Options map[string]string
	Seats   int
	Public  bool
	Solo    bool   // the host holds every seat; Reserve and HostSeat are not looked at
	Host    string // a player's id
	// HostSeat is the host's own; 0 stands for the one that Reserve gives the
	// host, or else for a free one by lot.
	HostSeat  games.Seat
	RematchOf string                // a match's id, "" for none
	Reserve   map[games.Seat]string // players' ids, seated from the start
	// MaxOpen is how many tables that wait for players the host may have, this one
	// included; 0 is any number.
	MaxOpen int

	// Chance has a secret drawn for the match. Contribution is what the host adds
	// to it; what seats do not contribute is drawn.
	Chance       bool
	Contribution string
	// Contributions are those of players who are seated from the start, by player;
	// the host's own may stand here too.
	Contributions map[string]string
	Wait          time.Duration // in whole seconds, at most six hours
	// ToAct is who will owe the first decision, after Events, where that is known
	// before all seats are taken; else Begin tells, when they are.
	ToAct []games.Seat
	Begin Decide

	Title string            // "" for none
	Tags  map[string]string // see Match
	// Events were played elsewhere, Result if they ended the match; they need a
	// table whose seats are all taken.
	Events []Event
	Result *games.Result
}

// CreateMatch sets up a table. If all seats are taken by that, the match starts
// at once, with the events given or those of Begin. The note of the answer is
// made from the match, in no time; it may be nil.
//
// A match has one rematch: a second one gets a *Rematched, which is an ErrTaken.
// The error is ErrNotFound if a player or the match before does not exist,
// ErrNoSeat or ErrTaken if HostSeat or Reserve do not fit the table,
// ErrAlreadySeated if a player were to hold two seats, ErrNotStarted for events
// at a table with an open seat, ErrTooManyTables beyond MaxOpen.
func (s *Store) CreateMatch(ctx context.Context, o Once, n NewMatch, note func(Match) (int, []byte)) (Match, error) {
	toAct, err := bitsOf(n.ToAct)
	if err != nil {
		return Match{}, fmt.Errorf("create match: %w", err)
	}
	players, err := n.seating()
	if err != nil {
		return Match{}, fmt.Errorf("create match: %w", err)
	}
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (Match, error) {
		if n.MaxOpen > 0 && slices.Contains(players, "") {
			if err := checkOpen(ctx, t, n.Host, n.MaxOpen); err != nil {
				return Match{}, err
			}
		}
		return createMatch(ctx, t, n, toAct, players, s.now())
	}, note)
}

// createMatch stores a new match with some players seated.
func createMatch(ctx context.Context, t *tx, n NewMatch, toAct uint64, players []string, now int64) (Match, error) {
	seq, id, err := insertMatch(ctx, t, n, toAct, now)
	if err != nil {
		return Match{}, err
	}
	for i, p := range players {
		var contribution string
		if n.Chance && p != "" {
			contribution = n.contribution(players, i)
		}
		_, err := t.exec(ctx, `INSERT INTO seats (match, seat, player, contribution) VALUES (?, ?, ?, ?)`,
			seq, i+1, orNull(p), orNull(contribution))
		if err != nil {
			return Match{}, wrapPlayer("create seat", err)
		}
	}
	r, err := findMatch(ctx, t, byID, id)
	switch {
	case err != nil:
		return Match{}, err
	case r.Full() && len(n.Events) > 0:
		events := func(Match, Orders) (Change, error) {
			return Change{Events: n.Events, ToAct: n.ToAct, Result: n.Result}, nil
		}
		err = r.start(ctx, t, events, now)
	case r.Full():
		err = r.start(ctx, t, n.Begin, now)
	case len(n.Events) > 0:
		err = ErrNotStarted
	}
	return r.Match, err
}

// contribution is what a seat that is taken from the beginning contributes: at a
// solo table the host's own counts for the first.
func (n NewMatch) contribution(players []string, i int) string {
	if n.Contribution != "" && i == slices.Index(players, n.Host) {
		return n.Contribution
	}
	if own := n.Contributions[players[i]]; own != "" {
		return own
	}
	return newContribution()
}

// insertMatch stores the row of a new match, without its seats.
func insertMatch(ctx context.Context, t *tx, n NewMatch, toAct uint64, now int64) (seq int64, id string, err error) {
	options, err := jsonOf(n.Options)
	if err != nil {
		return 0, "", fmt.Errorf("create match: options: %w", err)
	}
	tags, err := jsonOf(n.Tags)
	if err != nil {
		return 0, "", fmt.Errorf("create match: tags: %w", err)
	}
	var before any
	if n.RematchOf != "" {
		old, err := findMatch(ctx, t, byID, n.RematchOf)
		switch {
		case err != nil:
			return 0, "", err
		case old.Rematch != "":
			return 0, "", &Rematched{ID: old.Rematch}
		}
		before = old.seq
	}
	var secret any
	if n.Chance {
		drawn := newSecret()
		secret = drawn[:]
	}
	id = newID()
	res, err := t.exec(ctx, `INSERT INTO matches
		(id, game, version, options, public, solo, invite, invite_no, host, rematch_of, created, to_act, title, tags, secret, wait)
		VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, n.Game, n.Version, options, n.Public, n.Solo, hashInvite(t.key.token(id, 1)), n.Host, before, now, int64(toAct), n.Title, tags,
		secret, int64(n.Wait/time.Second))
	if err != nil {
		return 0, "", wrapPlayer("create match", err)
	}
	seq, err = res.LastInsertId()
	return seq, id, err
}

// Joining is what a player takes a seat with.
type Joining struct {
	Match  string // its id
	Player string
	Seat   games.Seat // 0 stands for a free one by lot
	Invite string     // needed where the match is not public

	Contribution string // to the chance of the match, if it has any; "" has one drawn
	Begin        Decide // see NewMatch; nil where who acts first was known before
}

// JoinMatch seats a player. With the last seat the match starts. The note of
// the answer is made from the match, in no time; it may be nil.
//
// The error is ErrNotFound for a match or player that does not exist and for a
// private match without its invitation, ErrTaken for a seat or a table that is
// taken, ErrAlreadySeated, ErrNoSeat, or that of Begin.
func (s *Store) JoinMatch(ctx context.Context, o Once, j Joining, note func(Match) (int, []byte)) (Match, error) {
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (Match, error) {
		r, err := findMatch(ctx, t, byID, j.Match)
		if err != nil {
			return Match{}, err
		}
		seat, err := r.seatFor(j)
		if err != nil {
			return Match{}, err
		}
		if !r.Chance() {
			j.Contribution = ""
		} else if j.Contribution == "" {
			j.Contribution = newContribution()
		}
		_, err = t.exec(ctx, `UPDATE seats SET player = ?, contribution = ? WHERE match = ? AND seat = ?`,
			j.Player, orNull(j.Contribution), r.seq, seat)
		if err != nil {
			return Match{}, wrapPlayer("take seat", err)
		}
		r, err = findMatch(ctx, t, byID, j.Match)
		if err == nil && r.Full() {
			err = r.start(ctx, t, j.Begin, s.now())
		}
		return r.Match, err
	}, note)
}

// seatFor is the seat that a player who joins gets, or why there is none.
func (r row) seatFor(j Joining) (games.Seat, error) {
	switch {
	case len(r.SeatsOf(j.Player)) > 0:
		return 0, ErrAlreadySeated
	case !r.Public && subtle.ConstantTimeCompare([]byte(hashInvite(j.Invite)), []byte(r.invite)) != 1:
		return 0, ErrNotFound
	}
	return r.freeSeat(j.Seat)
}

// CanJoin tells what JoinMatch would refuse a player, "" for one who is not yet
// known, as the match is now. It returns the match.
func (s *Store) CanJoin(ctx context.Context, j Joining) (Match, error) {
	r, err := findMatch(ctx, s.r, byID, j.Match)
	if err == nil {
		_, err = r.seatFor(j)
	}
	return r.Match, err
}

// seating places the players that sit from the beginning: ids by seat, "" for
// an open one.
func (n NewMatch) seating() ([]string, error) {
	if n.Seats < 1 || n.Seats > maxSeats {
		return nil, fmt.Errorf("%d seats: %w", n.Seats, ErrNoSeat)
	}
	players := make([]string, n.Seats)
	if n.Solo {
		for i := range players {
			players[i] = n.Host
		}
		return players, nil
	}
	for seat, p := range n.Reserve {
		if seat < 1 || int(seat) > n.Seats {
			return nil, fmt.Errorf("seat %d: %w", seat, ErrNoSeat)
		}
		if p != "" && slices.Contains(players, p) {
			return nil, ErrAlreadySeated
		}
		players[seat-1] = p
	}
	if at := slices.Index(players, n.Host); at >= 0 {
		if n.HostSeat != 0 && int(n.HostSeat) != at+1 {
			return nil, ErrAlreadySeated
		}
		return players, nil
	}
	seat, err := free(players, n.HostSeat)
	if err != nil {
		return nil, err
	}
	players[seat-1] = n.Host
	return players, nil
}

func (m Match) freeSeat(seat games.Seat) (games.Seat, error) {
	players := make([]string, len(m.Seats))
	for i, p := range m.Seats {
		players[i] = p.ID
	}
	return free(players, seat)
}

// free returns the seat if it is open, and for seat 0 one of those that are.
func free(players []string, seat games.Seat) (games.Seat, error) {
	switch {
	case seat < 0 || int(seat) > len(players):
		return 0, ErrNoSeat
	case seat > 0 && players[seat-1] != "":
		return 0, ErrTaken
	case seat > 0:
		return seat, nil
	}
	var open []games.Seat
	for i, p := range players {
		if p == "" {
			open = append(open, games.Seat(i+1))
		}
	}
	if len(open) == 0 {
		return 0, ErrTaken
	}
	i, err := randomIndex(len(open))
	if err != nil {
		return 0, err
	}
	return open[i], nil
}

// start begins a match whose seats are all taken; begin may be nil.
func (r *row) start(ctx context.Context, t *tx, begin Decide, now int64) error {
	r.Started, r.ToAct = time.UnixMilli(now).UTC(), seatsOf(r.first)
	if _, err := t.exec(ctx, `UPDATE matches SET started = ? WHERE seq = ?`, now, r.seq); err != nil {
		return fmt.Errorf("start match: %w", err)
	}
	if begin == nil {
		return setOwing(ctx, t, r.seq, r.first)
	}
	c, err := begin(r.Match, nil)
	if err != nil {
		return err
	}
	if len(c.Events) > 0 {
		// append marks who owes only where that changes.
		if err := setOwing(ctx, t, r.seq, r.first); err != nil {
			return err
		}
		return r.change(ctx, t, c, now)
	}
	if r.first, err = bitsOf(c.ToAct); err != nil {
		return err
	}
	r.ToAct, r.Due = seatsOf(r.first), toStored(c.Due)
	if _, err := t.exec(ctx, `UPDATE matches SET to_act = ?, due = ? WHERE seq = ?`, int64(r.first), orNever(r.Due), r.seq); err != nil {
		return fmt.Errorf("start match: %w", err)
	}
	return setOwing(ctx, t, r.seq, r.first)
}

// setOwing marks the seats that owe a decision.
func setOwing(ctx context.Context, t *tx, seq int64, toAct uint64) error {
	_, err := t.exec(ctx, `UPDATE seats SET owes = NOT owes
		WHERE match = ? AND owes <> ((? >> seat) & 1)`, seq, int64(toAct))
	if err != nil {
		return fmt.Errorf("mark seats to act: %w", err)
	}
	return nil
}

// jsonOf is a map as it is stored.
func jsonOf(m map[string]string) (string, error) {
	if len(m) == 0 {
		return "{}", nil
	}
	text, err := json.Marshal(m)
	return string(text), err
}

// orNull stores no text as null.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// wrapPlayer turns a reference to nobody into ErrNotFound.
func wrapPlayer(doing string, err error) error {
	if isForeignKey(err) {
		return fmt.Errorf("%s: player %w", doing, ErrNotFound)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
