package kutschke

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func TestPlansAndStakesAreRead(t *testing.T) {
	turn := act(t, inOrder, sketch{picked: "ES"}, sketch{picked: "P"}, sketch{picked: "T"})
	over := play(t, turn, 1, doneWord)
	for _, c := range []struct {
		name string
		s    *state
		seat games.Seat
		text string
		want string
		why  *refusal
	}{
		{"a plan", pickers(t), 1, "plan: es s2 , P hidden-valley", "round 2 plan: ES 2, P hidden-valley, done", nil},
		{"of a coming turn", turn, 2, "plan: P dark-forest, done", "round 2 plan: P dark-forest, done", nil},
		{"after the turn for the next round", over, 1, "plan: done", "round 3 plan: done", nil},
		{"of a turn gone by", over, 1, "round 2 plan: ES 2, done\nround 3: Q", "round 3: Q", nil},
		{"a stake", turn, 1, "Bid: l1 s2", "round 2 bid: S2 L1", nil},
		{"no stake", turn, 1, "bid:", "round 2 bid:", nil},
		{"all together", pickers(t), 1, "Q P\nbid: S1\nround 3 bid: S2\nplan: done", "round 2: Q P\nround 2 plan: done\nround 2 bid: S1\nround 3 bid: S2", nil},
		{"wishes that have served are dropped beside others", turn, 1, "round 2: Q\nround 2 bid: S1", "round 2 bid: S1", nil},
		{"a ride without a horse", turn, 1, "plan: ES 2, P dark-forest", "", &notPicked},
		{"a card used twice", turn, 1, "plan: ES 2, ES 1", "", &notPicked},
		{"a card that a ride makes useless", act(t, inOrder, sketch{picked: "ES P"}), 1, "plan: P dark-forest, ES 1", "", &onlyCamelot},
		{"a card that another may give back", act(t, inOrder, sketch{picked: "ES"}), 1, "plan: ES 3", "round 2 plan: ES 3, done", nil},
		{"no action", turn, 2, "plan: jump", "", &malformed},
		{"a pick", turn, 2, "plan: pick Q", "", &ordersPlan},
		{"more after the end", turn, 2, "plan: done, P dark-forest", "", &ordersPlan},
		{"a round too far", turn, 2, "round 4 plan: done", "", &ordersLate},
		{"a stake too far", turn, 2, "round 4 bid: S1", "", &ordersLate},
		{"a stake of no card", turn, 2, "bid: Q", "", &noCard},
		{"too many plans", turn, 2, strings.Repeat("plan: done\n", MostAlternatives+1), "", &ordersAlternatives},
		{"too many stakes", turn, 2, strings.Repeat("bid: S1\n", MostAlternatives+1), "", &ordersAlternatives},
		{"too long", turn, 2, strings.Repeat("Q ", mostOrders), "", &ordersLong},
		{"no head", turn, 2, "project: done", "", &ordersForm},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.s.ReadOrders(c.seat, c.text)
			var why *games.Illegal
			if errors.As(err, &why) != (c.why != nil) || c.why != nil && (why.Key != c.why.Key || strings.Contains(why.Text, "{")) || got != c.want {
				t.Fatalf("ReadOrders(%q) = %q, %v, want %q, %v", c.text, got, err, c.want, c.why)
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

func TestPlannedTurnIsCarriedOut(t *testing.T) {
	for _, c := range []struct {
		name, orders string
		posted       []string
		left         string
	}{
		{"as written", "round 2 plan: ES 2, P dark-forest, done", []string{"ES 2", "P dark-forest", "done"}, ""},
		{"the first that is possible", "round 2 plan: ES 3, Q wild-boar S1, done\nround 2 plan: EL 1, done\nround 2 plan: ES 1, done\nround 2 plan: done", []string{"ES 1", "done"}, ""},
		{"none is possible", "round 2 plan: EL 1, done", nil, "round 2 plan: EL 1, done"},
		{"another round", "round 3 plan: done", nil, "round 3 plan: done"},
		{"the rest stays", "round 3: Q P\nround 2 plan: done\nround 3 plan: P hidden-valley, done\nround 2 bid: S1", []string{"done"}, "round 3: Q P\nround 3 plan: P hidden-valley, done\nround 2 bid: S1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			orders := map[games.Seat]string{1: c.orders}
			s, posted := followOrders(t, act(t, inOrder, sketch{picked: "ES P"}), orders)
			if !slices.Equal(posted, c.posted) || orders[1] != c.left {
				t.Errorf("posted %q and %q is left, want %q and %q", posted, orders[1], c.posted, c.left)
			}
			if len(posted) > 0 && s.ToAct()[0] != 2 {
				t.Errorf("%v is to act", s.ToAct())
			}
		})
	}
	// A turn that has begun by hand is not taken over.
	s := play(t, act(t, inOrder, sketch{picked: "ES P"}), 1, "ES 1")
	if _, posted := followOrders(t, s, map[games.Seat]string{1: "round 2 plan: P dark-forest, done"}); posted != nil {
		t.Errorf("posted %q in a turn that had begun", posted)
	}
}

func TestPreparedStakeIsPlaced(t *testing.T) {
	orders := map[games.Seat]string{1: "round 2 bid: S2 L3\nround 2 bid: S1\nround 2 bid:", 2: "round 3 bid: L3"}
	s, posted := followOrders(t, joust(t, "S1", "L3"), orders)
	if !slices.Equal(posted, []string{"bid S1"}) || orders[1] != "" || !slices.Equal(s.ToAct(), []games.Seat{2}) {
		t.Errorf("posted %q, orders %v", posted, orders)
	}
	alone := scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: "S1 S2"})
	if p, ok := alone.Follow(func(games.Seat) string { return "round 2 bid: S1 S2\nround 2 bid: S2" }); !ok || p.Action != "bid S2" {
		t.Errorf("alone it posts %+v, %v", p, ok)
	}
}
