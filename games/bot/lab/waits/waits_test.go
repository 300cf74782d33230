package waits

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// script is a game in which the seats act as the letters say: a digit is a seat that acts
// alone, "*" both seats at once. A seat may order its next actions, a "!" for each.
type script struct {
	games.State
	left string
	owes []games.Seat
}

func (s script) Info() games.Info                                     { return games.Info{ID: "script"} }
func (s script) New(games.Setup) (games.State, error)                 { return s, nil }
func (s script) ToAct() []games.Seat                                  { return s.owes }
func (s script) View(seat games.Seat) games.View                      { return seat }
func (s script) Legal(games.Seat) []string                            { return []string{"act"} }
func (s script) ReadOrders(_ games.Seat, text string) (string, error) { return text, nil }

func (s script) Result() *games.Result {
	if len(s.owes) > 0 {
		return nil
	}
	return &games.Result{}
}

func (s script) Apply(seat games.Seat, line string) (games.State, string, error) {
	s.owes = slices.DeleteFunc(slices.Clone(s.owes), func(o games.Seat) bool { return o == seat })
	if len(s.owes) == 0 && s.left != "" {
		s.owes = []games.Seat{games.Seat(s.left[0] - '0')}
		if s.left[0] == '*' {
			s.owes = []games.Seat{1, 2}
		}
		s.left = s.left[1:]
	}
	return s, line, nil
}

func (s script) Prepared(games.Seat, string) bool { return false }
func (s script) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.owes {
		if text, ok := strings.CutPrefix(orders(seat), "!"); ok {
			return games.Posting{Seat: seat, Action: "act", Orders: text}, true
		}
	}
	return games.Posting{}, false
}

func TestWaitsCountsVisits(t *testing.T) {
	act := func(games.View, []string, *rand.Rand) string { return "act" }
	for _, c := range []struct {
		script, orders string
		want           int
	}{
		{"1", "", 1},
		{"111", "", 1},
		{"1212", "", 4},
		{"11221", "", 3},
		{"1*1", "", 3}, // both are waited for, the first of them goes on from before
		{"12121", "!", 3},
		{"121212", "!!!!!!", 2},
	} {
		first, _, _ := script{left: c.script}.Apply(0, "")
		p := bot.Player{Choose: act, Order: func(games.View, string, *rand.Rand) string { return c.orders }}
		got, err := Count(first.(script), games.Setup{}, p, rand.New(rand.NewPCG(1, 1)))
		if err != nil || got != c.want {
			t.Errorf("%s with the orders %q: %d waits, %v, want %d", c.script, c.orders, got, err, c.want)
		}
	}
}

// TestAimsOfOrders wants the waits that orders are meant to save, in the games of many.
func TestAimsOfOrders(t *testing.T) {
	for _, c := range []struct {
		rules games.Ruleset
		seats int
		most  int // waits, in the median, with orders
	}{
		{knizia.Rulesets()[0], 5, 120},
		{kutschke.Rulesets()[0], 4, 75},
		{shannon.Rulesets()[0], 4, 110},
	} {
		p, ok := bot.PlayerOf(c.rules.Info().ID)
		if !ok {
			t.Fatalf("nobody plays %s", c.rules.Info().ID)
		}
		var waits []int
		for n := range uint64(max(effort.N(100), 9)) {
			w, err := Count(c.rules, games.Setup{Seats: c.seats, Seed: SeedOf(n)}, p, rand.New(rand.NewPCG(n, 7)))
			if err != nil {
				t.Fatal(err)
			}
			waits = append(waits, w)
		}
		slices.Sort(waits)
		if median := waits[len(waits)/2]; median > c.most {
			t.Errorf("%s for %d takes %d waits with orders, want %d at most", c.rules.Info().ID, c.seats, median, c.most)
		}
	}
}

// Conditional moves save waits on the boards.
func TestWaitsOnBoards(t *testing.T) {
	before, after := 0, 0
	for _, rules := range parker.Rulesets() {
		if testing.Short() && rules.Info().ID != "camette" {
			continue
		}
		all, left, err := CountOnBoard(rules, games.Setup{}, 1)
		if err != nil || left == 0 || left > all {
			t.Fatalf("%s: %d waits become %d, %v", rules.Info().ID, all, left, err)
		}
		before, after = before+all, after+left
	}
	if 10*after > 9*before {
		t.Errorf("%d waits become %d", before, after)
	}
	if _, _, err := CountOnBoard(knizia.Rulesets()[0], games.Setup{Seed: SeedOf(1)}, 1); err == nil {
		t.Error("cards are counted as a board")
	}
}

func TestForesight(t *testing.T) {
	s, err := parker.Rulesets()[0].New(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	first := func(s games.State) string { return s.Legal(s.ToAct()[0])[0] }
	f := Foresight{Moves: func(s games.State) []string { return []string{first(s), "no move"} }, Answer: first, Deep: 2}
	lines := strings.Split(f.Conditions(s, 7, 2), "\n")
	if len(lines) != 2 || lines[0] != "after 7" || strings.Count(lines[1], ": ") != 2 || strings.Count(lines[1], ", ") != 1 {
		t.Errorf("the conditions are %q", lines)
	}
	f.Answer = func(games.State) string { return "" }
	if got := f.Conditions(s, 7, 2); got != "" {
		t.Errorf("without an answer the conditions are %q", got)
	}
}
