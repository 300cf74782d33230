package sqlite

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// CreateMatch implements db.Tables.
func (s *Store) CreateMatch(ctx context.Context, o db.Once, n db.NewMatch, note db.Note) (db.Match, error) {
	toAct, err := bitsOf(n.ToAct)
	if err != nil {
		return db.Match{}, fmt.Errorf("create match: %w", err)
	}
	players, err := n.Seating()
	if err != nil {
		return db.Match{}, fmt.Errorf("create match: %w", err)
	}
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (db.Match, error) {
		if n.MaxOpen > 0 && slices.Contains(players, "") {
			if err := checkOpen(ctx, t, n.Host, n.MaxOpen); err != nil {
				return db.Match{}, err
			}
		}
		return createMatch(ctx, t, n, toAct, players, s.now())
	}, note)
}

// createMatch stores a new match with some players seated.
func createMatch(ctx context.Context, t *tx, n db.NewMatch, toAct uint64, players []string, now int64) (db.Match, error) {
	seq, id, err := insertMatch(ctx, t, n, toAct, now)
	if err != nil {
		return db.Match{}, err
	}
	for i, p := range players {
		var contribution string
		if n.Chance && p != "" {
			contribution = contributionOf(n, players, i)
		}
		_, err := t.exec(ctx, `INSERT INTO seats (match, seat, player, contribution, changed) VALUES (?, ?, ?, ?, ?)`,
			seq, i+1, nullText(p), nullText(contribution), now)
		if err != nil {
			return db.Match{}, wrapPlayer("create seat", err)
		}
	}
	r, err := findMatch(ctx, t, matchByID, id)
	switch {
	case err != nil:
		return db.Match{}, err
	case r.Full() && len(n.Events) > 0:
		events := func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: n.Events, ToAct: n.ToAct, Result: n.Result}, nil
		}
		err = r.start(ctx, t, events, now)
	case r.Full():
		err = r.start(ctx, t, n.Begin, now)
	case len(n.Events) > 0:
		err = db.ErrNotStarted
	}
	return r.Match, err
}

// contributionOf returns what the player on a seat contributes from the start;
// at a solo table the host's own counts for the first seat.
func contributionOf(n db.NewMatch, players []string, i int) string {
	if n.Contribution != "" && i == slices.Index(players, n.Host) {
		return n.Contribution
	}
	if own := n.Contributions[players[i]]; own != "" {
		return own
	}
	return secret.NewContribution()
}

