package solve

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// randomScene returns a random scene of a game that goes on, and its entry.
func randomScene(rng *rand.Rand, e *ending) (s scene, k kind, i int) {
	order := e.kinds()
	for {
		parts := order[rng.IntN(len(order))]
		k = parts[rng.IntN(len(parts))]
		i = rng.IntN(k.size())
		if s, ok := e.at(k, i); ok {
			return s, k, i
		}
	}
}

// compareScenes is any order of scenes.
func compareScenes(a, b scene) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }

// TestEndingsAgreeWithTheRules compares the moves of random positions with few pieces with the
// ruleset's moves.
func TestEndingsAgreeWithTheRules(t *testing.T) {
	for _, game := range EndingGames() {
		t.Run(game, func(t *testing.T) {
			e := endingOf(game)
			rng := rand.New(rand.NewPCG(1, 2))
			var w endingWalker
			met := map[string]int{}
			for range effort.N(5_000) {
				s, _, _ := randomScene(rng, e)
				p := e.position(s)
				state, err := p.State()
				if err != nil {
					t.Fatal(err)
				}
				w.walk(e, s)
				x := state.(games.Searcher).Search().(*parker.Search)
				if x.ToAct() != 1 {
					if len(w.next) > 0 || w.ends || w.drawn {
						t.Fatalf("%s: %d moves of a side that is blocked", p, len(w.next))
					}
					met["blocked"]++
					continue
				}
				want, ends, drawn := e.successors(t, x)
				if ends != w.ends || drawn != w.drawn {
					t.Fatalf("%s: wins %t, draws %t, want %t, %t", p, w.ends, w.drawn, ends, drawn)
				}
				got := slices.Clone(w.next)
				slices.SortFunc(got, compareScenes)
				if got = slices.Compact(got); !slices.Equal(got, want) {
					t.Fatalf("%s: moves lead to %v, want %v", p, got, want)
				}
				if ends {
					met["ends"]++
				}
			}
			if met["ends"] == 0 {
				t.Errorf("met %v", met)
			}
		})
	}
}

// successors returns where the moves lead by the ruleset, as the mover sees it, sorted; a
// blocked enemy is no end.
func (e *ending) successors(t *testing.T, x *parker.Search) (list []scene, ends, drawn bool) {
	t.Helper()
	for _, m := range x.Moves(nil) {
		x.Make(m)
		winner, over := x.Won()
		switch {
		case over && x.Outcome().Reason != parker.ReasonBlockade:
			ends, drawn = ends || winner == 1, drawn || winner == 0
		default:
			s, ok := e.sceneOf(x, 1)
			if !ok {
				t.Fatalf("%s is in no table", x.Position())
			}
			list = append(list, s)
		}
		x.Unmake()
	}
	slices.SortFunc(list, compareScenes)
	return slices.Compact(list), ends, drawn
}

// TestEndingsAreFoundAgain goes from entries to positions of the rules and back, and to
// their mirror images.
func TestEndingsAreFoundAgain(t *testing.T) {
	for _, game := range EndingGames() {
		e := endingOf(game)
		rng := rand.New(rand.NewPCG(3, 4))
		for range effort.N(20_000) {
			s, k, i := randomScene(rng, e)
			if gotKind, got := e.index(s); gotKind != k || got != i {
				t.Fatalf("%s: entry %d of %v is found at %d of %v", game, i, k, got, gotKind)
			}
			mirror := scene{e.mirrored(s.own), e.mirrored(s.enemy)}
			if gotKind, got := e.index(mirror); gotKind != k || got != i && !e.onMiddle(s) {
				t.Fatalf("%s: the mirror image of entry %d of %v is at %d of %v", game, i, k, got, gotKind)
			}
			state, err := e.position(s).State()
			if err != nil {
				t.Fatal(err)
			}
			x := state.(games.Searcher).Search().(*parker.Search)
			if x.ToAct() != 1 {
				continue // blocked
			}
			if got, ok := e.sceneOf(x, 1); !ok || got != s {
				t.Fatalf("%s: %s is read as %v, want %v", game, x.Position(), got, s)
			}
		}
	}
}

// onMiddle reports whether the piece that is alone stands on the middle file.
func (e *ending) onMiddle(s scene) bool {
	alone := s.enemy
	if alone.n == 2 {
		alone = s.own
	}
	return e.mirror[alone.spot[0]] == alone.spot[0]
}

// TestEndingsLeadBack finds every quiet move of random positions among those that might
// have led to where it leads.
func TestEndingsLeadBack(t *testing.T) {
	for _, game := range EndingGames() {
		e := endingOf(game)
		rng := rand.New(rand.NewPCG(5, 6))
		var w endingWalker
		for range effort.N(5_000) {
			s, k, i := randomScene(rng, e)
			w.walk(e, s)
			for _, next := range w.next {
				if next.enemy.n < s.enemy.n {
					continue // a capture
				}
				nextKind, n := e.index(next.turned())
				found := false
				e.before(nextKind, n, func(gotKind kind, got int) { found = found || gotKind == k && got == i })
				if !found {
					t.Fatalf("%s: nothing leads from %s to %s", game, e.position(s), e.position(next))
				}
			}
		}
	}
}

// camEndings makes the tables of Cam.
func camEndings(t *testing.T) (memory, *Endings) {
	t.Helper()
	m := memory{}
	if err := BuildEndings("cam", m, 2, goOn, quietly); err != nil {
		t.Fatal(err)
	}
	all, err := ReadEndings("cam", m)
	if err != nil {
		t.Fatal(err)
	}
	return m, all
}

// TestCamEndings makes the tables of Cam, checks every entry against those that its moves
// lead to, and random ones against a search by the rules; then it damages one.
func TestCamEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("makes every table")
	}
	m, all := camEndings(t)
	census, err := CheckEndings("cam", m, 2, goOn, quietly)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", census)
	if census.Won == 0 || census.Lost == 0 || census.Drawn == 0 || census.Longest < 9 {
		t.Errorf("%+v", census)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	n, decided := effort.N(2_000), 0
	for range n {
		found, err := all.Forward(all.Sample(rng), 5)
		if err != nil {
			t.Fatal(err)
		}
		if found {
			decided++
		}
	}
	if decided < n/10 {
		t.Errorf("of %d positions only %d are decided by a search", n, decided)
	}
	k := all.ending.kinds()[0][0]
	entries := slices.Clone(m[k.name()][headerSize:])
	for i := range entries {
		if _, ok := all.ending.at(k, i); ok {
			entries[i] ^= 2
			break
		}
	}
	if err := k.write(m, entries); err != nil {
		t.Fatal(err)
	}
	if _, err := CheckEndings("cam", m, 2, goOn, quietly); err == nil {
		t.Error("a wrong entry is not found")
	}
	delete(m, k.name())
	if _, err := ReadEndings("cam", m); !errors.Is(err, ErrAbsent) {
		t.Errorf("endings of which a part is missing are read: %v", err)
	}
	if _, err := ReadEndings("camette", m); err == nil {
		t.Error("Camette has endings")
	}
}
