package match

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/games/twin"
	"tableronde/games/twin/tables"
)

// handTwins plays matches at random, each action twice: with orders that others have given,
// and without any, where they do the same by hand at that moment.
type handTwins struct {
	t      *testing.T
	rules  games.Ruleset
	orders func(games.State, games.Seat) string // nil on a board
	rng    *rand.Rand
	now    Match
	begun  int

	pairs, acted int // actions compared, and those that orders followed
}

func newHandTwins(t *testing.T, rules games.Ruleset) *handTwins {
	w := &handTwins{t: t, rules: rules, rng: rand.New(rand.NewPCG(3, 9))}
	all := tables.All()
	if i := slices.IndexFunc(all, func(tab twin.Table) bool { return tab.Rules.Info().ID == rules.Info().ID }); i >= 0 {
		w.orders = func(s games.State, seat games.Seat) string { return all[i].Orders(w.rng, s, seat) }
	}
	w.begin()
	return w
}

func (w *handTwins) begin() {
	w.t.Helper()
	info := w.rules.Info()
	setup := games.Setup{Seats: info.Seats[w.rng.IntN(len(info.Seats))]}
	if info.Chance {
		setup.Seed = &games.Seed{byte(w.begun), byte(w.begun >> 8)}
	}
	w.begun++
	tab, err := table.New(w.rules, setup)
	if err != nil {
		w.t.Fatal(err)
	}
	w.now = storedMatch(w.rules, tab)
	w.now.Wait = 10 * time.Second // without it, orders alone can interrupt
	w.now.Clock = clock.New(clock.Control{Move: 72 * time.Hour}, w.now.Started, len(w.now.Seats), w.now.ToAct)
}

// given returns orders of every seat, and an action of one that owes it.
func (w *handTwins) given() (orders db.Orders, seat games.Seat, action string) {
	orders = make(db.Orders)
	tab := w.now.Table
	for other := games.Seat(1); int(other) <= len(w.now.Seats); other++ {
		var text string
		if w.orders != nil {
			text = w.orders(tab.State(), other)
		} else {
			text = tables.Conditions(w.rng, tab, other)
		}
		if left, err := tab.ReadOrders(other, text); err == nil && left != "" {
			orders[other] = left
		}
	}
	seat = tab.ToAct()[w.rng.IntN(len(tab.ToAct()))]
	legal := tab.Legal(seat)
	action = legal[w.rng.IntN(len(legal))]
	for _, text := range orders {
		if foreseen := tables.FirstOf(w.rng, text); w.orders == nil && slices.Contains(legal, foreseen) {
			action = foreseen
		}
	}
	return orders, seat, action
}

// played plays an action at the next minute, or closes the window that is open, and by
// hand whatever of then has come of it elsewhere.
func (w *handTwins) played(orders db.Orders, seat games.Seat, action string, then []db.Event) (*txn, error) {
	at := w.now.Started.Add(time.Duration(w.now.Ply+1) * time.Minute)
	if !w.now.WindowEnds.IsZero() {
		at = w.now.WindowEnds
	}
	t := beginTxn(w.now, orders, at, clock.Pauses{})
	var err error
	switch {
	case t.windowEnds.IsZero():
		err = t.play(seat, action)
	case len(then) == 0 || then[0].Seat == t.autoSeat:
		err = t.closeWindow()
	}
	for err == nil && t.table.Ply()-w.now.Ply < len(then) {
		e := then[t.table.Ply()-w.now.Ply]
		err = t.play(e.Seat, e.Text)
	}
	return t, err
}

// shown is what everybody learns of a change at once.
func shown(c db.Change) string {
	return fmt.Sprintf("%+v, to act %v, asked %v, result %+v, window %v, deadlines %v %v, clock %+v", c.Events, c.ToAct, c.Asked, c.Result, c.WindowEnds, c.Deadline, c.Deadlines, c.Clock)
}

// step plays the next action.
func (w *handTwins) step() {
	w.t.Helper()
	if w.now.IsOver() {
		w.begin()
		return
	}
	orders, seat, action := w.given()
	ordered, err := w.played(orders, seat, action, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	one := ordered.change()
	alone, err := w.played(nil, seat, action, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(one.Events) > len(alone.change().Events) {
		w.acted++
	}
	byHand, err := w.played(nil, seat, action, one.Events)
	if err != nil {
		w.t.Fatalf("seat %d plays %s, and what orders do then cannot be done by hand: %v in %v", seat, action, err, one.Events)
	}
	if a, b := shown(one), shown(byHand.change()); a != b {
		w.t.Fatalf("by orders\n%s\nby hand\n%s", a, b)
	}
	w.pairs++
	next := storedMatch(w.rules, ordered.table)
	next.Wait, next.Clock, next.WindowEnds, next.ToAct = w.now.Wait, one.Clock, one.WindowEnds, one.ToAct
	w.now = next
}

// What orders do is the same for everybody as if their owner had done it by hand at that
// moment: events and their times, who acts next, windows and clocks.
func TestTwinsOfWhatOrdersDo(t *testing.T) {
	t.Parallel()
	for _, rules := range catalog.All() {
		t.Run(fmt.Sprint(rules.Info().ID, " ", rules.Info().Version), func(t *testing.T) {
			t.Parallel()
			w := newHandTwins(t, rules)
			for range max(effort.N(100), 40) {
				w.step()
			}
			if t.Logf("%d pairs, in %d of them orders acted", w.pairs, w.acted); w.acted == 0 {
				t.Error("no order acted")
			}
		})
	}
}
