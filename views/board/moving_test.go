package board

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// playedAtRandom returns the moves of a random game, up to a number of them, with the first
// position and the last.
func playedAtRandom(t testing.TB, rules games.Ruleset, most int) (m Moving) {
	t.Helper()
	s, err := rules.New(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	m.Picture = Picture{Lang: locale.English, View: s.View(games.Omniscient).(parker.View), Bottom: 1, Theme: Light, Title: "A match"}
	for range most {
		seats := s.ToAct()
		if len(seats) == 0 {
			break
		}
		legal := s.Legal(seats[0])
		next, text, err := s.Apply(seats[0], legal[rng.IntN(len(legal))])
		if err != nil {
			t.Fatal(err)
		}
		legs, err := m.View.Board().Route(text)
		if err != nil {
			t.Fatal(err)
		}
		m.Moves, s = append(m.Moves, legs), next
	}
	m.After = s.View(games.Omniscient).(parker.View)
	return m
}

// A moving picture of any board is whole, and has each piece of the end on its square and no other
// in sight. It stays within 100,000 bytes however long the match was.
func TestMovingPictures(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			m := playedAtRandom(t, rules, 30)
			svg := m.SVG()
			checkWhole(t, svg)
			drawn := string(svg)
			s := m.template()
			for q := range parker.Square(m.View.Board().Len()) {
				want := 0
				if m.After.At(q) != 0 {
					want = 1
				}
				got := 0
				for part := range strings.SplitSeq(drawn, "<g") {
					if strings.Contains(part, s.origin[q]) && strings.Contains(part, `<use href="#`) && !strings.Contains(part, "#i-tower") && !strings.Contains(part, `opacity="0"`) {
						got++
					}
				}
				if got != want {
					t.Errorf("on %s stand %d pieces, want %d", m.View.Board().Name(q), got, want)
				}
			}
			if !strings.Contains(drawn, "prefers-reduced-motion:no-preference") || strings.Contains(drawn, "infinite") {
				t.Error("the animation does not stop, or does not ask whether it is wanted")
			}
		})
	}
}

func TestMovingPicturesAreBounded(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		m := playedAtRandom(t, rules, 30)
		last := m.Moves[len(m.Moves)-1]
		there := parker.Leg{From: last[len(last)-1].To, To: last[0].From, Taken: parker.NoSquare}
		back := parker.Leg{From: there.To, To: there.From, Taken: parker.NoSquare}
		for len(m.Moves) < 900 { // the piece goes back and forth
			m.Moves = append(m.Moves, []parker.Leg{there}, []parker.Leg{back})
		}
		if m.Moves = LatestMoves(m.Moves); len(m.Moves) > MovingLegs {
			t.Errorf("%s: %d moves are left", rules.Info().ID, len(m.Moves))
		}
		m.View = m.After // from which that piece can go
		if size := len(m.SVG()); size > 100_000 || size < 40_000 {
			t.Errorf("%s: %d bytes", rules.Info().ID, size)
		}
	}
}
