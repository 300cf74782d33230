// Package kutschke renders Kutschke's Camelot: the circle of places, the turn as a list of steps,
// the wish list, the story and the rules. It uses only facts that the viewer may see.
package kutschke

import (
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// Family returns how the site shows Kutschke's Camelot.
func Family() views.Family {
	return views.Family{
		Styles:   styles,
		LayOut:   layOut,
		Story:    story,
		Chapters: chapters,
		Brief:    briefRules,
		Digest:   digest,
		Orders:   wishList,
		Prepared: prepared,
		Choice:   choice,
		Moment:   moment,
		Written:  written,
	}
}

// layOut returns the match with the words of the game, and the game's parts of its page.
func layOut(m views.Match) (views.Match, views.Table) {
	t := views.Table{Styles: styles, Class: "cards " + game, Defs: cards.MatchDefs(game)}
	v, ok := m.View.(rules.View)
	if !ok {
		return m, t
	}
	p := newPage(m, v)
	t.Finale = p.finale()
	t.Headline, t.Facts = p.headline(), p.n("kutschke.facts", v.Target)
	t.Field, t.Orders, t.Reading, t.Rule = tableField(p), p.t("kutschke.wishes"), p.reading(), p.rule()
	if p.drafting() {
		t.Class += " drafting"
	}
	m.Notice = p.Notice
	if m.Viewed != "" && m.Result == nil {
		t.Hand = waitingHand(p)
	}
	if m.Past() || m.Result != nil || !m.Seated() {
		return m, t
	}
	if m.Yours() {
		p.decide(&t)
	}
	switch {
	case t.Hand == nil && m.Yours():
		t.Hand = handList(p, p.lying())
	case t.Hand == nil:
		t.Hand, t.Acts = waitingHand(p), p.waitingActs()
		if ask := p.nextOffer(); ask != "" && m.Orders && !m.Yours() {
			t.Status = views.Status{Sentence: ask, Detail: p.t("kutschke.ahead.offer_help")}
		}
	}
	return m, t
}

// nextOffer suggests preparing the next orders after a pick; "" if there is nothing to prepare.
func (p page) nextOffer() string {
	if !p.v.Seated() || p.You < 1 || p.v.Seats[p.You-1].Resigned {
		return ""
	}
	chosen := p.v.Chosen[p.You-1]
	switch {
	case p.v.Phase == rules.PhaseOver || len(chosen) == 0 || p.v.NextTurn > p.v.Round:
		return ""
	case p.v.Choices() == nil:
		return p.t("kutschke.ahead.offer_turn")
	}
	return p.t("kutschke.ahead.offer", "Card", p.kind(chosen[len(chosen)-1]))
}

// waitingActs returns the links of a knight without a decision: to the orders, and to the next match.
func (p page) waitingActs() []views.Act {
	if !p.Orders {
		return nil
	}
	acts := []views.Act{{ID: "wishes", Label: p.wishLabel(), Href: p.wishing()}}
	if p.NextID != "" {
		acts = append(acts, views.Act{ID: "next-match", Label: p.t("match.next"), Icon: "list", Class: "primary arriving", Href: "/m/" + p.NextID})
	}
	return acts
}

// wishLabel returns the name of the orders.
func (p page) wishLabel() string {
	return p.t(views.Either(p.v.Choices() == nil && p.v.NextTurn == p.v.Round, "kutschke.ahead.prepare", "kutschke.wishes"))
}
