package knizia

import (
	"fmt"
	"testing"
	"time"

	"tableronde/games"
)

// follow posts what the server posts, by the order sheets of seats 1, 2 …, until
// it has nothing to post, and tells what it posted.
func follow(tb testing.TB, s *state, sheets ...string) (*state, []games.Posting) {
	tb.Helper()
	orders := func(number games.Seat) string {
		if int(number) > len(sheets) {
			return ""
		}
		return sheets[number-1]
	}
	var posted []games.Posting
	for {
		post, ok := s.Follow(orders)
		if !ok {
			return s, posted
		}
		posted = append(posted, post)
		s = playLines(tb, s, fmt.Sprintf("%d: %s", post.Seat, post.Action))
	}
}

func TestT22_LancelotByOrders(t *testing.T) { // E21, E22, E24
	s := scene{color: Red, displays: []string{"R3", "R4", ""}, hands: []string{"R4 drop_weapon W2", "", "lancelot"}}.build(t)
	s = playLines(t, s, "play R4", "drop_weapon")
	facts := s.Tell(games.Spectator, 3, "lancelot")
	s, posted := follow(t, s, "", "", "drop_weapon any")
	if len(posted) != 1 || posted[0].Seat != 3 || posted[0].Action != "lancelot" || posted[0].Interruptible || posted[0].Wait != 0 {
		t.Fatalf("posted %+v", posted)
	}
	wantDiscard(t, s, "lancelot drop_weapon")
	wantTotals(t, s, 7)
	if s.color != Red || s.played != 2 || s.phase != PhaseTurn || s.active != 0 {
		t.Errorf("%s, %d cards played, %s", s.color, s.played, s.phase)
	}
	if len(facts) != 1 || facts[0].Kind != FactCancelled || facts[0].Seat != 3 || facts[0].Other != 1 || facts[0].Cards[0] != "drop_weapon" {
		t.Errorf("the log tells %+v", facts)
	}
	wantLegal(t, s, "end")
}

func TestT23_WithdrawnHoldersWait(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4", ""}, out: []int{3}, hands: []string{"drop_weapon W2", "", "lancelot"}}.build(t)
	s = playLines(t, s, "drop_weapon")
	if got := s.Legal(3); got != nil {
		t.Errorf("Legal(3) = %q", got)
	}
	wantRefused(t, s, lancelotOut, "3: lancelot")
	s, posted := follow(t, s, "", "", "drop_weapon any")
	if s.color != Green || len(posted) != 1 || posted[0].Action != "pass" {
		t.Errorf("%s after %+v", s.color, posted)
	}
}

// TestT24_NothingShowsWhoHoldsLancelot compares all that others can see.
func TestT24_NothingShowsWhoHoldsLancelot(t *testing.T) {
	var first string
	for name, hands := range map[string][]string{
		"nobody":     {"drop_weapon W2", "R3", "B2"},
		"the actor":  {"drop_weapon lancelot", "R3", "B2"},
		"the second": {"drop_weapon W2", "lancelot", "B2"},
		"the third":  {"drop_weapon W2", "R3", "lancelot"},
	} {
		for _, window := range []time.Duration{0, 5 * time.Second} {
			s := scene{color: Red, displays: []string{"R3", "R4", ""}, hands: hands, opts: ruleOptions{window: window}}.build(t)
			all := encode(t, s.View(games.Spectator))
			all += encode(t, s.Tell(games.Spectator, 1, "drop_weapon"))
			s = playLines(t, s, "drop_weapon")
			all += encode(t, s.View(games.Spectator)) + fmt.Sprint(s.ToAct(), s.phase)
			post, ok := s.Follow(func(games.Seat) string { return "" })
			if !ok || post.Action != "pass" || post.Seat != 1 || !post.Interruptible || post.Wait != window {
				t.Errorf("%s: posted %+v", name, post)
			}
			all += encode(t, s.Tell(games.Spectator, 1, "pass"))
			all += encode(t, playLines(t, s, "pass").View(games.Spectator))
			if first == "" {
				first = all
			}
			if all != first {
				t.Errorf("%s, window %s: another story:\n%s\n%s", name, window, all, first)
			}
		}
	}
}

