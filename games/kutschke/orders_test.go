package kutschke

import (
	"errors"
	"slices"
	"testing"

	"tableronde/games"
)

func TestWishListsAreRead(t *testing.T) {
	s := pickers(t, sketch{}, sketch{}, sketch{}, sketch{picked: "P P P"})
	for _, c := range []struct {
		name string
		seat games.Seat
		text string
		want string
		why  *refusal
	}{
		{"plain", 1, "Q P ES", "round 2: Q P ES", nil},
		{"either case, commas", 1, " q, p,es\n", "round 2: Q P ES", nil},
		{"canonical", 1, "round 2: Q P ES", "round 2: Q P ES", nil},
		{"of the next round", 1, "Round 3 : T", "round 3: T", nil},
		{"empty", 1, "  ", "", nil},
		{"empty with a round", 1, "round 2:", "", nil},
		{"four horses for three picks", 1, "P P P P", "", &ordersMany},
		{"three horses", 1, "P P P", "round 2: P P P", nil},
		{"two tournaments", 1, "T T", "", &ordersMany},
		{"one exercise twice", 1, "ES ES", "", &ordersMany},
		{"not a card", 1, "Q X", "", &ordersForm},
		{"a virtue card", 1, "S1", "", &ordersForm},
		{"a round gone by", 1, "round 1: Q", "", &ordersRound},
		{"a round too far", 1, "round 4: Q", "", &ordersRound},
		{"no round", 1, "round x: Q", "", &ordersForm},
		{"something else", 1, "lap 2: Q", "", &ordersForm},
		{"after the last pick", 4, "Q", "round 3: Q", nil},
		{"after the last pick, for this round", 4, "round 2: Q", "", &ordersRound},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := s.ReadOrders(c.seat, c.text)
			var why *games.Illegal
			if errors.As(err, &why) != (c.why != nil) || c.why != nil && why.Key != c.why.Key || got != c.want {
				t.Errorf("ReadOrders(%q) = %q, %v, want %q, %v", c.text, got, err, c.want, c.why)
			}
		})
	}
	turn := act(t, inOrder)
	if got, err := turn.ReadOrders(1, "Q"); got != "round 3: Q" || err != nil {
		t.Errorf("during the turns: %q, %v", got, err)
	}
}

// followOrders answers for the server: it keeps everybody's orders and posts what
// follows until nothing does.
func followOrders(t *testing.T, s *state, orders map[games.Seat]string) (*state, []string) {
	t.Helper()
	var posted []string
	for {
		p, ok := s.Follow(func(seat games.Seat) string { return orders[seat] })
		if !ok {
			return s, posted
		}
		if p.Interruptible || p.Wait != 0 {
			t.Errorf("%+v waits", p)
		}
		s = play(t, s, p.Seat, p.Action)
		orders[p.Seat] = p.Orders
		posted = append(posted, p.Action)
	}
}

func TestWishListIsTakenInOrder(t *testing.T) {
	s := pickers(t)
	orders := map[games.Seat]string{1: "round 2: T A P", 2: "round 2: T ES", 3: "round 2: T EB"}
	s, posted := followOrders(t, s, orders)
	if want := []string{"pick T", "pick T", "pick EB"}; !slices.Equal(posted, want) {
		t.Fatalf("posted %v, want %v", posted, want)
	}
	if orders[1] != "round 2: A P" || orders[2] != "round 2: ES" || orders[3] != "round 2: T" {
		t.Errorf("orders %v", orders)
	}
	s = play(t, s, 4, "pick ES")
	s, posted = followOrders(t, s, orders)
	if want := []string{"pick A"}; !slices.Equal(posted, want) || s.ToAct()[0] != 2 || orders[2] != "round 2: ES" {
		t.Fatalf("posted %v, orders %v", posted, orders)
	}
	s = play(t, s, 2, "pick P")
	s = play(t, s, 3, "pick P")
	s = play(t, s, 4, "pick P")
	if _, posted = followOrders(t, s, orders); len(posted) != 1 || orders[1] != "" {
		t.Errorf("posted %v, orders %v", posted, orders)
	}
}

