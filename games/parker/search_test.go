package parker

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/effort"
)

// countBySearch counts the sequences of moves of a given length through a position of
// a search.
func countBySearch(x games.SearchPosition, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range x.Moves(nil) {
		x.Make(m)
		n += countBySearch(x, depth-1)
		x.Unmake()
	}
	return n
}

// countByText counts the same by Legal and Apply.
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

func TestSearchPerft(t *testing.T) {
	for _, game := range family {
		t.Run(game, func(t *testing.T) {
			s := begin(t, game)
			for depth := 1; depth <= 2; depth++ {
				want := countByText(t, s, depth)
				if got := countBySearch(s.Search(), depth); got != want || Perft(s, depth) != want {
					t.Errorf("depth %d: %d sequences of moves, Legal and Apply have %d, Perft counts %d", depth, got, want, Perft(s, depth))
				}
			}
			if got, want := countBySearch(s.Search(), 3), Perft(s, 3); effort.Full() && got != want {
				t.Errorf("depth 3: %d sequences of moves, want %d", got, want)
			}
		})
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
	if x.now().pos != s.pos || x.Key() != s.pos.key || x.ToAct() != turn || !reflect.DeepEqual(x.Outcome(), s.result) {
		t.Fatalf("the search stands at %s, key %x, %d to act, outcome %+v; the game at %s, key %x, %d, %+v",
			Position{x.g.b, x.now().pos}, x.Key(), x.ToAct(), x.Outcome(), Position{s.b, s.pos}, s.pos.key, turn, s.result)
	}
}

// wantMovesOf checks that the moves of a search are the legal ones, by their
// texts, and that each is read from its text.
func wantMovesOf(t *testing.T, x *Search, s *state, moves []games.SearchMove) {
	t.Helper()
	texts := make([]string, len(moves))
	if x.Len() != len(moves) {
		t.Fatalf("Len() = %d, want %d", x.Len(), len(moves))
	}
	for i, m := range moves {
		if x.At(i) != m {
			t.Fatalf("At(%d) = %x, want %x", i, x.At(i), m)
		}
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
	past := []node{*x.now()}
	for ply := 0; ply < 300 && s.result == nil; ply++ {
		moves := x.Moves(nil)
		if ply%8 == 0 && len(moves) < 400 {
			wantMovesOf(t, x, s, moves)
		}
		m := moves[rng.IntN(len(moves))]
		s = play(t, s, x.Text(m))
		x.Make(m)
		wantSame(t, x, s)
		past = append(past, *x.now())
	}
	if s.result != nil && len(x.Moves(nil)) > 0 {
		t.Fatalf("moves after the end: %v", x.Moves(nil))
	}
	for i := len(past) - 1; i > 0; i-- {
		x.Unmake()
		if *x.now() != past[i-1] {
			t.Fatalf("move %d taken back leads to %s, want %s", i, Position{x.g.b, x.now().pos}, Position{x.g.b, past[i-1].pos})
		}
	}
	return s.result
}

// TestSearchKeys walks to one position in two ways: the keys are equal there, and
// unlike all others on the way.
func TestSearchKeys(t *testing.T) {
	x := begin(t, "camelot").Search()
	start := x.Key()
	walk := func(texts ...string) (keys []uint64) {
		for _, text := range texts {
			m, err := x.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			x.Make(m)
			keys = append(keys, x.Key())
		}
		for range texts {
			x.Unmake()
		}
		return keys
	}
	a := walk("C6-B6", "C11-B11", "J6-K7", "J11-K10")
	b := walk("J6-K7", "J11-K10", "C6-B6", "C11-B11")
	if a[3] != b[3] {
		t.Errorf("the same position has the keys %x and %x", a[3], b[3])
	}
	all := append([]uint64{start}, append(a, b[:3]...)...)
	slices.Sort(all)
	if len(slices.Compact(all)) != 8 {
		t.Errorf("eight positions have the keys %x", all)
	}
	if circle := walk("C6-B6", "C11-B11", "B6-C6", "B11-C11"); circle[3] != start {
		t.Errorf("back at the start the key is %x, was %x", circle[3], start)
	}
	if x.Key() != start {
		t.Errorf("with all moves taken back the key is %x, was %x", x.Key(), start)
	}
}

// TestSearchParses takes what Apply takes, and refuses the rest for the same
// reason.
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

// TestSearchLeavesTheState makes moves on two positions of one state.
func TestSearchLeavesTheState(t *testing.T) {
	s := begin(t, "chivalry-4-teams")
	before := *s
	a, b := s.Search(), s.Search()
	a.Make(a.Moves(nil)[0])
	if b.Key() != s.pos.key || *s != before || a.Key() == b.Key() {
		t.Error("a move on one position changes the state, or another position")
	}
}

// maxPlayout is how many plies a random playout of the benchmark has at most.
const maxPlayout = 1000

// playText plays a random game by Legal and Apply and returns its plies.
func playText(b *testing.B, s games.State, rng *rand.Rand) (plies int) {
	for s.Result() == nil && plies < maxPlayout {
		seat := s.ToAct()[0]
		legal := s.Legal(seat)
		next, _, err := s.Apply(seat, legal[rng.IntN(len(legal))])
		if err != nil {
			b.Fatal(err)
		}
		s = next
		plies++
	}
	return plies
}

// playSearch plays a random game by a search, takes it back and returns its plies.
func playSearch(x games.SearchPosition, rng *rand.Rand) (plies int) {
	for n := x.Len(); n > 0 && plies < maxPlayout; n = x.Len() {
		x.Make(x.At(rng.IntN(n)))
		plies++
	}
	for range plies {
		x.Unmake()
	}
	return plies
}

// cpuTime returns the time that the process has used of all processors.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkRandomPlayouts plays random games of Camelot by text and by search in
// turn, and reports how many times faster the search is. It measures the time of the
// processors, which other work on the machine does not stretch.
func BenchmarkRandomPlayouts(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as in a program, unlike the other tests
	const each = 20                                   // games by search for each by text
	s := begin(b, "camelot")
	x := s.Search()
	byText, bySearch := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(3, 4))
	var textPlies, searchPlies int
	var textTime, searchTime time.Duration
	for b.Loop() {
		start := cpuTime()
		textPlies += playText(b, s, byText)
		between := cpuTime()
		for range each {
			searchPlies += playSearch(x, bySearch)
		}
		textTime += between - start
		searchTime += cpuTime() - between
	}
	text, search := float64(textPlies)/textTime.Seconds(), float64(searchPlies)/searchTime.Seconds()
	b.ReportMetric(text, "text-plies/cpu-s")
	b.ReportMetric(search, "search-plies/cpu-s")
	b.ReportMetric(search/text, "times")
}
