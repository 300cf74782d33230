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
	answer  answer
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

var errForeignSeat = refuse(http.StatusForbidden, "foreign_seat", "this seat is not yours")

// play stores what a player does and returns the match after it. It fails with
// db.ErrNotFound, errNoSeat, errForeignSeat, errNotStarted, a *staleError, an
// *actionError around the refusal of the rules, or what db.Once leads to; then
// nothing is stored, as after a panic in the rules.
func (ms *matches) play(ctx context.Context, p post) (folded, error) {
	if _, ok := ms.tables.get(p.match); !ok {
		// Played outside the one writing transaction, a long match holds up nobody.
		if _, err := ms.view(ctx, p.match, p.player); err != nil {
			return folded{}, err
		}
	}
	var next table.Match
	m, err := ms.store.Append(ctx, p.once, p.match, func(m db.Match, _ db.Orders) (db.Change, error) {
		if !visible(m, p.player) {
			return db.Change{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
		}
		now, err := ms.fold(m)
		if err != nil {
			return db.Change{}, err
		}
		if next, err = p.decide(now); err != nil {
			return db.Change{}, err
		}
		change := db.Change{ToAct: next.ToAct(), Result: next.Result()}
		for _, e := range next.Log()[now.Table.Ply():] {
			change.Events = append(change.Events, db.Event{Seat: e.Seat, Text: e.Text})
		}
		change.Answer = p.answer.forStore(func(m db.Match) (folded, error) { return folded{Match: m, Table: next}, nil })
		return change, nil
	})
	if errors.Is(err, db.ErrNotStarted) {
		return folded{}, ms.tooEarly(ctx, p)
	}
	if err != nil {
		return folded{}, err
	}
	ms.tables.put(m.ID, next)
	ms.publish(m)
	return folded{Match: m, Table: next}, nil
}

// tooEarly refuses a post to a match that waits for players, in the same words
// as one that goes on to those who may not post at all.
func (ms *matches) tooEarly(ctx context.Context, p post) error {
	f, err := ms.view(ctx, p.match, p.player)
	if err != nil {
		return err
	}
	switch seat, err := f.seatFor(p.player, p.as); {
	case err != nil:
		return err
	case seat == games.Spectator:
		return errNoSeat
	}
	return errNotStarted
}

// decide plays a post on the match as it is.
func (p post) decide(now folded) (table.Match, error) {
	t := now.Table
	seat, err := now.seatFor(p.player, p.as)
	switch {
	case err != nil:
		return t, err
	case seat == games.Spectator:
		return t, errNoSeat
	case !timely(t, seat, p.ply):
		return t, &staleError{now: now, as: p.as}
	}
	for i, action := range p.actions {
		if seat, err = (folded{Match: now.Match, Table: t}).seatFor(p.player, p.as); err != nil {
			return t, err
		}
		if t, err = t.Play(seat, action); err != nil {
			return t, &actionError{index: i, err: err}
		}
	}
	return t, nil
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
