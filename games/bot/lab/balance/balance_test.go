// Package balance counts how games of the bots against each other turn out: whether the place
// at the table or the cards decide too much.
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

// part is the number of games after which TestBalanceAhead logs what it has counted.
const part = 100

// TestBalanceAhead plays the games of which the balance is ours among players of level 5, with
// few deals for each decision, and logs after every part how they turn out:
//
//	TABLERONDE_EFFORT=2500 go test ./games/bot/lab/balance -run BalanceAhead -v -timeout 24h -balance-deals 20
func TestBalanceAhead(t *testing.T) {
	n := effort.N(2)
	t.Run("shannon", func(t *testing.T) {
		heroes := make(heroShares)
		for played := 0; played < n; played += part {
			choose, rng := lookAhead(t, "shannon", *balanceSeats, uint64(played)), rand.New(rand.NewPCG(uint64(played), 3))
			for range min(part, n-played) {
				s := deal(t, shannon.Rulesets()[0], *balanceSeats, rng)
				heroes.count(play(t, s, choose, nil))
			}
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
			choose, sv := lookAhead(t, "kutschke", seats, 1), newSurvey(seats)
			for played := 0; played < n; played += part {
				sv.play(t, min(part, n-played), rand.New(rand.NewPCG(uint64(played), 2)), choose)
				t.Log(sv)
			}
			sv.check(t)
		})
	}
}

// TestBalanceKutschke plays games among players who plan, for each number of them, and logs how
// they turn out:
//
//	TABLERONDE_EFFORT=200 go test -v -timeout 30m -run BalanceKutschke ./games/bot/lab/balance
func TestBalanceKutschke(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			sv, rng := newSurvey(seats), rand.New(rand.NewPCG(uint64(seats), uint64(seats)))
			sv.play(t, effort.N(100), rng, func(s games.State, seat games.Seat) string {
				return bot.Kutschke(s.View(seat).(kutschke.View), s.Legal(seat), rng)
			})
			t.Log(sv)
			sv.check(t)
		})
	}
}

// chooser returns what a seat does.
type chooser func(s games.State, seat games.Seat) string

// lookAhead returns players of level 5 at one table.
func lookAhead(t *testing.T, game string, seats int, seed uint64) chooser {
	players := make([]bot.Chooser, seats)
	for i := range players {
		var err error
		if players[i], err = bot.NewPlayer(game, bot.Levels, seed*16+uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	return func(s games.State, seat games.Seat) string {
		c, err := players[seat-1].Choose(bot.Turn{State: s, Seat: seat, Nodes: *balanceDeals})
		if err != nil {
			t.Fatal(err)
		}
		return c.Action
	}
}

// deal begins a game by chance.
func deal(t *testing.T, rules games.Ruleset, seats int, rng *rand.Rand) games.State {
	s, err := rules.New(games.Setup{Seats: seats, Seed: waits.SeedOf(rng.Uint64())})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays a game to its end, and notes its actions before they are played.
func play(t *testing.T, s games.State, choose chooser, note func(s games.State, seat games.Seat, line string)) games.State {
	for s.Result() == nil {
		seat := s.ToAct()[0]
		line := choose(s, seat)
		if note != nil {
			note(s, seat, line)
		}
		var err error
		if s, _, err = s.Apply(seat, line); err != nil {
			t.Fatalf("%d: %s: %v", seat, line, err)
		}
	}
	return s
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

// count counts a tournament that is over.
func (heroes heroShares) count(s games.State) {
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

// survey counts how games of Kutschke's Camelot turn out.
type survey struct {
	games  int
	wins   []int          // by the tent of the first round, from tent 1
	rounds int            // of all games together
	capped int            // games in which no seat came to the target
	points map[string]int // scored by each kind of action card
}

func newSurvey(seats int) *survey {
	return &survey{wins: make([]int, seats), points: map[string]int{kutschke.Tournament.String(): 0, kutschke.Justice.String(): 0, kutschke.Quest.String(): 0}}
}

// play plays n games and counts them.
func (sv *survey) play(t *testing.T, n int, rng *rand.Rand, choose chooser) {
	for range n {
		first := deal(t, kutschke.Rulesets()[0], len(sv.wins), rng)
		last := play(t, first, choose, func(s games.State, seat games.Seat, line string) {
			for _, f := range s.(games.Teller).Tell(games.Omniscient, seat, line) {
				if f.Kind == kutschke.FactPoints {
					sv.points[f.Word] += f.Number - f.Before
				}
			}
		})
		sv.games++
		sv.wins[first.View(games.Omniscient).(kutschke.View).Seats[last.Result().Winners[0]-1].Tent-1]++
		sv.rounds += last.View(games.Omniscient).(kutschke.View).Round
		if last.Result().Reason == kutschke.ReasonRounds {
			sv.capped++
		}
	}
}

// pointShare returns the part of all points scored by a kind of action card.
func (sv *survey) pointShare(kind string) float64 {
	all := 0
	for _, points := range sv.points {
		all += points
	}
	return float64(sv.points[kind]) / float64(all)
}

// check wants no tent to win by far too often or too seldom, and every kind of action card to
// score.
func (sv *survey) check(t *testing.T) {
	for i, wins := range sv.wins {
		fair := 1 / float64(len(sv.wins))
		if share := float64(wins) / float64(sv.games); sv.games >= 5000 && (share < 0.7*fair || share > 1.3*fair) {
			t.Errorf("first tent %d wins %.3f of the games", i+1, share)
		}
	}
	for kind := range sv.points {
		if share := sv.pointShare(kind); sv.games >= 100 && share < 0.1 {
			t.Errorf("%q gives %.3f of the points", kind, share)
		}
	}
	if len(sv.points) != 3 {
		t.Errorf("points of %v", sv.points)
	}
}

// String returns the survey in a few lines.
func (sv *survey) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d seats, %d games of %.1f rounds, %d at the last round of all\n",
		len(sv.wins), sv.games, float64(sv.rounds)/float64(sv.games), sv.capped)
	for i, wins := range sv.wins {
		fmt.Fprintf(&b, "first tent %d: %4.1f %% of the wins\n", i+1, 100*float64(wins)/float64(sv.games))
	}
	for _, kind := range []kutschke.Kind{kutschke.Tournament, kutschke.Justice, kutschke.Quest} {
		fmt.Fprintf(&b, "%-10s %4.1f %% of the points\n", kind.Name().En, 100*sv.pointShare(kind.String()))
	}
	return b.String()
}
