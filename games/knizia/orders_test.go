package knizia

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// orderScene is the turn of seat 1 in the third tournament, a purple one.
func orderScene(t testing.TB) *state {
	s := scene{
		color: Purple, displays: []string{"P3", "P5 P4", ""}, out: []int{3},
		hands: []string{"P4 P4 W2 W6 drop_weapon", "P3 W3", "lancelot P5"},
	}.build(t)
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
		{"rows that say nothing", "riposte never minLoss=3\nadapt-choice ask", "", 1},
		{"capitals", "  RIPOSTE   me  MINLOSS=04 ", "riposte me minLoss=4", 1},
		{"the order of rows and conditions", "riposte me maxIn=2 onlyifleading minloss=4\r\nunhorse any\r\n",
			"unhorse any\nriposte me minLoss=4 onlyIfLeading maxIn=2", 1},
		{"a preference", "adapt-choice Newest\nadapt any", "adapt any\nadapt-choice newest", 1},
		{"cards that lie on the table", "stunned me\nshield any", "shield any\nstunned me", 1},
		{"at once", "withdraw", "3: withdraw", 1},
		{"after the tournament for the next", "withdraw", "4: withdraw", 3},
		{"conditions", "WITHDRAW Total>=18\nwithdraw beaten; withdraw tokens>=4",
			"3: withdraw total>=18\n3: withdraw beaten\n3: withdraw tokens>=4", 1},
		{"always", "Always: withdraw beaten", "always: withdraw beaten", 1},
		{"twice the same", "withdraw beaten\n3: withdraw beaten", "3: withdraw beaten", 1},
		{"a plan for the turn that has begun", "if total<=12 play P4 w2", "3.2: if purple total<=12 play P4 W2", 1},
		{"a plan for the next turn", "if purple total<=12 play W3", "3.3: if purple total<=12 play W3", 2},
		{"a plan for a turn further on", "3.5: if red total<=12 play W2", "3.5: if red total<=12 play W2", 1},
		{"a plan for the next tournament", "4: if red total<=0 play W2", "4.1: if red total<=0 play W2", 1},
		{"past orders go", "2: withdraw\n2.9: if red total<=9 play W2\n3.1: if red total<=9 play W2", "", 1},
		{"cards that are gone go", "3.2: if purple total<=9 play P4 P4 P4", "", 1},
		{"the sheet comes first", "withdraw beaten\nadapt-choice oldest\nriposte me",
			"riposte me\nadapt-choice oldest\n3: withdraw beaten", 1},
	} {
		got, err := s.ReadOrders(c.seat, c.text)
		if err != nil || got != c.want {
			t.Errorf("%s: ReadOrders(%q) = %q, %v, want %q", c.name, c.text, got, err, c.want)
			continue
		}
		if again, err := s.ReadOrders(c.seat, got); err != nil || again != got {
			t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
		}
		if o, err := ParseOrders(got); err != nil || o.String() != got {
			t.Errorf("ParseOrders(%q) = %q, %v", got, o, err)
		}
	}
	if _, err := s.ReadOrders(4, ""); err != games.ErrNotYourTurn {
		t.Errorf("orders of seat 4: %v", err)
	}
}

