package parker

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// checkStage checks that staging reaches every legal move leg by leg, offers nothing else, and
// gives a reason for each square that it does not offer.
func checkStage(t *testing.T, s *state) {
	t.Helper()
	v := s.View(games.Omniscient).(View)
	legal := s.Legal(s.turn())
	movers := map[Square]bool{}
	for _, m := range legal {
		legs, err := s.b.Route(m)
		if err != nil {
			t.Fatalf("Route(%s): %v", m, err)
		}
		movers[legs[0].From] = true
		route := s.b.names[legs[0].From]
		for _, leg := range legs {
			st := v.Stage(route)
			i := slices.IndexFunc(st.Next, func(n Target) bool { return n.Square == leg.To })
			if i < 0 || st.Next[i].Kind != leg.Kind || st.Next[i].Far {
				t.Fatalf("Stage(%s) does not offer %s by a %v of %s: %+v\n%s", route, s.b.names[leg.To], leg.Kind, m, st.Next, diagram(s))
			}
			route = st.Next[i].Route
		}
		if route != m {
			t.Fatalf("staging %s leads to %s", m, route)
		}
		st := v.Stage(m)
		if !st.Complete || st.Must || st.Why != nil || st.Route != m || !slices.Equal(st.Legs, legs) {
			t.Fatalf("Stage(%s) = %+v, want it complete", m, st)
		}
		checkInterpret(t, v, m)
	}
	var want []Square
	for rest := s.pos.own[s.pos.turn]; !rest.empty(); {
		q := rest.pop()
		if movers[q] {
			want = append(want, q)
		}
		checkOffers(t, s, v, s.b.names[q], movers[q])
	}
	if got := v.Movers(); !slices.Equal(got, want) {
		t.Fatalf("Movers() = %v, want %v\n%s", got, want, diagram(s))
	}
	if got, want := v.MustCapture(), !slices.ContainsFunc(legal, func(m string) bool { return !strings.Contains(m, "x") }); got && !want {
		t.Fatalf("MustCapture() = %v, and yet %v", got, legal)
	}
}

// checkOffers checks the squares offered after a route, two legs deep.
func checkOffers(t *testing.T, s *state, v View, route string, mover bool) {
	t.Helper()
	st := v.Stage(route)
	if mover != (len(st.Next) > 0) || mover == (st.Why != nil) {
		t.Fatalf("Stage(%s) = %+v, want it to go on: %v\n%s", route, st, mover, diagram(s))
	}
	for _, n := range st.Next {
		on := v.Stage(n.Route)
		if on.Why != nil || !on.Complete && len(on.Next) == 0 || on.Must != (!on.Complete && len(on.Next) > 0) {
			t.Fatalf("Stage(%s), which was offered, = %+v\n%s", n.Route, on, diagram(s))
		}
		if why := v.WhyNot(route, n.Square); why != nil {
			t.Fatalf("WhyNot(%s, %s) = %v, which was offered\n%s", route, s.b.names[n.Square], why, diagram(s))
		}
		_, _, err := s.Apply(s.turn(), n.Route)
		if on.Complete != (err == nil) {
			t.Fatalf("Stage(%s).Complete = %v, Apply says %v", n.Route, on.Complete, err)
		}
		for _, next := range on.Next {
			if on := v.Stage(next.Route); on.Why != nil || !on.Complete && len(on.Next) == 0 {
				t.Fatalf("Stage(%s), which was offered, = %+v\n%s", next.Route, on, diagram(s))
			}
		}
		checkFar(t, s, on)
	}
	checkFar(t, s, st)
}

