package shannon

import (
	"bytes"
	"context"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
	"tableronde/views/viewtest"
)

// layouts returns the samples of both languages.
func layouts(t *testing.T) map[string]templ.Component {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a browser")
	}
	pages := map[string]templ.Component{}
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samplePages(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	return pages
}

// Six knights, the running combat, the one that ended, and the hand stand in one
// screen of a phone.
func TestSixKnightsFitAPhone(t *testing.T) {
	pages := layouts(t)
	browser.InSight(t, pages, browser.Phone, ".knight, .combat > li, .hand .card, .acts .btn, #status",
		"six-fr", "six-en", "six-full-fr", "six-full-en", "six-full-staged-fr", "six-twelve-fr", "six-twelve-en")
	browser.InSight(t, pages, browser.Phone, ".ended .card, .ended b, .hand .card, .acts .btn", "six-full-fr", "six-full-en", "six-full-away-fr", "six-full-away-en")
}

func TestWordsAreNotBroken(t *testing.T) {
	pages := layouts(t)
	names := []string{"six-fr", "six-out-fr", "six-out-en", "six-full-fr", "six-count-fr", "six-count-en", "six-wounds-fr", "four-outs-fr", "worked-out-fr", "four-powers-fr", "favour-fr", "hero-fr", "move-whom-fr"}
	browser.Ask(t, pages, browser.Phone, browser.BrokenWords, names...)
	browser.Ask(t, pages, browser.Look{Width: 768}, browser.BrokenWords, "six-out-fr", "six-count-fr", "six-powers-fr")
}

// Zoomed to 400 %, and on a phone, no bar hides the table.
func TestNoBarHidesTheTable(t *testing.T) {
	pages := samplePages(t, views.French)
	maps.DeleteFunc(pages, func(name string, _ templ.Component) bool {
		return !strings.HasPrefix(name, "six-full") && !strings.HasPrefix(name, "move")
	})
	browser.Measure(t, pages, browser.HighBars, browser.Look{Width: 320, Height: 256}, browser.Look{Width: 360, Height: 740})
}

// TestShots photographs the samples for people to check: see browser.Shots.
func TestShots(t *testing.T) {
	pages := map[string]templ.Component{}
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samplePages(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	browser.Shots(t, pages)
}

// Pages that a tournament reaches only by chance are checked too.
func TestPagesAreAccessible(t *testing.T) {
	browser.Check(t, samplePages(t, views.French),
		"four-dishonour", "four-carried", "six", "worked-merlin", "prepare-ready", "move-whom", "four-powers", "four-sight", "six-powers", "orders", "prepare", "rules", "hero")
}

// In a low window the decision stands beside the table.
func TestLowWindows(t *testing.T) {
	browser.CheckLow(t, samplePages(t, views.French), "six", "hero", "four-sight")
}

// Whatever a match shows, its rules open at a section that they have.
func TestMatchesLeadToSectionsOfTheRules(t *testing.T) {
	viewtest.CheckRuleLinks(t, Family(), samplePages(t, views.English))
}

// Each page loads the style sheets of its parts.
func TestPagesLoadTheirStyles(t *testing.T) {
	for name, page := range samplePages(t, views.English) {
		t.Run(name, func(t *testing.T) { viewtest.CheckStyles(t, viewtest.Document(t, page)) })
	}
}

// renamed returns the samples with the names that guests have who give none.
func renamed(t *testing.T) map[string]templ.Component {
	t.Helper()
	names := strings.NewReplacer("Aliénor", "Chevalier", "Bruno", "Chevalier 2", "Maud", "Chevalier 3", "Inès", "Chevalier 4")
	pages := map[string]templ.Component{}
	for name, page := range samplePages(t, views.French) {
		pages[name] = templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			var b bytes.Buffer
			if err := page.Render(ctx, &b); err != nil {
				return err
			}
			_, err := io.WriteString(w, names.Replace(b.String()))
			return err
		})
	}
	return pages
}

// Names are cut where there is no room for them, nowhere else.
func TestNamesAreNotCut(t *testing.T) {
	var names []string
	for name := range renamed(t) {
		if strings.HasPrefix(name, "two") || strings.HasPrefix(name, "three") || strings.HasPrefix(name, "four") {
			names = append(names, name)
		}
	}
	for _, width := range []int64{360, 390, 768, 1440} {
		browser.Ask(t, renamed(t), browser.Look{Width: width}, browser.CutNames, names...)
	}
}

// The cards of a hand show their wounds on a phone.
func TestHandsShowTheirWounds(t *testing.T) {
	browser.Ask(t, samplePages(t, views.French), browser.Look{Width: 390}, strings.ReplaceAll(browser.CutCards, "h.children.length < 8", "true"), "two", "three-open", "four-lead", "six")
}
