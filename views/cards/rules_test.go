package cards

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/views/locale"
)

func TestKniziaHasTheCardsOfTheRules(t *testing.T) {
	var want []string
	for _, c := range knizia.Cards() {
		want = append(want, c.String())
	}
	got := slices.Clone(KniziaCodes)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("drawn are %v, want %v", got, want)
	}
}

// The cards, their values and their names are the same as in the rules' data.
func TestShannonHasTheCardsOfTheRules(t *testing.T) {
	type named struct {
		ID, Legend string
		Fr         string `json:"name_fr"`
		En         string `json:"name_en"`
		Threshold  *int
	}
	var data struct {
		Weapons []struct {
			Suit          string
			Value, Wounds int
		}
		Heroes, Legends, Favours []named
	}
	loadData(t, "../../games/shannon/cards.json", &data)
	if len(data.Weapons) != len(ShannonCodes) {
		t.Errorf("%d weapons are drawn, want %d", len(ShannonCodes), len(data.Weapons))
	}
	letters := map[string]string{"swords": "S", "arrows": "A", "sorcery": "O", "treason": "T", "alchemy": "X"}
	for _, w := range data.Weapons {
		letter, ok := letters[w.Suit]
		if !ok {
			continue
		}
		code := letter + strconv.Itoa(w.Value)
		if got := 5 * strings.Count(Shannon(code, Play{}), "#i-drop"); got != w.Wounds {
			t.Errorf("%s shows %d wounds, want %d", code, got, w.Wounds)
		}
	}
	if got := strings.Count(Shannon("M2", Play{}), "#i-drop"); got != 5 {
		t.Errorf("Merlin shows %d drops, want 5", got)
	}
	for _, n := range slices.Concat(data.Heroes, data.Legends, data.Favours) {
		if en, fr := Label(locale.English, "shannon", n.ID), Label(locale.French, "shannon", n.ID); en != n.En || fr != n.Fr {
			t.Errorf("%s is called %q and %q, want %q and %q", n.ID, en, fr, n.En, n.Fr)
		}
		for _, lang := range locale.Langs {
			if got, want := Label(lang, "shannon", n.ID), lang.Of(games.Text{En: n.En, Fr: n.Fr}); got != want {
				t.Errorf("%s is called %q in %s, want %q", n.ID, got, lang, want)
			}
		}
		want := ""
		if n.Threshold != nil {
			want = strconv.Itoa(*n.Threshold)
		}
		if got := thresholds[n.ID]; got != want {
			t.Errorf("%s wakes at %q, want %q", n.ID, got, want)
		}
	}
	if len(heroes) != len(data.Heroes) || len(legends) != len(data.Legends) || len(favors) != len(data.Favours) {
		t.Error("there are heroes, legends or favors without a drawing, or with two")
	}
	for i, h := range data.Heroes {
		if h.ID != heroes[i].id || h.Legend != legends[i].id {
			t.Errorf("%s stands with %s, want %s with %s", heroes[i].id, legends[i].id, h.ID, h.Legend)
		}
	}
}

func TestKutschkeHasTheCardsOfTheRules(t *testing.T) {
	type named struct {
		ID   string
		Name map[string]string
	}
	var data struct{ Adventures, Places []named }
	loadData(t, "../../games/kutschke/cards.json", &data)
	plain := strings.NewReplacer("\u202f", " ", "’", "'")
	for _, n := range slices.Concat(data.Adventures, data.Places) {
		for _, lang := range locale.Langs {
			want := plain.Replace(cmp.Or(n.Name[string(lang)], lang.Wording(n.Name["en"])))
			if got := plain.Replace(Label(lang, "kutschke", n.ID)); got != want {
				t.Errorf("%s is called %q in %s, want %q", n.ID, got, lang, want)
			}
		}
	}
	for i, a := range data.Adventures {
		if adventures[i].id != a.ID {
			t.Errorf("adventure %d is %s, want %s", i+1, adventures[i].id, a.ID)
		}
	}
	if len(adventures) != len(data.Adventures) || len(placeCharges) != len(data.Places) {
		t.Error("there are adventures or places without a drawing, or with two")
	}
}

func loadData(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}