func TestT25_TheWindow(t *testing.T) {
	c := scene{color: Red, displays: []string{"R3", "R4", ""}, out: []int{3}, opts: ruleOptions{window: 5 * time.Second}}
	for name, hands := range map[string][]string{
		"the actor": {"drop_weapon lancelot", "R3", "B2"}, "withdrawn": {"drop_weapon", "R3", "lancelot"}, "deck": {"drop_weapon", "R3", "B2"},
	} {
		c.hands = hands
		s := playLines(t, c.build(t), "drop_weapon")
		post, _ := s.Follow(func(games.Seat) string { return "drop_weapon any" })
		if s.phase != PhaseReact || post.Wait != 5*time.Second || !post.Interruptible {
			t.Errorf("%s: %s, %+v", name, s.phase, post)
		}
		if v := s.View(2).(View); v.Window != 5 || v.Cancel || v.UnderWay == nil || v.UnderWay.Line != "drop_weapon" {
			t.Errorf("%s: the view says %+v", name, v.UnderWay)
		}
	}
	c.hands, c.discard = []string{"drop_weapon", "R3"}, withLancelotDown
	s := playLines(t, c.build(t), "drop_weapon")
	if s.phase != PhaseTurn || s.color != Green {
		t.Errorf("%s, %s: an action waits though Lancelot is in the discard pile", s.phase, s.color)
	}
	if _, ok := s.Follow(func(games.Seat) string { return "" }); ok {
		t.Error("something is posted in the middle of a turn")
	}
}

func TestT26_KnockDownIsCancelledBeforeItsChance(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"knock_down R4", "lancelot B2 B3"}}.build(t)
	before := len(s.Decided())
	s = playLines(t, s, "knock_down 2")
	s, posted := follow(t, s, "", "knock_down me")
	if len(posted) != 1 || posted[0].Action != "lancelot" || len(s.Decided()) != before {
		t.Errorf("posted %+v; decided %v", posted, s.Decided())
	}
	if s.hands[0].Len() != 1 || s.hands[1].Len() != 2 {
		t.Errorf("hands of %d and %d", s.hands[0].Len(), s.hands[1].Len())
	}
}

func TestT27_MinLoss(t *testing.T) {
	for display, want := range map[string]string{"R3 R5": "lancelot", "R5 R3": "pass"} {
		s := scene{color: Red, displays: []string{"R4", display}, hands: []string{"outmaneuver", "lancelot"}}.build(t)
		_, posted := follow(t, playLines(t, s, "outmaneuver"), "", "outmaneuver me minLoss=4")
		if len(posted) != 1 || posted[0].Action != want {
			t.Errorf("%s: posted %+v, want %s", display, posted, want)
		}
	}
}

func TestT44_CancelledAndBelow(t *testing.T) { // E22, E23
	s := scene{color: Blue, displays: []string{"", "B5"}, hands: []string{"B2 B2 drop_weapon B4", "lancelot"}}.build(t)
	s = playLines(t, s, "play B2", "play B2", "drop_weapon", "2: lancelot")
	wantRefused(t, s, endTooLow, "end")
	wantLegal(t, s, "withdraw")
	wantDisplays(t, s, "B2 B2", "B5")
	s = playLines(t, s, "play B4")
	wantTotals(t, s, 8)
	wantLegal(t, s, "end")
}

func TestE22_ACancelledActionIsACardPlayed(t *testing.T) {
	s := scene{color: Blue, displays: []string{"B5 B4", "B5"}, hands: []string{"drop_weapon", "lancelot"}}.build(t)
	wantRefused(t, s, endUnplayed, "end")
	wantLegal(t, playLines(t, s, "drop_weapon", "2: lancelot"), "end")
}

