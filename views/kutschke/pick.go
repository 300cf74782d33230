package kutschke

import (
	"strings"

	rules "tableronde/games/kutschke"
)

// actionTile is a kind of action card to choose, or one that cannot be chosen.
type actionTile struct {
	kind  rules.Kind
	left  int
	pile  string // of an exercise: what lies on its pile
	href  string
	on    bool
	why   string
	label string
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
