package kutschke

import (
	"strings"

	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// decide fills in what the viewer can do.
func (p page) decide(t *views.Table) {
	switch p.v.Phase {
	case rules.PhasePick:
		p.picking(t)
	case rules.PhaseAct:
		p.planning(t)
	case rules.PhaseTourney:
		p.staking(t)
	}
}

// picking fills in the choice of an action card.
func (p page) picking(t *views.Table) {
	chosen := ""
	if len(p.steps) > 0 {
		chosen = p.steps[0]
	}
	taken := p.taken(chosen)
	t.Panel = tileList(p, p.tiles(chosen))
	t.Status = views.Status{Sentence: p.t("kutschke.status.pick"), Detail: p.before()}
	for _, c := range p.v.Choices() {
		if c.Kind.String() == p.Probe && c.Why != nil {
			t.Status.Why = p.worded(c.Why)
		}
	}
	confirm := views.Act{ID: "confirm", Label: p.t("kutschke.do.pick"), Icon: "check", Class: "primary", Why: p.t("kutschke.do.pick_first")}
	switch {
	case len(p.steps) == 1 && p.PreviewErr == nil && taken != 0:
		t.Status.Sentence = p.t("kutschke.status.picked", "Card", p.kind(taken))
		t.Status.Detail = p.says(taken)
		confirm.Label, confirm.Actions = p.t("kutschke.do.pick_it", "Card", p.brief(taken)), p.steps
		confirm.Final = true
	case p.PreviewErr != nil:
		t.Status.Why = p.worded(p.PreviewErr)
	}
	if p.Orders {
		t.Acts = append(t.Acts, views.Act{ID: "wishes", Label: p.t("kutschke.wishes"), Href: p.wishing()})
	}
	t.Acts = append(t.Acts, confirm)
}

// planning fills in the turn: its steps so far, the cards left, and what can be
// done with the one that is chosen.
func (p page) planning(t *views.Table) {
	uses := p.uses()
	t.Panel = planPanel(p, uses)
	t.Status = p.planStatus(uses)
	t.Acts = p.planActs(uses)
}

// staking fills in the choice of what to put in the tournament.
func (p page) staking(t *views.Table) {
	may, ok := p.v.Stakes()
	if !ok {
		return
	}
	var stake []string
	if len(p.steps) > 0 {
		stake = strings.Fields(p.steps[0])[1:]
	}
	t.Hand = handList(p, p.stakes(may, stake))
	t.Status = views.Status{Sentence: p.t("kutschke.status.stake"), Detail: p.t("kutschke.status.stake_secret"), Why: p.worded(p.PreviewErr)}
	if may.Lone {
		t.Status = views.Status{Sentence: p.t("kutschke.status.lone"), Detail: p.t("kutschke.status.lone_detail"), Why: p.worded(p.PreviewErr)}
	}
	confirm := views.Act{ID: "confirm", Label: p.t("kutschke.do.stake_none"), Icon: "check", Class: "primary", Actions: []string{"bid"}}
	if len(stake) > 0 {
		total := 0
		for _, code := range stake {
			total += int(code[len(code)-1] - '0')
		}
		confirm.Label, confirm.Actions = p.n("kutschke.do.stake", total), p.steps
		if p.PreviewErr == nil {
			t.Status.Sentence = p.t("kutschke.status.staked", "Cards", p.list(namesOf(p.withArticle, cardCodes(stake))), "Total", total)
		}
	}
	if p.PreviewErr != nil {
		confirm.Actions, confirm.Why = nil, p.Refusal(p.worded(p.PreviewErr))
	}
	back := views.Act{ID: "undo", Label: p.t("kutschke.do.clear"), Icon: "back", Why: p.t("kutschke.do.nothing")}
	if len(stake) > 0 {
		back.Href = p.Staging(nil, "")
	}
	t.Acts = []views.Act{back, confirm}
}