func TestE21_LancelotOnShieldAndStunned(t *testing.T) {
	c := scene{color: Blue, displays: []string{"B5", "B4"}, hands: []string{"shield stunned", "lancelot"}}
	for line, top := range map[string]string{"shield": "lancelot shield", "stunned 2": "lancelot stunned"} {
		s := playLines(t, c.build(t), line, "2: lancelot")
		wantDiscard(t, s, top)
		if s.shield != nobody || s.stunned != nobody {
			t.Errorf("%s lies on the table", line)
		}
	}
	s := playAndPass(t, c.build(t), "shield", "stunned 2")
	if s.shield != 0 || s.stunned != 1 || s.discard.n != 0 {
		t.Errorf("Shield before %d, Stunned before %d", s.shield+1, s.stunned+1)
	}
	if got := s.Legal(2); got != nil { // not later
		t.Errorf("Legal(2) = %q", got)
	}
}

func TestE25_E43_LancelotAtTheWrongTime(t *testing.T) {
	s := scene{color: Blue, displays: []string{"B5", "B4"}, hands: []string{"lancelot drop_weapon", "B2"}}.build(t)
	wantRefused(t, s, lancelotOwn, "lancelot")
	if _, _, err := s.Apply(2, "lancelot"); err != games.ErrNotYourTurn {
		t.Errorf("Lancelot out of time: %v", err)
	}
	s = playLines(t, s, "drop_weapon")
	wantRefused(t, s, lancelotOwn, "1: lancelot")
	wantRefused(t, s, actionUnderWay, "end", "play B2", "withdraw", "drop_weapon", "colour red")
	wantRefused(t, s, notHeld, "2: lancelot")
	for _, text := range []string{"pass", "end", "play B2", "lance lot"} {
		if _, _, err := s.Apply(2, text); err != games.ErrNotYourTurn {
			t.Errorf("%s by the other seat: %v", text, err)
		}
	}
	if !s.hands[0].Has(pack.first[Lancelot]) {
		t.Error("a mistimed Lancelot is lost")
	}
	if got := fmt.Sprint(s.Legal(1), s.Legal(2)); got != "[pass] []" {
		t.Errorf("Legal = %s", got)
	}
}

func TestE24_BeforeTheFirstTurn(t *testing.T) {
	s := scene{color: Blue, displays: []string{"B5", "", ""}, hands: []string{"drop_weapon", "", "LANCELOT B2"}}.build(t)
	s = playLines(t, s, "drop_weapon")
	if got := fmt.Sprint(s.ToAct(), s.Legal(3)); got != "[1] [lancelot]" {
		t.Errorf("to act and legal: %s", got)
	}
	if v := s.View(3).(View); !v.Cancel || v.Hand[1].Why != nil || len(v.Hand[1].Moves) != 1 {
		t.Errorf("the holder sees %+v", v.Hand)
	}
	s = playLines(t, s, "3:   LANCELOT ")
	wantDiscard(t, s, "lancelot drop_weapon")
}

