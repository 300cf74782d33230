package shannon

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// begin deals a tournament by a seed.
func begin(t testing.TB, seats int, number uint64, options map[string]string) *state {
	t.Helper()
	return beginFixed(t, seats, number, options, nil)
}

func beginFixed(t testing.TB, seats int, number uint64, options, fixed map[string]string) *state {
	t.Helper()
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], number)
	s, err := ruleset{}.New(games.Setup{Seats: seats, Options: options, Seed: &seed, Fixed: fixed})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

// play plays lines "SEAT: ACTION", and fails on the first that is refused.
func play(t testing.TB, s *state, lines ...string) *state {
	t.Helper()
	for _, line := range lines {
		next, err := try(s, line)
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, s.View(games.Omniscient))
		}
		s = next
	}
	return s
}

func try(s *state, line string) (*state, error) {
	seat, text, _ := strings.Cut(line, ": ")
	next, _, err := s.Apply(games.Seat(seat[0]-'0'), text)
	if err != nil {
		return nil, err
	}
	return next.(*state), nil
}

// wantRefused wants a line to be refused for a reason.
func wantRefused(t testing.TB, s *state, line string, why *cards.Refusal) {
	t.Helper()
	_, err := try(s, line)
	wantRefusal(t, line, err, why)
}

func wantRefusal(t testing.TB, what string, err error, why *cards.Refusal) {
	t.Helper()
	var illegal *games.Illegal
	if !errors.As(err, &illegal) || illegal.Key != why.Key {
		t.Errorf("%s: %v, want %s", what, err, why.Key)
	}
}

// setOfCodes makes a set of cards from their codes.
func setOfCodes(text string) set {
	var s set
	for _, code := range strings.Fields(text) {
		c := cardOf(code)
		if c == Unknown {
			panic("no card " + code)
		}
		s.Add(c)
	}
	return s
}

func cardsOfCodes(text string) []Card {
	var list []Card
	for _, code := range strings.Fields(text) {
		list = append(list, cardOf(code))
	}
	return list
}

// arrange makes a combat of round 1, led by seat 1, of knights without powers
// that hold the cards given.
func arrange(t testing.TB, hands ...string) *state {
	t.Helper()
	s := begin(t, len(hands), 1, map[string]string{optionHeroes: heroesChosen, optionDealer: seatText(games.Seat(len(hands)))})
	s.phase, s.round, s.leader = PhaseCombat, 1, 1
	heroes := Heroes()
	s.stock = deckOf(len(hands))
	for i, text := range hands {
		k := &s.knights[i]
		k.hero = heroes[i]
		k.hand = setOfCodes(text)
		s.stock = s.stock.Without(k.hand)
	}
	s.beginCombat()
	return s
}

// empower puts powers of a seat in force, as if they were heroes, awake legends
// or favors of this round.
func (s *state) empower(seat games.Seat, list ...string) *state {
	k := s.knight(seat)
	for _, id := range list {
		p := PowerOf(id)
		switch p.Kind {
		case Hero:
			k.hero = p
		case Legend:
			k.hero, k.awake = p.Partner, true
		default:
			k.favors[len(k.favorList())] = p
		}
		k.inForce = k.inForce.with(p)
		k.refill(p, s.seats)
	}
	return s
}

// countedPiles counts a round of arranged piles, at once or up to the first choice.
func countedPiles(t testing.TB, s *state, piles ...string) *state {
	t.Helper()
	for i, text := range piles {
		s.knights[i].pile = cardsOfCodes(text)
	}
	for i := range s.knights[:s.seats] {
		s.knights[i].hand = set{}
	}
	next := *s
	next.combat = combatCount
	if err := next.beginCount(); err != nil {
		t.Fatal(err)
	}
	return &next
}

// randomSource returns a source of chance for tests.
func randomSource(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// anyLine picks a seat to act and one of its legal lines.
func anyLine(t testing.TB, s *state, rng *rand.Rand) (games.Seat, string) {
	t.Helper()
	seats := s.ToAct()
	seat := seats[rng.IntN(len(seats))]
	legal := s.Legal(seat)
	if len(legal) == 0 {
		t.Fatalf("seat %d is to act and has nothing to do\n%s", seat, s.View(games.Omniscient))
	}
	return seat, legal[rng.IntN(len(legal))]
}
