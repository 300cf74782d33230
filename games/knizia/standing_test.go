package knizia

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// orderScene is the turn of seat 1 in the third tournament, a purple one.
func orderScene(t testing.TB) *state {
	s := scene{color: Purple, displays: []string{"P3", "P5 P4", ""}, hands: []string{"P4 P4 W2 W6 drop_weapon", "P3 W3", "lancelot P5"}, out: []int{3}}.build(t)
	s.tournament, s.turns = 3, [maxSeats]uint16{2, 2, 1}
	return s
}

func TestOrdersText(t *testing.T) {
	s := orderScene(t)
	for _, c := range []struct {
		name, text, want string
		seat             games.Seat
	}{
		{"none", " \n;", "", 1},
		{"at once", "withdraw", "3: withdraw", 1},
		{"after the tournament for the next", "withdraw", "4: withdraw", 3},
		{"conditions", "WITHDRAW Total>=18\nwithdraw beaten; withdraw tokens>=4", "3: withdraw total>=18\n3: withdraw beaten\n3: withdraw tokens>=4", 1},
		{"always", "Always: withdraw beaten", "always: withdraw beaten", 1},
		{"twice the same", "withdraw beaten\n3: withdraw beaten", "3: withdraw beaten", 1},
		{"a plan for the turn that has begun", "if total<=12 play P4 w2", "3.2: if purple total<=12 play P4 W2", 1},
		{"a plan for the next turn", "if purple total<=12 play W3", "3.3: if purple total<=12 play W3", 2},
		{"a plan for a turn further on", "3.5: if red total<=12 play W2", "3.5: if red total<=12 play W2", 1},
		{"a plan for the next tournament", "4: if red total<=0 play W2", "4.1: if red total<=0 play W2", 1},
		{"what is past goes", "2: withdraw\n2.9: if red total<=9 play W2\n3.1: if red total<=9 play W2", "", 1},
		{"cards that are gone go", "3.2: if purple total<=9 play P4 P4 P4", "", 1},
		{"the sheet comes first", "withdraw beaten\nadapt-choice oldest\nriposte me", "riposte me\nadapt-choice oldest\n3: withdraw beaten", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := s.ReadOrders(c.seat, c.text)
			if err != nil || got != c.want {
				t.Fatalf("ReadOrders(%q) = %q, %v, want %q", c.text, got, err, c.want)
			}
			if again, err := s.ReadOrders(c.seat, got); err != nil || again != got {
				t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
			}
			if o, err := ParseOrders(got); err != nil || o.String() != got {
				t.Errorf("ParseOrders(%q) = %q, %v", got, o, err)
			}
		})
	}
	if _, err := s.ReadOrders(4, ""); err != games.ErrNotYourTurn {
		t.Errorf("orders of seat 4: %v", err)
	}
}

// orderRefusals are the reasons that only TestOrderRefusals meets.
var orderRefusals = map[string]bool{
	withdrawWhen.Key: true, ordersTime.Key: true, planLine.Key: true, planColor.Key: true, planCard.Key: true, planMany.Key: true,
}

func TestOrderRefusals(t *testing.T) {
	s := orderScene(t)
	met := map[string]bool{}
	for text, want := range map[string]*cards.Refusal{
		"withdraw sometimes":                                 withdrawWhen,
		"withdraw total>18":                                  withdrawWhen,
		"withdraw beaten beaten":                             withdrawWhen,
		"always: withdraw":                                   withdrawWhen,
		"withdraw total>=0":                                  sheetNumber,
		"withdraw total>=100":                                sheetNumber,
		"withdraw tokens>=5":                                 sheetNumber,
		"5: withdraw":                                        ordersTime,
		"soon: withdraw":                                     ordersTime,
		"3.0: if purple total<=6 play P4":                    ordersTime,
		"3: leave":                                           planLine,
		"3:":                                                 planLine,
		"always: if purple total<=6 play P4":                 planLine,
		"if purple total<=6":                                 planLine,
		"if purple play P4":                                  planLine,
		"if purple total<=6 play X4":                         planLine,
		"if purple total<=many play P4":                      sheetNumber,
		"4: if total<=6 play W2":                             planColor,
		"if purple total<=6 play R3":                         planCard,
		"if purple total<=6 play drop_weapon":                planCard,
		"if purple total<=6 play W6 W6":                      oneMaiden,
		"if purple total<=6 play P5":                         notHeld,
		"if purple total<=6 play P4 P4 P4":                   notHeld,
		strings.Repeat("if total<=6 play W2\n", MostPlans+1): planMany,
		"3: riposte me":                                      planLine,
	} {
		_, err := s.ReadOrders(1, text)
		var e *games.Illegal
		if !errors.As(err, &e) || e.Key != want.Key || strings.Contains(e.Text, "{") || e.Rule == "" {
			t.Errorf("ReadOrders(%q): %v, want %s", text, err, want.Key)
		}
		met[want.Key] = true
	}
	for key := range orderRefusals {
		if !met[key] {
			t.Errorf("no case for %s", key)
		}
	}
}

