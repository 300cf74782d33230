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
	if s.result != nil && len(x.Moves(nil)) > 0 {
		t.Fatalf("moves after the end: %v", x.Moves(nil))
	}
	for i := len(past) - 1; i > 0; i-- {
		x.Unmake()
		if *x.last != past[i-1] {
			t.Fatalf("move %d taken back leads to %s, want %s", i, Position{x.g.b, x.last.pos}, Position{x.g.b, past[i-1].pos})
		}
	}
	return s.result
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
