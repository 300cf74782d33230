package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// post is what a player wants to do in a match, all of it or nothing.
type post struct {
	once    db.Once
	match   string
	player  string
	as      games.Seat // see folded.seatFor
	ply     int        // the number of events that the player knew of
	actions []string   // game actions and surrounding events, at least one
	note    note

	takesBack bool // in place of actions, at a table of one: the last action
}

// staleError refuses a post made before the match went on. It carries the match
// as it is now.
type staleError struct {
	now folded
	as  games.Seat // of the post
}

func (e *staleError) Error() string {
	return fmt.Sprintf("the match has gone on: it is at ply %d now", e.now.Ply)
}

// actionError says which of several actions was refused.
type actionError struct {
	index int // from 0
	err   error
}

func (e *actionError) Error() string { return e.err.Error() }
func (e *actionError) Unwrap() error { return e.err }

// maxEvents is how long a match without chance can get; those of cards end by
// themselves. The longest games known have some hundreds of moves, and each look
// at a match that is not in memory replays it.
const maxEvents = 2_000

// ends reports whether actions can do nothing but end a match.
func ends(actions []string) bool {
	return !slices.ContainsFunc(actions, func(text string) bool {
		return !slices.Contains([]string{"resign", "offer draw", "accept draw", "claim draw"}, text)
	})
}

var errForeignSeat = refuse(http.StatusForbidden, "foreign_seat", "this seat is not yours")

// play stores what a player does, with all that the server posts after it, and
// returns the match then. It fails with db.ErrNotFound, errNoSeat,
// errForeignSeat, errNotStarted, a *staleError, an *actionError around the
// refusal of the rules, or what db.Once leads to; then nothing is stored, as
// after a panic in the rules.
func (ms *matches) play(ctx context.Context, p post) (folded, error) {
	f, err := ms.proceed(ctx, p.once, p.match, p.player, p.note, p.decide)
	if errors.Is(err, db.ErrNotStarted) {
		return folded{}, ms.tooEarly(ctx, p.match, p.player, p.as)
	}
	return f, err
}