// insertMatch stores the row of a new match, without its seats.
func insertMatch(ctx context.Context, t *tx, n db.NewMatch, toAct uint64, now int64) (seq int64, id string, err error) {
	options, err := encodeMap(n.Options)
	if err != nil {
		return 0, "", fmt.Errorf("create match: options: %w", err)
	}
	tags, err := encodeMap(n.Tags)
	if err != nil {
		return 0, "", fmt.Errorf("create match: tags: %w", err)
	}
	var before any
	if n.RematchOf != "" {
		old, err := findMatch(ctx, t, matchByID, n.RematchOf)
		switch {
		case err != nil:
			return 0, "", err
		case old.Rematch != "":
			return 0, "", &db.Rematched{ID: old.Rematch}
		}
		before = old.seq
	}
	var drawn any
	if n.Chance {
		s := secret.NewMatchSecret()
		drawn = s[:]
	}
	id = secret.NewID()
	res, err := t.exec(ctx, `INSERT INTO matches
		(id, game, version, options, public, solo, invite, invite_no, host, rematch_of, created, to_act, title, tags, secret, wait)
		VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, n.Game, n.Version, options, n.Public, n.Solo, secret.HashInvite(t.key.Token(id, 1)), n.Host, before, now, int64(toAct), n.Title, tags,
		drawn, int64(n.Wait/time.Second))
	if err != nil {
		return 0, "", wrapPlayer("create match", err)
	}
	seq, err = res.LastInsertId()
	return seq, id, err
}

// JoinMatch implements db.Tables.
func (s *Store) JoinMatch(ctx context.Context, o db.Once, j db.Joining, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, j.Match)
		if err != nil {
			return db.Match{}, err
		}
		seat, err := r.seatFor(j)
		if err != nil {
			return db.Match{}, err
		}
		if j.Admit != nil {
			if err := j.Admit(r.Match); err != nil {
				return db.Match{}, err
			}
		}
		if !r.Chance() {
			j.Contribution = ""
		} else if j.Contribution == "" {
			j.Contribution = secret.NewContribution()
		}
		_, err = t.exec(ctx, `UPDATE seats SET player = ?, contribution = ? WHERE match = ? AND seat = ?`,
			j.Player, nullText(j.Contribution), r.seq, seat)
		if err != nil {
			return db.Match{}, wrapPlayer("take seat", err)
		}
		r, err = findMatch(ctx, t, matchByID, j.Match)
		if err == nil && r.Full() {
			err = r.start(ctx, t, j.Begin, s.now())
		}
		return r.Match, err
	}, note)
}

// seatFor returns the seat that a joining player gets, or the error of
// db.Tables.JoinMatch.
func (r storedMatch) seatFor(j db.Joining) (games.Seat, error) {
	switch {
	case len(r.SeatsOf(j.Player)) > 0:
		return 0, db.ErrAlreadySeated
	case !r.Public && subtle.ConstantTimeCompare([]byte(secret.HashInvite(j.Invite)), []byte(r.invite)) != 1:
		return 0, db.ErrNotFound
	}
	return r.FreeSeat(j.Seat)
}

// CanJoin implements db.Tables.
func (s *Store) CanJoin(ctx context.Context, j db.Joining) (db.Match, error) {
	r, err := findMatch(ctx, s.r, matchByID, j.Match)
	if err == nil {
		_, err = r.seatFor(j)
	}
	return r.Match, err
}

// start starts a match whose seats are all taken; begin may be nil.
func (r *storedMatch) start(ctx context.Context, t *tx, begin db.Decide, now int64) error {
	r.Started, r.ToAct = time.UnixMilli(now).UTC(), seatsOf(r.toActBits)
	if _, err := t.exec(ctx, `UPDATE matches SET started = ? WHERE seq = ?`, now, r.seq); err != nil {
		return fmt.Errorf("start match: %w", err)
	}
	var c db.Change
	if begin != nil {
		var err error
		if c, err = begin(r.Match, nil); err != nil {
			return err
		}
	}
	if begin != nil && len(c.Events) == 0 {
		var err error
		if r.toActBits, err = bitsOf(c.ToAct); err != nil {
			return err
		}
		r.ToAct, r.WindowEnds, r.Deadline = seatsOf(r.toActBits), ceilMillis(c.WindowEnds), ceilMillis(c.Deadline)
		_, err = t.exec(ctx, `UPDATE matches SET to_act = ?, window_ends = ?, deadline = ? WHERE seq = ?`,
			int64(r.toActBits), nullTime(r.WindowEnds), nullTime(r.Deadline), r.seq)
		if err != nil {
			return fmt.Errorf("start match: %w", err)
		}
	}
	if err := r.updateSeats(ctx, t, now); err != nil {
		return err
	}
	return r.change(ctx, t, c, now)
}

// updateSeats updates the columns of the seats that repeat those of the match;
// changed is when the match has changed, in milliseconds.
func (r *storedMatch) updateSeats(ctx context.Context, t *tx, changed int64) error {
	_, err := t.exec(ctx, `UPDATE seats SET owes = (? >> seat) & 1, over = ?, changed = max(changed, ?) WHERE match = ?`,
		int64(r.toActBits), r.Over, changed, r.seq)
	if err != nil {
		return fmt.Errorf("update seats: %w", err)
	}
	return nil
}

// encodeMap returns a map as JSON.
func encodeMap(m map[string]string) (string, error) {
	if len(m) == 0 {
		return "{}", nil
	}
	text, err := json.Marshal(m)
	return string(text), err
}

// nullText returns the stored value of a text, null for "".
func nullText(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// wrapPlayer wraps an error; one of a reference to a missing player becomes
// db.ErrNotFound.
func wrapPlayer(doing string, err error) error {
	if isForeignKey(err) {
		return fmt.Errorf("%s: player %w", doing, db.ErrNotFound)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
