package knizia

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/twin"
)

// tables are the agreements that random games are played by.
var tables = []map[string]string{
	nil,
	{"shield": "opponents"},
	{"colour": "after"},
	{"shield": "opponents", "colour": "after", "window": "5"},
}

func leads(s *state, number games.Seat) bool {
	for at := range s.around(0) {
		if numberOf(at) != number && s.in(at) && s.total(at) >= s.total(seatIndex(number-1)) {
			return false
		}
	}
	return true
}

// TestRule12_RandomGames plays games to their ends, with every invariant checked in each state.
func TestRule12_RandomGames(t *testing.T) {
	plays := twin.Plays{Rules: ruleset{}, Games: 4_000, Sentences: Refusals()}
	plays.Words = strings.Fields("colour red play R3 W6 end withdraw token pass keep 1 2 9 lancelot outwit riposte 2.1 3.shield stunned x")
	plays.Setup = func(game int) games.Setup { return games.Setup{Options: tables[game%len(tables)]} }
	plays.Look = func(t testing.TB, rng *rand.Rand, now games.State, seat games.Seat, text string) {
		s := now.(*state)
		s.checkInvariants(t)
		if text != "" {
			if err := s.checkUnlisted(text, rng); err != nil || text == "end" && !leads(s, seat) {
				t.Fatalf("%d: %s: %v in\n%s", seat, text, err, s.View(games.Omniscient))
			}
			if facts := s.Tell(games.Spectator, seat, "resign"); rng.IntN(100) == 0 && facts[0].Kind != FactResign {
				t.Fatalf("resigning tells %+v", facts)
			}
			return
		}
		r, winners := s.Result(), 0
		for _, score := range r.Scores {
			if int(score) >= s.tokensToWin() {
				winners++
			}
		}
		if len(r.Winners) != 1 || len(r.Scores) != int(s.seats) || (r.Reason == reasonTokens) != (winners == 1) ||
			winners > 1 {
			t.Fatalf("result %+v", r)
		}
	}
	plays.Run(t)
}

// checkUnlisted checks that a legal line is its own text, and that lines near it that
// are not listed are refused.
func (s *state) checkUnlisted(legal string, rng *rand.Rand) error {
	m, why := ParseMove(legal)
	if why != nil || m.String() != legal {
		return fmt.Errorf("%q reads as %q, %v", legal, m.String(), why)
	}
	at := games.Seat(rng.IntN(int(s.seats)) + 1)
	text := anyLine(rng, int(s.seats))
	if slices.Contains(s.Legal(at), text) {
		return nil
	}
	if _, _, err := s.Apply(at, text); err == nil {
		return fmt.Errorf("%d: %q is not listed, and is played", at, text)
	}
	return nil
}

// anyLine returns a line that reads as an action, legal or not.
func anyLine(rng *rand.Rand, seats int) string {
	m := Move{Do: Verb(rng.IntN(int(KeepCards))) + 1}
	m.Color = Color(rng.IntN(len(Colors())) + 1)
	m.Card = Card(rng.IntN(int(cardKinds)-1) + 1)
	if m.Do == PlayAction {
		m.Card = Actions()[rng.IntN(16)]
	}
	m.Seat = games.Seat(rng.IntN(seats+1) + 1)
	m.Own, m.At = Place(rng.IntN(8)-2), Place(rng.IntN(8)-2)
	for range rng.IntN(4) + 1 {
		m.Keep.Add(Place(rng.IntN(6) + 1))
	}
	return m.String()
}

