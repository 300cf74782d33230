package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// opened is a game of Camelot after a move each: White's answer is awaited.
func opened(t testing.TB) table.Match {
	return mustPlay(t, mustNew(t, mustFind(t, "camelot"), 2), "1: E6-E8", "2: F10-F9")
}

func TestConditionsAreRead(t *testing.T) {
	m := opened(t)
	for _, c := range []struct {
		name, text, want, key string
		seat                  games.Seat
	}{
		{"nothing", " \n", "", "", 2},
		{"one", "C6-C7: D10-C9", "after 2\nC6-C7: D10-C9", "", 2},
		{"in any case, beside another", "c6-c7 : d10-c9 ; J6-K7: D10-C9", "after 2\nC6-C7: D10-C9\nJ6-K7: D10-C9", "", 2},
		{"a tree", "C6-C7: D10-C9\nC6-C7: D10-C9, J6-K7: G10-G9\nC6-C7: D10-C9, J6-J7: G10-G9", "after 2\nC6-C7: D10-C9, J6-K7: G10-G9\nC6-C7: D10-C9, J6-J7: G10-G9", "", 2},
		{"moves without an answer say nothing", "C6-C7: D10-C9, J6-K7\nJ6-J7: D10-C9", "after 2\nC6-C7: D10-C9\nJ6-J7: D10-C9", "", 2},
		{"twice the same", "C6-C7: D10-C9\nC6-C7: D10-C9", "after 2\nC6-C7: D10-C9", "", 2},
		{"one's own turn", "C6-C7: D10-C9", "", "table.conditions.yours", 1},
		{"no answer", "C6-C7", "", "table.conditions.form", 2},
		{"two answers at once", "C6-C7: D10-C9 F8-F7", "", "table.conditions.form", 2},
		{"nothing to answer", ": D10-C9", "", "table.conditions.form", 2},
		{"after something else", "after noon\nC6-C7: D10-C9", "", "table.conditions.form", 2},
		{"an illegal move of theirs", "E7-E10: D10-C9", "", "table.conditions.illegal", 2},
		{"an illegal answer", "C6-C7: F9-F5", "", "table.conditions.illegal", 2},
		{"a move of theirs after a colon", "C6-C7: D10-C9, J6-K7 G10-G9: E8-E9", "", "table.conditions.answer", 2},
		{"an answer too soon", "C6-C7: D10-C9, J6-K7: G10-G9, J6-J7: E8-E9", "", "table.conditions.illegal", 2},
		{"two answers to the same", "C6-C7: D10-C9\nC6-C7: G10-G9", "", "table.conditions.twice", 2},
		{"too many", strings.Repeat("C6-C7: D10-C9\n", 61), "", "table.conditions.many", 2},
		{"too deep", strings.Repeat("C6-C7: D10-C9, ", 20) + "C6-C7: D10-C9", "", "table.conditions.deep", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := m.ReadOrders(c.seat, c.text)
			var why *games.Illegal
			if errors.As(err, &why) != (c.key != "") || why != nil && (why.Key != c.key || strings.Contains(why.Text, "{")) || got != c.want {
				t.Fatalf("ReadOrders(%q) = %q, %v, want %q, %s", c.text, got, err, c.want, c.key)
			}
			if again, err := m.ReadOrders(c.seat, got); again != got || err != nil {
				t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
			}
		})
	}
	over := mustPlay(t, m, "1: C6-C7")
	if _, err := over.ReadOrders(1, "G10-G9: E8-E9, D10-C9 E9-E10: J6-K7"); !isIllegal(err) {
		t.Errorf("two turns of White in a row are taken: %v", err)
	}
}

// playConditions plays a move, then the answers that the conditional moves give. It returns
// the match, the posted answers and the remaining conditions.
func playConditions(t *testing.T, m table.Match, orders map[games.Seat]string, line string) (table.Match, []string) {
	t.Helper()
	m = mustPlay(t, m, line)
	var posted []string
	for range 20 {
		p, ok := m.Follow(func(seat games.Seat) string { return orders[seat] })
		if !ok {
			return m, posted
		}
		if p.Interruptible || p.Wait != 0 {
			t.Errorf("%+v waits", p)
		}
		var err error
		if m, err = m.Play(p.Seat, p.Action, time.Time{}); err != nil {
			t.Fatal(err)
		}
		orders[p.Seat] = p.Orders
		posted = append(posted, p.Action)
	}
	t.Fatal("it answers without end")
	return m, nil
}

