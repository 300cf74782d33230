package match

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
)

func storedMatch(rules games.Ruleset, tab table.Match) Match {
	return Match{Match: clubtest.Stored(rules, tab), Rules: rules, Table: tab}
}

// refusalOf returns the refusal of a player's post, "" for a post that is not refused.
func refusalOf(viewer games.Seat, m Match, orders db.Orders, actions []string) string {
	err := Post{Player: m.Seats[viewer-1].ID, Ply: m.Ply, Actions: actions}.decide(beginTxn(m, orders, m.Started, clock.Pauses{}))
	if err == nil {
		return ""
	}
	e, index := club.ErrorOf(err), -1
	var action *ActionError
	if errors.As(err, &action) {
		index = action.Index
	}
	return fmt.Sprintf("%v %s at %d: %s %+v", e.Kind, e.Code, index, e.Text, e.Illegal)
}

// randomPosts returns lists of actions that a viewer may try to post.
func randomPosts(tw clubtest.Twins, m Match) [][]string {
	legal, _ := m.Legal(tw.Viewer)
	legal = append(slices.Clone(legal), "resign", "pass", "no such thing")
	for _, e := range m.LogFor(tw.Viewer)[max(0, m.Ply-5):] {
		legal = append(legal, e.Text)
	}
	var lists [][]string
	for range 8 {
		var list []string
		for range 1 + tw.Rng.IntN(3) {
			list = append(list, legal[tw.Rng.IntN(len(legal))])
		}
		lists = append(lists, list)
	}
	return lists
}

// randomOrders returns standing orders of all seats but the viewer's.
func randomOrders(tw clubtest.Twins, m Match) db.Orders {
	orders := make(db.Orders)
	for seat := games.Seat(1); int(seat) <= len(m.Seats); seat++ {
		if state, ok := m.Table.State().(games.Follower); ok && seat != tw.Viewer {
			if text, err := state.ReadOrders(seat, tw.Orders(tw.Rng, m.Table.State(), seat)); err == nil {
				orders[seat] = text
			}
		}
	}
	return orders
}

// Twins get the same refusals whatever others have ordered.
func TestRefusalsOfTwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 4)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := storedMatch(tab.Rules, tw.A), storedMatch(tab.Rules, tw.B)
				for _, list := range randomPosts(tw, one) {
					a, b := refusalOf(tw.Viewer, one, nil, list), refusalOf(tw.Viewer, other, randomOrders(tw, other), list)
					if a != b {
						t.Errorf("a post of %v tells twins apart:\n%s\n%s", list, a, b)
					}
				}
			})
		})
	}
}

// A refusal that depends on an outcome of the play does distinguish twins: the pairs are good
// enough to notice one.
func TestTwinsCatchRefusalsAfterTheFact(t *testing.T) {
	t.Parallel()
	caught := 0
	tab := clubtest.TwinTables()[0]
	clubtest.ForTwins(t, tab, 200, func(tw clubtest.Twins) {
		if tw.Viewer == games.Spectator || caught > 0 {
			return
		}
		one, other := storedMatch(tab.Rules, tw.A), storedMatch(tab.Rules, tw.B)
		legal, _ := one.Legal(tw.Viewer)
		for _, first := range legal {
			if legalAfter(one, tw.Viewer, nil, first) != legalAfter(other, tw.Viewer, randomOrders(tw, other), first) {
				caught++
			}
		}
	})
	if caught == 0 {
		t.Error("not caught")
	}
}

// legalAfter lists the seat's legal actions once one has been played.
func legalAfter(m Match, seat games.Seat, orders db.Orders, action string) string {
	t := beginTxn(m, orders, m.Started, clock.Pauses{})
	if err := t.play(seat, action); err != nil {
		return err.Error()
	}
	return strings.Join(t.table.Legal(seat), ", ")
}

// A notice is news to one twin exactly if it is to the other.
func TestNoticesOfTwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 4)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := storedMatch(tab.Rules, tw.A), storedMatch(tab.Rules, tw.B)
				for _, kind := range db.NoticeKinds {
					n := db.Notice{Kind: kind, Recipient: one.Seats[tw.Viewer-1].ID, Ply: max(one.Ply-tw.Rng.IntN(4), 0)}
					if one.IsNews(n) != other.IsNews(n) {
						t.Errorf("%s at ply %d of %d is news to one twin alone", kind, n.Ply, one.Ply)
					}
				}
			})
		})
	}
}

// noticesTo lists the notices to a seat while a match was played, in order.
func noticesTo(viewer games.Seat, m Match) (list []string) {
	control := clock.Control{Move: 72 * time.Hour}
	for ply := range m.Ply {
		before := storedMatch(m.Rules, m.Table.At(ply))
		before.Clock = clock.New(control, before.Started, len(before.Seats), before.ToAct)
		t := beginTxn(before, nil, before.Started.Add(time.Duration(ply)*time.Minute), clock.Pauses{})
		t.table, t.actor = m.Table.At(ply+1), m.Seats[max(m.Events[ply].Seat, 1)-1].ID
		for _, n := range t.change().Notices {
			if n.Recipient == m.Seats[viewer-1].ID {
				list = append(list, fmt.Sprint(ply, " ", n.Kind, " ", n.Due, " ", n.Left))
			}
		}
	}
	return list
}

// Twins get equally many notices, of the same kinds, in the same order and at the same times.
func TestOutboxOfTwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 4)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			told := 0
			clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := noticesTo(tw.Viewer, storedMatch(tab.Rules, tw.A)), noticesTo(tw.Viewer, storedMatch(tab.Rules, tw.B))
				if told += len(one); !slices.Equal(one, other) {
					t.Errorf("twins are told\n%s\n\n%s", strings.Join(one, "\n"), strings.Join(other, "\n"))
				}
			})
			if told == 0 {
				t.Error("nobody was told anything")
			}
		})
	}
}

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

// shown is the part of a change that everybody learns at once.
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

// The effects of orders are the same for everybody as if their owner had acted by hand at that
// moment: events and their times, the seats to act, windows and clocks.
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