// checkFar checks that every far target is the one way to end there.
func checkFar(t *testing.T, s *state, st Stage) {
	t.Helper()
	ends := map[string]map[string]bool{} // by the last square, the moves
	for _, m := range s.Legal(s.turn()) {
		if from, _, _ := strings.Cut(strings.ReplaceAll(m, "x", "-"), "-"); from == s.b.names[st.From] {
			end := m[strings.LastIndexAny(m, "-x")+1:]
			if ends[end] == nil {
				ends[end] = map[string]bool{}
			}
			ends[end][m] = true
		}
	}
	for _, f := range st.Far {
		next, _, err := s.Apply(s.turn(), f.Route)
		if err != nil || !f.Far || !strings.HasPrefix(f.Route, st.Route) {
			t.Fatalf("Stage(%s) offers %+v, which Apply refuses: %v\n%s", st.Route, f, err, diagram(s))
		}
		if n := next.(*state); n.pos.at[f.Square].Seat() != s.turn() {
			t.Fatalf("%s does not end on %s", f.Route, s.b.names[f.Square])
		}
		if slices.ContainsFunc(st.Next, func(n Target) bool { return n.Square == f.Square }) {
			t.Fatalf("Stage(%s) offers %s both near and far", st.Route, s.b.names[f.Square])
		}
		if len(st.Legs) == 0 && len(ends[s.b.names[f.Square]]) > 1 {
			t.Fatalf("Stage(%s) offers %s, to which lead %v", st.Route, f.Route, ends[s.b.names[f.Square]])
		}
		rest := f.Route[len(st.Route):]
		kind := Charge
		if !strings.Contains(rest, "x") {
			kind = Canter
		} else if !strings.Contains(rest, "-") {
			kind = Jump
		}
		if f.Kind != kind {
			t.Fatalf("Stage(%s) offers %s as a %v, want %v", st.Route, f.Route, f.Kind, kind)
		}
	}
	if len(st.Legs) > 0 {
		return
	}
	// What ends on a square in one way, by several legs, has to be offered.
	for end, moves := range ends {
		q := mustSquare(t, s.b, end)
		for m := range moves {
			near := slices.ContainsFunc(st.Next, func(n Target) bool { return n.Square == q })
			far := slices.ContainsFunc(st.Far, func(f Target) bool { return f.Square == q && f.Route == m })
			if len(moves) == 1 && !near && !far {
				t.Fatalf("Stage(%s) does not offer %s\n%s", st.Route, m, diagram(s))
			}
		}
	}
}

func TestStage(t *testing.T) {
	s := setUp(t, "camelot", "kC6 D6 E7 C7 D8 L4 | F5 A9")
	v := s.View(1).(View)
	for _, c := range []struct {
		route, staged  string
		next, far      string
		complete, must bool
		why            string
	}{
		{"", "", "", "", false, false, ""},
		{"C6", "C6", "C5 C8 D5 B5 B6 B7 D7 E6", "E8 G4", false, false, ""},
		{"C6-E6", "C6-E6", "G4", "", false, true, ""}, // E8 is possible, but gains nothing
		{"C6-E6xG4", "C6-E6xG4", "", "", true, false, ""},
		{"C6-C8", "C6-C8", "E8", "G4", true, false, ""},
		{"c6-c8 ", "C6-C8", "E8", "G4", true, false, ""},
		{"C6-C5", "C6-C5", "", "", true, false, ""},
		{"C6-C5-C4", "C6-C5", "", "", true, false, "step_alone"},
		{"C6-C9", "C6", "C5 C8 D5 B5 B6 B7 D7 E6", "E8 G4", false, false, "reach"},
		{"A9", "", "", "", false, false, "not_yours"},
		{"B9", "", "", "", false, false, "empty"},
		{"A1", "", "", "", false, false, "off_board"},
		{"hello", "", "", "", false, false, "malformed"},
	} {
		st := v.Stage(c.route)
		if st.Route != c.staged || st.Complete != c.complete || st.Must != c.must {
			t.Errorf("Stage(%s) = %q, complete %v, must %v; want %q, %v, %v",
				c.route, st.Route, st.Complete, st.Must, c.staged, c.complete, c.must)
		}
		if got := squaresOf(s, st.Next); got != sorted(c.next) {
			t.Errorf("Stage(%s).Next = %s, want %s", c.route, got, sorted(c.next))
		}
		if got := squaresOf(s, st.Far); got != sorted(c.far) {
			t.Errorf("Stage(%s).Far = %s, want %s", c.route, got, sorted(c.far))
		}
		if (st.Why == nil) != (c.why == "") || st.Why != nil && st.Why.Key != "parker."+c.why {
			t.Errorf("Stage(%s).Why = %v, want %s", c.route, st.Why, c.why)
		}
	}
}

func squaresOf(s *state, targets []Target) string {
	var names []string
	for _, n := range targets {
		names = append(names, s.b.names[n.Square])
	}
	return sorted(strings.Join(names, " "))
}

