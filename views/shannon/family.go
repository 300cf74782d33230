package shannon

import (
	"github.com/a-h/templ"

	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// Family returns how the site shows Le Tournoi de Camelot.
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
	}
}

// layOut returns the match and the parts of its page for the game. A refusal appears once, in the
// words of the page.
func layOut(m views.Match) (views.Match, views.Table) {
	t := tableOf(m)
	if m.Notice != nil && m.Notice.Illegal != nil {
		m.Notice, t.Status.Why = m.Notice.Reworded(words{m.Lang}.worded), nil
	}
	return m, t
}

// tableOf returns the part of the page that is the game's own.
func tableOf(m views.Match) views.Table {
	t := views.Table{Styles: styles, Class: "cards " + game, Defs: cards.MatchDefs(game)}
	v, ok := m.View.(rules.View)
	if !ok {
		return t
	}
	own := m // which the page may change
	p := page{Match: &own, words: words{m.Lang}, v: v, ahead: v, text: views.ReadOf(m.Probe)}
	p.Probe = p.text.Chosen
	if ahead, ok := m.Preview.(rules.View); ok {
		p.ahead = ahead
	}
	t.Headline, t.Facts = p.headline(), p.facts()
	t.Field, t.Reading, t.Rule = p.field(), p.reading(), p.rule()
	t.Tabs = []views.Tab{
		{ID: seeWounds, Label: p.t("shannon.tab.wounds"), Content: woundTab(p)},
		{ID: seePowers, Label: p.t("shannon.tab.powers"), Content: powerTab(p)},
	}
	if v.LastCount != nil {
		t.Tabs = append(t.Tabs, views.Tab{ID: seeCount, Label: p.t("shannon.tab.count"), Content: countTab(p)})
	}
	switch {
	case v.Mine == nil || m.Past() || m.Result != nil:
	case p.counting() && v.Phase != rules.PhaseCount:
		if m.Yours() {
			t.Status.Sentence = p.t("shannon.count.yours")
		}
		t.Acts = []views.Act{{ID: "count-close", Label: p.t("shannon.count.back"), Icon: "back", Class: "primary arriving", Href: m.Seeing(m.Sort, "")}}
	default:
		p.decide(&t)
		if c := p.endedCombat(); c != nil {
			t.Recent = endedTrick(p, *c)
		}
	}
	return t
}

// decide adds the possible actions of the viewer.
func (p page) decide(t *views.Table) {
	yours := p.Yours()
	switch p.v.Phase {
	case rules.PhaseHero:
		if yours {
			p.chooseOne(t, "hero", p.v.Mine.Heroes)
		}
	case rules.PhasePrepare:
		if yours && p.v.Mine.Prep != nil {
			p.prepare(t)
		} else {
			t.Hand = handList(p, p.lying())
		}
	case rules.PhaseCombat:
		if yours {
			p.play(t)
		} else {
			t.Hand = handList(p, p.lying())
		}
	case rules.PhaseCount:
		if yours && p.v.Mine.Moves != nil {
			p.moveCards(t)
		}
	case rules.PhaseFavor:
		if yours {
			p.chooseOne(t, "favour", p.v.Mine.Favors)
		}
	}
}

// field returns the table as all see it, or the page of a count.
func (p page) field() templ.Component {
	if p.counting() {
		return countPage(p, *p.v.LastCount)
	}
	return tableField(p)
}
