package knizia

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// viewers returns all who can look at a table, but Omniscient.
func viewers(s *state) []games.Seat {
	all := []games.Seat{games.Spectator}
	for at := range seatIndex(s.seats) {
		all = append(all, numberOf(at))
	}
	return all
}

// difference returns what a viewer can tell two states apart by, "" for nothing.
func difference(a, b *state, viewer games.Seat, rng *rand.Rand) string {
	va, vb := a.View(viewer), b.View(viewer)
	if !reflect.DeepEqual(va, vb) {
		return fmt.Sprintf("the view:\n%+v\n%+v", va, vb)
	}
	if fmt.Sprint(a.ToAct()) != fmt.Sprint(b.ToAct()) {
		return "who is to act"
	}
	if la, lb := a.Legal(viewer), b.Legal(viewer); !slices.Equal(la, lb) {
		return fmt.Sprintf("what is legal:\n%q\n%q", la, lb)
	}
	pa, oka := a.Follow(func(games.Seat) string { return "" })
	pb, okb := b.Follow(func(games.Seat) string { return "" })
	if pa != pb || oka != okb {
		return fmt.Sprintf("what is posted: %+v %+v", pa, pb)
	}
	for range 3 {
		text := anyLine(rng, int(a.seats))
		if ea, eb := refusalOf(a, viewer, text), refusalOf(b, viewer, text); ea != eb {
			return fmt.Sprintf("the refusal of %q: %s / %s", text, ea, eb)
		}
	}
	plan := somePlan(a, viewer, rng)
	sa, fa, ea := a.Stage(viewer, plan)
	sb, fb, eb := b.Stage(viewer, plan)
	if fa != fb || !reflect.DeepEqual(ea, eb) || !reflect.DeepEqual(sa, sb) {
		return fmt.Sprintf("what %q leads to:\n%+v %v\n%+v %v", plan, sa, ea, sb, eb)
	}
	return ""
}

// refusalOf returns why a line is refused, in every word.
func refusalOf(s *state, viewer games.Seat, text string) string {
	_, _, err := s.Apply(viewer, text)
	var e *games.Illegal
	if errors.As(err, &e) {
		return fmt.Sprint(e.Key, e.Args, e.Rule, e.Text)
	}
	return fmt.Sprint(err)
}

// somePlan is some lines for a seat to look ahead with.
func somePlan(s *state, viewer games.Seat, rng *rand.Rand) []string {
	var plan []string
	legal := s.Legal(viewer)
	for range rng.IntN(4) {
		if len(legal) == 0 || rng.IntN(4) == 0 {
			plan = append(plan, anyLine(rng, int(s.seats)))
			continue
		}
		plan = append(plan, legal[rng.IntN(len(legal))])
	}
	return plan
}