// An imagined state leaves the cards of other hands that the viewer has seen.
func TestDeterminizeKeepsKnownCards(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	shown := scene{displays: []string{"", "", ""}, hands: []string{"P4 P7 riposte", "P3 R3", "W2"}, last: Purple}.build(t)
	(&story{state: shown}).step(t, "ask", "")
	robbed := scene{color: Red, displays: []string{"R3", "R4 R5", "R3"},
		hands: []string{"knock_down", "Y4", "B2 B3"}}.build(t)
	robbed = playAndPass(t, robbed, "knock_down 2")
	back := scene{color: Red, displays: []string{"R5 R4", "R4 R5", "R3"},
		hands: []string{"retreat", "Y4", "B2 B3"}}.build(t)
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
			imagined := c.s.Determinize(c.viewer, rng).(*state)
			imagined.checkInvariants(t)
			always = always && !imagined.hands[c.of].And(pack.ofKind[c.card]).Empty()
		}
		if always != c.known {
			t.Errorf("%s: always there %t, want %t", c.name, always, c.known)
		}
	}
	if back.Determinize(games.Omniscient, rng).(*state) != back {
		t.Error("for a viewer who sees everything another state is dealt")
	}
	// A viewer that has seen one such card, and sees one leave, has seen none of the hand.
	back = playAndPass(t, back, "play R5")
	back.hands[0].Add(pack.first[R3])
	if back.known[pack.first[R3]] != 0 {
		t.Error("another card is known")
	}
	// An opener can open in every imagined state.
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

// TestProspects judges tables between tournaments.
func TestProspects(t *testing.T) {
	judge := func(change func(*position)) (values [maxSeats]float64) {
		s := begin(t, 3, 7, nil)
		change(&s.position)
		s.judge(values[:])
		if sum := values[0] + values[1] + values[2]; math.Abs(sum-1) > 1e-9 || values[3] != 0 {
			t.Errorf("values %v", values)
		}
		return values
	}
	even := judge(func(*position) {})
	for name, better := range map[string]func(*position){
		"a token": func(p *position) { p.tokens[1].Add(Red) },
		"cards":   func(p *position) { p.hands[1] = p.hands[1].Or(p.hands[2]) },
	} {
		if got := judge(better); got[1] <= even[1] || got[0] >= even[0] {
			t.Errorf("with %s %v, before %v", name, got, even)
		}
	}
	if got := judge(func(p *position) { p.resigned.Add(1) }); got[1] != 0 {
		t.Errorf("a seat that has resigned has %v", got[1])
	}
	if got := judge(func(p *position) { p.phase, p.winner = PhaseOver, 2 }); got != [maxSeats]float64{2: 1} {
		t.Errorf("at the end %v", got)
	}
}

func FuzzText(f *testing.F) {
	twin.FuzzText(f, []games.State{
		begin(f, 3, 1, tables[0]), redScene.build(f), openingScene.build(f), shieldScene.build(f), maidenScene.build(f),
		tokenScene.build(f),
		playLines(f, redScene.build(f), "stunned 2"), playAndPass(f, adaptScene.build(f), "adapt"), orderScene(f),
	}, "outwit shield 2.stunned", " WITHDRAW\tblue ", "keep 1 2 3 99 4", "dodge 3.2\x00é", "play\u00a0R3", "knock_down 03",
		"riposte me minLoss=\n\r\nadapt-choice",
		"unhorse any minLoss=3 onlyIfLeading maxIn=2\nadapt-choice oldest", Sheet{}.Fill(PresetProtect).String(),
		Sheet{}.Fill(PresetDecisive).String(),
		"3: withdraw total>=9; 3.2: if purple total<=9 play P4 P4")
}

// BenchmarkState measures a turn of five with much to choose from.
func BenchmarkState(b *testing.B) {
	s := scene{
		color: Red, displays: []string{"R3 W2 R4", "R4 R5 W3", "R3 R3 W6", "W2 W2 B4 R5", ""}, shield: 2, stunned: 3,
		hands: []string{"R3 W3 outwit riposte dodge charge drop_weapon knock_down lancelot", "W2 B3", "P3 P4", "Y2 Y3 Y4",
			"G1"},
	}.build(b)
	twin.Benchmark(b, ruleset{}, s, "play R3", "outwit 1 4.4")
}
