package shannon

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
	rooms "tableronde/views/pages"
)

func rulesPage(t *testing.T, lang views.Lang) *goquery.Document {
	t.Helper()
	m := views.Rules{Page: views.Page{Lang: lang, Now: noon}, Game: ruleset().Info()}
	m = Family().Explain(m)
	d, err := goquery.NewDocumentFromReader(strings.NewReader(render(t, rooms.RulesPage(m))))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The sections to which refusals link exist, and no id is used twice.
func TestRefusalsLeadToSections(t *testing.T) {
	for _, lang := range locale.Langs {
		d := rulesPage(t, lang)
		for _, id := range append(rules.Sections(), "fair") {
			if d.Find(`article section[id="`+id+`"]`).Length() != 1 {
				t.Errorf("in %s there is no section %s", lang, id)
			}
		}
		seen := map[string]bool{}
		d.Find("[id]").Each(func(_ int, s *goquery.Selection) {
			if id := s.AttrOr("id", ""); seen[id] {
				t.Errorf("in %s two elements are called %s", lang, id)
			} else {
				seen[id] = true
			}
		})
		if text := d.Find("main").Text(); strings.Contains(text, "rules.shannon") || strings.Contains(text, "{{") {
			t.Errorf("in %s a sentence is missing", lang)
		}
	}
}

// Every hero, legend and favor is explained, and our own additions are marked as ours.
func TestEveryPowerIsExplained(t *testing.T) {
	d := rulesPage(t, views.English)
	for _, p := range slices.Concat(rules.Heroes(), rules.Legends(), rules.Favors()) {
		box := d.Find("#" + p.ID).Closest(".explained")
		text := box.Text()
		if !strings.Contains(text, p.Name.En) || !strings.Contains(text, p.Text.En) {
			t.Errorf("%s is explained by %q", p.ID, text)
		}
		if ours := strings.Contains(strings.ToLower(text), "ours"); p.Ours != ours && p.Source != "" && !strings.Contains(p.Source, "ours") {
			t.Errorf("%s is said to be ours: %v", p.ID, ours)
		}
		if p.Kind == rules.Legend && p.Threshold > 0 && !strings.Contains(text, strconv.Itoa(p.Threshold)) {
			t.Errorf("%s awakes at %d, which its explanation does not say", p.ID, p.Threshold)
		}
	}
}

// A sleeping legend shows the life at which it awakes.
func TestSleepingLegendsShowTheirThreshold(t *testing.T) {
	for _, p := range rules.Legends() {
		if face := cards.Legend(views.French, p.ID, false); p.Threshold > 0 && !strings.Contains(face, ">"+strconv.Itoa(p.Threshold)+"<") {
			t.Errorf("the card of %s does not show %d", p.ID, p.Threshold)
		}
	}
}

// The worked examples are the examples of the booklet.
func TestWorkedExamples(t *testing.T) {
	for lang, want := range map[views.Lang]string{views.English: "Together they are 65 wounds: from 400, 335 are left.", views.French: "En tout 65 blessures\u00a0: de 400, il en reste 335."} {
		d := rulesPage(t, lang)
		if got := d.Find(`section[id="count.example"]`).Text(); !strings.Contains(got, want) {
			t.Errorf("the wounds in %s: %q", lang, got)
		}
		if n := d.Find(`section[id="combat.example"] .combat > li`).Length(); n != 5 {
			t.Errorf("the combat in %s has %d cards", lang, n)
		}
	}
}

func TestTheNotationIsThatOfTheRules(t *testing.T) {
	g := newTestMatch(t, 4)
	for _, n := range notation {
		for text := range strings.SplitSeq(n.lines, " · ") {
			_, _, err := g.State.Apply(g.State.ToAct()[0], text)
			if err != nil && (strings.Contains(err.Error(), "is not an action") || strings.Contains(err.Error(), "is not a declaration") || strings.Contains(err.Error(), "is not a card")) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	for _, o := range ordering {
		for text := range strings.SplitSeq(o.lines, " · ") {
			if _, err := rules.ParseOrders(text, 4, 1, 2); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// Keys begin like those that the rules choose, so that none is found by itself to
// be unused; here they are.
func TestNoSentenceIsUnused(t *testing.T) {
	files, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range files {
		if (strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".templ")) && !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_templ.go") {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
	}
	var used []string // keys, and the beginnings of keys
	for _, m := range regexp.MustCompile(`"((?:rules\.)?shannon\.[^" ]*)"`).FindAllStringSubmatch(source.String(), -1) {
		used = append(used, m[1])
	}
	for _, key := range locale.Keys(locale.English) {
		if !strings.HasPrefix(key, "shannon.") && !strings.HasPrefix(key, "rules.shannon.") {
			continue
		}
		if _, refusal := rules.Refusals()[key]; refusal {
			continue
		}
		if !slices.ContainsFunc(used, func(u string) bool {
			return u == key || u[len(u)-1] == '.' && u != "rules.shannon." && u != "shannon." && strings.HasPrefix(key, u)
		}) &&
			!strings.HasPrefix(key, "rules.shannon.") {
			t.Errorf("%s is used nowhere", key)
		}
	}
	for _, key := range used {
		if key[len(key)-1] != '.' && !locale.Has(locale.French, key) {
			t.Errorf("%s has no sentence", key)
		}
	}
}