// refusedOrders has orders of seat 1 and the reasons against them.
var refusedOrders = map[string]*cards.Refusal{
	"lancelot any":                        sheetRow,
	"R3 any":                              sheetRow,
	"riposte":                             sheetWhen,
	"riposte often":                       sheetWhen,
	"riposte me minLoss":                  sheetNumber,
	"riposte me minLoss=0":                sheetNumber,
	"riposte me maxIn=1":                  sheetNumber,
	"riposte me maxIn=6":                  sheetNumber,
	"riposte me onlyIfLeading=1":          sheetQualifier,
	"riposte me please":                   sheetQualifier,
	"riposte me\nRiposte any":             sheetTwice,
	"adapt-choice":                        sheetChoice,
	"adapt-choice oldest newest":          sheetChoice,
	strings.Repeat("\n", 3000):            sheetLong,
	"riposte never minLoss=99999":         sheetNumber,
	"withdraw sometimes":                  withdrawWhen,
	"withdraw total>18":                   withdrawWhen,
	"withdraw beaten beaten":              withdrawWhen,
	"always: withdraw":                    withdrawWhen,
	"withdraw total>=0":                   sheetNumber,
	"withdraw total>=100":                 sheetNumber,
	"withdraw tokens>=5":                  sheetNumber,
	"5: withdraw":                         ordersTime,
	"soon: withdraw":                      ordersTime,
	"3.0: if purple total<=6 play P4":     ordersTime,
	"3: leave":                            planLine,
	"3:":                                  planLine,
	"always: if purple total<=6 play P4":  planLine,
	"if purple total<=6":                  planLine,
	"if purple play P4":                   planLine,
	"if purple total<=6 play X4":          planLine,
	"if purple total<=many play P4":       sheetNumber,
	"4: if total<=6 play W2":              planColor,
	"if purple total<=6 play R3":          planCard,
	"if purple total<=6 play drop_weapon": planCard,
	"if purple total<=6 play W6 W6":       oneMaiden,
	"if purple total<=6 play P5":          notHeld,
	"if purple total<=6 play P4 P4 P4":    notHeld,
	strings.Repeat("if total<=6 play W2\n", MostPlans+1): planMany,
	"3: riposte me": planLine,
}

func TestOrderRefusals(t *testing.T) {
	s := orderScene(t)
	met := map[string]bool{}
	for text, want := range refusedOrders {
		_, err := s.ReadOrders(1, text)
		var e *games.Illegal
		if !errors.As(err, &e) || e.Key != want.Key || strings.Contains(e.Text, "{") || e.Rule == "" {
			t.Errorf("ReadOrders(%q): %v, want %s", text, err, want.Key)
		}
		met[want.Key] = true
	}
	for key := range Refusals() {
		if isOrders(key) && !met[key] {
			t.Errorf("no case for %s", key)
		}
	}
}

// isOrders reports whether only orders are refused for a reason.
func isOrders(key string) bool {
	_, name, _ := strings.Cut(key, ".")
	kind, _, _ := strings.Cut(name, "_")
	return slices.Contains([]string{"sheet", "plan", "orders"}, kind) || key == withdrawWhen.Key
}

func TestRule7_8_Presets(t *testing.T) {
	var none Sheet
	if none.Preset() != PresetOff || none.Fill(PresetOff).String() != "" {
		t.Errorf("off is %q", none.Fill(PresetOff))
	}
	protect := none.Fill(PresetProtect)
	want := "drop_weapon, break_lance, riposte, dodge, knock_down, outmaneuver, charge, countercharge, disgrace, adapt, outwit, stunned"
	want = strings.ReplaceAll(want, ", ", " me minLoss=4\n") + " me"
	want = strings.Replace(want, "knock_down me minLoss=4", "knock_down me", 1)
	if protect.String() != want || protect.Preset() != PresetProtect {
		t.Errorf("protect is\n%s\nwant\n%s", protect, want)
	}
	decisive := none.Fill(PresetDecisive)
	if n := strings.Count(decisive.String(), " any onlyIfLeading maxIn=2"); n != 13 || decisive.Row(Adapt) != (Row{}) ||
		decisive.Preset() != PresetDecisive {
		t.Errorf("decisive is\n%s", decisive)
	}
	decisive.Adapt = KeepNewest
	if back := decisive.Fill(PresetOff); back.Adapt != KeepNewest || back.String() != "adapt-choice newest" {
		t.Errorf("a preset changes more than the rows: %q", back)
	}
	if odd := decisive.With(Charge, Row{When: Any}); odd.Preset() != "" || odd.Row(Charge).When != Any {
		t.Errorf("another sheet is the preset %q", odd.Preset())
	}
	if same := protect.With(Lancelot, Row{When: Any}).With(R3, Row{When: Any}); same != protect ||
		protect.Row(Lancelot) != (Row{}) {
		t.Error("there is a row for Lancelot")
	}
	if len(SheetCards()) != 16 || len(Presets()) != 3 {
		t.Errorf("%d rows, %d presets", len(SheetCards()), len(Presets()))
	}
	// A row that can be about oneself is one that says so.
	for c, want := range map[Card]bool{
		Unhorse: false, ChangeWeapon: false, Retreat: false, Shield: false, Lancelot: false, R3: false, DropWeapon: true,
		Stunned: true,
	} {
		if Hits(c) != want {
			t.Errorf("Hits(%s) = %t", c, !want)
		}
	}
}

