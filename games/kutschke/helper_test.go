package kutschke

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// TestMain lets garbage lie: the tests make far more of it than they keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

func pickOne[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

func seedOf(n uint64) *games.Seed {
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], n)
	return &seed
}

// begin returns a new game for n seats.
func begin(t testing.TB, n int, seed uint64) *state {
	t.Helper()
	return mustStart(t, games.Setup{Seats: n, Seed: seedOf(seed)})
}

func mustStart(t testing.TB, setup games.Setup) *state {
	t.Helper()
	s, err := ruleset{}.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

// sketch is a seat of a made-up position, in the notation of the game.
type sketch struct {
	tent       int // 0 for the number of the seat
	points     int
	at         string // "" for Camelot
	picked     string
	hand       string
	adventures string
}

// Circles and a display for scenes.
const (
	inOrder = "" // places as in the data file: the Hidden Valley at index 1
	valley2 = "dark-forest hidden-valley"
	valley3 = "dark-forest enchanted-grove hidden-valley"
	valley4 = "dark-forest enchanted-grove misty-marsh hidden-valley"
	open3   = "wild-boar black-knight tree-of-life"
)

// scene returns a position in round 2 made up of seats, from seat 1 on; the places lie
// in the order of the data file unless the setup fixes another, the open
// adventures are given, and the rest lies in the deck. Missing seats are at
// Camelot with nothing.
func scene(t testing.TB, n int, phase Phase, places, display string, seats ...sketch) *state {
	t.Helper()
	s := mustStart(t, games.Setup{Seats: n, Seed: seedOf(99), Fixed: map[string]string{tagPlaces: places}})
	s.table.phase, s.round = phase, 2
	s.piles, s.supply = s.outfit().virtues, s.outfit().supply
	if phase != PhasePick {
		s.pass = s.outfit().picks
	}
	s.display = mustParse(t, display, Adventures())
	used := slices.Clone(s.display)
	for i := range n {
		s.knights[i] = knight{tent: tent(i + 1)}
		if i < len(seats) {
			s.sit(t, i, seats[i])
			used = append(used, s.knights[i].adventures...)
		}
	}
	s.deck = slices.DeleteFunc(Adventures(), func(a Adventure) bool { return slices.Contains(used, a) })
	if phase == PhaseTourney {
		s.turn = tent(n)
		if err := s.endTurn(s.seatWithTent(s.turn), nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *state) sit(t testing.TB, i int, sk sketch) {
	t.Helper()
	k := &s.knights[i]
	if sk.tent != 0 {
		k.tent = tent(sk.tent)
	}
	if sk.at != "" {
		k.at = mustParse(t, sk.at, allPlaces)[0]
	}
	k.picked = mustParse(t, sk.picked, Kinds())
	s.chosen[i] = k.picked
	for _, kind := range k.picked {
		s.supply[kind]--
	}
	k.hand = setOf(mustParse(t, sk.hand, allCards))
	k.known = k.hand
	s.piles -= k.hand
	k.adventures = mustParse(t, sk.adventures, Adventures())
	if sk.points >= s.outfit().target {
		s.arrivals++
		k.arrival = s.arrivals
	}
	k.points = int8(sk.points)
}

// mustParse returns the things with some codes, each after a blank.
func mustParse[T interface{ String() string }](t testing.TB, codes string, all []T) (list []T) {
	t.Helper()
	for _, code := range strings.Fields(codes) {
		thing, ok := cards.Parse(code, all)
		if !ok {
			t.Fatalf("no %q", code)
		}
		list = append(list, thing)
	}
	return list
}

// act returns a scene of four in which seat 1 has its turn.
func act(t testing.TB, places string, seats ...sketch) *state {
	t.Helper()
	return scene(t, 4, PhaseAct, places, open3, seats...)
}

// pickers returns a scene of four that pick, seat 1 first.
func pickers(t testing.TB, seats ...sketch) *state {
	t.Helper()
	return scene(t, 4, PhasePick, inOrder, open3, seats...)
}

// joust returns a tournament of the first two seats of four, or of seat 1 alone.
func joust(t testing.TB, hands ...string) *state {
	t.Helper()
	var seats []sketch
	for _, hand := range hands {
		seats = append(seats, sketch{picked: "T", hand: hand})
	}
	return scene(t, 4, PhaseTourney, inOrder, open3, seats...)
}

// lastTurn returns a scene in which the seat with the last tent has its turn, under a
// seed of its own.
func lastTurn(t testing.TB, seed uint64, seats ...sketch) *state {
	t.Helper()
	s := act(t, inOrder, seats...)
	s.turn = tent(s.seats)
	chance, err := games.NewChance(games.Setup{Seed: seedOf(seed)})
	if err != nil {
		t.Fatal(err)
	}
	s.chance = &chance
	return s
}

// useUp completes all of the deck, and the open adventures except some.
func (s *state) useUp(left int) *state {
	next := *s
	next.done = slices.Concat(s.done, s.deck, s.display[left:])
	next.deck, next.display = nil, s.display[:left]
	return &next
}

// play plays lines for a seat one after the other.
func play(t testing.TB, s *state, seat games.Seat, lines ...string) *state {
	t.Helper()
	for _, line := range lines {
		next, canonical, err := s.Apply(seat, line)
		if err != nil || canonical != line {
			t.Fatalf("%d: %s is played as %q, %v\n%s", seat, line, canonical, err, s.view(games.Omniscient))
		}
		s = next.(*state)
		checkInvariants(t, s)
	}
	return s
}

func mustResign(t testing.TB, s *state, seats ...games.Seat) *state {
	t.Helper()
	for _, seat := range seats {
		next, err := s.Resign(seat)
		if err != nil {
			t.Fatal(err)
		}
		s = next.(*state)
		checkInvariants(t, s)
	}
	return s
}

// wantRefused wants a line to be refused for a reason, with its sentence filled in.
func wantRefused(t testing.TB, s *state, seat games.Seat, line string, want *cards.Refusal) *games.Illegal {
	t.Helper()
	before := snapshot(t, s)
	_, _, err := s.Apply(seat, line)
	var why *games.Illegal
	if !errors.As(err, &why) || why.Key != want.Key || why.Rule != want.Rule {
		t.Fatalf("%d: %s: %v, want a refusal %s\n%s", seat, line, err, want.Key, s.view(games.Omniscient))
	}
	if snapshot(t, s) != before || strings.ContainsAny(why.Text, "{}") || len(why.Args) != strings.Count(want.Text, "{") {
		t.Fatalf("%d: %s is refused with %+v", seat, line, why)
	}
	return why
}

// snapshot encodes the complete state.
func snapshot(t testing.TB, s *state) string {
	t.Helper()
	return twin.Encode(t, s.view(games.Omniscient))
}

// checkInvariants checks the conditions that hold in every state of every game (scenario 18).
func checkInvariants(t testing.TB, s *state) {
	t.Helper()
	virtues, supply := s.piles, s.supply
	adventures := slices.Concat(s.display, s.done, s.deck)
	tents, reached := make([]int, s.seats+1), make([]int, s.seats+1)
	ok := true
	for i, k := range s.seated() {
		virtues += k.hand
		adventures = append(adventures, k.adventures...)
		for _, kind := range k.picked {
			supply[kind]++
		}
		tents[k.tent]++
		reached[k.arrival]++
		ok = ok && k.hand.has(k.known) && k.hand.has(k.bid) && (k.placed || k.bid == 0) &&
			(!k.placed || s.phase == PhaseTourney || s.phase == PhaseOver) &&
			(int(k.points) >= s.outfit().target) == (k.arrival > 0) &&
			(s.phase != PhasePick || slices.Equal(k.picked, s.chosen[i])) &&
			slices.Contains(s.ToAct(), seatOf(i)) == (len(s.Legal(seatOf(i))) > 0)
	}
	for i := 1; i <= s.seats; i++ {
		ok = ok && tents[i] == 1 && (i > int(s.arrivals) || reached[i] == 1)
	}
	slices.Sort(adventures)
	over := s.phase == PhaseOver
	if !ok || virtues != s.outfit().virtues || supply != s.outfit().supply ||
		!reflect.DeepEqual(adventures, Adventures()) ||
		len(s.display) > displaySize || over != (s.Result() != nil) || over != (len(s.ToAct()) == 0) {
		t.Fatalf("impossible: cards %v, supply %v, adventures %v, tents %v, ranks %v in\n%s",
			virtues.list(), supply, adventures, tents, reached, s.view(games.Omniscient))
	}
}
