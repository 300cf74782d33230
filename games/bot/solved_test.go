package bot

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

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

// endings returns a table of Camette with at most five pieces on the board.
func endings(t *testing.T) *solve.Table {
	t.Helper()
	m := memory{}
	if err := solve.BuildUpTo(m, 4, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.Open(m)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestSolvedIsPerfect plays from random positions of few pieces. The value is kept at every
// move, and a won position is won in the number of moves that the table has.
func TestSolvedIsPerfect(t *testing.T) {
	table := endings(t)
	player, err := NewSolved(table, 0)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	played := 0
	for range effort.N(3_000) {
		s := scatter(t, rng)
		if s == nil {
			continue
		}
		x := s.(games.Searcher).Search().(*parker.Search)
		value, _, err := table.Solve(x)
		if err != nil {
			t.Fatal(err)
		}
		c, err := player.Choose(Turn{State: s, Seat: s.ToAct()[0], Nodes: 200})
		if err != nil {
			t.Fatal(err)
		}
		m, err := x.Parse(c.Action)
		if err != nil {
			t.Fatal(err)
		}
		x.Make(m)
		after, over := solve.Value{}, false
		if _, over = x.Won(); !over {
			if after, _, err = table.Solve(x); err != nil {
				t.Fatal(err)
			}
		}
		if value.Decided != c.Decided || !over && after.Decided != value.Decided || !over && value.Decided && after.Moves != value.Moves-1 || over && value.Moves != 1 {
			t.Fatalf("%+v: %+v leads to %+v", value, c, after)
		}
		if value.Decided && len(c.Line) != value.Moves {
			t.Fatalf("%+v: the line %v has %d moves", value, c.Line, len(c.Line))
		}
		played++
	}
	if played < effort.N(1_000) {
		t.Errorf("%d positions were played", played)
	}
}

// scatter returns a random state of Camette with at most four pieces, nil if it is over.
func scatter(t *testing.T, rng *rand.Rand) games.State {
	t.Helper()
	b := parker.BoardOf("camette")
	p := b.Empty()
	for i := range 2 + rng.IntN(3) {
		q := parker.Square(rng.IntN(b.Len()))
		seat := games.Seat(i%2 + 1)
		if p.At(q) != 0 || b.CastleOf(q) != 0 {
			return nil
		}
		p = p.With(q, parker.PieceOf(seat, i < 2 && rng.IntN(2) == 0))
	}
	s, err := p.WithTurn(games.Seat(1 + rng.IntN(2))).State()
	if err != nil || s.Result() != nil {
		return nil
	}
	return s
}

// TestSolvedFallsBack plays from the first position, of which the table has nothing.
func TestSolvedFallsBack(t *testing.T) {
	player, err := NewSolved(endings(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, "camette")
	if c, err := player.Choose(Turn{State: s, Seat: 1, Nodes: 500}); err != nil || c.Nodes == 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := player.Choose(Turn{State: start(t, "cam"), Seat: 1, Nodes: 500}); err == nil {
		t.Error("it plays Cam")
	}
	if _, err := player.Choose(Turn{State: s, Seat: 2, Nodes: 500}); err == nil {
		t.Error("it plays for a seat that is not to act")
	}
}

// TestEndingsArePlayed lets level 5 move in random positions of Cam with few pieces: by the
// tables it gives nothing away, wins by the shortest way and holds out longest.
func TestEndingsArePlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("makes tables of endings")
	}
	m := memory{}
	if err := solve.BuildEndings("cam", m, 1, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.ReadEndings("cam", m)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range effort.N(600) {
		x := table.Sample(rng)
		state, err := x.Position().State()
		if err != nil {
			t.Fatal(err)
		}
		value, moves, err := table.Solve(x)
		if err != nil {
			t.Fatal(err)
		}
		player, err := NewLevelWith("cam", Levels, 0, LevelOptions{Bytes: 1 << 16, Endings: table})
		if err != nil {
			t.Fatal(err)
		}
		c, err := player.Choose(Turn{State: state, Seat: x.ToAct(), Nodes: 2_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range moves {
			if move.Text == c.Action && move.Value != value {
				t.Fatalf("%s: %s is worth %+v, the best move %+v (%+v)", x.Position(), c.Action, move.Value, value, c)
			}
		}
	}
}