// followOrders posts by the orders of a seat as long as it is on turn, and returns the lines
// and the orders that remain.
func followOrders(t *testing.T, s *state, seat games.Seat, orders string) (posted, left string) {
	t.Helper()
	for {
		post, ok := s.Follow(func(number games.Seat) string { return map[games.Seat]string{seat: orders}[number] })
		if !ok || post.Seat != seat {
			return posted, orders
		}
		planned := post.Action != "withdraw"
		if post.Interruptible || post.Wait != 0 || planned && !s.Prepared(seat, orders) {
			t.Fatalf("a strange posting: %+v", post)
		}
		posted, orders = posted+post.Action+", ", post.Orders
		s = playLines(t, s, post.Action)
	}
}

func TestFollowOrderedTurns(t *testing.T) {
	// Seat 1 has 3 against 9, and can come to 3+4+4+2+6 = 19.
	for _, c := range []struct{ name, orders, want, left string }{
		{"nothing is ordered", "riposte me", "", ""},
		{"at once", "3: withdraw", "withdraw, ", ""},
		{"in the next tournament", "4: withdraw", "", ""},
		{"the total is reached", "3: withdraw total>=9", "withdraw, ", ""},
		{"the total is not reached", "3: withdraw total>=10", "", ""},
		{"it can still be beaten", "always: withdraw beaten", "", ""},
		{"a leader with tokens", "3: withdraw tokens>=2", "withdraw, ", ""},
		{"a leader with fewer tokens", "3: withdraw tokens>=3", "", ""},
		{"orders for always stay", "always: withdraw total>=9\n4: withdraw\n3: withdraw\n3.3: if purple total<=9 play P4",
			"withdraw, ",
			"always: withdraw total>=9\n4: withdraw"},
		{"a plan", "3.2: if purple total<=9 play P4 P4", "play P4, play P4, end, ", ""},
		{"the first plan that can be played", "3.2: if purple total<=8 play W6\n3.2: if red total<=20 play W6\n" +
			"3.2: if purple total<=20 play W6 W2\n3.2: if purple total<=30 play P4 P4", "play W6, play W2, end, ", ""},
		{"a plan that does not lead", "3.2: if purple total<=9 play P4", "", ""},
		{"a plan for another turn", "3.3: if purple total<=9 play P4 P4", "", ""},
		{"to withdraw goes before a plan", "3.2: if purple total<=9 play P4 P4\n3: withdraw", "withdraw, ", ""},
		{"a plan leaves later orders", "adapt-choice oldest\n3: withdraw total>=20\n3.2: if purple total<=9 play P4 P4\n" +
			"3.3: if purple total<=20 play W6", "play P4, play P4, end, ",
			"adapt-choice oldest\n3: withdraw total>=20\n3.3: if purple total<=20 play W6"},
	} {
		s := orderScene(t)
		s.tokens[1] = cards.SetOf(Red, Blue)
		if c.want == "" {
			c.left = c.orders
		}
		if posted, left := followOrders(t, s, 1, c.orders); posted != c.want || left != c.left {
			t.Errorf("%s: posted %q and %q is left, want %q and %q", c.name, posted, left, c.want, c.left)
		}
	}
	// A turn that has begun by hand is not taken over.
	s := playLines(t, orderScene(t), "play W2")
	if posted, _ := followOrders(t, s, 1, "3: withdraw\n3.2: if purple total<=20 play P4 P4"); posted != "" {
		t.Errorf("posted %q", posted)
	}
	if got, err := s.ReadOrders(1, "if total<=20 play P4"); got != "3.3: if purple total<=20 play P4" || err != nil {
		t.Errorf("orders during the turn are %q, %v", got, err)
	}
}

