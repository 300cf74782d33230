package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/games/table"
)

// cachedPositions is how many positions of matches are kept in memory: of cards,
// one takes up to 2 kB.
const cachedPositions = 100_000

var errHiddenRecord = refuse(http.StatusForbidden, "hidden", "this game has hidden parts: its record is open once the match is over")

// matches is what pages and API do with matches: it holds who may see and do
// what, brings rules and store together, and tells the hub after each commit.
type matches struct {
	store  db.Store
	hub    publisher
	now    func() time.Time
	find   func(game string, version int) (games.Ruleset, error)
	tables *tableCache
	alarm  chan struct{} // of size one: a match has become due earlier than known
}

// publisher is what matches need of the hub.
type publisher interface {
	Publish(c Change, players []string)
	PublishTables(at time.Time)
}

func newMatches(store db.Store, hub publisher, now func() time.Time) *matches {
	return &matches{store: store, hub: hub, now: now, find: catalog.Find, tables: newTableCache(cachedPositions),
		alarm: make(chan struct{}, 1)}
}

// folded is a match as stored, and what its events fold into. A match of chance
// has no Table before it starts: see dealt.
type folded struct {
	db.Match
	Rules games.Ruleset
	Table table.Match

	unplayed []string // of a post, what could not be played any more: see post.decide
}

// dealt reports whether there is a Table: in a game of chance only once all seats
// are taken, for what they contribute decides.
func (f folded) dealt() bool { return !f.Chance() || !f.Started.IsZero() }

// over reports whether the match has ended.
func (f folded) over() bool { return f.dealt() && f.Table.Over() }

// toAct lists the seats that owe a decision. While a window is open, the seat
// that it is about owes none: the server acts for it when the window closes.
func (f folded) toAct() []games.Seat {
	if !f.Due.IsZero() || !f.dealt() {
		return f.Match.ToAct
	}
	return f.Table.ToAct()
}

// listLegal lists what a seat may post of the game's actions, none if there are more
// than maxLegal, and counts them.
func (f folded) listLegal(seat games.Seat) (list []string, count int) {
	if f.Started.IsZero() || f.spokenFor(seat) {
		return nil, 0
	}
	return f.Table.LegalUpTo(seat, maxLegal)
}

// legalFrom lists those that begin on a square, in pages of maxLegal, and tells
// whether there are more.
func (f folded) legalFrom(seat games.Seat, square string, skip int) (list []string, more bool) {
	if f.Started.IsZero() || f.spokenFor(seat) {
		return nil, false
	}
	return f.Table.LegalFrom(seat, square, skip, maxLegal)
}

// spokenFor reports whether the server is to act for a seat, once a window that
// is open closes.
func (f folded) spokenFor(seat games.Seat) bool {
	return !f.Due.IsZero() && slices.Contains(f.Table.ToAct(), seat) && !slices.Contains(f.Match.ToAct, seat)
}

// log is the log as a viewer may read it.
func (f folded) log(viewer games.Seat) []db.Event {
	if !f.Rules.Info().Hidden || !f.dealt() {
		return f.Events
	}
	told := f.Table.Told(viewer)
	events := slices.Clone(f.Events)
	for i := range events {
		events[i].Text = told[i].Text
	}
	return events
}

// state is the position as a viewer may know it: once a match with hidden parts
// is over, all of it. Nil before the deal.
func (f folded) state(viewer games.Seat) games.View {
	switch {
	case !f.dealt():
		return nil
	case f.Started.IsZero():
		viewer = games.Spectator
	case f.Rules.Info().Hidden && f.Table.Over():
		viewer = games.Open
	}
	return f.Table.State().View(viewer)
}

