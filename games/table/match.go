package table

import (
	"maps"
	"slices"
	"strings"
	"time"

	"tableronde/games"
)

// Event is one line of a match's log: an act of a seat in canonical text, and its time. The match
// stores the time and does not depend on it.
type Event struct {
	Seat games.Seat
	Text string
	At   time.Time // zero if it is unknown, as in a record
}

// Match is a match after its last event. It is a value: Play returns another one and leaves the
// receiver as it was, and any number of goroutines may read it. The zero Match is not usable: New
// makes one.
type Match struct {
	game  *game
	now   *moment     // the current one
	state games.State // of its position
}

// game holds the parts of a match that stay the same throughout.
type game struct {
	rules    games.Ruleset
	setup    games.Setup
	undoable bool
	hidden   bool

	// These are derived from the events and kept to save work.
	recent recentStates
	told   factLists
}

// New begins a match. The error is the ruleset's, for a setup that it refuses. Rules
// with hidden parts have passed games.CheckStates: package catalog lists no others.
func New(rules games.Ruleset, setup games.Setup) (Match, error) {
	setup = clone(setup)
	state, err := rules.New(setup)
	if err != nil {
		return Match{}, err
	}
	info := rules.Info()
	if setup.Seats == 0 {
		setup.Seats = slices.Min(info.Seats)
	}
	g := &game{rules: rules, setup: setup, undoable: !info.Hidden && !info.Chance, hidden: info.Hidden}
	return Match{game: g, now: newMoment(state), state: state}, nil
}

// Play posts a game action or a surrounding event of a seat at a time, and returns the match with
// one more event. The error is games.ErrFinished, games.ErrNotYourTurn or a *games.Illegal.
func (m Match) Play(seat games.Seat, text string, at time.Time) (Match, error) {
	if m.Over() {
		return m, games.ErrFinished
	}
	c, err := parseCommand(text)
	if err != nil {
		return m, err
	}
	if key := serverOnly[c.kind]; key != "" {
		return m, refuse(key, nil)
	}
	return m.apply(seat, c, at)
}

// serverOnly has the refusals of the events that nobody may post by Play.
var serverOnly = map[commandKind]string{
	cmdTimeout: "table.timeout", cmdClaimTimeout: "table.claim", cmdGrant: "table.grant",
	cmdVoid: "table.operator", cmdRewind: "table.operator", cmdPlayer: "table.operator",
	cmdOfferBot: "table.bot.nobody", cmdAcceptBot: "table.bot.nobody", cmdDeclineBot: "table.bot.nobody", cmdBot: "table.bot.nobody",
}

// Replay is Play for an event read from a log: it also accepts those that only
// the server may write.
func (m Match) Replay(e Event) (Match, error) {
	if m.Over() {
		return m, games.ErrFinished
	}
	c, err := parseCommand(e.Text)
	if err != nil {
		return m, err
	}
	return m.apply(e.Seat, c, e.At)
}

// TimeOut takes a seat out of the game whose time has run out.
func (m Match) TimeOut(seat games.Seat, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: cmdTimeout.String(), At: at})
}

// Grant notes that a seat has given time to the seats that owe a decision.
func (m Match) Grant(seat games.Seat, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: Grant24h, At: at})
}

// Ruleset returns the ruleset of the match.
func (m Match) Ruleset() games.Ruleset { return m.game.rules }

// Setup returns the setup of the match, with the number of seats filled in. The
// caller owns it.
func (m Match) Setup() games.Setup { return clone(m.game.setup) }

func clone(setup games.Setup) games.Setup {
	setup.Options, setup.Fixed = maps.Clone(setup.Options), maps.Clone(setup.Fixed)
	if setup.Seed != nil {
		seed := *setup.Seed
		setup.Seed = &seed
	}
	return setup
}

// Ply returns the number of events in the log.
func (m Match) Ply() int { return m.now.ply }

// Log lists the events so far. The caller owns the list.
func (m Match) Log() []Event {
	log := make([]Event, m.now.ply)
	for t := m.now; t.ply > 0; t = t.prev {
		log[t.ply-1] = t.event
	}
	return log
}

// At returns the match after its first ply events. A ply outside the log stands for the nearest
// one inside.
func (m Match) At(ply int) Match {
	now := m.now.back(max(ply, 0))
	return Match{game: m.game, now: now, state: m.stateOf(now.pos)}
}

// Path lists, ascending, the indexes in Log of the game actions that lead to
// the current position: all that no undo has taken back.
func (m Match) Path() []int {
	path := make([]int, 0, m.now.pos.moves)
	for p := m.now.pos; p != nil; p = p.prev {
		if p.acted {
			path = append(path, p.at.ply-1)
		}
	}
	slices.Reverse(path)
	return path
}

// State returns the ruleset's current state.
func (m Match) State() games.State { return m.state }

// ToAct lists the seats that owe a decision, ascending, and none once it is over.
func (m Match) ToAct() []games.Seat {
	if m.Over() {
		return nil
	}
	return m.State().ToAct()
}

// Legal lists a seat's legal game actions, and none once the match is over. The caller may keep
// but not change the list.
func (m Match) Legal(seat games.Seat) []string {
	if m.Over() || !m.holds(seat) {
		return nil
	}
	return m.State().Legal(seat)
}

