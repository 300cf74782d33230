// Package knizia renders Knizia's Camelot: the table of a match, its story, the sheet of orders and
// the rules. Package views provides the frame of these pages.
package knizia

import (
	"github.com/a-h/templ"

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
		Orders:   ordersSheet,
		Prepared: prepared,
		Choice:   choice,
		Moment:   moment,
		Written:  written,
		Waits:    true,
	}
}

// layOut returns the match in the words of the game, and the parts of its page for the game.
func layOut(m views.Match) (views.Match, views.Table) {
	t := views.Table{Styles: styles, Class: "cards " + game, Defs: cards.MatchDefs(game)}
	v, ok := m.View.(rules.View)
	if !ok {
		return m, t
	}
	s := newScene(m, v)
	s.Notice = m.Notice.Reworded(s.worded)
	t.Headline, t.Facts = s.headline(), s.facts()
	t.Field, t.Rule = tableField(s), s.rule()
	t.Tabs = []views.Tab{{ID: "discard", Label: s.T("knizia.discard", "Number", len(s.now.Discard)), Content: discardPile(s)}}
	t.Reading = s.reading()
	if !s.Past() && s.Result == nil && s.Seated() {
		t.Status = s.status()
		t.Panel, t.Acts = s.panel(), s.acts()
		if s.shows() {
			t.Hand = handRow(s)
		}
	} else if (s.Seated() || s.Viewed != "") && len(v.Hand) > 0 && s.Result == nil {
		t.Hand = handRow(s)
	}
	return *s.Match, t
}

// panel returns the choice in the bar that replaces cards of the hand; nil for none.
func (s *scene) panel() templ.Component {
	if s.Asking() {
		return nil
	}
	switch v := s.now; {
	case v.Phase == rules.PhaseReact && s.WindowEnds != nil && v.Active != s.You && v.Seats[s.You-1].In:
		return interruptPanel(s)
	case v.Keep != nil:
		return keepForm(s)
	case !s.Yours():
		return nil
	case s.settled():
		return nil
	case s.choosing():
		return colorChoices(s)
	case s.aiming():
		return targetPanel(s)
	}
	return nil
}
