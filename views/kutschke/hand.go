package kutschke

import (
	"slices"
	"strconv"

	rules "tableronde/games/kutschke"
)

// heldCard is a virtue card of the viewer's hand.
type heldCard struct {
	id    string
	code  string
	label string
	class string // "up": chosen or just taken; "no": of no use now; "spent": paid
	href  string // what a touch does with it; "" shows its text
	on    bool
}

// lying returns the hand after what is staged: without what is paid, with what is
// taken.
func (p page) lying() []heldCard {
	before, _ := p.me(p.v)
	after, ok := p.me(p.ahead)
	if !ok {
		return nil
	}
	var all []heldCard
	left := slices.Clone(after.Hand)
	for _, c := range before.Hand {
		h := heldCard{code: c.String(), label: p.card(c.String())}
		if i := slices.Index(left, c); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			h.class, h.label = "spent", p.t("kutschke.hand.spent", "Card", h.label)
		}
		all = append(all, h)
	}
	for _, c := range left {
		all = append(all, heldCard{code: c.String(), class: "up", label: p.t("kutschke.hand.taken", "Card", p.card(c.String()))})
	}
	slices.SortStableFunc(all, func(a, b heldCard) int { return byCode(a.code) - byCode(b.code) })
	return numbered(all)
}

// byCode orders cards as the rules name them.
func byCode(code string) int {
	for i, v := range rules.Virtues() {
		if code != "" && code[:1] == v.String() {
			return 10*i + int(code[len(code)-1])
		}
	}
	return 0
}

// numbered gives the cards of a hand their ids.
func numbered(all []heldCard) []heldCard {
	for i := range all {
		all[i].id = "card-" + strconv.Itoa(i+1)
	}
	return all
}
