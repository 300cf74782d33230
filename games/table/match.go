// Package table plays a match: it folds a log of events into a position, a turn, pending
// offers and a result, around any ruleset.
//
// An event is an action of the ruleset, or one of the surrounding events that
// belong to every game:
//
//	resign
//	offer draw     accept draw    decline draw    claim draw
//	offer undo N   accept undo    decline undo
//	abort
//	grant 24h      claim timeout  (on a clock)
//	timeout        (written by the server alone)
//	offer bot N L  accept bot     decline bot
//	bot L          (by the server: a bot of level L plays on at the seat)
//	void           rewind N       (by an operator of the site, at the seat first to act)
//
// Lines, or plies, are counted over all events, as in a record. "offer undo N" asks to go back to
// the position after line N, and "rewind N" goes back there. The log only ever grows: an undo is
// an event like any other, and the position goes back. A void ends the match without a result.
//
// # Draws
//
// A seat with a voice (games.Drawer) offers a draw at any time while no draw offer is pending. It
// is agreed once every other voice has accepted. Declining ends it, and so does a game action by a
// voice that has neither offered nor accepted, or a change of the voices. A seat whose offer was
// refused may offer again after a further game action.
//
// # Bots
//
// "offer bot 2 3" asks the others to have a bot of level 3 play on at seat 2, which somebody has
// left. Declining ends it, also by the seat that asked. Time that is given ends it, and any event
// that takes one of the two seats out of the game. Once the others agree, the server writes "bot
// 3" at seat 2, which returns to the game if it had resigned.
//
// # Undo
//
// In games without chance and hidden parts a seat asks to go back, and all other seats must
// accept. Declining ends the request, and so does any change of the position.
//
// # Clocks
//
// The table keeps no time: package clock does. A grant stands in the log and changes nothing else
// here. A claim does not stand there: if the clocks allow it, its outcome is the time-out of the
// seat whose clock has fallen.
//
// # Hidden cards
//
// In games with hidden parts a viewer reads the log by LogFor, and the consequences by Story.
// Follow and Default return the actions that the server posts for seats. Replaying never
// posts by itself.
package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"tableronde/games"
)

// Event is one line of a match's log: an action of a seat in canonical text, and its time. The
// match stores the time and does not depend on it.
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

	// These are derived from the events and stored to save work.
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
	first := &moment{pos: &position{state: state}}
	first.prev, first.pos.at = first, first
	return Match{game: g, now: first, state: state}, nil
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

// serverOnly has the refusals of the events that Play accepts from no seat.
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

// Grant records that a seat has given time to the seats that owe a decision.
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

// ToAct lists the seats that owe a decision, ascending; none once the match is over.
func (m Match) ToAct() []games.Seat {
	if m.Over() {
		return nil
	}
	return m.State().ToAct()
}

// Legal lists a seat's legal game actions, and none once the match is over. The caller may keep
// but not change the list.
func (m Match) Legal(seat games.Seat) []string {
	if m.Over() || !m.game.holds(seat) {
		return nil
	}
	return m.State().Legal(seat)
}

