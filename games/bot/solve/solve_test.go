package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games/effort"
	"tableronde/games/parker"
)

// searchOf returns a search at a position.
func searchOf(t *testing.T, p place) *parker.Search {
	t.Helper()
	x, err := p.position().Search()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// randomPlace returns a random position of any kind.
func randomPlace(rng *rand.Rand) place {
	for {
		k := kind{own: 1 + rng.IntN(materials-1), enemy: 1 + rng.IntN(materials-1)}
		if p, ok := k.at(rng.IntN(k.size())); ok {
			return p
		}
	}
}

// TestWalkAgreesWithTheRules compares the moves of random positions with the ruleset's moves.
func TestWalkAgreesWithTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var w walker
	for range effort.N(60_000) {
		p := randomPlace(rng)
		x := searchOf(t, p)
		w.walk(p)
		if _, over := x.Won(); over {
			if len(w.next) > 0 || w.ends {
				t.Fatalf("%s: %d moves after the end", p.position(), len(w.next))
			}
			continue
		}
		want, ends := successors(x)
		if ends != w.ends {
			t.Fatalf("%s: a move wins at once: %t, want %t", p.position(), w.ends, ends)
		}
		if ends {
			continue
		}
		got := w.next
		slices.SortFunc(got, compare)
		got = slices.Compact(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %d moves, want %d", p.position(), len(got), len(want))
		}
	}
}

// successors returns where the moves lead by the ruleset, as the mover sees it, sorted;
// a blocked enemy is no end.
func successors(x *parker.Search) (list []place, ends bool) {
	for _, m := range x.Moves(nil) {
		x.Make(m)
		winner, over := x.Won()
		switch r := x.Outcome(); {
		case over && r.Reason != parker.ReasonBlockade:
			ends = ends || winner == 1
		case over:
			next := x.Position()
			list = append(list, placeOfBoard(next))
		default:
			list = append(list, placeOf(x).turned())
		}
		x.Unmake()
	}
	slices.SortFunc(list, compare)
	return slices.Compact(list), ends
}

// placeOfBoard returns a position as seat 1 sees it.
func placeOfBoard(p parker.Position) place {
	var armies [2]army
	for q := range parker.Square(squares) {
		if c := p.At(q); c.Knight() {
			armies[c.Seat()-1].knight |= 1 << q
		} else if c != 0 {
			armies[c.Seat()-1].men |= 1 << q
		}
	}
	return place{armies[0], armies[1]}
}

func compare(a, b place) int {
	for _, d := range [][2]mask{{a.own.knight, b.own.knight}, {a.own.men, b.own.men}, {a.enemy.knight, b.enemy.knight}, {a.enemy.men, b.enemy.men}} {
		if d[0] != d[1] {
			return int(int32(d[0]) - int32(d[1]))
		}
	}
	return 0
}

// TestBeforeHasAllPredecessors undoes the quiet moves of random positions.
func TestBeforeHasAllPredecessors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var w walker
	for range effort.N(60_000) {
		p := randomPlace(rng)
		w.walk(p)
		for _, next := range w.next[:w.quiet] {
			found := false
			before(next.turned(), func(old place) { found = found || old == p })
			if !found && !w.ends {
				t.Fatalf("%s is not found from %s", p.position(), next.position())
			}
		}
	}
}

// TestIndex goes through entries of every part: each has a number of its own, shared by
// its mirror image.
func TestIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, parts := range kinds() {
		for _, k := range parts {
			for range effort.N(4_000) {
				i := rng.IntN(k.size())
				p, ok := k.at(i)
				if !ok {
					continue
				}
				gotKind, got := p.index()
				mirror := place{p.own.mirrored(), p.enemy.mirrored()}
				otherKind, other := mirror.index()
				if gotKind != k || got != i {
					t.Fatalf("entry %d of %v is found at %d of %v", i, k, got, gotKind)
				}
				if otherKind != k || other != i && p.own != mirror.own {
					t.Fatalf("the mirror image of entry %d of %v is at %d of %v", i, k, other, otherKind)
				}
			}
		}
	}
}
