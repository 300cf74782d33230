package balance

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/effort"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
)

var (
	balanceDeals = flag.Uint64("balance-deals", 4, "imagined deals of a decision in the games of TestBalanceAhead")
	balanceSeats = flag.Int("balance-seats", 4, "knights in the tournaments of TestBalanceAhead")
)

// TestBalanceAhead plays the games of which the balance is ours among players of level 5, with
// few deals for each decision, and logs after every part how they turn out:
//
//	TABLERONDE_EFFORT=2500 go test ./games/bot/lab/balance -run BalanceAhead -v -timeout 24h -balance-deals 20
func TestBalanceAhead(t *testing.T) {
	n := effort.N(2)
	const part = 100 // games
	t.Run("shannon", func(t *testing.T) {
		heroes := make(heroShares)
		for played := 0; played < n; played += part {
			heroes.play(t, *balanceSeats, min(part, n-played), uint64(played))
			t.Log(heroes)
		}
		for id, h := range heroes {
			low, high := h.bounds()
			if h.games >= 1000 && *balanceSeats == 4 && (high < 0.2 || low > 0.3) {
				t.Errorf("%s wins %.1f to %.1f %% of its tournaments, want 20 to 30 %%", id, 100*low, 100*high)
			}
		}
	})
	for seats := 2; seats <= 4; seats++ {
		t.Run(fmt.Sprint("kutschke", seats), func(t *testing.T) {
			players := newAhead(t, "kutschke", seats, 1)
			all := KutschkeSurvey{Seats: seats, Wins: make([]int, seats), Points: make(map[kutschke.Kind]int)}
			for played := 0; played < n; played += part {
				sv, err := surveyKutschke(seats, min(part, n-played), rand.New(rand.NewPCG(uint64(played), 2)), players.choose)
				if err != nil {
					t.Fatal(err)
				}
				all.add(sv)
				t.Log(all)
			}
			checkSurvey(t, all)
		})
	}
}

// ahead are players of level 5 at one table.
type ahead []bot.Chooser

func newAhead(t *testing.T, game string, seats int, seed uint64) ahead {
	t.Helper()
	players := make(ahead, seats)
	for i := range players {
		var err error
		if players[i], err = bot.NewPlayer(game, bot.Levels, seed*16+uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	return players
}

func (a ahead) choose(s games.State, seat games.Seat) (string, error) {
	c, err := a[seat-1].Choose(bot.Turn{State: s, Seat: seat, Nodes: *balanceDeals})
	return c.Action, err
}

// add adds the games of another survey.
func (sv *KutschkeSurvey) add(o KutschkeSurvey) {
	sv.Games, sv.Rounds, sv.Capped = sv.Games+o.Games, sv.Rounds+o.Rounds, sv.Capped+o.Capped
	for i, wins := range o.Wins {
		sv.Wins[i] += wins
	}
	for k, points := range o.Points {
		sv.Points[k] += points
	}
}

// heroShare is how often a hero took part, and its wins, shared ones by their part.
type heroShare struct{ games, wins float64 }

// bounds returns the bounds of the share of wins with a probability of 95 %.
func (h heroShare) bounds() (low, high float64) {
	p := h.wins / h.games
	half := 1.96 * math.Sqrt(p*(1-p)/h.games)
	return p - half, p + half
}

type heroShares map[string]heroShare

// play plays tournaments of heroes dealt at random.
func (heroes heroShares) play(t *testing.T, seats, n int, seed uint64) {
	t.Helper()
	players, rng := newAhead(t, "shannon", seats, seed), rand.New(rand.NewPCG(seed, 3))
	for range n {
		s, err := shannon.Rulesets()[0].New(games.Setup{Seats: seats, Seed: waits.SeedOf(rng.Uint64())})
		if err != nil {
			t.Fatal(err)
		}
		for s.Result() == nil {
			seat := s.ToAct()[0]
			line, err := players.choose(s, seat)
			if err != nil {
				t.Fatal(err)
			}
			if s, _, err = s.Apply(seat, line); err != nil {
				t.Fatal(err)
			}
		}
		winners := s.Result().Winners
		for _, k := range s.View(games.Omniscient).(shannon.View).Knights {
			h := heroes[k.Hero.ID]
			h.games++
			if slices.Contains(winners, k.Seat) {
				h.wins += 1 / float64(len(winners))
			}
			heroes[k.Hero.ID] = h
		}
	}
}

// String returns the shares in a line each, in the order of the heroes.
func (heroes heroShares) String() string {
	var b strings.Builder
	for _, p := range shannon.Heroes() {
		if h := heroes[p.ID]; h.games > 0 {
			low, high := h.bounds()
			fmt.Fprintf(&b, "%-10s %5.1f %% (%.1f to %.1f) of %.0f\n", p.ID, 100*h.wins/h.games, 100*low, 100*high, h.games)
		}
	}
	return b.String()
}

// TestBalanceKutschke plays games for each number of players, and logs how they
// turn out:
//
//	TABLERONDE_EFFORT=200 go test -v -timeout 30m -run BalanceKutschke ./games/bot/lab/balance
func TestBalanceKutschke(t *testing.T) {
	n := effort.N(100)
	for seats := 2; seats <= 4; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			sv, err := SurveyKutschke(seats, n, rand.New(rand.NewPCG(uint64(seats), uint64(seats))))
			if err != nil {
				t.Fatal(err)
			}
			checkSurvey(t, sv)
		})
	}
	if _, err := SurveyKutschke(5, 1, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("five play a game for two to four")
	}
}

// checkSurvey logs a survey, and wants no tent to win by far too often or too seldom, and
// every kind of action card to score.
func checkSurvey(t *testing.T, sv KutschkeSurvey) {
	t.Helper()
	t.Log(sv)
	for i := range sv.Seats {
		if share := sv.WinShare(i + 1); sv.Games >= 5000 && (share < 0.7/float64(sv.Seats) || share > 1.3/float64(sv.Seats)) {
			t.Errorf("first tent %d wins %.3f of the games", i+1, share)
		}
	}
	for k := range sv.Points {
		if share := sv.PointShare(k); sv.Games >= 100 && share < 0.1 || k == 0 {
			t.Errorf("%q gives %.3f of the points", k, share)
		}
	}
}

// BenchmarkKutschke plays whole games among players who plan.
func BenchmarkKutschke(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if _, err := SurveyKutschke(seats, 1, rng); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