// view is a match for a viewer, the id of a player or "". A match the viewer
// may not see is db.ErrNotFound.
func (ms *matches) view(ctx context.Context, id, viewer string) (folded, error) {
	m, err := ms.store.Match(ctx, id)
	if err != nil {
		return folded{}, fmt.Errorf("load match: %w", err)
	}
	if !visible(m, viewer) {
		return folded{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
	}
	return ms.foldStored(m)
}

// invited is the match that an invitation leads a player to, "" for nobody in
// particular, or db.ErrNotFound. Once the match has begun, it leads nobody else
// there than those who play it: errInvitationEnded.
func (ms *matches) invited(ctx context.Context, token, player string) (folded, error) {
	m, err := ms.store.MatchByInvite(ctx, token)
	switch {
	case err != nil:
		return folded{}, fmt.Errorf("load invitation: %w", err)
	case !m.Started.IsZero() && seatOf(m, player) == 0:
		return folded{}, errInvitationEnded
	}
	return ms.foldStored(m)
}

// visible reports whether a player, or "" for nobody in particular, may know of
// a match.
func visible(m db.Match, player string) bool {
	return m.Public || player != "" && (m.Host == player || seatOf(m, player) != 0)
}

// seatOf is the first seat that a player holds, 0 if there is none.
func seatOf(m db.Match, player string) games.Seat {
	if player == "" {
		return 0
	}
	return games.Seat(1 + slices.IndexFunc(m.Seats, func(p db.Player) bool { return p.ID == player }))
}

// seatFor is the seat that a player sees the match from and acts for: the one
// asked for if the player holds it, else with as = 0 the player's own, which at
// a solo table is the first seat to act. Who holds none is a spectator; asking
// for a seat of somebody else is errForeignSeat.
func (f folded) seatFor(player string, as games.Seat) (games.Seat, error) {
	switch {
	case as != 0 && (as < 1 || int(as) > len(f.Seats) || player == "" || f.Seats[as-1].ID != player):
		return games.Spectator, errForeignSeat
	case as != 0:
		return as, nil
	case f.Solo && seatOf(f.Match, player) != 0 && f.dealt():
		if act := f.Table.ToAct(); len(act) > 0 {
			return act[0], nil
		}
	}
	return seatOf(f.Match, player), nil
}

// players lists, once each, who has to do with a match.
func players(m db.Match) []string {
	ids := []string{m.Host}
	for _, p := range m.Seats {
		if p.ID != "" && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

func (ms *matches) publish(m db.Match) {
	ms.hub.Publish(Change{Match: m.ID, Ply: m.Ply, At: ms.now()}, players(m))
}

// publishTable announces that a table has come to the list of open tables, has
// changed there, or has left it.
func (ms *matches) publishTable(m db.Match) {
	if m.Public && !m.Solo {
		ms.hub.PublishTables(ms.now())
	}
}

// fold plays the events of a match, as far as they are not played yet.
func (ms *matches) fold(m db.Match) (folded, error) {
	t, ok := ms.tables.get(m.ID)
	if ok {
		t = t.At(len(m.Events))
	} else {
		f, err := ms.first(m)
		if err != nil || !f.dealt() {
			return f, err
		}
		t = f.Table
	}
	return replay(t, m)
}

// replay plays the events of a match that t lacks. That they cannot be played is
// a fault, whatever the rules say of it.
func replay(t table.Match, m db.Match) (folded, error) {
	for _, e := range m.Events[t.Ply():] {
		var err error
		if t, err = t.Replay(table.Event{Seat: e.Seat, Text: e.Text}); err != nil {
			return folded{}, fmt.Errorf("replay match %s at ply %d: %w", m.ID, e.Ply, fault{err})
		}
	}
	return folded{Match: m, Rules: t.Ruleset(), Table: t}, nil
}

// first is a match before its first event.
func (ms *matches) first(m db.Match) (folded, error) {
	rules, err := ms.find(m.Game, m.Version)
	if err != nil {
		return folded{}, fmt.Errorf("rules of match %s: %w", m.ID, err)
	}
	f := folded{Match: m, Rules: rules}
	if !f.dealt() {
		return f, nil
	}
	setup := games.Setup{Seats: len(m.Seats), Options: m.Options}
	if f.Chance() {
		seed := m.Secret.Seed(m.ID, m.Contributions)
		setup.Seed = &seed
	}
	if f.Table, err = table.New(rules, setup); err != nil {
		return folded{}, fmt.Errorf("set up match %s: %w", m.ID, fault{err})
	}
	return f, nil
}

// foldStored is fold for a match whose events are committed.
func (ms *matches) foldStored(m db.Match) (folded, error) {
	f, err := ms.fold(m)
	if err != nil {
		return folded{}, err
	}
	ms.keep(f)
	return f, nil
}

// keep remembers the fold of stored events.
func (ms *matches) keep(f folded) {
	if f.dealt() {
		ms.tables.put(f.ID, f.Table)
	}
}

// stored tells of a match that has changed.
func (ms *matches) stored(m db.Match) {
	if !m.Due.IsZero() {
		select {
		case ms.alarm <- struct{}{}:
		default:
		}
	}
	ms.publish(m)
}

// refused reports whether an error is an answer to the caller rather than a
// fault of ours.
func refused(err error) bool {
	var done *db.Answered
	return err != nil && !errors.As(err, &done) && problemOf(err).status < http.StatusInternalServerError
}

// recordOf is the text record of a match. It fails with errNotStarted, and with
// errHiddenRecord while a match with hidden parts goes on.
func recordOf(f folded) ([]byte, error) {
	switch {
	case f.Started.IsZero():
		return nil, errNotStarted
	case f.Rules.Info().Hidden && !f.Table.Over():
		return nil, errHiddenRecord
	}
	if f.Tags != nil {
		return importedRecord(f)
	}
	names := make([]string, len(f.Seats))
	for i, p := range f.Seats {
		names[i] = p.Name
	}
	r := record.Of(f.Table, names, f.Started)
	if f.Chance() {
		if err := r.Prove(f.Table, record.Fair{Match: f.ID, Secret: f.Secret, Contributions: f.Contributions}); err != nil {
			return nil, fmt.Errorf("prove match %s: %w", f.ID, err)
		}
	}
	return []byte(r.String()), nil
}
