package kutschke

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/lab/balance"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

func TestRefusalsLeadToTheRules(t *testing.T) {
	var ids []string
	for _, c := range chapters(views.Rules{Page: views.Page{Lang: views.French}, Game: rules.Rulesets()[0].Info()}) {
		ids = append(ids, c.ID)
		if c.Title == "" || len(c.Sentences) == 0 {
			t.Errorf("%s is empty", c.ID)
		}
	}
	for _, id := range rules.Sections() {
		if !slices.Contains(ids, id) {
			t.Errorf("there is no section %s", id)
		}
	}
}

// The rules deal the numbers of cards that the rules page gives.
func TestOutfitsAreThoseOfTheRules(t *testing.T) {
	for _, o := range gameSizes {
		state, err := rules.Rulesets()[0].New(games.Setup{Seats: o.seats, Seed: &games.Seed{}})
		if err != nil {
			t.Fatal(err)
		}
		v := state.View(games.Omniscient).(rules.View)
		actions, virtues := 0, 0
		for _, k := range rules.Kinds() {
			actions += v.Supply[k]
			four, fewer := stock(k)
			if want := map[bool]int{true: four, false: fewer}[o.seats == 4]; v.Supply[k] != want {
				t.Errorf("%d players have %d of %s, the page says %d", o.seats, v.Supply[k], k, want)
			}
		}
		for _, pile := range v.Piles {
			virtues += len(pile)
		}
		for _, k := range v.Seats {
			virtues += len(k.Hand)
		}
		if got := (gameSize{o.seats, v.Target, v.Passes, actions, virtues}); got != o {
			t.Errorf("the rules say %+v, the page %+v", got, o)
		}
	}
}

// The shares add up, and fewer games come out much as the rules page says.
func TestSurveysAreThoseOfTheRules(t *testing.T) {
	const few = 80
	for _, s := range balanceSurveys {
		wins := 0.
		for _, w := range s.wins {
			wins += w
		}
		if points := s.tournament + s.justice + s.quests; len(s.wins) != s.seats || math.Abs(wins-100) > .15 || math.Abs(points-100) > .15 {
			t.Errorf("%d players: %d shares of wins make %.1f, those of shields %.1f", s.seats, len(s.wins), wins, points)
		}
		got, err := balance.SurveyKutschke(s.seats, few, rand.New(rand.NewPCG(9, uint64(s.seats))))
		if err != nil {
			t.Fatal(err)
		}
		near := func(what string, got, want, most float64) {
			if t.Helper(); math.Abs(got-want) > most {
				t.Errorf("%d players, %s: %.1f in %d games, %.1f in %d", s.seats, what, got, few, want, surveyed)
			}
		}
		near("rounds", float64(got.Rounds)/few, s.rounds, .7)
		near("shields of tournaments", 100*got.PointShare(rules.Tournament), s.tournament, 3.5)
		near("shields of Justice", 100*got.PointShare(rules.Justice), s.justice, 3.5)
		near("shields of quests", 100*got.PointShare(rules.Quest), s.quests, 3.5)
		for i, w := range s.wins {
			near("wins of a first tent", 100*got.WinShare(i+1), w, 20)
		}
	}
}
