package pages

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/browser"
	"tableronde/views/locale"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

// rulesOf returns the page of the rules of a game on a board.
func rulesOf(lang views.Lang, game games.Info) templ.Component {
	return RulesPage(parker.Family().Explain(views.Rules{Page: viewtest.Page(lang, "/rules/"+game.ID), Game: game, Key: "k"}))
}

func rulesPage(t *testing.T, lang views.Lang, game games.Info) *goquery.Document {
	t.Helper()
	return viewtest.Document(t, rulesOf(lang, game))
}

// forEachRules runs a check on the rules page of every game in every language.
func forEachRules(t *testing.T, check func(t *testing.T, lang views.Lang, game games.Info, doc *goquery.Document)) {
	t.Helper()
	for _, game := range viewtest.Boards() {
		for _, lang := range locale.Langs {
			t.Run(game.ID+"-"+string(lang), func(t *testing.T) { check(t, lang, game, rulesPage(t, lang, game)) })
		}
	}
}

func TestRefusalsLeadToTheirRule(t *testing.T) {
	forEachRules(t, func(t *testing.T, _ views.Lang, _ games.Info, doc *goquery.Document) {
		for _, rule := range rules.Sections() {
			if n := doc.Find(`[id="` + rule + `"]`).Length(); n != 1 {
				t.Errorf("%d sections %s", n, rule)
			}
		}
	})
}

// headingOutline returns the structure of a page of rules, without its words.
func headingOutline(doc *goquery.Document) []string {
	var lines []string
	doc.Find("article section").Each(func(_ int, s *goquery.Selection) {
		line := s.AttrOr("id", "")
		s.Children().Each(func(_ int, c *goquery.Selection) { line += " " + goquery.NodeName(c) })
		lines = append(lines, line)
	})
	return lines
}

func TestRulesAreCutAlikeInBothLanguages(t *testing.T) {
	for _, game := range viewtest.Boards() {
		en, fr := headingOutline(rulesPage(t, views.English, game)), headingOutline(rulesPage(t, views.French, game))
		if !slices.Equal(en, fr) {
			t.Errorf("%s: %q in English, %q in French", game.ID, en, fr)
		}
	}
}

func TestRulesHeadings(t *testing.T) {
	forEachRules(t, func(t *testing.T, _ views.Lang, _ games.Info, doc *goquery.Document) {
		level := 1
		doc.Find("article").Find("h1, h2, h3, h4").Each(func(_ int, s *goquery.Selection) {
			next := int(goquery.NodeName(s)[1] - '0')
			if next > level+1 {
				t.Errorf("%q is of level %d below level %d", s.Text(), next, level)
			}
			if level = next; strings.TrimSpace(s.Text()) == "" {
				t.Error("a heading is empty")
			}
		})
		if listed, sections := doc.Find(".contents ol a").Length(), doc.Find("#brief, article section").Length(); listed != sections {
			t.Errorf("the contents list %d of %d sections", listed, sections)
		}
	})
}

// The board that the rules describe is the board of the engine.
func TestRulesStateTheBoard(t *testing.T) {
	for game, want := range map[string][]string{
		"camelot":          {"160 squares", "F1 and G1 (White), F16 and G16 (Black)", "ten men and four knights"},
		"chivalry":         {"176 squares", "G1 and H1 (White), G16 and H16 (Black)", "twelve men and eight knights"},
		"cam":              {"67 squares", "D1 (White), D13 (Black)", "five men and two knights"},
		"camette":          {"23 squares", "C1 (White), C7 (Black)", "three men and one knight"},
		"chivalry-4-teams": {"176 squares", "eight knights", "White, Yellow, Red and Blue", "White and Red play against Yellow and Blue", "reconstructed", "No castles"},
		"chivalry-4-solo":  {"176 squares", "eight knights", "White, Yellow, Red and Blue", "reconstructed", "No castles"},
		"grand-camelot": {
			"180 squares", "H1 and I1 (Red), H16 and I16 (Green), A8 and A9 (Blue), P8 and P9 (Yellow)", "eight men and four knights",
			"Red, Green, Blue and Yellow", "Red and Blue play against Green and Yellow", "1932", "castles at the sides",
		},
		"grand-cam-97": {"97 squares", "G1 (Red), G13 (Green), A7 (Blue), M7 (Yellow)", "five men and two knights", "Red and Blue play against Green and Yellow", "reconstructed"},
		"grand-cam-93": {"93 squares", "G1 (Red), G13 (Green), A7 (Blue), M7 (Yellow)", "five men and two knights", "Without the corners"},
	} {
		text := rulesPage(t, views.English, viewtest.Info(t, game)).Find("article").Text()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not say %q", game, w)
			}
		}
		if strings.Contains(text, "reconstructed") != slices.Contains(want, "reconstructed") {
			t.Errorf("%s tells of a reconstruction wrongly", game)
		}
	}
}

// The contents mark the section that one of their links leads to, however short it is, and
// at the end of the page.
func TestContentsMarkTheSectionFollowed(t *testing.T) {
	pages := samplePages(t, views.English)
	maps.DeleteFunc(pages, func(name string, _ templ.Component) bool { return !strings.HasPrefix(name, "rules-") })
	browser.Measure(t, pages, `[...document.querySelectorAll(".contents ol a")].map(link => {
		document.getElementById(link.hash.slice(1)).scrollIntoView();
		history.replaceState(null, "", link.hash);
		dispatchEvent(new Event("hashchange"));
		const marked = document.querySelector(".contents ol [aria-current]");
		return marked === link ? "" : link.hash + " is followed, and " + marked?.hash + " is marked";
	}).filter(fault => fault)`, browser.Look{Width: 1440, Height: 900}, browser.Look{Width: 390, Height: 844})
}
