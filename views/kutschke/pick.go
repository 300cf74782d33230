package kutschke

import (
	"strings"

	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// tile is a kind of action card to choose, or one that cannot be chosen.
type tile struct {
	kind  rules.Kind
	left  int
	pile  string // of an exercise: what lies on its pile
	href  string
	on    bool
	why   string
	label string
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
	case p.PreviewErr != nil:
		t.Status.Why = p.worded(p.PreviewErr)
	}
	if p.Orders {
		t.Acts = append(t.Acts, views.Act{ID: "wishes", Label: p.t("kutschke.wishes"), Href: p.wishing()})
	}
	t.Acts = append(t.Acts, confirm)
}

// wishing returns the address of the wish list.
func (p page) wishing() string {
	if p.Solo {
		return p.Address() + "/orders?as=" + seatID(p.You)
	}
	return p.Address() + "/orders"
}

// before tells what has been picked in this round.
func (p page) before() string {
	var parts []string
	for _, seat := range p.v.Order() {
		if kinds := p.v.Chosen[seat-1]; len(kinds) > 0 && seat != p.You {
			parts = append(parts, p.t("kutschke.took", "Name", p.Name(seat), "Cards", p.list(p.articled(kinds))))
		}
	}
	if len(parts) == 0 {
		return p.t("kutschke.status.first")
	}
	return strings.Join(parts, p.t("kutschke.semicolon")) + "."
}

// articled names action cards within a sentence: "the Round Table".
func (w words) articled(kinds []rules.Kind) []string {
	all := make([]string, len(kinds))
	for i, k := range kinds {
		all[i] = w.t("kutschke.the." + k.String())
	}
	return all
}

// says tells what an action card does.
func (w words) says(k rules.Kind) string { return w.t("cards.kutschke." + k.String() + ".text") }
