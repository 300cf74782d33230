package match

import (
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
)

// MaxLegal is how many legal actions are listed at once: of a match, and on a page
// of those that begin on one square.
const MaxLegal = 2_000

// Match is a stored match with its replayed state.
type Match struct {
	db.Match
	Rules games.Ruleset
	Table table.Match // the zero value unless Dealt

	Now    time.Time // when it was loaded
	pauses clock.Pauses
}

// Dealt reports whether there is a Table. A match of chance has none before all
// seats are taken, since what they contribute decides.
func (m Match) Dealt() bool { return !m.Chance() || !m.Started.IsZero() }

// IsOver reports whether the match has ended.
func (m Match) IsOver() bool { return m.Dealt() && m.Table.Over() }

// Acting lists the seats that owe a decision. While an interrupt window is open,
// the seat that it is about owes none: the server acts for it when the window
// closes.
func (m Match) Acting() []games.Seat {
	if !m.WindowEnds.IsZero() || !m.Dealt() {
		return m.ToAct
	}
	return m.Table.ToAct()
}

// AutoPlayed reports whether the server will act for seat when the open window
// closes.
func (m Match) AutoPlayed(seat games.Seat) bool {
	return !m.WindowEnds.IsZero() && slices.Contains(m.Table.ToAct(), seat) && !slices.Contains(m.ToAct, seat)
}

// Legal lists the legal actions of a seat, none if there are more than MaxLegal,
// and counts them.
func (m Match) Legal(seat games.Seat) (list []string, count int) {
	if m.Started.IsZero() || m.AutoPlayed(seat) {
		return nil, 0
	}
	return m.Table.LegalUpTo(seat, MaxLegal)
}

// LegalFrom lists the legal actions of a seat that begin on a square or, in games
// without squares, with some words: at most MaxLegal of them, leaving out the first
// skip, and whether there are more.
func (m Match) LegalFrom(seat games.Seat, from string, skip int) (list []string, more bool) {
	if m.Started.IsZero() || m.AutoPlayed(seat) {
		return nil, false
	}
	return m.Table.LegalFrom(seat, from, skip, MaxLegal)
}

// Revealed reports whether everybody may know everything of the match. The rules
// decide that, in package table; before the deal only a game without hidden parts is
// revealed. The secret of a shuffle is opened by FairOf.
func (m Match) Revealed() bool {
	if !m.Dealt() {
		return !m.Rules.Info().Hidden
	}
	return m.Table.Revealed()
}

// Viewer returns as whom a seat sees positions: as games.Omniscient, who sees everything,
// once the hidden parts of the match are revealed.
func (m Match) Viewer(seat games.Seat) games.Seat {
	if m.Rules.Info().Hidden && m.Revealed() {
		return games.Omniscient
	}
	return seat
}

// ViewFor returns the present position as a seat may know it, nil before the deal.
func (m Match) ViewFor(seat games.Seat) games.View {
	switch {
	case !m.Dealt():
		return nil
	case m.Started.IsZero():
		seat = games.Spectator
	}
	return m.Table.State().View(m.Viewer(seat))
}

// LogFor returns the events as a seat may read them.
func (m Match) LogFor(seat games.Seat) []db.Event { return m.LogSince(seat, 0) }

// LogSince is LogFor for the events from a ply on.
func (m Match) LogSince(seat games.Seat, ply int) []db.Event {
	events := m.Events[min(ply, len(m.Events)):]
	if !m.Rules.Info().Hidden || !m.Dealt() || len(events) == 0 {
		return events
	}
	events = slices.Clone(events)
	for i, text := range m.Table.Veiled(seat) {
		if i < ply {
			break
		}
		events[i-ply].Text = text
	}
	return events
}
