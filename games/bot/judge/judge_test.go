package judge

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/review"
)

const testMemory = 1 << 20

func mustJudge(t *testing.T, game string, table *solve.Table) *Judge {
	t.Helper()
	o := Options{Bytes: testMemory, Nodes: 4_000}
	if table != nil {
		o.Solver = table
	}
	j, err := New(game, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func mustState(t *testing.T, position string) games.State {
	t.Helper()
	p, err := parker.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkLine fails unless a line can be played.
func checkLine(t *testing.T, s games.State, line []string) {
	t.Helper()
	for _, text := range line {
		next, _, err := s.Apply(s.ToAct()[0], text)
		if err != nil {
			t.Fatalf("%s of the line %v: %v", text, line, err)
		}
		s = next
	}
}

// Every board is judged, the same way each time, and each better move is legal.
func TestEveryBoardIsJudged(t *testing.T) {
	for _, rules := range catalog.All() {
		info := rules.Info()
		if parker.BoardOf(info.ID) == nil {
			continue
		}
		t.Run(info.ID, func(t *testing.T) {
			s, err := rules.New(games.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			rng, j := rand.New(rand.NewPCG(1, 2)), mustJudge(t, info.ID, nil)
			for range 3 {
				seat := s.ToAct()[0]
				legal := s.Legal(seat)
				text := legal[rng.IntN(len(legal))]
				first, exact, err := j.Move(s, text)
				if err != nil || exact || first.Seat != seat || first.Text != text || first.Played > first.Value {
					t.Fatalf("Move(%s) = %+v, %v, %v", text, first, exact, err)
				}
				checkLine(t, s, first.Line)
				again, _, _ := mustJudge(t, info.ID, nil).Move(s, text)
				if diff := cmp.Diff(first, again); diff != "" {
					t.Errorf("judged twice, %s:\n%s", text, diff)
				}
				if s, _, err = s.Apply(seat, text); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A mistake is found, together with the better move; a move without an alternative has the
// value of its position.
func TestMistakesAreFound(t *testing.T) {
	s := mustState(t, "cam 1 KD9,B5/C9,KE8")
	best, err := mustJudge(t, "cam", nil).Position(s, 20_000)
	if err != nil || len(best.Line) == 0 {
		t.Fatalf("Position = %+v, %v", best, err)
	}
	checkLine(t, s, best.Line)
	list, err := mustJudge(t, "cam", nil).Moves(s, 20_000, 3)
	if err != nil || len(list) == 0 || list[0].Text != best.Line[0] {
		t.Errorf("Moves = %v, %v, want %s first", list, err, best.Line[0])
	}
	for _, text := range s.Legal(1) {
		m, _, err := mustJudge(t, "cam", nil).Move(s, text)
		switch {
		case err != nil:
			t.Fatal(err)
		case m.Best == text:
			t.Errorf("%s is better than itself", text)
		}
	}
}

// A search that is stopped ends.
func TestJudgeStops(t *testing.T) {
	asked := 0
	j, err := New("camelot", Options{Bytes: testMemory, Stop: func() bool { asked++; return true }})
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := catalog.Find("camelot", 0)
	s, _ := rules.New(games.Setup{})
	if _, err := j.Position(s, 1<<40); err != nil || asked == 0 {
		t.Errorf("asked %d times, %v", asked, err)
	}
}

// Where the table of Camette is, values are true ones, and a move is better only if it
// does better by the table.
func TestTrueValues(t *testing.T) {
	files := memory{}
	if err := solve.BuildUpTo(files, 4, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.Open(files)
	if err != nil {
		t.Fatal(err)
	}
	s := mustState(t, "camette 1 KC2,B3/KC6,D5")
	j := mustJudge(t, "camette", table)
	value, moves, err := table.Solve(s.(games.Searcher).Search().(*parker.Search))
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := j.Position(s, 1)
	if err != nil || !verdict.Exact || verdict.Value != trueValue(value) || verdict.Line[0] != moves[0].Text {
		t.Errorf("Position = %+v, %v, want %v, %s", verdict, err, value, moves[0].Text)
	}
	checkLine(t, s, verdict.Line)
	for _, one := range moves {
		m, exact, err := j.Move(s, one.Text)
		if err != nil || !exact || m.Played != trueValue(one.Value) || (m.Best != "") != (m.Played < m.Value) {
			t.Errorf("Move(%s) = %+v, %v, %v, want %v", one.Text, m, exact, err, one.Value)
		}
		if m.Only && (m.Played.Result() >= m.Value.Result()) {
			t.Errorf("%s holds, and is said not to: %+v", one.Text, m)
		}
	}
	if list, err := j.Moves(s, 1, 2); err != nil || len(list) != 2 || list[0] != (Scored{moves[0].Text, trueValue(moves[0].Value)}) {
		t.Errorf("Moves = %v, %v", list, err)
	}
	// A position that somebody has set up, with more men than the game has.
	if unknown, err := j.Position(mustState(t, "camette 1 B3,C2,C3,D3/B5,C5,C6,D5"), 1_000); err != nil || unknown.Exact || len(unknown.Line) == 0 {
		t.Errorf("Position beyond the table = %+v, %v", unknown, err)
	}
}

// Reviews and the search agree on which values are decided.
func TestDecidedAsInTheSearch(t *testing.T) {
	for _, v := range []review.Value{review.Won - 1, review.Won - 77, 0, 900, -900, 77 - review.Won} {
		moves, ok := v.Decided()
		want := v.Result() != 0
		if ok != want || ok && v.Result() > 0 && moves != int(review.Won-v) {
			t.Errorf("%d: Decided = %d, %v", v, moves, ok)
		}
	}
}

// memory is a solve.Store in memory.
type memory map[string][]byte

func (m memory) Open(name string) (solve.Part, int64, error) {
	text, ok := m[name]
	if !ok {
		return nil, 0, solve.ErrAbsent
	}
	return part{bytes.NewReader(text)}, int64(len(text)), nil
}

func (m memory) Write(name string, parts ...[]byte) error {
	m[name] = bytes.Join(parts, nil)
	return nil
}

type part struct{ *bytes.Reader }

func (part) Close() error { return nil }

// Without exact values, a better move is the only one if every other move is a swing.
func TestOnlyMoves(t *testing.T) {
	for _, tt := range []struct {
		position, played string
		only             bool
	}{
		{"camelot 1 KC6,D7,G7/E9,F11,H10", "G7-G8", true},
		{"camelot 1 F5,F7,H6,A9/F8,F9,KI10", "A9-A10", false},
	} {
		m, exact, err := mustJudge(t, "camelot", nil).Move(mustState(t, tt.position), tt.played)
		if err != nil || exact || !m.Swings() || m.Only != tt.only {
			t.Errorf("%s is judged %+v, %v", tt.played, m, err)
		}
	}
}
