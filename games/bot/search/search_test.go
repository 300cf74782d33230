package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// TestSumsAreKeptUpToDate plays random games: the sums kept move by move equal sums made from
// the pieces on the board.
func TestSumsAreKeptUpToDate(t *testing.T) {
	for _, game := range family {
		b := parker.BoardOf(game)
		rng := rand.New(rand.NewPCG(3, 4))
		w := weightsOf(geometryOf(b))
		w.Network = randomNetwork(b, rng)
		e := newEvaluator(geometryOf(b), w)
		for range effort.N(80) {
			x := begin(t, game)
			kept := e.sumsOf(x)
			moves := x.Moves(nil)
			for ply := 0; ply < 150 && len(moves) > 0; ply++ {
				e.make(x, moves[rng.IntN(len(moves))], &kept)
				moves = x.Moves(nil)
				if want := e.sumsOf(x); kept != want {
					t.Fatalf("%s: sums %v, want %v", x.Position(), kept, want)
				}
				for s := range e.seats {
					first, second := kept.seats[s].runners()
					if wantFirst, wantSecond := runnersOf(e.geometry, x, s); e.castles && (first != wantFirst || second != wantSecond) {
						t.Fatalf("%s: runners of seat %d %d and %d steps away, want %d and %d", x.Position(), s+1, first, second, wantFirst, wantSecond)
					}
				}
			}
		}
	}
}

// runnersOf returns the distances of the two pieces of a seat that are nearest to the goal.
func runnersOf(g *geometry, x *parker.Search, seat int) (first, second int) {
	away := []int{maxSteps, maxSteps}
	for q := range parker.Square(g.b.Len()) {
		if x.On(q).Seat() == games.Seat(seat+1) {
			away = append(away, int(g.steps[seat][q]))
		}
	}
	slices.Sort(away)
	return away[0], away[1]
}

// TestSeatsAreWeighedAlike compares the armies of the first position: each has the same
// worth from its own side.
func TestSeatsAreWeighedAlike(t *testing.T) {
	for _, game := range family {
		b := parker.BoardOf(game)
		for _, plain := range []bool{true, false} {
			e := New(b, Options{Plain: plain, TableBytes: 1}).eval
			x := begin(t, game)
			s := e.sumsOf(x)
			want := e.weighSeat(x, 1, &s.seats[0])
			for seat := games.Seat(2); int(seat) <= b.Seats(); seat++ {
				if got := e.weighSeat(x, seat, &s.seats[seat-1]); got != want {
					t.Errorf("%s: seat %d is worth %d, seat 1 %d", game, seat, got, want)
				}
			}
		}
	}
}

// minimax returns the value of a position without any window, table or order.
func (e *Engine) minimax(depth, ply int) int {
	switch {
	case depth == 0:
		return e.quiesce(-infinity, infinity, 0, ply)
	case e.repeats():
		return e.drawn(e.side())
	case !e.x.Obliged() && e.winsAtOnce():
		return Won - ply - 1
	}
	e.keys = append(e.keys, e.x.Key())
	best, side := -infinity, e.side()
	for _, m := range e.x.Moves(nil) {
		e.sums[ply+1] = e.sums[ply]
		e.eval.make(e.x, m, &e.sums[ply+1])
		value := 0
		if winner, over := e.x.Won(); over {
			value = e.final(winner, side, ply+1)
		} else if e.side() == side {
			value = e.minimax(depth-1, ply+1)
		} else {
			value = -e.minimax(depth-1, ply+1)
		}
		e.x.Unmake()
		best = max(best, value)
	}
	e.keys = e.keys[:len(e.keys)-1]
	return best
}

// TestPlainIsMinimax compares the search of plain with one that leaves nothing out.
func TestPlainIsMinimax(t *testing.T) {
	for _, game := range []string{"camette", "cam", "grand-cam-93", "camelot"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, 6))
			for n := range effort.N(24) {
				x := wander(t, game, rng.IntN(30), rng)
				if len(x.Moves(nil)) > 40 {
					continue
				}
				depth := 1 + n%3
				e := New(x.Board(), Options{Plain: true, TableBytes: 1 << 20})
				got := e.Search(x, Limits{Depth: depth})
				if len(x.Moves(nil)) == 1 {
					continue
				}
				e.begin(x, Limits{})
				e.keys = e.keys[:0]
				if want := e.minimax(depth, 0); got.Value != want && got.Depth == depth {
					t.Errorf("%s: value %d at depth %d, want %d", x.Position(), got.Value, depth, want)
				}
			}
		})
	}
}

// solve returns within how many moves the side to act wins by force, 0 if not within
// depth.
func solve(x *parker.Search, depth int) int {
	seat := x.ToAct()
	fastest := 0
	for _, m := range x.Moves(nil) {
		x.Make(m)
		n := 0
		if winner, over := x.Won(); over {
			if winner == seat {
				n = 1
			}
		} else if depth >= 3 {
			if slowest := solveReplies(x, depth-1); slowest > 0 {
				n = slowest + 1
			}
		}
		x.Unmake()
		if n > 0 && (fastest == 0 || n < fastest) {
			fastest = n
		}
	}
	return fastest
}