// LegalUpTo returns Legal if it has at most the given number of actions, else nil. It returns
// their number too, which games.Lister bounds.
func (m Match) LegalUpTo(seat games.Seat, most int) (legal []string, count int) {
	if l, ok := m.State().(games.Lister); ok && !m.Over() && m.game.holds(seat) {
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
	if l, ok := m.State().(games.Lister); ok && !m.Over() && m.game.holds(seat) {
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

// Result returns the result of the match, nil until it is over. The caller must not change it.
func (m Match) Result() *games.Result {
	if m.now.result != nil {
		return m.now.result
	}
	return m.State().Result()
}

// Over reports whether the match has ended.
func (m Match) Over() bool { return m.Result() != nil }

// Offer is a pending draw offer or request to go back; the zero value is none.
type Offer struct {
	By      games.Seat   // the seat that asks
	Line    int          // of a request: the match would go on after it
	Agreed  []games.Seat // By, and the seats that have accepted
	Awaited []games.Seat // the seats that have not answered
}

// DrawOffer returns the pending draw offer.
func (m Match) DrawOffer() Offer { return m.now.pending().draw.among(voices(m.State())) }

// UndoOffer returns the pending request to go back.
func (m Match) UndoOffer() Offer { return m.now.pending().undo.among(m.game.seats()) }

// Asked lists the seats, ascending, that have not answered a pending draw offer or request to take
// back.
func (m Match) Asked() []games.Seat {
	asked := append(m.DrawOffer().Awaited, m.UndoOffer().Awaited...)
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
func (g *game) holds(seat games.Seat) bool {
	return seat >= 1 && int(seat) <= g.setup.Seats
}

// seats lists the seats of the match.
func (g *game) seats() (all []games.Seat) {
	for s := games.Seat(1); g.holds(s); s++ {
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

// moment is a match after one event. Moments never change once made. Each refers to the one
// before, so that all values of a match share their past. The state of the ruleset is not part of
// it: see position.
type moment struct {
	prev  *moment
	ply   int
	event Event // that led here, zero at the start

	pos    *position
	offers *offers       // nil if it is empty
	result *games.Result // of an end that is not the ruleset's, else nil
}

// stateInterval is the number of game actions between two positions that store their states. The
// states between them are folded again on demand.
const stateInterval = 16

// position is a position of the ruleset after the events up to a moment. An undo leads back to the
// same position, not to a copy.
type position struct {
	state  games.State // nil if it can be folded from the state of prev by the event of at
	before games.State // the state of prev, if the event of at was secret when it was played, else nil
	prev   *position
	at     *moment // after which it first arose
	acted  bool    // the event of at was a game action
	moves  int     // game actions from the start to here
}

// offers are the pending offers.
type offers struct {
	draw   offer
	undo   offer
	barred seatSet // seats whose draw offer was refused, with no game action since

	bot       botOffer
	botBarred seatSet // seats at which a bot was refused, with no game action since
}

// botOffer is the pending offer of a bot.
type botOffer struct {
	offer
	seat  games.Seat // at which it would play on
	level int
}

// offer is a pending draw offer or request to take back.
type offer struct {
	by     games.Seat // 0 if none is pending
	agreed seatSet    // by, and the seats that have accepted
	line   int        // to go back to
}

// answer records that a seat accepts the offer. Keys of refusals have the given word.
func (o *offer) answer(seat games.Seat, what string) error {
	switch {
	case o.by == 0:
		return refuse("table."+what+".none", nil)
	case o.by == seat:
		return refuse("table."+what+".own", nil)
	case o.agreed.has(seat):
		return refuse("table."+what+".accepted", nil)
	}
	o.agreed |= setOf(seat)
	return nil
}

// among returns the offer with the votes of seats, the zero value if none is pending.
func (o offer) among(all []games.Seat) Offer {
	if o.by == 0 {
		return Offer{}
	}
	open := Offer{By: o.by, Line: o.line}
	for _, s := range all {
		if o.agreed.has(s) {
			open.Agreed = append(open.Agreed, s)
		} else {
			open.Awaited = append(open.Awaited, s)
		}
	}
	return open
}

// followTo makes next the successor of t: the same position, the same offers.
func (t *moment) followTo(next *moment, e Event) {
	*next = *t
	next.prev, next.ply, next.event = t, t.ply+1, e
}

// back returns the moment after the first ply events, or t if t is earlier.
func (t *moment) back(ply int) *moment {
	for t.ply > ply {
		t = t.prev
	}
	return t
}

// momentsAfter lists the moments up to t after the first ply events.
func (t *moment) momentsAfter(ply int) []*moment {
	list := make([]*moment, t.ply-ply)
	for ; t.ply > ply; t = t.prev {
		list[t.ply-ply-1] = t
	}
	return list
}

// pending returns the offers that are pending.
func (t *moment) pending() offers {
	if t.offers == nil {
		return offers{}
	}
	return *t.offers
}

// voices lists the seats that must agree to a draw, none in a game without draws.
func voices(state games.State) []games.Seat {
	if d, ok := state.(games.Drawer); ok {
		return d.Voices()
	}
	return nil
}

// stateOf returns the state of a position of the match. It folds at most stateInterval actions; in
// a restored match it once also folds all the actions before.
func (m Match) stateOf(p *position) games.State {
	if p == m.now.pos {
		return m.state
	}
	var missing []*position
	state := m.game.recent.stateOf(p)
	for q := p; state == nil; state = m.game.recent.stateOf(q) {
		missing = append(missing, q)
		q = q.prev
	}
	for _, q := range slices.Backward(missing) {
		var err error
		if state, err = q.follow(state); err != nil {
			// A ruleset always decides alike, and this one has allowed the action before.
			panic(fmt.Errorf("fold ply %d of a match of %s again: %w", q.at.ply, m.game.rules.Info().ID, err))
		}
		m.game.recent.add(q, state)
	}
	return state
}

// follow returns the state of a position from the state of the one before.
func (p *position) follow(state games.State) (games.State, error) {
	e := p.at.event
	if returner, ok := state.(games.Returner); ok && !p.acted && IsTakeOver(e.Text) {
		return returner.Return(e.Seat)
	}
	if !p.acted { // a draw ends the match, so that its state is kept as the last one
		return state.Resign(e.Seat)
	}
	state, _, err := state.Apply(e.Seat, e.Text)
	return state, err
}

// keeps reports whether a position stores its state.
func (p *position) keeps() bool { return !p.acted || p.moves%stateInterval == 0 }

// recentStates stores the states of the latest requested positions, for readers that go through a
// match in order.
type recentStates struct {
	mu   sync.Mutex
	kept map[*position]games.State // of positions that were restored without the states they keep
	list [2]struct {
		pos   *position
		state games.State
	}
}

// stateOf returns the state of a position, nil if it has to be folded.
func (r *recentStates) stateOf(p *position) games.State {
	if p.state != nil {
		return p.state
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if state := r.kept[p]; state != nil {
		return state
	}
	for _, kept := range r.list {
		if kept.pos == p {
			return kept.state
		}
	}
	return nil
}

// add stores the state of a position, for good if the position keeps its state.
func (r *recentStates) add(p *position, state games.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.state == nil && p.keeps() {
		if r.kept == nil {
			r.kept = make(map[*position]games.State)
		}
		r.kept[p] = state
	}
	if r.list[0].pos != p {
		r.list[1] = r.list[0]
		r.list[0].pos, r.list[0].state = p, state
	}
}

// maxTold is the number of viewers whose facts are stored.
const maxTold = 6

// factLists stores the facts of a match for the latest viewers. The facts of an event do not
// change, so the lists only grow.
type factLists struct {
	mu    sync.Mutex
	lists []viewerFacts // the latest asked for first
}

// viewerFacts are the facts of the events up to a moment.
type viewerFacts struct {
	viewer games.Seat
	upTo   *moment
	facts  [][]games.Fact // by index in Log, never written to
}

// upTo returns the facts of all events of a match, by index in Log.
func (k *factLists) upTo(m Match, viewer games.Seat) [][]games.Fact {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := viewerFacts{viewer: viewer}
	i := slices.IndexFunc(k.lists, func(t viewerFacts) bool { return t.viewer == viewer })
	if i >= 0 {
		list = k.lists[i]
	}
	n := len(list.facts)
	if i >= 0 && n >= m.now.ply && list.upTo.back(m.now.ply) == m.now {
		return list.facts[:m.now.ply]
	}
	if n > 0 && m.now.back(n) != list.upTo { // another course of the match
		list.facts, n = nil, 0
	}
	for _, t := range m.now.momentsAfter(n) {
		list.facts = append(list.facts, m.factsOf(t, viewer))
	}
	if list.upTo = m.now; i >= 0 {
		k.lists = slices.Delete(k.lists, i, i+1)
	} else if len(k.lists) == maxTold {
		k.lists = k.lists[:maxTold-1]
	}
	k.lists = slices.Insert(k.lists, 0, list)
	return list.facts
}
