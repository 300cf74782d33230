package kutschke

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

func TestOrdersAreRead(t *testing.T) {
	picks := pickers(t, sketch{}, sketch{}, sketch{}, sketch{picked: "P P P"})
	turn := act(t, inOrder, sketch{picked: "ES"}, sketch{picked: "P"}, sketch{picked: "T"})
	over := play(t, turn, 1, doneWord)
	for _, c := range []struct {
		name string
		s    *state
		seat games.Seat
		text string
		want string
		why  *cards.Refusal
	}{
		{"wishes", picks, 1, "Q P ES", "round 2: Q P ES", nil},
		{"either case, commas", picks, 1, " q, p,es\n", "round 2: Q P ES", nil},
		{"of the next round", picks, 1, "Round 3 : T", "round 3: T", nil},
		{"empty", picks, 1, "  ", "", nil},
		{"empty with a round", picks, 1, "round 2:", "", nil},
		{"four horses for three picks", picks, 1, "P P P P", "", ordersMany},
		{"three horses", picks, 1, "P P P", "round 2: P P P", nil},
		{"two tournaments", picks, 1, "T T", "", ordersMany},
		{"one exercise twice", picks, 1, "ES ES", "", ordersMany},
		{"not a card", picks, 1, "Q X", "", ordersForm},
		{"a virtue card", picks, 1, "S1", "", ordersForm},
		{"a round gone by", picks, 1, "round 1: Q", "", ordersRound},
		{"a round too far", picks, 1, "round 4: Q", "", ordersRound},
		{"no round", picks, 1, "round x: Q", "", ordersForm},
		{"something else", picks, 1, "lap 2: Q", "", ordersForm},
		{"after the last pick", picks, 4, "Q", "round 3: Q", nil},
		{"after the last pick, for this round", picks, 4, "round 2: Q", "", ordersRound},
		{"during the turns", turn, 1, "Q", "round 3: Q", nil},
		{"a plan", picks, 1, "plan: es s2 , P hidden-valley", "round 2 plan: ES 2, P hidden-valley, done", nil},
		{"of a coming turn", turn, 2, "plan: P dark-forest, done", "round 2 plan: P dark-forest, done", nil},
		{"after the turn for the next round", over, 1, "plan: done", "round 3 plan: done", nil},
		{"of a turn gone by", over, 1, "round 2 plan: ES 2, done\nround 3: Q", "round 3: Q", nil},
		{"a stake", turn, 1, "Bid: l1 s2", "round 2 bid: S2 L1", nil},
		{"no stake", turn, 1, "bid:", "round 2 bid:", nil},
		{"all together", picks, 1, "Q P\nbid: S1\nround 3 bid: S2\nplan: done",
			"round 2: Q P\nround 2 plan: done\nround 2 bid: S1\nround 3 bid: S2", nil},
		{"wishes that have served are dropped beside others", turn, 1, "round 2: Q\nround 2 bid: S1", "round 2 bid: S1", nil},
		{"a ride without a horse", turn, 1, "plan: ES 2, P dark-forest", "", notPicked},
		{"a card used twice", turn, 1, "plan: ES 2, ES 1", "", notPicked},
		{"a card that a ride makes useless", act(t, inOrder, sketch{picked: "ES P"}), 1, "plan: P dark-forest, ES 1", "",
			onlyCamelot},
		{"a card that another may give back", act(t, inOrder, sketch{picked: "ES"}), 1, "plan: ES 3",
			"round 2 plan: ES 3, done", nil},
		{"no action", turn, 2, "plan: jump", "", malformed},
		{"a pick", turn, 2, "plan: pick Q", "", ordersPlan},
		{"more after the end", turn, 2, "plan: done, P dark-forest", "", ordersPlan},
		{"a plan too far", turn, 2, "round 4 plan: done", "", ordersLate},
		{"a stake too far", turn, 2, "round 4 bid: S1", "", ordersLate},
		{"a stake of no card", turn, 2, "bid: Q", "", noCard},
		{"too many plans", turn, 2, strings.Repeat("plan: done\n", MostAlternatives+1), "", ordersAlternatives},
		{"too many stakes", turn, 2, strings.Repeat("bid: S1\n", MostAlternatives+1), "", ordersAlternatives},
		{"too long", turn, 2, strings.Repeat("Q ", mostOrders), "", ordersLong},
		{"no seat", turn, 5, "Q", "", notYourTurn},
		{"after the end", play(t, lastTurn(t, 1, sketch{points: 15}), 4, doneWord), 1, "Q", "", gameOver},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.s.ReadOrders(c.seat, c.text)
			if got != c.want || (err != nil) != (c.why != nil) || err != nil &&
				(twin.KeyOf(err) != c.why.Key || strings.Contains(err.Error(), "{")) {
				t.Fatalf("ReadOrders(%q) = %q, %v, want %q, %v", c.text, got, err, c.want, c.why)
			}
			if c.why != nil {
				return
			}
			if again, err := c.s.ReadOrders(c.seat, got); err != nil || again != got {
				t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
			}
			if o, err := ParseOrders(got); err != nil || o.String() != got {
				t.Errorf("ParseOrders(%q) = %q, %v", got, o, err)
			}
		})
	}
}

