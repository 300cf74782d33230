package sqlstore

import (
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// Queries for open tables.
const (
	countHosted = `SELECT count(*) FROM matches WHERE host = ? AND started IS NULL`
	deleteMatch = `DELETE FROM matches WHERE seq = ? AND started IS NULL`
)

// tables implements db.Tables.
type tables struct{ *core }

func (s tables) CreateMatch(ctx context.Context, o db.Once, n db.NewMatch, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, n.RematchOf, func(ctx context.Context, t *tx) (db.Match, error) {
		return createMatch(ctx, t, n, s.Millis())
	}, note)
}

// createMatch stores a new match with some players seated.
func createMatch(ctx context.Context, t *tx, n db.NewMatch, now int64) (db.Match, error) {
	players, err := n.Seating()
	if err != nil {
		return db.Match{}, fmt.Errorf("create match: %w", err)
	}
	if n.MaxOpen > 0 && slices.Contains(players, "") {
		if err := t.LockPlayer(ctx, n.Host); err != nil {
			return db.Match{}, err
		}
		if err := t.bound(ctx, n.MaxOpen, db.ErrTooManyTables, countHosted, n.Host); err != nil {
			return db.Match{}, err
		}
	}
	if err := t.expectBots(n.Host); err != nil {
		return db.Match{}, err
	}
	seq, id, err := insertMatch(ctx, t, n, now)
	if err != nil {
		return db.Match{}, err
	}
	if err := t.expectBots(players...); err != nil {
		return db.Match{}, err
	}
	if err := insertCupPlace(ctx, t, seq, n.Cup); err != nil {
		return db.Match{}, err
	}
	for i, p := range players {
		var contribution string
		if n.Chance && p != "" {
			contribution = contributionOf(n, players, i)
		}
		err := t.Queue(ctx, Statement{Doing: "create seat", Table: "seats",
			Query: `INSERT INTO seats (match, seat, player, contribution, changed) VALUES (?, ?, ?, ?, ?)`,
			Args:  []any{seq, i + 1, nullText(p), nullText(contribution), now}})
		if err != nil {
			return db.Match{}, err
		}
	}
	r, err := findMatch(ctx, t, matchByID, id)
	switch {
	case err != nil:
		return db.Match{}, err
	case r.Full() && len(n.Events) > 0:
		events := func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: n.Events, ToAct: n.ToAct, Result: n.Result, Fold: n.Fold}, nil
		}
		err = r.start(ctx, t, events, now, n.BotLimits)
	case r.Full():
		err = r.start(ctx, t, n.Begin, now, n.BotLimits)
	case len(n.Events) > 0:
		err = db.ErrNotStarted
	}
	if err == nil && n.Challenged != "" {
		err = r.challenge(ctx, t, n.Challenged, now)
	}
	t.changed(&r.Match, listable(r.Match) && !r.Full())
	return r.Match, err
}

