package match

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
)

// maxPostings is far more than the server ever posts in a row. More is a fault of a ruleset, which
// must not block the only writing transaction forever.
const maxPostings = 1000

// inPlay is a match during a transaction: as stored before it, and as changed so far. Its methods
// only read. The methods of txn change it.
type inPlay struct {
	before Match       // as stored
	table  table.Match // as changed so far
	orders db.Orders   // the advance orders of all seats, as changed so far
	now    time.Time   // time of the events, in the precision of the store
	actor  string      // the player who acts, "" for the server
	starts bool        // the match starts with this transaction

	windowEnds time.Time    // end of the open interrupt window; zero for none
	autoSeat   games.Seat   // the seat for which the server acts then; 0 for none
	clock      clock.Clock  // after the first ticked events
	ticked     int          // see tick
	byDefault  bool         // the first event after them is a default decision
	grants     []games.Seat // the seats to which the last event gave time
	pauses     clock.Pauses // pauses of the clocks until now

	botPause    time.Duration // before a bot acts
	forcedPause time.Duration // the longest pause before the server decides for a seat
	random      func() float64
	released    []games.Seat // seats for which the server no longer decides

	takenOver map[games.Seat]int    // seats taken over, with the levels of the bots
	replaced  map[games.Seat]string // seats given to other players
}

// txn collects the additions of one transaction to a match: the player's events, and the events
// that the server posts after them.
type txn struct {
	inPlay
	given   db.Orders             // the changed advance orders
	act     *db.NewAct            // the operator's act that caused it; nil for none
	left    map[games.Seat]string // the players whose seats bots took over
	renewed []games.Seat          // seats whose clocks restart after the next events

	visit func() db.Visit // of the actor, who will be shown the result; nil for none
}

// newTxn begins a transaction on a stored match. pauses are the pauses of the clocks, nil if they
// are unknown. The error is errUntimed if unknown pauses are needed.
func (s *Matches) newTxn(m db.Match, orders db.Orders, pauses *clock.Pauses) (*txn, error) {
	before, err := s.Replay(m)
	switch {
	case err != nil:
		return nil, err
	case pauses == nil && !m.Clock.IsZero():
		return nil, errUntimed
	case pauses == nil:
		pauses = new(clock.Pauses)
	}
	t := beginTxn(before, orders, s.now(), *pauses)
	t.botPause, t.forcedPause, t.random = s.botPause, s.forcedPause, s.random
	return t, nil
}

func beginTxn(before Match, orders db.Orders, now time.Time, pauses clock.Pauses) *txn {
	t := &txn{inPlay: inPlay{before: before, table: before.Table, orders: orders, now: time.UnixMilli(now.UnixMilli()).UTC(), windowEnds: before.WindowEnds,
		clock: before.Clock, ticked: before.Table.Ply(), pauses: pauses}}
	for _, seat := range before.Table.ToAct() {
		if before.AutoPlayed(seat) {
			t.autoSeat = seat
		}
	}
	return t
}

// play plays an action of a seat, then the actions of the server.
func (t *txn) play(seat games.Seat, text string) error {
	if text := table.AsSurrounding(text); text == table.ClaimTimeout || text == table.Grant24h {
		return t.playTimed(seat, text)
	} else if table.IsAboutBot(text) {
		return t.negotiateBot(seat, text)
	}
	surrounding := table.IsSurrounding(text)
	if seat == t.autoSeat && !surrounding {
		return games.ErrNotYourTurn
	}
	if !surrounding {
		if err := t.returnToSeat(seat); err != nil {
			return err
		}
	}
	if err := t.apply(seat, text); err != nil {
		return err
	}
	if !surrounding {
		return t.continueAfterAction()
	}
	if err := t.consentOfBots(seat, text); err != nil {
		return err
	}
	return t.settle()
}

// continueAfterAction goes on after an action of the game or a time-out. Either one has answered an
// open window.
func (t *txn) continueAfterAction() error {
	t.windowEnds, t.autoSeat = time.Time{}, 0
	return t.settle()
}

// apply plays one event of a seat, or of the server for it.
func (t *txn) apply(seat games.Seat, text string) error {
	next, err := t.table.Play(seat, text, t.now)
	if err == nil {
		t.table = next
	}
	return err
}

// settle posts the events that the server owes now. An event that others may prevent is posted only
// when its window closes. A window that is open already is neither shortened nor renewed.
func (t *txn) settle() error {
	defer t.tick()
	open := t.windowEnds
	t.windowEnds, t.autoSeat = time.Time{}, 0
	for range maxPostings {
		p, ok := t.table.Follow(t.ordersOf)
		if !ok {
			return nil
		}
		wait := max(p.Wait, t.before.Wait)
		if len(Listeners(t.before.Match, p.Seat)) > 0 {
			wait = max(wait, t.botPause)
		}
		if p.Interruptible && wait > 0 {
			if t.windowEnds, t.autoSeat = open, p.Seat; open.IsZero() {
				t.windowEnds = t.now.Add(wait)
			}
			return nil
		}
		if err := t.applyPosting(p); err != nil {
			return err
		}
		open = time.Time{}
	}
	return fmt.Errorf("match %s: the server posts without end", t.before.ID)
}

