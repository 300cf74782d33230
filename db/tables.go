package db

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"slices"

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
	ToAct     []games.Seat          // who will owe the first decision
}

// CreateMatch sets up a table. If all seats are taken by that, the match starts
// at once. The answer is made from the match, inside the transaction; it may be
// nil.
//
// A match has one rematch: a second one gets a *Rematched, which is an ErrTaken.
// The error is ErrNotFound if a player or the match before does not exist,
// ErrNoSeat or ErrTaken if HostSeat or Reserve do not fit the table,
// ErrAlreadySeated if a player were to hold two seats.
func (s *Store) CreateMatch(ctx context.Context, o Once, n NewMatch, answer func(Match) (int, []byte)) (Match, error) {
	options, err := json.Marshal(n.Options)
	if err != nil {
		return Match{}, fmt.Errorf("create match: options: %w", err)
	}
	if len(n.Options) == 0 {
		options = []byte("{}")
	}
	toAct, err := bitsOf(n.ToAct)
	if err != nil {
		return Match{}, fmt.Errorf("create match: %w", err)
	}
	players, err := n.seating()
	if err != nil {
		return Match{}, fmt.Errorf("create match: %w", err)
	}
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (Match, error) {
		now := s.now()
		seq, id, err := insertMatch(ctx, t, n, string(options), toAct, now)
		if err != nil {
			return Match{}, err
		}
		for i, p := range players {
			_, err := t.exec(ctx, `INSERT INTO seats (match, seat, player) VALUES (?, ?, ?)`, seq, i+1, orNull(p))
			if err != nil {
				return Match{}, wrapPlayer("create seat", err)
			}
		}
		if !slices.Contains(players, "") {
			if err := start(ctx, t, seq, toAct, now); err != nil {
				return Match{}, err
			}
		}
		r, err := findMatch(ctx, t, byID, id)
		return r.Match, err
	}, answer)
}

// insertMatch stores the row of a new match, without its seats.
func insertMatch(ctx context.Context, t *tx, n NewMatch, options string, toAct uint64, now int64) (seq int64, id string, err error) {
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
	id = newID()
	res, err := t.exec(ctx, `INSERT INTO matches
		(id, game, version, options, public, solo, invite, host, rematch_of, created, to_act)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, n.Game, n.Version, options, n.Public, n.Solo, randomText(inviteBytes), n.Host, before, now, int64(toAct))
	if err != nil {
		return 0, "", wrapPlayer("create match", err)
	}
	seq, err = res.LastInsertId()
	return seq, id, err
}

// JoinMatch seats a player; seat 0 stands for a free one by lot. With the last
// seat the match starts. invite is needed where the match is not public. The
// answer is made from the match, inside the transaction; it may be nil.
//
// The error is ErrNotFound for a match or player that does not exist and for a
// private match without its invitation, ErrTaken for a seat or a table that is
// taken, ErrAlreadySeated, or ErrNoSeat.
func (s *Store) JoinMatch(ctx context.Context, o Once, id, player string, seat games.Seat, invite string, answer func(Match) (int, []byte)) (Match, error) {
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (Match, error) {
		r, err := findMatch(ctx, t, byID, id)
		if err != nil {
			return Match{}, err
		}
		if len(r.SeatsOf(player)) > 0 {
			return Match{}, ErrAlreadySeated
		}
		if !r.Public && subtle.ConstantTimeCompare([]byte(invite), []byte(r.Invite)) != 1 {
			return Match{}, ErrNotFound
		}
		if seat, err = r.freeSeat(seat); err != nil {
			return Match{}, err
		}
		_, err = t.exec(ctx, `UPDATE seats SET player = ? WHERE match = ? AND seat = ?`, player, r.seq, seat)
		if err != nil {
			return Match{}, wrapPlayer("take seat", err)
		}
		r.Seats[seat-1].ID = player
		if r.Full() {
			if err := start(ctx, t, r.seq, r.first, s.now()); err != nil {
				return Match{}, err
			}
		}
		r, err = findMatch(ctx, t, byID, id)
		return r.Match, err
	}, answer)
}

// DeleteOpenMatch withdraws a table before its match starts. The error is
// ErrNotFound if there is none of that host, ErrStarted if it is too late.
func (s *Store) DeleteOpenMatch(ctx context.Context, id, host string) error {
	return s.w.do(ctx, func(ctx context.Context, t *tx) error {
		r, err := findMatch(ctx, t, byID, id)
		switch {
		case err != nil:
			return err
		case r.Host != host:
			return ErrNotFound
		case !r.Started.IsZero():
			return ErrStarted
		}
		if _, err := t.exec(ctx, `DELETE FROM matches WHERE seq = ?`, r.seq); err != nil {
			return fmt.Errorf("delete match: %w", err)
		}
		return nil
	})
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

// start begins a match whose seats are all taken.
func start(ctx context.Context, t *tx, seq int64, toAct uint64, now int64) error {
	if _, err := t.exec(ctx, `UPDATE matches SET started = ? WHERE seq = ?`, now, seq); err != nil {
		return fmt.Errorf("start match: %w", err)
	}
	return setOwing(ctx, t, seq, toAct)
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