// follow takes the server's part: it keeps the orders of all seats and posts the actions that
// follow until there are none.
func follow(t *testing.T, s *state, orders map[games.Seat]string) (*state, []string) {
	t.Helper()
	var posted []string
	for {
		p, ok := s.Follow(func(seat games.Seat) string { return orders[seat] })
		if !ok {
			return s, posted
		}
		if p.Interruptible || p.Wait != 0 || !s.Prepared(p.Seat, orders[p.Seat]) {
			t.Errorf("%+v waits or was not prepared", p)
		}
		s = play(t, s, p.Seat, p.Action)
		orders[p.Seat] = p.Orders
		posted = append(posted, p.Action)
	}
}

func TestWishListIsTakenInOrder(t *testing.T) {
	s := pickers(t)
	orders := map[games.Seat]string{1: "round 2: T A P", 2: "round 2: T ES", 3: "round 2: T EB"}
	s, posted := follow(t, s, orders)
	if want := []string{"pick T", "pick T", "pick EB"}; !slices.Equal(posted, want) || orders[1] != "round 2: A P" ||
		orders[2] != "round 2: ES" || orders[3] != "round 2: T" {
		t.Fatalf("posted %v, orders %v", posted, orders)
	}
	s, posted = follow(t, play(t, s, 4, "pick ES"), orders)
	if want := []string{"pick A"}; !slices.Equal(posted, want) || s.ToAct()[0] != 2 || orders[2] != "round 2: ES" {
		t.Fatalf("posted %v, orders %v", posted, orders)
	}
	for seat := games.Seat(2); seat <= 4; seat++ {
		s = play(t, s, seat, "pick P")
	}
	if _, posted = follow(t, s, orders); len(posted) != 1 || orders[1] != "" {
		t.Errorf("with the last pick a list ends: posted %v, orders %v", posted, orders)
	}
	v := pickers(t).view(1)
	if _, wishes := v.Wishes("round 1: P T G"); wishes != nil {
		t.Errorf("a list of round 1 still wishes for %v", wishes)
	}
	if round, wishes := v.Wishes("round 2: P T G"); round != 2 ||
		!slices.Equal(wishes, []Kind{Horse, Tournament, Justice}) {
		t.Errorf("the list of round %d wishes for %v", round, wishes)
	}
}

func TestOrdersAreFollowed(t *testing.T) {
	turn := act(t, inOrder, sketch{picked: "ES P"})
	for _, c := range []struct {
		name   string
		s      *state
		orders string // of seat 1
		posted []string
		left   string
	}{
		{"a plan as written", turn, "round 2 plan: ES 2, P dark-forest, done", []string{"ES 2", "P dark-forest", "done"}, ""},
		{"the first plan that is possible", turn,
			"round 2 plan: ES 3, Q wild-boar S1, done\nround 2 plan: EL 1, done\nround 2 plan: ES 1, done\nround 2 plan: done",
			[]string{"ES 1", "done"}, ""},
		{"no plan is possible", turn, "round 2 plan: EL 1, done", nil, "round 2 plan: EL 1, done"},
		{"a plan of another round", turn, "round 3 plan: done", nil, "round 3 plan: done"},
		{"the rest stays", turn, "round 3: Q P\nround 2 plan: done\nround 3 plan: P hidden-valley, done\nround 2 bid: S1",
			[]string{"done"}, "round 3: Q P\nround 3 plan: P hidden-valley, done\nround 2 bid: S1"},
		{"a turn that has begun by hand", play(t, turn, 1, "ES 1"), "round 2 plan: P dark-forest, done", nil,
			"round 2 plan: P dark-forest, done"},
		{"a stake", joust(t, "S1", "L3"), "round 2 bid: S2 L3\nround 2 bid: S1\nround 2 bid:", []string{"bid S1"}, ""},
		{"a stake of one alone", joust(t, "S1 S2"), "round 2 bid: S1 S2\nround 2 bid: S2", []string{"bid S2"}, ""},
		{"wishes during the turns", turn, "round 2: ES", nil, "round 2: ES"},
		{"wishes in the tournament", joust(t, "S1", "L3"), "round 2: T", nil, "round 2: T"},
		{"wishes of another round", pickers(t), "round 1: P T G", nil, "round 1: P T G"},
		{"wishes that cannot be picked", pickers(t, sketch{picked: "T"}), "round 2: T", nil, "round 2: T"},
	} {
		t.Run(c.name, func(t *testing.T) {
			orders := map[games.Seat]string{1: c.orders}
			if _, posted := follow(t, c.s, orders); !slices.Equal(posted, c.posted) || orders[1] != c.left {
				t.Errorf("posted %q and %q is left, want %q and %q", posted, orders[1], c.posted, c.left)
			}
		})
	}
}