// With the last pick a list ends, whatever is left of it.
func TestWishListEndsWithTheRound(t *testing.T) {
	s := pickers(t, sketch{picked: "P P"}, sketch{picked: "P P Q"}, sketch{picked: "ES EL ED"}, sketch{picked: "A A Q"})
	s.pass = 3
	p, ok := s.Follow(func(games.Seat) string { return "round 2: P T G" })
	if !ok || p.Action != "pick T" || p.Orders != "" {
		t.Errorf("posted %+v, %v", p, ok)
	}
	stale := pickers(t)
	if p, ok := stale.Follow(func(games.Seat) string { return "round 1: P T G" }); ok {
		t.Errorf("a list of round 1 posts %+v in round 2", p)
	}
	v := stale.view(1)
	if _, wishes := v.Wishes("round 1: P T G"); wishes != nil {
		t.Errorf("a list of round 1 still wishes for %v", wishes)
	}
	if round, wishes := v.Wishes("round 2: P T G"); round != 2 || !slices.Equal(wishes, []Kind{Horse, Tournament, Justice}) {
		t.Errorf("the list of round %d wishes for %v", round, wishes)
	}
}

func TestFollowAsksElsewhere(t *testing.T) {
	wish := func(games.Seat) string { return "round 2: T" }
	if p, ok := act(t, inOrder, sketch{picked: "T"}).Follow(wish); ok {
		t.Errorf("during the turns: %+v", p)
	}
	if p, ok := joust(t, "S1", "S2").Follow(wish); ok {
		t.Errorf("in the tournament: %+v", p)
	}
	s := pickers(t, sketch{picked: "T"})
	if p, ok := s.Follow(wish); ok {
		t.Errorf("with nothing left that may be picked: %+v", p)
	}
}

// Ruling 28: the defaults play on for those who have resigned, in every phase.
func TestResignedSeatsFollowTheirDefaults(t *testing.T) {
	s := mustResign(t, joust(t, "S1", "L3"), 2)
	p, ok := s.Follow(func(games.Seat) string { return "" })
	if !ok || p.Seat != 2 || p.Action != bidWord {
		t.Fatalf("posted %+v, %v", p, ok)
	}
	wantSeat(t, play(t, play(t, s, p.Seat, p.Action), 1, "bid S1"), 1, 2, "camelot", "")
	back, err := s.Return(2)
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := back.(*state).Follow(func(games.Seat) string { return "" }); ok {
		t.Errorf("posted %+v for a seat that has returned", p)
	}
	if _, err := s.Return(1); err != games.ErrNotYourTurn {
		t.Errorf("seat 1 returns, which has not left: %v", err)
	}
	s = mustResign(t, act(t, inOrder, sketch{picked: "P"}), 1)
	if p, ok := s.Follow(func(games.Seat) string { return "" }); !ok || p.Seat != 1 || p.Action != doneWord {
		t.Fatalf("posted %+v, %v", p, ok)
	}
	alone := mustResign(t, mustResign(t, act(t, inOrder), 1), 3)
	for range 200 {
		if alone.Result() != nil {
			t.Fatal("over with two left")
		}
		p, ok := alone.Follow(func(games.Seat) string { return "" })
		if !ok {
			seat := alone.ToAct()[0]
			p.Seat, p.Action = seat, alone.Default(seat)
		}
		alone = play(t, alone, p.Seat, p.Action)
	}
}

// The last round of all is the fortieth.
func TestSafetyStop(t *testing.T) {
	s := lastTurn(t, 1, sketch{points: 3, tent: 4}, sketch{points: 5, tent: 3}, sketch{points: 5, tent: 2}, sketch{tent: 1})
	s.round = 39
	s = play(t, s, 1, doneWord)
	if s.round != 40 || s.Result() != nil {
		t.Fatalf("round %d, %v", s.round, s.Result())
	}
	s = lastTurn(t, 1, sketch{points: 3, tent: 4}, sketch{points: 5, tent: 3}, sketch{points: 5, tent: 2}, sketch{tent: 1})
	s.round = 40
	s = play(t, s, 1, doneWord)
	wantResult(t, s, 3, ReasonRounds, 3, 5, 5, 0)
	if want := []games.Seat{3, 2, 1, 4}; !slices.Equal(s.ranking, want) {
		t.Errorf("ranking %v, want %v", s.ranking, want)
	}
}

// A seat that comes to the target and then resigns ends the round's game all the
// same, and is ranked last.
func TestResignedAtTheTarget(t *testing.T) {
	s := act(t, inOrder, sketch{points: 13, at: "dark-forest", picked: "G", hand: "B1"}, sketch{points: 4}, sketch{points: 9})
	s = play(t, s, 1, "G B1")
	s = mustResign(t, s, 1)
	for seat := games.Seat(1); seat <= 4; seat++ {
		s = play(t, s, seat, "done")
	}
	wantResult(t, s, 3, ReasonTarget, 15, 4, 9, 0)
	if want := []games.Seat{3, 2, 4, 1}; !slices.Equal(s.ranking, want) {
		t.Errorf("ranking %v, want %v", s.ranking, want)
	}
}
