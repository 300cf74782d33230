// Package knizia renders Knizia's Camelot: the table of a match, its story, the orders page and the
// rules. Package views provides the frame of these pages.
package knizia

import (
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// Family shows the game on the site.
func Family() views.Family {
	return views.Family{
		Styles:   styles,
		LayOut:   layOut,
		Story:    story,
		Chapters: chapters,
		Brief:    briefRules,
		Digest:   digest,
		Orders:   ordersSheet,
		Prepared: prepared,
		Choice:   choice,
		Moment:   moment,
		Written:  written,
		Waits:    true,
	}
}

// layOut returns the match with the words of the game, and the game's parts of its page.
func layOut(m views.Match) (views.Match, views.Table) {
	t := views.Table{Styles: styles, Class: "cards " + game, Defs: cards.MatchDefs(game)}
	v, ok := m.View.(rules.View)
	if !ok {
		return m, t
	}
	s := newScene(m, v)
	s.Notice = m.Notice.Reworded(s.worded)
	t.Headline, t.Facts, t.Finale = s.headline(), s.facts(), s.finale()
	t.Field, t.Rule = tableField(field{s}), s.rule()
	t.Tabs = []views.Tab{{ID: "discard", Label: s.T("knizia.discard", "Number", len(s.now.Discard)), Content: discardPile(s)}}
	t.Reading = s.reading()
	if !s.Past() && s.Result == nil && s.Seated() {
		short := s.CalledShort()
		named := *s
		named.Match = &short
		b := bar{&named}
		t.Status, t.Choice, t.Acts = b.status(), b.panel(), b.acts()
		if s.shows() {
			t.Hand = handRow(hand{s})
		}
	} else if (s.Seated() || s.Viewed != "") && len(v.Hand) > 0 && s.Result == nil {
		t.Hand = handRow(hand{s})
	}
	return *s.Match, t
}
