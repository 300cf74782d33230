package parker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// verdictOf words the state after a turn as the twin does.
func verdictOf(s *state) string {
	if s.result == nil {
		return fmt.Sprint("turn ", s.turn())
	}
	text := s.result.Reason
	for _, w := range s.result.Winners {
		text += fmt.Sprint(" ", w)
	}
	return text
}

// wantTwinMoves checks that the twin finds the same moves, and returns the states that
// they lead to.
func wantTwinMoves(t *testing.T, s *state) []*state {
	t.Helper()
	tw := twinOf(s)
	want := tw.legal()
	got := positions{}
	var after []*state
	for _, m := range s.Legal(s.turn()) {
		next, canonical, err := s.Apply(s.turn(), m)
		if err != nil || canonical != m {
			t.Fatalf("%s: Apply(%s) = %s, %v\n%s", s.b.id, m, canonical, err, diagram(s))
		}
		n := next.(*state)
		checkTurn(t, s, m, n)
		after = append(after, n)
		tn := twinOf(n)
		tn.seat = tw.seat
		text := tn.text(tn.board)
		if got[text] {
			t.Fatalf("%s: %s leads where another listed move does\n%s", s.b.id, m, diagram(s))
		}
		got[text] = true
		if !want[text] {
			t.Fatalf("%s: %s is listed, but the twin has no such move\n%s", s.b.id, m, diagram(s))
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d moves, the twin finds %d\n%s", s.b.id, len(got), len(want), diagram(s))
	}
	return after
}

// wantTwinVerdict checks that the twin thinks the same of the position after a turn of a
// seat.
func wantTwinVerdict(t *testing.T, s *state, mover games.Seat) {
	t.Helper()
	tw := twinOf(s)
	tw.seat = int(mover)
	if v := tw.verdict(); v != verdictOf(s) {
		t.Fatalf("%s: %q, the twin says %q\n%s", s.b.id, verdictOf(s), v, diagram(s))
	}
}

// diagram draws a position for a person to read.
func diagram(s *state) string {
	var out strings.Builder
	for rank := s.b.ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(&out, "%2d ", rank+1)
		for file := range s.b.files {
			q, ok := s.b.At(file, rank)
			switch {
			case !ok:
				out.WriteString("   ")
			case s.pos.at[q] == 0:
				out.WriteString(" . ")
			default:
				out.WriteString(s.pos.at[q].String() + " ")
			}
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "seat %d to move, castle moves %v, moves %v", s.turn(), s.pos.castled, s.Legal(s.turn()))
	return out.String()
}

// randomPosition sets up a random position of a game with some of its pieces: few or
// many, and all over the board or crowded around some square.
func randomPosition(rng *rand.Rand, b *Board) *state {
	s := &state{b: b, start: &b.setup[0]}
	share := rng.Float64()
	share *= share
	center, crowd := Square(rng.IntN(b.Len())), 2+rng.IntN(3)
	if rng.IntN(2) > 0 {
		crowd = b.ranks
	}
	for i := range b.sides {
		r := b.setup[0].position.muster(seatIndex(i))
		for n := range r.men + r.knights {
			if n > 0 && rng.Float64() > share {
				continue
			}
			q := Square(rng.IntN(b.Len()))
			for tries := 0; tries < 30 && (s.pos.at[q] != 0 || b.distance(q, center) > crowd); tries++ {
				q = Square(rng.IntN(b.Len()))
			}
			if s.pos.at[q] != 0 || b.sides[i].goal.has(q) && b.sides.inGoal(&s.pos, seatIndex(i))+1 >= b.end.Goal {
				continue
			}
			s.pos.put(q, pieceOf(seatIndex(i), n < r.knights))
		}
	}
	for i := range b.sides {
		if s.pos.own[i].meets(b.sides[i].goal) {
			for range rng.IntN(castleMoves + 1) {
				s.pos.key ^= zobrist.castled[i][s.pos.castled[i]] ^ zobrist.castled[i][s.pos.castled[i]+1]
				s.pos.castled[i]++
			}
		}
	}
	g := &generator{turn: turn{b: b}}
	if !g.passToNext(&s.pos, seatIndex(rng.IntN(len(b.sides)))) {
		return randomPosition(rng, b)
	}
	return s
}

// distance returns the number of steps between two squares.
func (b *Board) distance(p, q Square) int {
	f, r := int(b.coords[p].file-b.coords[q].file), int(b.coords[p].rank-b.coords[q].rank)
	return max(f, -f, r, -r)
}

// TestTwinAgrees compares the engine with the twin along random games from the
// setup and from random positions.
func TestTwinAgrees(t *testing.T) {
	const each = 2400 // positions of every game, 21,600 in all
	for _, b := range allBoards {
		t.Run(b.id, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, uint64(len(b.id))))
			met := map[string]int{}
			for n := 0; n < effort.N(each); {
				s := &state{b: b, start: &b.setup[0], pos: b.setup[0].position}
				if rng.IntN(4) > 0 {
					s = randomPosition(rng, b)
				}
				for ply := 0; ply < 40 && s.result == nil && n < effort.N(each); ply++ {
					n++
					after := wantTwinMoves(t, s)
					if len(after) == 0 {
						t.Fatalf("no moves and no end\n%s", diagram(s))
					}
					if n%16 == 0 {
						checkMoves(t, rng, s)
						if ply > 0 { // before any turn, a random position may be over
							checkRoundTrip(t, s)
						}
						if len(after) <= 400 {
							checkStage(t, s)
						}
					}
					next := pickRare(rng, s, after)
					wantTwinVerdict(t, next, s.turn())
					noteRules(met, s, next)
					s = next
				}
				if s.result != nil {
					checkRoundTrip(t, s)
				}
			}
			t.Log(met)
			want := []string{"captures", "castle"}
			switch {
			case strings.HasPrefix(b.id, "chivalry-4"):
				want = []string{"captures"}
			case slices.Contains(doubleCastles, b.id):
				want = append(want, "left its castle", "castle move", "one_each")
			default:
				want = append(want, "left its castle")
			}
			for _, w := range want {
				if met[w] == 0 && effort.Full() {
					t.Errorf("random play met no %q", w)
				}
			}
		})
	}
}

// pickRare picks a move, more often than not one of the rarer kinds: into a castle,
// out of one, or to the end.
func pickRare(rng *rand.Rand, s *state, after []*state) *state {
	if rng.IntN(2) == 0 {
		var rare []*state
		for _, n := range after {
			if n.result != nil || n.past == nil || n.pos.castled != s.pos.castled || inClosed(n, s.pos.turn) {
				rare = append(rare, n)
			}
		}
		if len(rare) > 0 {
			return rare[rng.IntN(len(rare))]
		}
	}
	return after[rng.IntN(len(after))]
}

// inClosed reports whether a seat has a piece in a castle that it must leave.
func inClosed(s *state, i seatIndex) bool { return s.pos.own[i].meets(s.b.sides[i].closed) }

// noteRules counts the rules of which a turn is an example.
func noteRules(met map[string]int, s, next *state) {
	if next.pos.occupied().len() < s.pos.occupied().len() {
		met["captures"]++
	}
	if inClosed(s, s.pos.turn) {
		met["left its castle"]++
	}
	if next.pos.castled != s.pos.castled {
		met["castle move"]++
	}
	following := (s.pos.turn + 1) % seatIndex(len(s.b.sides))
	if next.result == nil && next.pos.turn != following && next.pos.count[following] > 0 {
		met["passed"]++
	}
	if next.result != nil && next.result.Reason != ReasonCaptures {
		met[next.result.Reason]++
	}
}
