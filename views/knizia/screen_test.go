package knizia

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
	"tableronde/views/viewtest"
)

// coveredScript lists the facts for a decision that cannot be seen without scrolling: the weapon
// and the total to beat, every seat's total, the status, the hand and the buttons. A display may
// hide its newest card, and a card its foot.
const coveredScript = `(() => {
	const faults = [];
	const see = (what, all) => {
		if (!all.length) faults.push("there is no " + what);
		for (const e of all) {
			const r = e.getBoundingClientRect();
			const spots = [[r.left + r.width / 2, r.top + r.height / 2], [r.left + 3, r.top + 2], [r.right - 3, r.top + 2]];
			const out = r.width < 1 || r.top < 0 || r.bottom > innerHeight || r.left < 0 || r.right > innerWidth;
			const hit = !out && spots.every(([x, y]) => { const top = document.elementFromPoint(x, y); return top && (e.contains(top) || top.contains(e)) && !(top === document.body); });
			const bar = document.querySelector("#bar");
			const under = !bar.contains(e) && r.bottom > bar.getBoundingClientRect().top;
			if (out || !hit || under) faults.push(what + " " + e.textContent.replace(/\s+/g, " ").trim().slice(0, 40) + " is hidden: " + Math.round(r.top) + " to " + Math.round(r.bottom) + " of " + innerHeight + ", the bar from " + Math.round(bar.getBoundingClientRect().top));
		}
	};
	const all = selector => [...document.querySelectorAll(selector)];
	see("headline", all("#tournament b"));
	see("total to beat", all("#tournament p > span"));
	see("name", all(".lane h2"));
	see("total", all(".lane .total > [aria-hidden]"));
	see("stance", all(".lane .note").filter(e => e.textContent.trim()));
	see("status", all("#status"));
	see("card in hand", all("#bar .hand > li"));
	see("button", all("#bar .acts .btn, #bar .rest"));
	const lanes = all(".lane").length, hand = all("#bar .hand > li").length;
	if (lanes !== 5 || hand < 14) faults.push(lanes + " seats and " + hand + " cards in hand are not the full table");
	return faults;
})()`

// The decision and the facts for it are on one screen of a small phone, with five players, long
// displays and fourteen cards.
func TestDecisionFitsOneScreen(t *testing.T) {
	for _, lang := range []views.Lang{views.French, views.English} {
		t.Run(string(lang), func(t *testing.T) {
			var names []string
			for _, page := range []string{"five-full", "five-full-news", "five-full-staged", "five-full-waits"} {
				names = append(names, page+"-"+string(lang))
			}
			browser.Ask(t, samplePages(t, lang), browser.Look{Width: 360}, coveredScript, names...)
		})
	}
}

// No word goes on in a second line without a hyphen.
func TestWordsAreNotBroken(t *testing.T) {
	all := samplePages(t, views.French)
	var names []string
	for name := range all {
		if !strings.HasPrefix(name, "rules") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	browser.Ask(t, all, browser.Look{Width: 320}, browser.BrokenWords, names...)
}

// Zoomed to 400 %, and on a phone, no bar hides the table.
func TestNoBarHidesTheTable(t *testing.T) {
	pages := samplePages(t, views.French)
	maps.DeleteFunc(pages, func(name string, _ templ.Component) bool { return !strings.HasPrefix(name, "five") })
	browser.Measure(t, pages, browser.HighBars, browser.Look{Width: 320, Height: 256}, browser.Look{Width: 360, Height: 740})
}

// samplePages returns the samples in some languages: "NAME-LANG".
func samplePages(t *testing.T, langs ...views.Lang) map[string]templ.Component {
	t.Helper()
	all := map[string]templ.Component{}
	for _, lang := range langs {
		for name, page := range samples(t, lang) {
			all[name+"-"+string(lang)] = page
		}
	}
	return all
}

// axe also checks pages that a match reaches only by chance.
func TestPagesAreAccessible(t *testing.T) {
	browser.Check(t, samplePages(t, views.French), "five-turn-fr", "five-aim-fr", "five-card-fr", "five-take-fr", "five-hit-fr", "adapt-fr", "react-fr", "react-none-fr", "withdraw-fr", "opening-fr", "orders-fr", "over-fr", "discard-fr", "past-fr", "rules-fr", "five-read-fr", "discard-read-fr")
}

// TestShots photographs the samples for people to check: see browser.Shots.
func TestShots(t *testing.T) { browser.Shots(t, samplePages(t, views.French, views.English)) }

// In a low window the decision stands beside the table.
func TestLowWindows(t *testing.T) {
	browser.CheckLow(t, samplePages(t, views.French), "five-turn-fr", "five-full-fr", "adapt-fr")
}

// Whatever a match shows, its rules open at a section that they have.
func TestMatchesLeadToSectionsOfTheRules(t *testing.T) {
	viewtest.CheckRuleLinks(t, Family(), samples(t, views.English))
}

// Each page loads the style sheets of its parts.
func TestPagesLoadTheirStyles(t *testing.T) {
	for name, page := range samples(t, views.English) {
		t.Run(name, func(t *testing.T) { viewtest.CheckStyles(t, viewtest.Document(t, page)) })
	}
}

// A hand that fits one row of a phone shows the names at the feet of its cards.
func TestSmallHandsShowTheirNames(t *testing.T) {
	pages := samplePages(t, views.French)
	browser.Measure(t, pages, browser.CutCards, browser.Look{Width: 390})
}
