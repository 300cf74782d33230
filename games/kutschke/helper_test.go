package kutschke

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

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

// scene returns a position in round 2 made up of seats, from seat 1 on; the places lie
// in the order of the data file unless the setup fixes another, the open
// adventures are given, and the rest lies in the deck. Missing seats are at
// Camelot with nothing.
func scene(t testing.TB, n int, phase Phase, places, display string, seats ...sketch) *state {
	t.Helper()
	s := mustStart(t, games.Setup{Seats: n, Seed: seedOf(99), Fixed: map[string]string{tagPlaces: places}})
	s.table.phase, s.round = phase, 2
	s.piles, s.supply, s.display, s.done = box.byPlayers[n].virtues, s.outfit().supply, adventureList{}, adventureList{}
	if phase != PhasePick {
		s.pass = s.outfit().picks
	}
	used := fieldsOf(display)
	for _, id := range used {
		s.display.add(mustParse(t, id, parseAdventure))
	}
	for i := range n {
		s.knights[i] = knight{tent: tent(i + 1)}
		if i < len(seats) {
			s.sit(t, i, seats[i])
			used = append(used, fieldsOf(seats[i].adventures)...)
		}
	}
	order := make([]Adventure, 0, adventureCount)
	for _, id := range used {
		order = append(order, mustParse(t, id, parseAdventure))
	}
	for _, a := range Adventures() {
		if !slices.Contains(order, a) {
			order = append(order, a)
		}
	}
	s.order, s.deck = (*[adventureCount]Adventure)(order), adventureCount-len(used)
	if phase == PhaseTourney {
		s.turn = tent(n + 1)
		if err := s.endTurns(nil); err != nil {
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
		k.at = mustParse(t, sk.at, parsePlace)
	}
	for _, code := range fieldsOf(sk.picked) {
		kind := mustParse(t, code, parseKind)
		k.picked.add(kind)
		s.chosen[i].add(kind)
		s.supply[kind]--
	}
	for _, code := range fieldsOf(sk.hand) {
		k.hand += singleCard(mustParse(t, code, parseCard))
	}
	k.known = k.hand
	s.piles -= k.hand
	for _, id := range fieldsOf(sk.adventures) {
		k.adventures.add(mustParse(t, id, parseAdventure))
	}
	if target := s.outfit().target; sk.points >= target {
		s.arrivals++
		k.arrival = s.arrivals
	}
	k.points = int8(sk.points)
}

// useUp moves what is left of the deck and all open adventures but one, or all,
// to those completed.
func (s *state) useUp(all bool) {
	for s.deck > 0 {
		s.table.done.add(s.order[adventureCount-s.deck])
		s.deck--
	}
	for s.display.n > 1 || all && s.display.n > 0 {
		a := s.display.list[s.display.n-1]
		s.display.remove(a)
		s.table.done.add(a)
	}
}

func fieldsOf(text string) []string { return strings.Fields(text) }

func mustParse[T any](t testing.TB, code string, parse func(string) (T, bool)) T {
	t.Helper()
	thing, ok := parse(code)
	if !ok {
		t.Fatalf("no %q", code)
	}
	return thing
}

// play plays lines for a seat one after the other.
func play(t testing.TB, s *state, seat games.Seat, lines ...string) *state {
	t.Helper()
	for _, line := range lines {
		before := snapshot(t, s)
		next, canonical, err := s.Apply(seat, line)
		if err != nil {
			t.Fatalf("%d: %s: %v\n%s", seat, line, err, s.view(games.Omniscient))
		}
		if canonical != line {
			t.Fatalf("%d: %s is played as %s", seat, line, canonical)
		}
		if after := snapshot(t, s); after != before {
			t.Fatalf("%d: %s changes the state that it was played in:\n%s\n%s", seat, line, before, after)
		}
		s = next.(*state)
		checkInvariants(t, s)
	}
	return s
}

// wantRefused wants a line to be refused for a reason.
func wantRefused(t testing.TB, s *state, seat games.Seat, line string, want refusal) *games.Illegal {
	t.Helper()
	before := snapshot(t, s)
	_, _, err := s.Apply(seat, line)
	var why *games.Illegal
	if !errors.As(err, &why) || why.Key != want.Key || why.Rule != want.Rule {
		t.Fatalf("%d: %s: %v, want a refusal %s\n%s", seat, line, err, want.Key, s.view(games.Omniscient))
	}
	if after := snapshot(t, s); after != before {
		t.Fatalf("%d: %s is refused but changes %s to %s", seat, line, before, after)
	}
	return why
}

// snapshot is everything that matters of a state.
func snapshot(t testing.TB, s *state) string {
	t.Helper()
	return encode(t, s.view(games.Omniscient))
}

func encode(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (k *knight) cards() string { return strings.TrimSpace(k.hand.codes()) }

// wantSeat compares a seat with what is wanted of it.
func wantSeat(t testing.TB, s *state, seat games.Seat, points int, at, hand string) {
	t.Helper()
	k := &s.knights[seat-1]
	if int(k.points) != points || k.at.String() != at || k.cards() != hand {
		t.Errorf("seat %d has %d points, is at %s, holds %q, want %d, %s, %q", seat, k.points, k.at, k.cards(), points, at, hand)
	}
}

func (s *state) pile(v Virtue) string {
	return strings.TrimSpace(s.piles.of(v).codes())
}

// checkInvariants checks what holds in every state of every game.
func checkInvariants(t testing.TB, s *state) {
	t.Helper()
	checkCards(t, s)
	for i := range s.seated() {
		checkKnight(t, s, i)
	}
	checkTentsAndRanks(t, s)
	if over := s.phase == PhaseOver; over != (s.Result() != nil) || over != (len(s.ToAct()) == 0) {
		failCheck(t, s, "end")
	}
	for seat := games.Seat(1); int(seat) <= s.seats; seat++ {
		if owes := slices.Contains(s.ToAct(), seat); owes != (len(s.Legal(seat)) > 0) {
			failCheck(t, s, "legal", seat)
		}
	}
}

// failCheck ends the test with what is wrong with a state.
func failCheck(t testing.TB, s *state, what string, args ...any) {
	t.Helper()
	t.Fatalf("%s %v in\n%s", what, args, s.view(games.Omniscient))
}

// checkCards counts all cards, wherever they are.
func checkCards(t testing.TB, s *state) {
	t.Helper()
	virtues, supply, met := s.piles, s.supply, [adventureCount + 1]int{}
	count := func(list []Adventure) {
		for _, a := range list {
			met[a]++
		}
	}
	count(s.display.all())
	count(s.done.all())
	count(s.order[adventureCount-s.deck:])
	for i := range s.seated() {
		k := &s.knights[i]
		virtues += k.hand
		for _, kind := range k.picked.all() {
			supply[kind]++
		}
		count(k.adventures.all())
	}
	if virtues != s.outfit().virtues || supply != s.outfit().supply {
		failCheck(t, s, "cards", virtues.list(), supply)
	}
	for _, n := range met[1:] {
		if n != 1 {
			failCheck(t, s, "adventures", met)
		}
	}
	if s.display.n > displaySize {
		failCheck(t, s, "display")
	}
}

// checkKnight compares what a knight holds, has picked and has reached.
func checkKnight(t testing.TB, s *state, i int) {
	t.Helper()
	k := &s.knights[i]
	switch {
	case !k.hand.has(k.known), !k.hand.has(k.bid):
		failCheck(t, s, "hand", k.hand.list(), k.known.list(), k.bid.list())
	case (int(k.points) >= s.outfit().target) != (k.arrival > 0):
		failCheck(t, s, "reached", i)
	case k.placed && s.phase != PhaseTourney && s.phase != PhaseOver || !k.placed && k.bid != 0:
		failCheck(t, s, "bid", i)
	}
	if s.phase == PhasePick && !slices.Equal(k.picked.all(), s.chosen[i].all()) {
		failCheck(t, s, "picked", i)
	}
}

// checkTentsAndRanks wants every tent and every rank so far to have one knight.
func checkTentsAndRanks(t testing.TB, s *state) {
	t.Helper()
	var tents [maxSeats + 2]int
	var reached [maxSeats + 1]int
	for i := range s.seated() {
		tents[s.knights[i].tent]++
		reached[s.knights[i].arrival]++
	}
	for i := 1; i <= s.seats; i++ {
		if tents[i] != 1 || i <= int(s.arrivals) && reached[i] != 1 {
			failCheck(t, s, "tents or ranks", tents, reached)
		}
	}
}