// solveReplies returns after how many moves the side to act has lost, 0 if it need not.
func solveReplies(x *parker.Search, depth int) int {
	slowest := 0
	for _, m := range x.Moves(nil) {
		x.Make(m)
		n := 0
		if _, over := x.Won(); !over {
			n = solve(x, depth-1)
		}
		x.Unmake()
		if n == 0 {
			return 0
		}
		slowest = max(slowest, n+1)
	}
	return slowest
}

// TestWinsAreFound searches positions that are won within three moves, found without the
// engine: it must win them by the shortest way.
func TestWinsAreFound(t *testing.T) {
	for _, game := range []string{"camette", "cam", "camelot"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, 8))
			won := [4]int{}
			for range effort.N(1500) {
				x := wander(t, game, rng.IntN(140), rng)
				if n := len(x.Moves(nil)); n > 40 || n < 2 {
					continue
				}
				want := solve(x, 3)
				if want == 0 {
					continue
				}
				won[want]++
				for _, plain := range []bool{false, true} {
					e := New(x.Board(), Options{Plain: plain, TableBytes: 1 << 20})
					f := e.Search(x, Limits{Depth: 6, Nodes: 300_000})
					if moves, ok := Decided(f.Value); !ok || moves != want {
						t.Errorf("%s: value %d (plain %t), want a win in %d", x.Position(), f.Value, plain, want)
					}
				}
			}
			if effort.Full() && (won[1] == 0 || won[3] == 0 && game != "camelot") {
				t.Errorf("wins met by length: %v", won)
			}
		})
	}
}

// TestSearchAvoidsDraws offers a search that is ahead a move back to a position that the
// match has seen.
func TestSearchAvoidsDraws(t *testing.T) {
	p, err := parker.ParsePosition("camelot 1 D6,E8,F8,KH4/K10,J11")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"D6-D7", "J11-I11", "D7-D6", "I11-J11", "D6-D7", "J11-I11"} {
		if s, _, err = s.Apply(s.ToAct()[0], move); err != nil {
			t.Fatal(err)
		}
	}
	x := s.(games.Searcher).Search().(*parker.Search)
	f := New(x.Board(), Options{TableBytes: 1 << 20}).Search(x, Limits{Nodes: 20_000})
	if text := x.Text(f.Move); text == "D7-D6" || f.Value < 100 {
		t.Errorf("%s is played, value %d", text, f.Value)
	}
}

// TestDeterminism searches the same positions with different engines.
func TestDeterminism(t *testing.T) {
	for _, game := range family {
		rng := rand.New(rand.NewPCG(9, 10))
		for n := range effort.N(40) {
			x := wander(t, game, n%20, rng)
			o := Options{TableBytes: 1 << 18, Noise: 10 * (n % 2), Seed: uint64(n)}
			l := Limits{Nodes: 3_000}
			a, b := New(x.Board(), o).Search(x, l), New(x.Board(), o).Search(x, l)
			if a.Move != b.Move || a.Value != b.Value || a.Nodes != b.Nodes || !slices.Equal(a.Line, b.Line) {
				t.Fatalf("%s: %+v and %+v", x.Position(), a, b)
			}
			if a.Nodes > l.Nodes {
				t.Errorf("%d nodes, want at most %d", a.Nodes, l.Nodes)
			}
			if moves := x.Moves(nil); !slices.Contains(moves, a.Move) {
				t.Errorf("%s: %x is not a legal move", x.Position(), a.Move)
			}
		}
	}
}

// TestStop ends searches at once: they have a move, and leave the position as it was.
func TestStop(t *testing.T) {
	for _, game := range family {
		x := begin(t, game)
		key := x.Key()
		asked := 0
		f := New(x.Board(), Options{TableBytes: 1 << 18}).Search(x, Limits{Stop: func() bool { asked++; return asked > 2 }})
		if asked != 3 || f.Nodes > 3*1024 {
			t.Errorf("%s: %d nodes after the end, asked %d times", game, f.Nodes, asked)
		}
		if !slices.Contains(x.Moves(nil), f.Move) || x.Key() != key {
			t.Errorf("%s: move %x", game, f.Move)
		}
	}
}

// TestLinesAreLegal plays the lines that searches expect.
func TestLinesAreLegal(t *testing.T) {
	for _, game := range family {
		rng := rand.New(rand.NewPCG(11, 12))
		for n := range effort.N(20) {
			x := wander(t, game, n, rng)
			f := New(x.Board(), Options{TableBytes: 1 << 20}).Search(x, Limits{Nodes: 20_000})
			for _, m := range f.Line {
				if !slices.Contains(x.Moves(nil), m) {
					t.Fatalf("%s: move %x of the line %x is not legal", x.Position(), m, f.Line)
				}
				x.Make(m)
			}
		}
	}
}
