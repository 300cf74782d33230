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

// cachedTables is how many folded matches are kept in memory.
const cachedTables = 1024

var errHiddenRecord = refuse(http.StatusForbidden, "hidden", "this game has hidden parts: its record is open once the match is over")

// matches is what pages and API do with matches: it holds who may see and do
// what, brings rules and store together, and tells the hub after each commit.
type matches struct {
	store  *db.Store
	hub    publisher
	now    func() time.Time
	find   func(game string, version int) (games.Ruleset, error)
	tables *tableCache
}

// publisher is what matches need of the hub.
type publisher interface {
	Publish(c Change, players []string)
}

func newMatches(store *db.Store, hub publisher, now func() time.Time) *matches {
	return &matches{store: store, hub: hub, now: now, find: catalog.Find, tables: newTableCache(cachedTables)}
}

// folded is a match as stored, and what its events fold into.
type folded struct {
	db.Match
	Table table.Match
}

// answer renders what a repetition of a request is to be answered: it is stored
// together with the effect. It may be nil.
type answer func(folded) (status int, body []byte)

// forStore makes of an answer what the store calls within its transaction. A
// panic in it undoes the transaction.
func (a answer) forStore(fold func(db.Match) (folded, error)) func(db.Match) (int, []byte) {
	return func(m db.Match) (int, []byte) {
		if a == nil {
			return http.StatusNoContent, nil
		}
		f, err := fold(m)
		if err != nil {
			panic(err)
		}
		return a(f)
	}
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

// invited is the match that an invitation leads to, or db.ErrNotFound.
func (ms *matches) invited(ctx context.Context, token string) (folded, error) {
	m, err := ms.store.MatchByInvite(ctx, token)
	if err != nil {
		return folded{}, fmt.Errorf("load invitation: %w", err)
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
	case f.Solo && seatOf(f.Match, player) != 0:
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

// fold plays the events of a match, as far as they are not played yet.
func (ms *matches) fold(m db.Match) (folded, error) {
	t, ok := ms.tables.get(m.ID)
	if ok {
		t = t.At(len(m.Events))
	} else {
		rules, err := ms.find(m.Game, m.Version)
		if err != nil {
			return folded{}, fmt.Errorf("rules of match %s: %w", m.ID, err)
		}
		if t, err = table.New(rules, games.Setup{Seats: len(m.Seats), Options: m.Options}); err != nil {
			return folded{}, fmt.Errorf("set up match %s: %w", m.ID, err)
		}
	}
	for _, e := range m.Events[t.Ply():] {
		var err error
		if t, err = t.Replay(table.Event{Seat: e.Seat, Text: e.Text}); err != nil {
			return folded{}, fmt.Errorf("replay match %s at ply %d: %w", m.ID, e.Ply, err)
		}
	}
	return folded{Match: m, Table: t}, nil
}

// foldStored is fold for a match whose events are committed.
func (ms *matches) foldStored(m db.Match) (folded, error) {
	f, err := ms.fold(m)
	if err != nil {
		return folded{}, err
	}
	ms.tables.put(m.ID, f.Table)
	return f, nil
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
	case f.Table.Ruleset().Info().Hidden && !f.Table.Over():
		return nil, errHiddenRecord
	}
	if f.Tags != nil {
		return importedRecord(f)
	}
	names := make([]string, len(f.Seats))
	for i, p := range f.Seats {
		names[i] = p.Name
	}
	return []byte(record.Of(f.Table, names, f.Started).String()), nil
}
