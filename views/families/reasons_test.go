package families

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/twin"
	"tableronde/views"
	"tableronde/views/locale"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sampleActions are an action of each game whose reasons are worded, and the cards, colors and names
// that facts of that game have.
var sampleActions = map[string]struct {
	action string
	cards  []string
	words  map[string]string // by kind; "" for others
}{
	"knizia":   {"end", []string{"R5", "W6"}, nil},
	"shannon":  {"play S8", []string{"S12", "O9"}, map[string]string{"lower": "S", "void": "T", "under": "A", "spends": "divine-will", "legend": "holy-grail", "power": "curse-swords"}},
	"kutschke": {"done", []string{"L2", "B1"}, map[string]string{"total": "S", "": "golden-pheasant"}},
}

// Each kind of reason, and each moment, has its words in both languages, for no, one and several things.
func TestReasonsInWords(t *testing.T) {
	var golden strings.Builder
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		family, _ := Of(game)
		sample := sampleActions[game]
		fmt.Fprintf(&golden, "# %s\n", game)
		source, err := os.ReadFile("../../games/" + game + "/explain.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range locale.Langs {
			m := sampleMatch(t, game, lang)
			for _, kind := range twin.ReasonKinds(string(source)) {
				var texts []string
				for _, number := range []int{0, 1, 4} {
					f := games.Fact{Kind: kind, Seat: 2, Number: number, Before: 7, Cards: sample.cards, Word: sample.words[kind]}
					if f.Word == "" {
						f.Word = sample.words[""]
					}
					text := family.Choice(m, m.View, sample.action, []games.Fact{f}).Why
					if text == "" || strings.HasPrefix(text, game+".") {
						t.Errorf("%s: the reason %+v is worded %q in %s", game, f, text, lang)
					}
					if !slices.Contains(texts, text) {
						texts = append(texts, text)
					}
				}
				fmt.Fprintf(&golden, "%s %s: %s\n", lang, kind, strings.Join(texts, " | "))
			}
		}
	}
	const path = "testdata/reasons.txt"
	if *update {
		if err := os.WriteFile(path, []byte(golden.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), golden.String()); diff != "" {
		t.Errorf("run with -update after looking at it (-want +got):\n%s", diff)
	}
}

// Two reasons are joined; the caption of a decision names the moment of the match.
func TestReasonsAreJoinedAndMomentsTold(t *testing.T) {
	for _, tt := range []struct {
		game   string
		why    []games.Fact
		at     games.Moment
		en, fr string
	}{
		{"knizia", []games.Fact{{Kind: "leads", Number: 12, Before: 9}, {Kind: "keeps_here", Cards: []string{"R5"}}}, games.Moment{Phase: "turn", Round: 3, Seats: 2, Word: "purple"},
			"tournament 3, purple · 2 still in it: leads with 12 against 9; keeps sword 5 for this tournament",
			"tournoi 3, pourpre · 2 encore en lice: mène avec 12 contre 9\u202f; garde l’épée 5 pour ce tournoi"},
		{"shannon", []games.Fact{{Kind: "lower", Word: "S", Before: 9}, {Kind: "keeps_suit", Cards: []string{"S12"}}}, games.Moment{Phase: "combat", Round: 1, Step: 7, Turn: 1, Seats: 4},
			"round 1, combat 7 of 12 · to lead: the lowest card not seen yet (swords); keeps the 12 of swords",
			"manche 1, combat 7 sur 12 · pour ouvrir: la plus basse carte pas encore vue (épées)\u202f; garde le 12 d’épées"},
		{"kutschke", []games.Fact{{Kind: "points", Number: 2}}, games.Moment{Phase: "pick", Round: 4, Step: 2}, "round 4 · pick 2: brings 2 shields", "manche 4 · choix 2: rapporte 2 boucliers"},
	} {
		family, _ := Of(tt.game)
		for lang, want := range map[views.Lang]string{views.English: tt.en, views.French: tt.fr} {
			m := sampleMatch(t, tt.game, lang)
			if got := family.Moment(m, tt.at) + ": " + family.Choice(m, m.View, sampleActions[tt.game].action, tt.why).Why; got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		}
	}
}

// Each phase in which somebody decides has a caption.
func TestMomentsInWords(t *testing.T) {
	for game, phases := range map[string][]string{
		"knizia":   {"open", "turn", "react", "adapt", "token"},
		"shannon":  {"hero", "prepare", "combat", "count", "favour"},
		"kutschke": {"pick", "act", "tourney"},
	} {
		family, _ := Of(game)
		for _, lang := range locale.Langs {
			for _, phase := range phases {
				if family.Moment(sampleMatch(t, game, lang), games.Moment{Phase: phase, Round: 2, Step: 3, Turn: 2, Seats: 2, Word: "red"}) == "" {
					t.Errorf("%s has no caption for %s in %s", game, phase, lang)
				}
			}
		}
	}
}

// sampleMatch returns a match of three as seat 1 sees it.
func sampleMatch(t *testing.T, game string, lang views.Lang) views.Match {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.New(games.Setup{Seats: 3, Seed: &games.Seed{3}})
	if err != nil {
		t.Fatal(err)
	}
	var m views.Match
	m.Lang, m.Game, m.You, m.View = lang, rules.Info(), 1, s.View(1)
	m.Seats = []views.Seat{{Name: "Ada"}, {Name: "Enid"}, {Name: "Bors"}}
	return m
}