// TestRule7_3_Orders has a row for each condition.
func TestRule7_3_Orders(t *testing.T) {
	base := scene{color: Red, active: 2, displays: []string{"R4 R5", "R3", "R3 R3 W3"}, hands: []string{"lancelot B2", "", "B3"}}
	for _, c := range []struct {
		name, action, sheet, want string
		out                       []int
		shield                    int
	}{
		{name: "never", action: "riposte 1", sheet: "", want: "pass"},
		{name: "another card", action: "riposte 1", sheet: "dodge any", want: "pass"},
		{name: "any, another's harm", action: "riposte 3", sheet: "riposte any", want: "lancelot"},
		{name: "me, another's harm", action: "riposte 3", sheet: "riposte me", want: "pass"},
		{name: "me, chosen", action: "riposte 1", sheet: "riposte me", want: "lancelot"},
		{name: "me, stunned", action: "stunned 1", sheet: "stunned me", want: "lancelot"},
		{name: "me, another stunned", action: "stunned 3", sheet: "stunned me", want: "pass"},
		{name: "me, my hand", action: "knock_down 1", sheet: "knock_down me", want: "lancelot"},
		{name: "me, another's hand", action: "knock_down 3", sheet: "knock_down me", want: "pass"},
		{name: "me, a charge for another", action: "charge", sheet: "charge me", want: "pass"},
		{name: "me, a charge", action: "countercharge", sheet: "countercharge me", want: "lancelot"},
		{name: "me, the newest", action: "outmaneuver", sheet: "outmaneuver me", want: "lancelot"},
		{name: "me, behind a shield", action: "outmaneuver", sheet: "outmaneuver me", want: "pass", shield: 1},
		{name: "me, green", action: "drop_weapon", sheet: "drop_weapon me", want: "lancelot"},
		{name: "me, another weapon", action: "change_weapon blue", sheet: "change_weapon me", want: "pass"},
		{name: "any, another weapon", action: "change_weapon blue", sheet: "change_weapon any", want: "lancelot"},
		{name: "me, an exchange", action: "outwit 1 1.1", sheet: "outwit me", want: "lancelot"},
		{name: "me, adapt for another", action: "adapt", sheet: "adapt me", want: "pass"},
		{name: "loss enough", action: "dodge 1.1", sheet: "dodge me minLoss=4", want: "lancelot"},
		{name: "loss too small", action: "dodge 1.1", sheet: "dodge me minLoss=5", want: "pass"},
		{name: "any with a loss of none", action: "dodge 3.1", sheet: "dodge any minLoss=1", want: "pass"},
		{name: "not leading", action: "dodge 1.1", sheet: "dodge me onlyIfLeading", want: "pass"},
		{name: "leading", action: "dodge 1.1", sheet: "dodge me onlyIfLeading", want: "lancelot", out: []int{3}},
		{name: "too many in", action: "dodge 1.1", sheet: "dodge me maxIn=2", want: "pass"},
		{name: "few in", action: "dodge 1.1", sheet: "dodge me maxIn=2", want: "lancelot", out: []int{3}},
		{name: "all conditions", action: "dodge 1.2", sheet: "dodge any minLoss=5 maxIn=2 onlyIfLeading", want: "lancelot", out: []int{3}},
		{name: "all but one", action: "dodge 1.1", sheet: "dodge any minLoss=5 maxIn=2 onlyIfLeading", want: "pass", out: []int{3}},
	} {
		scene := base
		scene.out, scene.shield = c.out, c.shield
		m, why := ParseMove(c.action)
		if why != nil {
			t.Fatal(why)
		}
		scene.hands = []string{"lancelot B2", m.Card.String(), "B3"}
		if c.out != nil {
			scene.displays = []string{"R4 R5", "R3", ""}
		}
		s := playLines(t, scene.build(t), c.action)
		post, ok := s.Follow(func(number games.Seat) string {
			return map[games.Seat]string{1: c.sheet, 2: "dodge any", 3: "dodge any"}[number]
		})
		if !ok || post.Action != c.want {
			t.Errorf("%s: posted %+v, want %s", c.name, post, c.want)
		}
		if post.Orders != map[games.Seat]string{1: c.sheet, 2: "dodge any"}[post.Seat] {
			t.Errorf("%s: the orders become %q", c.name, post.Orders)
		}
	}
}

func TestRule7_3_AdaptForMe(t *testing.T) {
	s := scene{color: Red, active: 2, displays: []string{"R4 W3 R3", "R3"}, hands: []string{"lancelot", "adapt"}}.build(t)
	_, posted := follow(t, playLines(t, s, "adapt"), "adapt me minLoss=3")
	if len(posted) != 1 || posted[0].Action != "lancelot" {
		t.Errorf("posted %+v", posted)
	}
}

func TestRule7_1_LancelotLeavesWithItsHolder(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4", ""}, hands: []string{"drop_weapon W2", "lancelot", "B3"}}.build(t)
	next, err := playLines(t, s, "drop_weapon").Resign(2)
	if err != nil {
		t.Fatal(err)
	}
	s = next.(*state)
	post, ok := s.Follow(func(games.Seat) string { return "drop_weapon any" })
	if !ok || post.Action != "pass" || post.Interruptible {
		t.Errorf("posted %+v", post)
	}
}