func sorted(names string) string {
	all := strings.Fields(names)
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestStageSaysWhyAPieceCannotMove(t *testing.T) {
	for _, c := range []struct{ game, setup, route, why string }{
		{"camelot", "A4 F6 | A5", "F6", "capture"},
		{"camelot", "F1 F6", "F6", "leave_first"},
		{"camelot", "A4 A5 B5 B4 B3 A6 C6 C4 C2", "A4", "blocked"},
		{"cam", "D13 B5", "D13", "goal_stays"},
		{"camelot", "F16 B5 | C5", "F16", "castle_move_capture"},
	} {
		st := setUp(t, c.game, c.setup).View(1).(View).Stage(c.route)
		if st.Why == nil || st.Why.Key != "parker."+c.why {
			t.Errorf("%s: Stage(%s).Why = %v, want %s", c.setup, c.route, st.Why, c.why)
		}
		if st.Route != c.route || len(st.Next) > 0 || st.Must {
			t.Errorf("%s: Stage(%s) = %+v, want the piece and nothing more", c.setup, c.route, st)
		}
	}
	over := mustResign(t, begin(t, "camelot"), 1).View(1).(View)
	if st := over.Stage("E6"); st.Why == nil || st.Why.Key != "parker.over" {
		t.Errorf("Stage after the end: %+v", st)
	}
	if over.Turn() != 0 || over.Movers() != nil || over.MustCapture() || over.MustLeave() != NoSquare || over.WhyNot("E6", 0) == nil {
		t.Error("a finished game asks for a move")
	}
}

func TestWhyNot(t *testing.T) {
	s := setUp(t, "camelot", "D6 E6 kH6 | I7 K9 A12")
	v := s.View(1).(View)
	for _, c := range []struct{ route, to, why string }{
		{"H6", "J8", ""},
		{"H6", "H7", "capture"},
		{"H6", "I7", "occupied"},
		{"H6", "A12", "reach"},
		{"D6", "F6", "capture"},
		{"H6xJ8", "L10", ""},
		{"H6xJ8", "J9", "step_alone"},
		{"H6xJ8xL10", "L11", "step_alone"},
		{"Z9", "A9", "off_board"},
		{"I7", "I8", "not_yours"},
	} {
		q, ok := s.b.Square(c.to)
		if !ok {
			t.Fatalf("no square %s", c.to)
		}
		why := v.WhyNot(c.route, q)
		if (why == nil) != (c.why == "") || why != nil && why.Key != "parker."+c.why {
			t.Errorf("WhyNot(%s, %s) = %v, want %q", c.route, c.to, why, c.why)
		}
	}
}

func TestView(t *testing.T) {
	s := begin(t, "camelot")
	text, err := s.View(2).(View).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"board":{"C11":"2K","C6":"1K","D10":"2K","D11":"2M","D6":"1M","D7":"1K","E10":"2M","E11":"2M","E6":"1M",` +
		`"E7":"1M","F10":"2M","F11":"2M","F6":"1M","F7":"1M","G10":"2M","G11":"2M","G6":"1M","G7":"1M","H10":"2M",` +
		`"H11":"2M","H6":"1M","H7":"1M","I10":"2K","I11":"2M","I6":"1M","I7":"1K","J11":"2K","J6":"1K"},"castle_moves":{"1":0,"2":0}}`
	if string(text) != want {
		t.Errorf("MarshalJSON() = %s, want %s", text, want)
	}
	// The eighth turn of the game of §5, in which White's knight has been taken.
	s = play(t, s, "E6-E8", "H11-F9", "H6-F8", "F11-H9", "G6-G8", "D11-D9", "E8xC10xC12", "D10-C11", "C12xC10")
	v := s.View(games.Spectator).(View)
	if men, knights := v.Lost(2); men != 1 || knights != 2 {
		t.Errorf("Lost(2) = %d men, %d knights; want 1, 2", men, knights)
	}
	if men, knights := v.Lost(1); men != 0 || knights != 0 {
		t.Errorf("Lost(1) = %d men, %d knights; want none", men, knights)
	}
	if v.Turn() != 2 || v.Board() != BoardOf("camelot") {
		t.Errorf("Turn() = %d on %s", v.Turn(), v.Board().ID())
	}
	leave := setUp(t, "camelot", "F1 E5").View(1).(View)
	if got := leave.MustLeave(); got == NoSquare || leave.Board().Name(got) != "F1" {
		t.Errorf("MustLeave() = %v, want F1", got)
	}
}
