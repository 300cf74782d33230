package kutschke

import (
	"slices"
	"testing"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

func TestRefusalsLeadToTheRules(t *testing.T) {
	var ids []string
	for _, c := range chapters(views.Rules{Page: views.Page{Lang: views.French}}) {
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

// What the rules page says of the numbers of cards is what the rules deal.
func TestOutfitsAreThoseOfTheRules(t *testing.T) {
	for _, o := range outfits {
		state, err := rules.Rulesets()[0].New(games.Setup{Seats: o.seats, Seed: &games.Seed{}})
		if err != nil {
			t.Fatal(err)
		}
		v := state.View(games.Open).(rules.View)
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
		if got := (outfit{o.seats, v.Target, v.Passes, actions, virtues}); got != o {
			t.Errorf("the rules say %+v, the page %+v", got, o)
		}
	}
}