func TestConditionsAreFollowed(t *testing.T) {
	tree := "after 2\nC6-C7: D10-C9, J6-K7: G10-G9\nJ6-J7: G10-G9"
	orders := map[games.Seat]string{2: tree}
	m, posted := playConditions(t, opened(t), orders, "1: C6-C7")
	if !slices.Equal(posted, []string{"D10-C9"}) || orders[2] != "after 4\nJ6-K7: G10-G9" {
		t.Fatalf("posted %q, %q is left", posted, orders[2])
	}
	if left, err := m.ReadOrders(2, orders[2]); left != orders[2] || err != nil {
		t.Errorf("what is left is read as %q, %v", left, err)
	}
	if _, posted = playConditions(t, m, orders, "1: J6-K7"); !slices.Equal(posted, []string{"G10-G9"}) || orders[2] != "" {
		t.Errorf("posted %q, %q is left", posted, orders[2])
	}
	// Both may have conditions: they answer one another.
	orders = map[games.Seat]string{1: "", 2: tree}
	if _, err := opened(t).ReadOrders(2, tree); err != nil {
		t.Fatal(err)
	}
	m = mustPlay(t, opened(t), "1: C6-C7")
	mine, err := m.ReadOrders(1, "D10-C9: J6-K7")
	if err != nil {
		t.Fatal(err)
	}
	orders[1] = mine
	if _, posted = playConditions(t, opened(t), orders, "1: C6-C7"); !slices.Equal(posted, []string{"D10-C9", "J6-K7", "G10-G9"}) {
		t.Errorf("posted %q", posted)
	}
}

func TestConditionsEnd(t *testing.T) {
	tree := "after 2\nC6-C7: D10-C9"
	for name, lines := range map[string][]string{
		"with another move":             {"1: J6-K7"},
		"with a draw offer":             {"1: offer draw", "1: C6-C7"},
		"with a request to go back":     {"2: offer undo 1", "1: decline undo", "1: C6-C7"},
		"with moves that are undone":    {"2: offer undo 1", "1: accept undo", "2: F10-F9", "1: C6-C7"},
		"before anything has happened":  nil,
		"for those whom they belong to": {"1: J6-K7", "2: D10-C9", "1: C6-C7"},
	} {
		m := mustPlay(t, opened(t), lines...)
		if p, ok := m.Follow(func(games.Seat) string { return tree }); ok {
			t.Errorf("%s: %+v is posted", name, p)
		}
		if left, err := m.ReadOrders(2, tree); lines != nil && left != "" {
			t.Errorf("%s: %q is left, %v", name, left, err)
		}
	}
	// Time that is given changes nothing.
	m, err := opened(t).Grant(2, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if _, posted := playConditions(t, m, map[games.Seat]string{2: tree}, "1: C6-C7"); len(posted) != 1 {
		t.Errorf("after a grant %q is posted", posted)
	}
}

func TestConditionsOfFour(t *testing.T) {
	m := mustNew(t, mustFind(t, "grand-camelot"), 4)
	var line []string
	state := m.State()
	for range 3 {
		seat := state.ToAct()[0]
		line = append(line, state.Legal(seat)[0])
		state, _, _ = state.Apply(seat, line[len(line)-1])
	}
	own := state.ToAct()[0]
	answer := state.Legal(own)[0]
	orders, err := m.ReadOrders(own, strings.Join(line, " ")+": "+answer)
	if err != nil {
		t.Fatal(err)
	}
	given := map[games.Seat]string{own: orders}
	for i, text := range line {
		var posted []string
		if m, posted = playConditions(t, m, given, string('0'+rune(m.ToAct()[0]))+": "+text); (len(posted) == 1) != (i == 2) {
			t.Fatalf("after %d moves %q is posted", i+1, posted)
		}
	}
}

func TestWhoTakesConditions(t *testing.T) {
	for _, rules := range catalog.All() {
		info, m := rules.Info(), mustNew(t, rules, 0)
		if !m.TakesOrders() || m.ConditionalMoves() == (info.Chance || info.Hidden) {
			t.Errorf("%s: orders %t, conditional moves %t", info.ID, m.TakesOrders(), m.ConditionalMoves())
		}
	}
}