// applyPosting posts for a seat and uses up the orders that led to the posting.
func (t *txn) applyPosting(p games.Posting) error {
	ordered := t.isOrdered(p)
	if err := t.apply(p.Seat, p.Action); err != nil {
		return fmt.Errorf("post for seat %d of match %s: %w", p.Seat, t.before.ID, rulesFault{err})
	}
	o := SeatOrders{Text: p.Orders, Acted: decodeOrders(t.orders[p.Seat]).Acted}
	if ordered {
		o.Acted = append(o.Acted, t.table.Ply()-1)
	}
	t.storeOrders(p.Seat, o)
	return nil
}

// isOrdered reports whether the server posts for a seat because of its orders: without them it
// would post nothing, or another event.
func (t *inPlay) isOrdered(p games.Posting) bool {
	if t.ordersOf(p.Seat) == "" {
		return false
	}
	without, ok := t.table.Follow(func(seat games.Seat) string {
		if seat == p.Seat {
			return ""
		}
		return t.ordersOf(seat)
	})
	return !ok || without.Seat != p.Seat || without.Action != p.Action
}

// closeWindow posts the event of a window that has run out, and goes on.
func (t *txn) closeWindow() error {
	p, ok := t.table.Follow(t.ordersOf)
	if !ok {
		return fmt.Errorf("match %s is due, and there is nothing to post", t.before.ID)
	}
	if err := t.applyPosting(p); err != nil {
		return err
	}
	t.windowEnds = time.Time{}
	return t.settle()
}

func (t *inPlay) ordersOf(seat games.Seat) string { return decodeOrders(t.orders[seat]).Text }

// storeOrders changes the advance orders of a seat, and the list of events they have posted.
func (t *txn) storeOrders(seat games.Seat, o SeatOrders) {
	text := o.encode()
	if text == t.orders[seat] {
		return
	}
	if t.given == nil {
		t.given, t.orders = make(db.Orders), maps.Clone(t.orders)
	}
	if t.orders == nil {
		t.orders = make(db.Orders)
	}
	t.given[seat], t.orders[seat] = text, text
}

// toAct lists the seats that owe a decision, after the changes so far.
func (t *inPlay) toAct() []games.Seat {
	return slices.DeleteFunc(slices.Clone(t.table.ToAct()), func(seat games.Seat) bool { return seat == t.autoSeat })
}

// current returns the match after the changes so far.
func (t *inPlay) current() Match {
	m := t.before.Match
	m.ToAct, m.WindowEnds = t.toAct(), t.windowEnds
	return Match{Match: m, Rules: t.before.Rules, Table: t.table}
}

// change returns the additions of the transaction.
func (t *txn) change() db.Change {
	t.tick()
	change := db.Change{ToAct: t.toAct(), Result: t.table.Result(), WindowEnds: t.windowEnds, TakenOver: t.takenOver, Replaced: t.replaced}
	if t.visit != nil {
		change.Visits = map[string]db.Visit{t.actor: t.visit()}
	}
	if !t.before.Solo {
		change.Asked = append(t.table.Asked(), t.awaitedForBot()...)
	}
	for _, e := range t.table.Log()[t.before.Table.Ply():] {
		change.Events = append(change.Events, db.Event{Seat: e.Seat, Text: e.Text, At: e.At})
	}
	if t.table.Ply()/db.FoldEvery > t.before.Table.Ply()/db.FoldEvery {
		change.Fold = FoldOf(t.table)
	}
	t.timing(&change)
	change.BotDue = t.botDue(&change)
	t.delayForced(&change)
	t.noteMissed(change)
	change.Orders, change.Notices, change.Act = t.given, t.notices(change), t.act
	return change
}

// noteMissed marks the orders of each seat that now owes a decision which its orders were meant for
// and did not fit. Only the seat can see it, in the notification of its turn. Its conditional moves
// end.
func (t *txn) noteMissed(c db.Change) {
	for i, p := range t.before.Seats {
		seat := games.Seat(i + 1)
		if p.ID == t.actor || !t.newlyOwes(seat, c) || !t.table.Prepared(seat, t.ordersOf(seat)) {
			continue
		}
		o := decodeOrders(t.orders[seat])
		if o.Missed = t.table.Ply(); t.table.ConditionalMoves() {
			o.Text = ""
		}
		t.storeOrders(seat, o)
	}
}

// committed returns the match after the transaction, which the store has saved as m.
func (t *txn) committed(m db.Match) Match {
	return Match{Match: m, Rules: t.before.Rules, Table: t.table, Now: t.now, pauses: t.pauses}
}

// Begin starts the clocks once all seats are taken, and returns the events that the server posts
// before any player acts. The clocks ignore earlier pauses.
func (s *Matches) Begin(m db.Match, orders db.Orders) (db.Change, error) {
	t, err := s.newTxn(m, orders, new(clock.Pauses))
	if err != nil {
		return db.Change{}, err
	}
	t.starts = true
	if !t.clock.IsZero() {
		t.clock = clock.New(t.clock.Control(), t.now, len(m.Seats), t.toAct())
	}
	err = t.settle()
	if err == nil {
		err = t.playForced()
	}
	if err != nil {
		return db.Change{}, err
	}
	return t.change(), nil
}

// rulesFault is a refusal by the rules that is not the fault of a player.
type rulesFault struct{ err error }

func (e rulesFault) Error() string { return e.err.Error() }