// proceed takes a match further in one transaction. The player is "" where the
// server acts by itself.
func (ms *matches) proceed(ctx context.Context, once db.Once, id, player string, n note, decide func(*course) error) (folded, error) {
	if _, ok := ms.tables.get(id); !ok {
		// Played outside the one writing transaction, a long match holds up nobody.
		m, err := ms.store.Match(ctx, id)
		if err != nil {
			return folded{}, fmt.Errorf("load match: %w", err)
		}
		if _, err := ms.foldStored(m); err != nil {
			return folded{}, err
		}
	}
	var c *course
	m, err := ms.store.Append(ctx, once, id, func(m db.Match, orders db.Orders) (db.Change, error) {
		if player != "" && !visible(m, player) {
			return db.Change{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
		}
		var err error
		if c, err = ms.newCourse(m, orders); err != nil {
			return db.Change{}, err
		}
		if err := decide(c); err != nil {
			return db.Change{}, err
		}
		change := c.change()
		if n != nil {
			change.Note = func(m db.Match) (int, []byte) { return n(m, len(c.unplayed)) }
		}
		return change, nil
	})
	if err != nil {
		return folded{}, err
	}
	f, err := c.fold(m)
	ms.keep(f)
	if f.Table.Ply() > c.Table.Ply() {
		ms.stored(m)
	}
	return f, err
}

// tooEarly refuses a post to a match that waits for players, in the same words
// as one that goes on to those who may not post at all.
func (ms *matches) tooEarly(ctx context.Context, id, player string, as games.Seat) error {
	f, err := ms.view(ctx, id, player)
	if err != nil {
		return err
	}
	if _, err := f.ownSeat(player, as); err != nil {
		return err
	}
	return errNotStarted
}

// ownSeat is seatFor for who has to have a seat.
func (f folded) ownSeat(player string, as games.Seat) (games.Seat, error) {
	seat, err := f.seatFor(player, as)
	if err == nil && seat == games.Spectator {
		err = errNoSeat
	}
	return seat, err
}

// decide plays a post on the match as it is.
//
// In a game with hidden parts a refusal must not tell what only a play uncovers:
// whether others prevented it, which card it drew. So a post is refused for what
// the player could foresee, before anything is played. What comes otherwise than
// foreseen ends the post there, and what was played stays so.
func (p post) decide(c *course) error {
	seat, err := c.ownSeat(p.player, p.as)
	switch {
	case err != nil:
		return err
	case !timely(c.Table, seat, p.ply):
		return &staleError{now: c.folded, as: p.as}
	}
	if c.Table.Ply() >= maxEvents && !c.Chance() && !ends(p.actions) {
		return &actionError{err: errTooLong}
	}
	if p.takesBack && c.Solo {
		return c.takeBack()
	}
	blind := len(p.actions) > 1 && c.Rules.Info().Hidden && !c.Solo
	if blind {
		if err := p.foresee(c, seat); err != nil {
			return err
		}
	}
	for i, action := range p.actions {
		if seat, err = c.played().seatFor(p.player, p.as); err != nil {
			return err
		}
		err := c.play(seat, action)
		switch {
		case err == nil:
		case blind && i > 0 && refused(err):
			c.unplayed = p.actions[i:]
			return nil
		default:
			return &actionError{index: i, err: err}
		}
	}
	return nil
}

// takeBack goes back to before the last action, at a table of one.
func (c *course) takeBack() error {
	events := takeBackActions(c.table)
	if len(events) == 0 {
		return &actionError{err: errNothingToTakeBack}
	}
	for _, e := range events {
		if err := c.play(e.Seat, e.Text); err != nil {
			return &actionError{err: err}
		}
	}
	return nil
}

// played is the match as far as it has been played by now.
func (c *course) played() folded {
	m := c.Match
	m.ToAct, m.Due = c.toAct(), c.due
	return folded{Match: m, Rules: c.Rules, Table: c.table}
}

var (
	errNothingToTakeBack = &games.Illegal{Key: "table.undo.start", Text: "Nothing has been played yet, so there is nothing to take back."}

	errTooLong = &games.Illegal{Key: "post.too_long", Text: "This match is longer than any game: it can only be ended, by a draw or by resigning."}

	errAlone    = &games.Illegal{Key: "post.alone", Text: "In a game with hidden parts this is posted by itself, not among other actions."}
	errSeeFirst = &games.Illegal{Key: "post.see_first", Text: "What comes of the actions before is to be seen first: post this one after it."}
)

// foresee refuses a list of actions for what the seat can know beforehand.
func (p post) foresee(c *course, seat games.Seat) error {
	for i, action := range p.actions {
		if table.IsSurrounding(action) {
			return &actionError{index: i, err: errAlone}
		}
	}
	stager, ok := c.table.State().(games.Stager)
	if !ok {
		return &actionError{index: 1, err: errSeeFirst}
	}
	_, fit, err := stager.Stage(seat, p.actions)
	switch {
	case err != nil:
		return &actionError{index: fit, err: err}
	case fit < len(p.actions):
		return &actionError{index: fit, err: errSeeFirst}
	}
	return p.waits(c, seat)
}

// waits refuses what would follow on an action that opens a window.
func (p post) waits(c *course, seat games.Seat) error {
	ahead := *c
	ahead.orders, ahead.given = nil, nil
	for i, action := range p.actions[:len(p.actions)-1] {
		if err := ahead.play(seat, action); err != nil {
			return nil // comes otherwise than foreseen
		}
		if !ahead.due.IsZero() {
			return &actionError{index: i + 1, err: games.ErrNotYourTurn}
		}
	}
	return nil
}

// timely reports whether a post by a seat that knew ply events still means what
// it meant: nothing has happened since, or only answers by other seats to
// decisions that all of them and this seat owed at once.
func timely(t table.Match, seat games.Seat, ply int) bool {
	if ply < 0 || ply > t.Ply() {
		return false
	}
	owes := func(t table.Match, s games.Seat) bool { return slices.Contains(t.ToAct(), s) }
	log := t.Log()
	for i := ply; i < len(log); i++ {
		then := t.At(i)
		if log[i].Seat == seat || table.IsSurrounding(log[i].Text) || !owes(then, log[i].Seat) || !owes(then, seat) {
			return false
		}
	}
	return ply == t.Ply() || owes(t, seat) && slices.Equal(t.Legal(seat), t.At(ply).Legal(seat))
}
