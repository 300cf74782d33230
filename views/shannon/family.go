package shannon

import (
	"slices"

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
		Digest:   digest,
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
	own := m // a copy, which the page may change
	p := page{Match: &own, words: words{m.Lang}, v: v, ahead: v, text: views.ReadOf(m.Probe)}
	p.Probe = p.text.Chosen
	if ahead, ok := m.Preview.(rules.View); ok {
		p.ahead = ahead
	}
	t.Headline, t.Facts, t.Finale = p.headline(), p.facts(), p.finale()
	t.Field, t.Reading, t.Rule = p.field(), p.reading(), p.rule()
	t.Tabs = []views.Tab{
		{ID: seeWounds, Label: p.t("shannon.tab.wounds"), Content: woundTab(p)},
		{ID: seePowers, Label: p.t("shannon.tab.powers"), Content: powerTab(abilities{p})},
	}
	if v.LastCount != nil {
		t.Tabs = append(t.Tabs, views.Tab{ID: seeCount, Label: p.t("shannon.tab.count"), Content: countTab(counts{p})})
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
		c := combat{p}
		if last := c.endedCombat(); last != nil {
			t.Recent = endedTrick(c, *last)
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
			preparation{p}.prepare(t)
		} else {
			t.Hand = handList(p, p.lying())
		}
	case rules.PhaseCombat:
		if yours {
			turn{combat{p}}.play(t)
		} else {
			t.Hand = handList(p, p.lying())
		}
	case rules.PhaseCount:
		if yours && p.v.Mine.Moves != nil {
			transfer{p}.moveCards(t)
		}
	case rules.PhaseFavor:
		if yours {
			p.chooseOne(t, "favour", p.v.Mine.Favors)
		}
	}
}

// field returns the table as everybody sees it, or the page of a count.
func (p page) field() templ.Component {
	if p.counting() {
		return countPage(counts{p}, *p.v.LastCount)
	}
	return tableField(p)
}

// chooseOne lets the viewer take one of several things, each of them a line.
func (p page) chooseOne(t *views.Table, what string, offers []rules.Offer) {
	t.Status = views.Status{Sentence: p.t("shannon.duty." + what)}
	confirm := views.Act{ID: "confirm", Label: p.t("shannon.act.take"), Icon: "check", Class: "primary", Why: p.t("shannon.duty." + what)}
	back := views.Act{ID: "undo", Label: p.t("shannon.act.back"), Icon: "back", Why: p.t("shannon.act.nothing")}
	for _, o := range offers {
		if !slices.Equal(p.Steps(), []string{o.Line}) {
			continue
		}
		name := p.t("shannon.favour.unseen")
		if o.Power != nil {
			name = p.power(o.Power)
			t.Status.Detail = p.Lang.Of(o.Power.Text)
		}
		t.Status.Sentence = p.t("shannon.status.take", "Name", name)
		confirm.Label, confirm.Actions, confirm.Final = p.t("shannon.act.take_it", "Name", name), p.Steps(), true
		back.Href = p.Staging(nil, "")
		t.Status.Why = p.worded(o.Why)
	}
	if t.Status.Why == nil {
		t.Status.Why = p.worded(p.PreviewErr)
	}
	if t.Status.Why != nil {
		confirm.Actions, confirm.Why = nil, p.Refusal(t.Status.Why)
	}
	t.Acts = []views.Act{back, confirm}
}