// TestTwins compares states that differ only in what a viewer cannot see.
func TestTwins(t *testing.T) {
	pairs, unlike := 0, 0
	for number := uint64(0); pairs < effort.N(12_000); number++ {
		rng := rand.New(rand.NewPCG(number, 4))
		seats := minSeats + int(number)%4
		_, _, err := randomGame(begin(t, seats, number, tables[number/4%4]), rng, func(s *state, line played) error {
			if rng.IntN(4) > 0 && s.phase != PhaseAdapt {
				return nil
			}
			for _, viewer := range viewers(s) {
				twin := s.Determinize(viewer, rng).(*state)
				if err := twin.invariantError(); err != nil {
					return fmt.Errorf("dealt anew for %d: %w", viewer, err)
				}
				if d := difference(s, twin, viewer, rng); d != "" {
					return fmt.Errorf("%d can tell two states apart by %s", viewer, d)
				}
				pairs++
				if s.hands != twin.hands {
					unlike++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatalf("game %d: %v", number, err)
		}
	}
	if unlike < pairs*9/10 {
		t.Errorf("only %d of %d pairs differ", unlike, pairs)
	}
}

// withOtherHands returns the state with other hands of the seats that the viewer does not
// hold: cards change places among these, and nothing else changes.
func withOtherHands(s *state, viewer games.Seat, rng *rand.Rand) *state {
	next := s.copy()
	var cards []cardID
	for at := range seatIndex(s.seats) {
		if numberOf(at) != viewer {
			cards = append(cards, s.hands[at].list()...)
			next.hands[at] = hand{}
		}
	}
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for at := range seatIndex(s.seats) {
		for numberOf(at) != viewer && next.hands[at].len() < s.hands[at].len() {
			next.hands[at].add(cards[0])
			cards = cards[1:]
		}
	}
	return next
}

// TestTwinsTellTheSame plays one line in two states that differ only in the
// hands of others: what a viewer is told of it and sees after it is the same,
// unless the line itself uncovers a hand.
func TestTwinsTellTheSame(t *testing.T) {
	pairs := 0
	for number := uint64(0); pairs < effort.N(12_000)/3; number++ {
		rng := rand.New(rand.NewPCG(number, 5))
		_, _, err := randomGame(begin(t, 3+int(number)%3, number, tables[number/3%4]), rng, func(s *state, line played) error {
			if rng.IntN(3) > 0 {
				return nil
			}
			viewer := games.Seat(rng.IntN(int(s.seats) + 1))
			twin := withOtherHands(s, viewer, rng)
			after, _, err := twin.Apply(line.seat, line.text)
			if err != nil || twin.invariantError() != nil {
				return nil // the twin cannot play it
			}
			told, same := s.Tell(viewer, line.seat, line.text), twin.Tell(viewer, line.seat, line.text)
			if uncovers(told, viewer) || uncovers(same, viewer) {
				return nil
			}
			next, _, _ := s.Apply(line.seat, line.text)
			pairs++
			if !reflect.DeepEqual(told, same) {
				return fmt.Errorf("%d is told of %v:\n%+v\n%+v", viewer, line, told, same)
			}
			if d := difference(next.(*state), after.(*state), viewer, rng); d != "" {
				return fmt.Errorf("after %v %d can tell two states apart by %s", line, viewer, d)
			}
			if a, b := next.(*state).Veil(viewer, line.seat, s, line.text), after.(*state).Veil(viewer, line.seat, twin, line.text); a != b {
				return fmt.Errorf("%d reads %q and %q", viewer, a, b)
			}
			return nil
		})
		if err != nil {
			t.Fatalf("game %d: %v", number, err)
		}
	}
}

// uncovers reports whether facts show the viewer a part of another hand, or hang
// on one in the sight of all.
func uncovers(facts []games.Fact, viewer games.Seat) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool {
		switch f.Kind {
		case FactHandShown, FactOpens, FactOver:
			return true
		case FactRobbed:
			return f.Seat == viewer || f.Other == viewer
		}
		return false
	})
}

// TestTwinsOfAnswers compares states in which others have answered Adapt
// differently.
func TestTwinsOfAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	s := scene{
		color: Red, active: 3, displays: []string{"R3 W3 B3", "R4 B4 R4 W2 B2", "W2"}, hands: []string{"B2 B3", "R3 R3", "adapt"},
	}.build(t)
	s = playLines(t, playAndPass(t, s, "adapt"), "1: keep 1")
	met := map[Positions]bool{}
	for range 100 {
		twin := s.Determinize(2, rng).(*state)
		met[twin.answers[0]] = true
		if d := difference(s, twin, 2, rng); d != "" {
			t.Fatalf("the second can tell two answers apart by %s", d)
		}
	}
	if len(met) != 3 {
		t.Errorf("%d answers", len(met))
	}
}

// TestTwinsCatchLeaks plants leaks and wants each to be seen among few twins:
// what a careless view could show of a state.
func TestTwinsCatchLeaks(t *testing.T) {
	leaks := map[string]func(s *state, viewer games.Seat) any{
		"a foreign hand":       func(s *state, viewer games.Seat) any { return s.hands[viewer%games.Seat(s.seats)] },
		"the top of the deck":  func(s *state, _ games.Seat) any { return s.deck.ids[s.deck.n-1].kind() },
		"the deck as a set":    func(s *state, _ games.Seat) any { return countKind(s.deck.cards(), Riposte) },
		"the holder to act":    func(s *state, _ games.Seat) any { at, ok := s.holder(); return fmt.Sprint(at, ok) },
		"what others may play": func(s *state, viewer games.Seat) any { return len(s.appendMoves(s.active, nil)) },
		"a default by hand":    func(s *state, viewer games.Seat) any { return s.Default(numberOf(s.active)) },
		"chance to come":       func(s *state, _ games.Seat) any { c := s.chance; n, _ := c.Choose(1000); return n },
		"a secret answer":      func(s *state, _ games.Seat) any { return s.answers },
	}
	caught := map[string]bool{}
	for number := uint64(0); number < 400 && len(caught) < len(leaks); number++ {
		rng := rand.New(rand.NewPCG(number, 9))
		_, _, err := randomGame(begin(t, 4, number, nil), rng, func(s *state, line played) error {
			viewer := games.Seat(rng.IntN(4) + 1)
			twin := s.Determinize(viewer, rng).(*state)
			for name, leak := range leaks {
				if !caught[name] && !reflect.DeepEqual(leak(s, viewer), leak(twin, viewer)) {
					caught[name] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range leaks {
		if !caught[name] {
			t.Errorf("%s is not caught", name)
		}
	}
}

// countKind returns the number of cards of a kind.
func countKind(cards []cardID, c Card) (n int) {
	for _, card := range cards {
		if card.kind() == c {
			n++
		}
	}
	return n
}