func TestFollowOrderedTurns(t *testing.T) {
	// Seat 1 has 3 against 9, and can come to 3+4+4+2+6 = 19.
	for _, c := range []struct {
		name, orders string
		want         []string
		left         string
	}{
		{"nothing is ordered", "riposte me", nil, ""},
		{"at once", "3: withdraw", []string{"withdraw"}, ""},
		{"in the next tournament", "4: withdraw", nil, ""},
		{"the total is reached", "3: withdraw total>=9", []string{"withdraw"}, ""},
		{"the total is not reached", "3: withdraw total>=10", nil, ""},
		{"it can still be beaten", "always: withdraw beaten", nil, ""},
		{"a leader with tokens", "3: withdraw tokens>=2", []string{"withdraw"}, ""},
		{"a leader with fewer tokens", "3: withdraw tokens>=3", nil, ""},
		{"what is for always stays", "always: withdraw total>=9\n4: withdraw\n3: withdraw\n3.3: if purple total<=9 play P4", []string{"withdraw"}, "always: withdraw total>=9\n4: withdraw"},
		{"a plan", "3.2: if purple total<=9 play P4 P4", []string{"play P4", "play P4", "end"}, ""},
		{"the first plan that can be played", "3.2: if purple total<=8 play W6\n3.2: if red total<=20 play W6\n3.2: if purple total<=20 play W6 W2\n3.2: if purple total<=30 play P4 P4", []string{"play W6", "play W2", "end"}, ""},
		{"a plan that does not lead", "3.2: if purple total<=9 play P4", nil, ""},
		{"a plan for another turn", "3.3: if purple total<=9 play P4 P4", nil, ""},
		{"to withdraw goes before a plan", "3.2: if purple total<=9 play P4 P4\n3: withdraw", []string{"withdraw"}, ""},
		{"a plan leaves what comes later", "adapt-choice oldest\n3: withdraw total>=20\n3.2: if purple total<=9 play P4 P4\n3.3: if purple total<=20 play W6", []string{"play P4", "play P4", "end"}, "adapt-choice oldest\n3: withdraw total>=20\n3.3: if purple total<=20 play W6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := orderScene(t)
			s.tokens[1].Add(Red)
			s.tokens[1].Add(Blue)
			posted, left := followOrders(t, s, 1, c.orders)
			if c.want == nil {
				c.left = c.orders
			}
			if !slices.Equal(posted, c.want) || left != c.left {
				t.Errorf("posted %q and %q is left, want %q and %q", posted, left, c.want, c.left)
			}
		})
	}
}

// followOrders posts what the orders of a seat say, and returns what remains of them.
func followOrders(t *testing.T, s *state, seat games.Seat, orders string) (posted []string, left string) {
	t.Helper()
	for {
		post, ok := s.Follow(func(number games.Seat) string {
			if number == seat {
				return orders
			}
			return ""
		})
		if !ok || post.Seat != seat {
			return posted, orders
		}
		if post.Interruptible || post.Wait != 0 {
			t.Fatalf("%+v can be interrupted", post)
		}
		posted, orders = append(posted, post.Action), post.Orders
		s = playLines(t, s, post.Action)
	}
}

func TestBeatenCountsWhatMayBePlaced(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene scene
		want  int
	}{
		{"all cards of the color and supporters", scene{color: Red, displays: []string{"R3", "R5"}, hands: []string{"R3 W2 B5 riposte"}}, 8},
		{"one maiden", scene{color: Red, displays: []string{"R3", "R5"}, hands: []string{"W6 W6 W6"}}, 9},
		{"no maiden beside another", scene{color: Red, displays: []string{"R3 W6", "R5"}, hands: []string{"W6 W2"}}, 11},
		{"one card when stunned", scene{color: Red, stunned: 1, displays: []string{"R3", "R5"}, hands: []string{"R3 R5 W2"}}, 8},
		{"each card counts one when unarmed", scene{color: Green, displays: []string{"R3", "R5"}, hands: []string{"G1 W6 W3 R5"}}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.scene.build(t)
			if got := s.mostTotal(0); got != c.want {
				t.Errorf("mostTotal = %d, want %d", got, c.want)
			}
			s.tournament, s.turns[0] = 1, 1
			posted, _ := followOrders(t, s, 1, "always: withdraw beaten")
			if best, _ := s.bestRival(0); (len(posted) == 1) != (c.want <= best) {
				t.Errorf("posted %q with %d against %d", posted, c.want, best)
			}
		})
	}
}

// Where a maiden costs a token of one's choice, and while the opener owes a card, a seat
// is asked.
func TestOrdersLeaveChoicesToTheSeat(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3 W6", "R5 R5"}, hands: []string{"R3"}, tokens: []string{"blue red"}}.build(t)
	s.tournament, s.turns[0] = 1, 1
	if posted, _ := followOrders(t, s, 1, "1: withdraw"); posted != nil {
		t.Errorf("posted %q, with a token to choose", posted)
	}
	s.tokens[0].Remove(Red)
	if posted, _ := followOrders(t, s, 1, "1: withdraw"); !slices.Equal(posted, []string{"withdraw"}) {
		t.Errorf("posted %q, with one token", posted)
	}
	s = scene{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R3"}}.build(t)
	s.tournament, s.turns[0] = 1, 1
	if posted, _ := followOrders(t, s, 1, "1: withdraw"); posted != nil {
		t.Errorf("the opener posted %q", posted)
	}
}

// A turn that has begun by hand is not taken over.
func TestOrdersWaitForTheTurn(t *testing.T) {
	s := playLines(t, orderScene(t), "play W2")
	if posted, _ := followOrders(t, s, 1, "3: withdraw\n3.2: if purple total<=20 play P4 P4"); posted != nil {
		t.Errorf("posted %q", posted)
	}
	if got, err := s.ReadOrders(1, "if total<=20 play P4"); got != "3.3: if purple total<=20 play P4" || err != nil {
		t.Errorf("orders during the turn are %q, %v", got, err)
	}
}
