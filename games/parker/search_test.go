package parker

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// countByText counts the sequences of moves of a given length by Legal and Apply.
func countByText(t *testing.T, s *state, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range s.Legal(s.turn()) {
		n += countByText(t, play(t, s, m), depth-1)
	}
	return n
}

func TestPerftCountsSequencesOfLegalMoves(t *testing.T) {
	for _, game := range family {
		s := begin(t, game)
		for depth := 1; depth <= 2; depth++ {
			if got, want := Perft(s, depth), countByText(t, s, depth); got != want {
				t.Errorf("%s, depth %d: Perft counts %d, Legal and Apply have %d", game, depth, got, want)
			}
		}
	}
}

// wantSame checks that a position of a search is the state: the same board, turn,
// key and outcome.
func wantSame(t *testing.T, x *Search, s *state) {
	t.Helper()
	turn := s.turn()
	if s.result != nil {
		turn = 0
	}
	if x.last.pos != s.pos || x.Key() != s.pos.key || x.ToAct() != turn || !reflect.DeepEqual(x.Outcome(), s.result) {
		t.Fatalf("the search stands at %s, key %x, %d to act, outcome %+v; the game at %s, key %x, %d, %+v",
			Position{x.g.b, x.last.pos}, x.Key(), x.ToAct(), x.Outcome(), Position{s.b, s.pos}, s.pos.key, turn, s.result)
	}
}

// wantMovesOf checks that the moves of a search are the legal ones, by their
// texts, and that each is read from its text.
func wantMovesOf(t *testing.T, x *Search, s *state, moves []games.SearchMove) {
	t.Helper()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = x.Text(m)
		if again, err := x.Parse(texts[i]); err != nil || again != m {
			t.Fatalf("%s is move %x, and is read as %x, %v\n%s", texts[i], m, again, err, diagram(s))
		}
	}
	if slices.Sort(texts); !slices.Equal(texts, s.Legal(s.turn())) {
		t.Fatalf("moves %v, want %v\n%s", texts, s.Legal(s.turn()), diagram(s))
	}
}

// TestSearchAgreesWithTheGame plays random games of all boards by both ways, now
// and then from positions that play seldom leads to.
func TestSearchAgreesWithTheGame(t *testing.T) {
	for _, b := range allBoards {
		t.Run(b.id, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(17, uint64(b.Len())))
			ends := map[string]int{}
			for n := range effort.N(160) {
				s := begin(t, b.id)
				if n%2 > 0 {
					s = randomPosition(rng, b)
				}
				if len(b.sides) == 4 && n%4 < 2 {
					if next, err := s.Resign(games.Seat(rng.IntN(4) + 1)); err == nil {
						s = next.(*state)
					}
				}
				if end := playBothWays(t, rng, s); end != nil {
					ends[end.Reason]++
				}
			}
			t.Log(ends)
			if effort.Full() && len(ends) == 0 {
				t.Error("no game has ended")
			}
		})
	}
}

// playBothWays plays a random game by moves of a search and by their texts, then
// takes all moves back. It returns the result, nil for a game without end.
func playBothWays(t *testing.T, rng *rand.Rand, s *state) *games.Result {
	t.Helper()
	x := s.Search().(*Search)
	wantSame(t, x, s)
	past := []node{*x.last}
	for ply := 0; ply < 300 && s.result == nil; ply++ {
		if _, over := x.Won(); over {
			t.Fatalf("%s: the game goes on, and is won", x.Position())
		}
		checkForEngines(t, x)
		moves := x.Moves(nil)
		if ply%8 == 0 && len(moves) < 400 {
			wantMovesOf(t, x, s, moves)
		}
		m := moves[rng.IntN(len(moves))]
		s = play(t, s, x.Text(m))
		x.Make(m)
		wantSame(t, x, s)
		past = append(past, *x.last)
	}
	if s.result != nil {
		wantWinner(t, x)
	}
	for i := len(past) - 1; i > 0; i-- {
		x.Unmake()
		if *x.last != past[i-1] {
			t.Fatalf("move %d taken back leads to %s, want %s", i, Position{x.g.b, x.last.pos}, Position{x.g.b, past[i-1].pos})
		}
	}
	return s.result
}

// TestSearchParses checks that Search accepts the texts that Apply accepts, and refuses the
// others for the same reason.
func TestSearchParses(t *testing.T) {
	s, moves := midgame(t)
	x := s.Search()
	for _, text := range append(moves, " e8xc10xc12", "E8xC10", "C6xC7", "A1-A2", "nonsense") {
		m, err := x.Parse(text)
		_, canonical, want := s.Apply(s.turn(), text)
		if want != nil {
			if err == nil || err.Error() != want.Error() {
				t.Errorf("Parse(%s) = %v, want %v", text, err, want)
			}
			continue
		}
		if err != nil || x.Text(m) != canonical {
			t.Errorf("Parse(%s) = %s, %v, want %s", text, x.Text(m), err, canonical)
		}
	}
	over := mustResign(t, s, 1).Search()
	if _, err := over.Parse("E8-E9"); !errors.Is(err, games.ErrFinished) {
		t.Errorf("Parse after the end: %v", err)
	}
	if over.ToAct() != 0 || over.Outcome().Reason != games.ReasonResignation {
		t.Errorf("after a resignation %d is to act, outcome %+v", over.ToAct(), over.Outcome())
	}
}

// wantWinner checks the winner against the outcome.
func wantWinner(t *testing.T, x *Search) {
	t.Helper()
	winner, over := x.Won()
	if r := x.Outcome(); !over || len(x.Moves(nil)) > 0 || winner == 0 && len(r.Winners) > 0 || winner != 0 && !slices.Contains(r.Winners, winner) {
		t.Fatalf("winner %d, outcome %+v", winner, r)
	}
}

// checkForEngines checks, at one position, the methods for engines against the list of moves.
func checkForEngines(t *testing.T, x *Search) {
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
	} else if !x.Obliged() && !x.Leaving() && (&turn{b: x.g.b}).hasMove(&before.pos, (before.pos.turn+1)%seatIndex(len(x.g.b.sides))) {
		t.Fatalf("%s: no pass", x.Position())
	}
	if *x.last != before || !slices.Equal(x.Moves(nil), moves) {
		t.Fatalf("the position has changed from %s to %s", Position{x.g.b, before.pos}, x.Position())
	}
}

// checkQuiet compares the moves that do not capture, listed apart and asked for one by one,
// with the list of all. Most positions are asked only for moves from squares with a piece;
// every eighth is asked for moves from all squares and beyond the board.
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