// LegalUpTo returns Legal if it has at most the given number of actions, else nil. It returns
// their number too, which games.Lister bounds.
func (m Match) LegalUpTo(seat games.Seat, most int) (legal []string, count int) {
	if l, ok := m.State().(games.Lister); ok && !m.Over() && m.holds(seat) {
		return l.LegalUpTo(seat, most)
	}
	if legal = m.Legal(seat); len(legal) > most {
		return nil, len(legal)
	}
	return legal, len(legal)
}

// LegalFrom lists the legal actions of the piece on a square or, in games without squares, those
// that begin with some words. It skips the first of them, lists at most the given number, and
// reports whether there are more.
func (m Match) LegalFrom(seat games.Seat, from string, skip, most int) (legal []string, more bool) {
	if l, ok := m.State().(games.Lister); ok && !m.Over() && m.holds(seat) {
		return l.LegalFrom(seat, from, skip, most)
	}
	for _, action := range m.Legal(seat) {
		rest, ok := strings.CutPrefix(action, from)
		if !ok || rest != "" && rest[0] != ' ' {
			continue
		}
		switch {
		case skip > 0:
			skip--
		case len(legal) == most:
			return legal, true
		default:
			legal = append(legal, action)
		}
	}
	return legal, false
}

// Fit returns a *games.Illegal if the match began from a state that no new match
// may begin from.
func (m Match) Fit() error {
	if l, ok := m.At(0).State().(games.Lister); ok {
		return l.Fit()
	}
	return nil
}

// Result returns how the match ended, nil while it goes on. The caller must not
// change it.
func (m Match) Result() *games.Result {
	if m.now.result != nil {
		return m.now.result
	}
	return m.State().Result()
}

// Over reports whether the match has ended.
func (m Match) Over() bool { return m.Result() != nil }

// DrawOffer returns the seat whose draw offer is pending, 0 if there is none.
func (m Match) DrawOffer() games.Seat { return m.now.pending().draw.by }

// UndoOffer returns the seat whose request to go back is pending, 0 if there is
// none, and the line after which the match would go on.
func (m Match) UndoOffer() (by games.Seat, line int) {
	undo := m.now.pending().undo
	return undo.by, undo.line
}

// DrawVotes lists the seats that have agreed to the pending draw offer, with the one that made it,
// and the seats that have not answered. Both are empty if no offer is pending.
func (m Match) DrawVotes() (agreed, awaited []games.Seat) {
	draw := m.now.pending().draw
	if draw.by == 0 {
		return nil, nil
	}
	return draw.votes(voices(m.State()))
}

// UndoVotes is DrawVotes for the pending request to go back.
func (m Match) UndoVotes() (agreed, awaited []games.Seat) {
	undo := m.now.pending().undo
	if undo.by == 0 {
		return nil, nil
	}
	return undo.votes(m.seats())
}

// Asked lists the seats, ascending, that have not answered a pending offer of a
// draw or request to go back.
func (m Match) Asked() []games.Seat {
	_, draw := m.DrawVotes()
	_, undo := m.UndoVotes()
	asked := append(draw, undo...)
	slices.Sort(asked)
	return slices.Compact(asked)
}

// Offers lists the surrounding events that a seat may post now, answers first.
// The only request to go back among them is the one to before the seat's last
// action.
func (m Match) Offers(seat games.Seat) []string {
	if m.Over() {
		return nil
	}
	var offers []string
	for _, c := range m.askable(seat) {
		if _, err := m.apply(seat, c, time.Time{}); err == nil {
			offers = append(offers, c.String())
		}
	}
	return offers
}

// askable lists the events that Offers may contain.
func (m Match) askable(seat games.Seat) []command {
	var all []command
	pending := m.now.pending()
	if pending.draw.by != 0 {
		all = append(all, command{kind: cmdAcceptDraw}, command{kind: cmdDeclineDraw})
	}
	if pending.undo.by != 0 {
		all = append(all, command{kind: cmdAcceptUndo}, command{kind: cmdDeclineUndo})
	}
	if _, ok := m.state.(games.Drawer); ok {
		all = append(all, command{kind: cmdClaimDraw}, command{kind: cmdOfferDraw})
	}
	for p := m.now.pos; p != nil && m.game.undoable; p = p.prev {
		if p.acted && p.at.event.Seat == seat {
			all = append(all, command{kind: cmdOfferUndo, line: p.at.ply - 1})
			break
		}
	}
	if m.now.pos.moves < movesToAbort {
		all = append(all, command{kind: cmdAbort})
	}
	return append(all, command{kind: cmdResign})
}

// holds reports whether the match has a seat.
func (m Match) holds(seat games.Seat) bool {
	return seat >= 1 && int(seat) <= m.game.setup.Seats
}

// seats lists the seats of the match.
func (m Match) seats() (all []games.Seat) {
	for s := games.Seat(1); m.holds(s); s++ {
		all = append(all, s)
	}
	return all
}

// Last returns the game action that led to the current position, and false at the start.
func (m Match) Last() (e Event, ok bool) {
	for p := m.now.pos; p != nil; p = p.prev {
		if p.acted {
			return p.at.event, true
		}
	}
	return Event{}, false
}