// contributionOf returns the contribution of a player who is seated from the start. At a solo table
// the host's contribution counts for the first seat.
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
func insertMatch(ctx context.Context, t *tx, n db.NewMatch, now int64) (seq int64, id string, err error) {
	toAct, err := bitsOf(n.ToAct)
	if err != nil {
		return 0, "", fmt.Errorf("create match: %w", err)
	}
	options, err := encodeMap(n.Options)
	if err != nil {
		return 0, "", fmt.Errorf("create match: options: %w", err)
	}
	tags, err := encodeMap(n.Tags)
	if err != nil {
		return 0, "", fmt.Errorf("create match: tags: %w", err)
	}
	clocks, err := encodeClock(n.Clock)
	if err != nil {
		return 0, "", fmt.Errorf("create match: %w", err)
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
	id = cmp.Or(n.ID, secret.NewID())
	err = t.QueryRow(ctx, `INSERT INTO matches
		(id, game, version, options, public, solo, invite, invite_no, host, rematch_of, created, to_act, title, tags, secret, wait, clock, no_talk, watch, rated, seat_count, pace, ladder, need_played, need_low, need_high)
		VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		id, n.Game, n.Version, options, n.Public, n.Solo, secret.HashInvite(t.core.key.Token(id, 1)), n.Host, before, now, int64(toAct), n.Title, tags,
		drawn, int64(n.Wait/time.Second), clocks, n.NoTalk, n.Watch, n.Rated, n.Seats, string(db.TempoOf(n.Clock)),
		n.Ladder, n.Needs.Played, n.Needs.Low, n.Needs.High).Scan(&seq)
	return seq, id, wrap("create match", err)
}

func (s tables) JoinMatch(ctx context.Context, o db.Once, j db.Joining, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, j.Match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, j.Match)
		if err != nil {
			return db.Match{}, err
		}
		if j.Bot > 0 {
			j.Player = r.FreeBot(j.Bot)
		}
		seat, err := r.seatFor(j)
		if err != nil {
			return db.Match{}, err
		}
		if err := t.expectBots(j.Player); err != nil {
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
		err = t.run(ctx, "take seat", `UPDATE seats SET player = ?, contribution = ?, kept = NULL, declined = 0 WHERE match = ? AND seat = ?`,
			j.Player, nullText(j.Contribution), r.seq, seat)
		if err != nil {
			return db.Match{}, err
		}
		r, err = findMatch(ctx, t, matchByID, j.Match)
		listed := listable(r.Match)
		if err == nil && r.Full() {
			err = r.start(ctx, t, j.Begin, s.Millis(), j.BotLimits)
		}
		t.changed(&r.Match, listed)
		return r.Match, err
	}, note)
}

func (s tables) StartMatch(ctx context.Context, o db.Once, n db.Starting, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, n.Match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := hostedTable(ctx, t, n.Match, n.Host)
		if err != nil {
			return db.Match{}, err
		}
		if n.Bot > 0 {
			err = r.fillWithBots(ctx, t, n.Bot)
		} else {
			err = r.closeRanks(ctx, t)
		}
		if err != nil {
			return db.Match{}, err
		}
		if r, err = findMatch(ctx, t, matchByID, n.Match); err != nil {
			return db.Match{}, err
		}
		if n.Admit != nil {
			if err := n.Admit(r.Match); err != nil {
				return db.Match{}, err
			}
		}
		err = r.start(ctx, t, n.Begin, s.Millis(), n.BotLimits)
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

// fillWithBots gives the open seats to bots of a level.
func (r *storedMatch) fillWithBots(ctx context.Context, t *tx, level int) error {
	for i, p := range r.Seats {
		if p.ID != "" {
			continue
		}
		bot := r.FreeBot(level)
		if err := t.expectBots(bot); err != nil {
			return err
		}
		contribution := ""
		if r.Chance() {
			contribution = secret.NewContribution()
		}
		r.Seats = slices.Clone(r.Seats)
		r.Seats[i].ID = bot
		err := t.run(ctx, "seat bot", `UPDATE seats SET player = ?, contribution = ?, kept = NULL, declined = 0 WHERE match = ? AND seat = ?`, bot, nullText(contribution), r.seq, i+1)
		if err != nil {
			return err
		}
	}
	return nil
}

// closeRanks removes the open seats and renumbers the others in their order.
func (r *storedMatch) closeRanks(ctx context.Context, t *tx) error {
	if err := t.run(ctx, "remove seats", `DELETE FROM seats WHERE match = ? AND player IS NULL`, r.seq); err != nil {
		return err
	}
	taken := 0
	for i, p := range r.Seats {
		if p.ID == "" {
			continue
		}
		if taken++; taken == i+1 {
			continue
		}
		if err := t.run(ctx, "number seats", `UPDATE seats SET seat = ? WHERE match = ? AND seat = ?`, taken, r.seq, i+1); err != nil {
			return err
		}
	}
	return nil
}

// seatFor returns the seat that a joining player gets, or the error of
// db.Tables.JoinMatch.
func (r storedMatch) seatFor(j db.Joining) (games.Seat, error) {
	switch {
	case len(r.SeatsOf(j.Player)) > 0:
		return 0, db.ErrAlreadySeated
	case r.KeptFor(j.Player) != 0 && (j.Seat == 0 || j.Seat == r.KeptFor(j.Player)):
		return r.KeptFor(j.Player), nil
	case r.Ladder:
		return 0, db.ErrNotFound // the seat is kept for another player
	case j.Bot > 0 && r.Host != j.Host:
		return 0, db.ErrNotFound
	case j.Bot == 0 && !r.Public && subtle.ConstantTimeCompare([]byte(secret.HashInvite(j.Invite)), []byte(r.invite)) != 1:
		return 0, db.ErrNotFound
	}
	return r.FreeSeat(j.Seat)
}

func (s tables) CanJoin(ctx context.Context, j db.Joining) (db.Match, error) {
	r, err := s.match(ctx, j.Match)
	if err == nil {
		_, err = r.seatFor(j)
	}
	return r.Match, err
}

// start starts a match whose seats are all taken. begin may be nil.
func (r *storedMatch) start(ctx context.Context, t *tx, begin db.Decide, now int64, limits db.BotLimits) error {
	if err := r.checkBotLimits(ctx, t, limits, now); err != nil {
		return err
	}
	r.Started, r.ToAct = time.UnixMilli(now).UTC(), seatsOf(r.toActBits)
	err := t.Queue(ctx, Statement{Doing: "start match", Table: "matches",
		Query: `UPDATE matches SET started = ?, against_bots = ? WHERE seq = ?`, Args: []any{now, r.AgainstBots(), r.seq}})
	if err == nil && r.Watch == db.WatchNever {
		err = r.closeToOthers(ctx, t)
	}
	if err != nil {
		return err
	}
	var c db.Change
	if begin != nil {
		if c, err = begin(r.Match, nil); err != nil {
			return err
		}
	}
	if begin != nil && len(c.Events) == 0 {
		if r.toActBits, err = bitsOf(c.ToAct); err != nil {
			return err
		}
		clocks, err := encodeClock(c.Clock)
		if err != nil {
			return err
		}
		r.ToAct, r.WindowEnds, r.BotDue = seatsOf(r.toActBits), ceilMillis(c.WindowEnds), ceilMillis(c.BotDue)
		r.ForcedDue = ceilMillis(c.ForcedDue)
		r.setClock(c)
		c.Deadlines = nil
		err = t.Queue(ctx, Statement{Doing: "start match", Table: "matches",
			Query: `UPDATE matches SET to_act = ?, window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ? WHERE seq = ?`,
			Args:  []any{int64(r.toActBits), nullTime(r.WindowEnds), nullTime(r.Deadline), nullTime(r.BotDue), nullTime(r.ForcedDue), clocks, r.seq}})
		if err != nil {
			return err
		}
	}
	if err := r.updateSeats(ctx, t, 0, now); err != nil {
		return err
	}
	return r.change(ctx, t, c, now)
}

func (s tables) DeleteOpenMatch(ctx context.Context, id, host string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockMatch(ctx, id); err != nil {
			return err
		}
		r, err := hostedTable(ctx, t, id, host)
		if err != nil {
			return err
		}
		if err := t.run(ctx, "pause standing offer", `UPDATE standing SET paused = 1 WHERE id = (SELECT offer FROM standing_tables WHERE match = ?)`, r.seq); err != nil {
			return err
		}
		t.changed(&r.Match, listable(r.Match))
		return t.run(ctx, "delete match", deleteMatch, r.seq)
	})
}

// hostedTable returns a table of a host that has not started.
func hostedTable(ctx context.Context, t *tx, id, host string) (storedMatch, error) {
	r, err := findMatch(ctx, t, matchByID, id)
	switch {
	case err != nil:
		return storedMatch{}, err
	case r.Host != host:
		return storedMatch{}, db.ErrNotFound
	case !r.Started.IsZero():
		return storedMatch{}, db.ErrStarted
	}
	return r, nil
}

func (s tables) RenewInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, key secret.InviteKey) (string, int) {
		return secret.HashInvite(key.Token(r.ID, r.inviteNo+1)), r.inviteNo + 1
	})
}

func (s tables) WithdrawInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, _ secret.InviteKey) (string, int) {
		return secret.WithdrawnInvite(r.ID), r.inviteNo
	})
}

func (s tables) changeInvite(ctx context.Context, o db.Once, id, host string, note db.Note, next func(storedMatch, secret.InviteKey) (string, int)) (db.Match, error) {
	return writeOnce(ctx, s.core, o, id, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := hostedTable(ctx, t, id, host)
		if err != nil {
			return db.Match{}, err
		}
		stored, n := next(r, t.core.key)
		if err := t.run(ctx, "change invitation", `UPDATE matches SET invite = ?, invite_no = ? WHERE seq = ?`, stored, n, r.seq); err != nil {
			return db.Match{}, err
		}
		r, err = findMatch(ctx, t, matchByID, id)
		t.changed(&r.Match, false)
		return r.Match, err
	}, note)
}
