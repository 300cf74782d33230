package knizia

import (
	"math/rand/v2"
	"testing"

	"tableronde/games"
)

// TestDeterminizeKeepsWhatIsKnown deals anew and leaves what the viewer has seen
// of other hands.
func TestDeterminizeKeepsWhatIsKnown(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	shown := scene{displays: []string{"", "", ""}, hands: []string{"P4 P7 riposte", "P3 R3", "W2"}, last: Purple}.build(t)
	shown.findOpenerOnly()
	robbed := scene{color: Red, displays: []string{"R3", "R4 R5", "R3"}, hands: []string{"knock_down", "Y4", "B2 B3"}}.build(t)
	robbed = playAndPass(t, robbed, "knock_down 2")
	back := scene{color: Red, displays: []string{"R5 R4", "R4 R5", "R3"}, hands: []string{"retreat", "Y4", "B2 B3"}}.build(t)
	back = playAndPass(t, back, "retreat 1")
	for _, c := range []struct {
		name   string
		s      *state
		viewer games.Seat
		of     seatIndex
		card   Card
		known  bool
	}{
		{"a hand shown", shown, 3, 0, P7, true},
		{"a hand shown, to spectators", shown, games.Spectator, 0, Riposte, true},
		{"a hand not shown", shown, 3, 1, R3, false},
		{"robbed of", robbed, 2, 0, Y4, true},
		{"not robbed of", robbed, 3, 0, Y4, false},
		{"not robbed of, a spectator", robbed, games.Spectator, 0, Y4, false},
		{"taken back", back, games.Spectator, 0, R5, true},
	} {
		always := true
		for range 50 {
			twin := c.s.Determinize(c.viewer, rng).(*state)
			twin.checkInvariants(t)
			always = always && !twin.hands[c.of].And(pack.ofKind[c.card]).Empty()
		}
		if always != c.known {
			t.Errorf("%s: always there %t, want %t", c.name, always, c.known)
		}
	}
	if back.Determinize(games.Omniscient, rng).(*state) != back {
		t.Error("for a viewer who sees everything another state is dealt")
	}
	// Who knew of one such card and sees one leave knows of none.
	back = playAndPass(t, back, "play R5")
	back.hands[0].Add(pack.first[R3])
	if back.known[pack.first[R3]] != 0 {
		t.Error("another card is known")
	}
}

// An opener can open in whatever is imagined of its hand.
func TestDeterminizeLeavesTheOpenerACard(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, c := range []scene{
		{displays: []string{"", ""}, hands: []string{"R3", "B2"}, last: Purple},
		{color: Yellow, opening: true, displays: []string{"", ""}, hands: []string{"Y2", "B2"}},
	} {
		s := c.build(t)
		for range 300 {
			s.Determinize(2, rng).(*state).checkInvariants(t)
		}
	}
}