// A seat that is beaten counts the cards that it may still place. Where a maiden costs a token
// of its choice, and while the opener owes a card, a seat is asked.
func TestBeatenCountsWhatMayBePlaced(t *testing.T) {
	for _, c := range []struct {
		name   string
		scene  scene
		most   int
		posted string
	}{
		{"all cards of the color and supporters", scene{color: Red, displays: []string{"R3", "R5"},
			hands: []string{"R3 W2 B5 riposte"}}, 8, ""},
		{"one maiden", scene{color: Red, displays: []string{"R3", "R5"}, hands: []string{"W6 W6 W6"}}, 9, ""},
		{"no maiden beside another", scene{color: Red, displays: []string{"R3 W6", "R5"}, hands: []string{"W6 W2"}}, 11, ""},
		{"one card when stunned", scene{color: Red, stunned: 1, displays: []string{"R3", "R5"}, hands: []string{"R3 R5 W2"}},
			8, ""},
		{"each card counts one when unarmed", scene{color: Green, displays: []string{"R3", "R5"},
			hands: []string{"G1 W6 W3 R5"}}, 4, ""},
		{"beaten", scene{color: Red, displays: []string{"R3", "R5 R4 R5"}, hands: []string{"R3 W2"}}, 8, "withdraw, "},
		{"with a token to choose", scene{color: Red, displays: []string{"R3 W6", "R5 R5"}, tokens: []string{"blue red"}}, 9,
			""},
		{"with one token", scene{color: Red, displays: []string{"R3 W6", "R5 R5"}, tokens: []string{"blue"}}, 9,
			"withdraw, "},
		{"the opener", scene{color: Red, opening: true, displays: []string{"", "R3 R3"}, hands: []string{"R3"}}, 3, ""},
	} {
		s := c.scene.build(t)
		s.tournament, s.turns[0] = 1, 1
		if got := s.player(0).mostTotal(); got != c.most {
			t.Errorf("%s: mostTotal = %d, want %d", c.name, got, c.most)
		}
		if posted, _ := followOrders(t, s, 1, "always: withdraw beaten"); posted != c.posted {
			t.Errorf("%s: posted %q", c.name, posted)
		}
	}
}

// anySheet returns a sheet with random rows.
func anySheet(rng *rand.Rand) Sheet {
	var s Sheet
	for _, c := range SheetCards() {
		row := Row{When: When(rng.IntN(3)), OnlyIfLeading: rng.IntN(3) == 0}
		if rng.IntN(2) == 0 {
			row.MinLoss = 1 + rng.IntN(6)
		}
		if rng.IntN(2) == 0 {
			row.MaxIn = LeastIn + rng.IntN(4)
		}
		s = s.With(c, row)
	}
	return s
}

// By the view of a spectator, a sheet cancels the same actions as the server would cancel if
// its seat held Lancelot.
func TestSheetsCancelAlikeFromAnyView(t *testing.T) {
	met := map[bool]int{}
	for i := range 40 {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		for s := begin(t, 2+i%4, uint64(i), tables[i%len(tables)]); s.phase != PhaseOver; {
			sheet, v := anySheet(rng), s.View(games.Spectator).(View)
			for at := range s.around(0) {
				want := s.phase == PhaseReact && at != s.active && s.in(at) && s.player(at).cancels(sheet.String())
				if got := sheet.Cancels(v, numberOf(at)); got != want {
					t.Fatalf("seat %d cancels %s: %t, want %t by\n%s\n%s", numberOf(at), s.underWay, got, want, sheet, v)
				}
				met[want]++
			}
			seat := s.ToAct()[0]
			legal := s.Legal(seat)
			s = playLines(t, s, fmt.Sprintf("%d: %s", seat, legal[rng.IntN(len(legal))]))
		}
	}
	if met[true] < 20 || met[false] < 20 {
		t.Errorf("too few cases met: %v", met)
	}
}
