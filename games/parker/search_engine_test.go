package parker

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestSearchForEngines plays random games and checks, at every position, what engines
// ask of it against the list of moves.
func TestSearchForEngines(t *testing.T) {
	for _, b := range allBoards {
		t.Run(b.id, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(19, uint64(b.Len())))
			charges := 0
			for range effort.N(200) {
				x := begin(t, b.id).Search().(*Search)
				for ply := 0; ply < 120; ply++ {
					if _, over := x.Won(); over != (x.Outcome() != nil) {
						t.Fatalf("Won() says over %t, the outcome is %v", over, x.Outcome())
					} else if over {
						wantWinner(t, x)
						break
					}
					charges += checkForEngines(t, x)
					moves := x.Moves(nil)
					x.Make(moves[rng.IntN(len(moves))])
				}
			}
			if effort.Full() && charges == 0 && b.id != "camette" {
				t.Error("no charge was met that nothing compels")
			}
		})
	}
}

// wantWinner checks the winner against the outcome.
func wantWinner(t *testing.T, x *Search) {
	t.Helper()
	winner, _ := x.Won()
	if r := x.Outcome(); winner == 0 && len(r.Winners) > 0 || winner != 0 && !slices.Contains(r.Winners, winner) {
		t.Fatalf("winner %d, outcome %+v", winner, r)
	}
}

// checkForEngines checks one position and returns how many charges nothing compels.
func checkForEngines(t *testing.T, x *Search) (charges int) {
	t.Helper()
	before := *x.last
	captures := x.Captures(nil)
	var want []games.SearchMove
	moves := x.Moves(nil)
	for _, m := range moves {
		if Captures(m) {
			want = append(want, m)
		}
	}
	slices.Sort(captures)
	slices.Sort(want)
	if !slices.Equal(captures, want) {
		t.Fatalf("%s: captures %x, want %x", x.Position(), captures, want)
	}
	if x.Obliged() && len(want) != len(moves) {
		t.Fatalf("%s: obliged to capture, with %d of %d moves that do", x.Position(), len(want), len(moves))
	}
	if !x.Obliged() {
		charges = len(want)
	}
	checkQuiet(t, x, moves)
	for s := range x.g.b.sides {
		if got, want := before.quarters[s], x.g.b.quartersOf(before.pos.own[s]); got != want {
			t.Fatalf("%s: quarters %x of seat %d, want %x", x.Position(), got, s+1, want)
		}
	}
	seat := x.ToAct()
	if got, want := x.Contact(seat), contact(x, seat); got != want {
		t.Fatalf("%s: in contact %x, want %x", x.Position(), got, want)
	}
	if got, want := x.Threats(seat), countThreats(x, seat); got != want {
		t.Fatalf("%s: %d threats, want %d", x.Position(), got, want)
	}
	if x.Pass() {
		if x.ToAct() == seat || x.Obliged() != x.canCapture() {
			t.Fatalf("%s: after a pass %d is to act", x.Position(), x.ToAct())
		}
		x.Unmake()
	} else if !x.Obliged() && !x.Leaving() && (&generator{b: x.g.b}).hasMove(&before.pos, (before.pos.turn+1)%seatIndex(len(x.g.b.sides))) {
		t.Fatalf("%s: no pass", x.Position())
	}
	if *x.last != before || !slices.Equal(x.Moves(nil), moves) {
		t.Fatalf("the position has changed from %s to %s", Position{x.g.b, before.pos}, x.Position())
	}
	return charges
}

// checkQuiet compares the moves that do not capture, listed apart and asked for one by
// one, with the list of all. Most positions are asked only for moves from squares with a
// piece, every eighth for those from all squares and beyond.
func checkQuiet(t *testing.T, x *Search, moves []games.SearchMove) {
	t.Helper()
	want, n := quietTargets(moves)
	if !x.Obliged() {
		quiet := x.Quiet(nil)
		for _, m := range quiet {
			if !want[From(m)].has(To(m)) || Captures(m) {
				t.Fatalf("%s: %x is listed as quiet", x.Position(), m)
			}
		}
		if len(quiet) != n {
			t.Fatalf("%s: %d quiet moves, want %d", x.Position(), len(quiet), n)
		}
	}
	b, all := x.Board(), x.Key()%8 == 0
	for from := range Square(b.Len() + 1) {
		if !all && x.On(from) == 0 && want[from].empty() {
			continue
		}
		for to := range Square(b.Len() + 1) {
			m := (move{from: from, to: to}).pack()
			if x.QuietIsLegal(m) != want[from].has(to) {
				t.Fatalf("%s: %x is legal: %t", x.Position(), m, !want[from].has(to))
			}
		}
	}
}

// quietTargets returns, by origin, the targets of the moves that do not capture, and
// their number.
func quietTargets(moves []games.SearchMove) (to [256]set, n int) {
	for _, m := range moves {
		if !Captures(m) {
			to[From(m)].add(To(m))
			n++
		}
	}
	return to, n
}

// canCapture reports whether a first leap could capture, by the list of moves alone.
func (x *Search) canCapture() bool {
	moves := x.Moves(nil)
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(m games.SearchMove) bool { return !Captures(m) })
}

// contact finds the squares next to enemies of a seat.
func contact(x *Search, seat games.Seat) (near Squares) {
	b := x.Board()
	for q := range Square(b.Len()) {
		for _, next := range b.Near(q) {
			if who := x.On(next).Seat(); who != 0 && who != seat && who != b.Partner(seat) {
				near[q>>6] |= 1 << (q & 63)
			}
		}
	}
	return near
}

// countThreats counts pieces with an enemy on one side and room on the other.
func countThreats(x *Search, seat games.Seat) (n int) {
	b := x.Board()
	for q := range Square(b.Len()) {
		if x.On(q).Seat() != seat {
			continue
		}
		file, rank := b.FileRank(q)
		for _, d := range directions {
			from, ok := b.At(file+d.file, rank+d.rank)
			to, room := b.At(file-d.file, rank-d.rank)
			if !ok || !room || x.On(to) != 0 {
				continue
			}
			if who := x.On(from).Seat(); who != 0 && who != seat && who != b.Partner(seat) {
				n++
				break
			}
		}
	}
	return n
}

// TestPastOfASearch repeats a position.
func TestPastOfASearch(t *testing.T) {
	s := begin(t, "camelot")
	start := s.pos.key
	s = play(t, s, "C6-B6", "C11-B11", "B6-C6", "B11-C11")
	x := s.Search().(*Search)
	if past := x.Past(); len(past) != 4 || past[3] != start || x.Key() != start {
		t.Errorf("past %x of %x, which began at %x", past, x.Key(), start)
	}
}
