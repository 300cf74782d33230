package shannon

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/locale"
)

func lines(m views.Match) []string {
	var all []string
	for _, e := range m.Story {
		all = append(all, e.Text)
	}
	return all
}

func TestTheStoryOfACombat(t *testing.T) {
	g := bookletCombat(t).play("5: play M1=11")
	for lang, want := range map[views.Lang][]string{
		views.English: {
			"Aliénor leads the 13 of sorcery.",
			"Bruno cannot follow and discards the 4 of swords: dishonour, 5 wounds.",
			"Maud plays the 11 of alchemy.",
			"Inès plays the 7 of sorcery.",
			"Théo plays Merlin as sorcery 11. A feint, turned face down: alchemy 11 and Merlin. Inès loses and takes 4 cards: 45 wounds.",
		},
		views.French: {
			"Aliénor joue le 13 de sorcellerie.",
			"Bruno ne peut suivre et défausse le 4 d’épées\u00a0: déshonneur, 5 blessures.",
			"Maud joue le 11 d’alchimie.",
			"Inès joue le 7 de sorcellerie.",
			"Théo joue Merlin en sorcellerie 11. Feinte, retournées\u00a0: alchimie 11 et Merlin. Inès perd et ramasse 4 cartes\u00a0: 45 blessures.",
		},
	} {
		got := lines(g.Model(lang, games.Spectator))
		if lang == views.English { // the first line names only a lead that the story has named
			want[0] = strings.Replace(want[0], "leads", "plays", 1)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %s the story is\n%s\nwant\n%s", lang, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestTheStoryOfDeclarations(t *testing.T) {
	n := narrator{words: words{views.English}, name: func(s games.Seat) string { return players[s-1] }, leads: true}
	facts := []games.Fact{
		{Kind: rules.FactPlays, Seat: 1, Cards: []string{"O4"}, Word: "O", Number: 9, Before: 4},
		{Kind: rules.FactDeclares, Seat: 1, Word: "+3"},
		{Kind: rules.FactDeclares, Seat: 1, Word: "will+2"},
		{Kind: rules.FactDeclares, Seat: 1, Other: 2, Word: "redirect 2"},
		{Kind: rules.FactDeclares, Seat: 1, Other: 3, Word: "challenge 3"},
	}
	n.name = func(s games.Seat) string {
		if s == 0 {
			return ""
		}
		return players[s-1]
	}
	want := "Aliénor leads the 4 of sorcery, worth 9, with the +3 token, by Divine Will +2, deflected to Bruno, and challenges Maud."
	if got := n.sentences(facts); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The story describes every event in whole sentences, in both languages, to every viewer.
func TestEverythingIsTold(t *testing.T) {
	missing := regexp.MustCompile(`shannon\.|\{\{|  |<nil>|^ | $|\(\)|: \.`)
	told := map[string]bool{}
	for seed := range uint64(6) {
		g := newTestMatch(t, 2+int(seed%5), "Option.heroes", []string{"random", "choice"}[seed%2])
		g.playUntil(rand.New(rand.NewPCG(seed, 12)), func(rules.View) bool { return false })
		for viewer := games.Spectator; viewer <= 2; viewer++ {
			for _, lang := range locale.Langs {
				m := g.Model(lang, viewer)
				for _, e := range m.Story {
					if missing.MatchString(e.Text) || !strings.HasSuffix(e.Text, ".") {
						t.Fatalf("%s, viewer %d: %q", lang, viewer, e.Text)
					}
				}
				for _, one := range m.Told {
					for _, f := range one.Facts {
						told[f.Kind] = true
					}
				}
			}
		}
	}
	for _, kind := range []string{rules.FactPlays, rules.FactDeclares, rules.FactDishonor, rules.FactFeint, rules.FactTakes, rules.FactCount, rules.FactWounds, rules.FactShows, rules.FactFavor, rules.FactWins, rules.FactHero, rules.FactPrepares} {
		if !told[kind] {
			t.Errorf("%s never happened", kind)
		}
	}
	for _, lang := range locale.Langs {
		for _, kind := range []string{
			rules.FactExtra, rules.FactPlaces, rules.FactNames, rules.FactNamed, rules.FactPromises, rules.FactDrops, rules.FactCarried, rules.FactWasted,
			rules.FactEscapes, rules.FactRiposte, rules.FactReveals, rules.FactSheds, rules.FactMoves, rules.FactKeeps, rules.FactTried, rules.FactHeals,
			rules.FactAwakes, rules.FactShuffles, rules.FactDraws, rules.FactRound,
		} {
			if !locale.Has(lang, "shannon.story."+kind) {
				t.Errorf("%s has no sentence for %s", lang, kind)
			}
		}
	}
}

// A count, the favors after it and a new round are passages of their own; the
// count stands out.
func TestACountIsAPassage(t *testing.T) {
	g := newTestMatch(t, 3)
	g.playUntil(rand.New(rand.NewPCG(1, 1)), func(v rules.View) bool { return v.Round == 2 && v.Phase == rules.PhaseCombat })
	grave := 0
	for _, e := range g.Model(views.English, 1).Story {
		if e.Grave {
			grave++
			if !strings.HasPrefix(e.Text, "Round 1 is counted.") || strings.Contains(e.Text, "Face up") {
				t.Errorf("a grave passage begins %.40q", e.Text)
			}
		}
	}
	if grave != 1 {
		t.Errorf("%d passages stand out after one round", grave)
	}
}
