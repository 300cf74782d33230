package kutschke

import (
	"slices"
	"strings"

	rules "tableronde/games/kutschke"
)

// cardCode is the code of a card as it is written.
type cardCode string

func (c cardCode) String() string { return string(c) }

func cardCodes(texts []string) []cardCode {
	all := make([]cardCode, len(texts))
	for i, text := range texts {
		all[i] = cardCode(text)
	}
	return all
}

// stakes returns the hand during a tournament: Sword and Lance cards are put in or
// taken back by a touch.
func (p page) stakes(may rules.Stakes, stake []string) []heldCard {
	me, _ := p.me(p.v)
	var all []heldCard
	in := slices.Clone(stake)
	for _, c := range me.Hand {
		h := heldCard{code: c.String(), label: p.card(c.String())}
		switch i := slices.Index(in, h.code); {
		case !slices.Contains(may.Cards, c):
			h.class, h.label = "no", p.t("kutschke.hand.no_stake", "Card", h.label)
		case i >= 0:
			in = slices.Delete(in, i, i+1)
			h.class, h.on = "up", true
			h.href = p.bidding(withoutOne(stake, h.code))
		case may.Lone:
			h.href = p.bidding([]string{h.code})
		default:
			h.href = p.bidding(append(slices.Clone(stake), h.code))
		}
		all = append(all, h)
	}
	return numbered(all)
}

func withoutOne(list []string, item string) []string {
	i := slices.Index(list, item)
	return slices.Delete(slices.Clone(list), i, i+1)
}

// bidding returns the address where a stake is chosen.
func (p page) bidding(stake []string) string {
	if len(stake) == 0 {
		return p.Staging(nil, "")
	}
	slices.SortFunc(stake, func(a, b string) int { return byCode(a) - byCode(b) })
	return p.Staging([]string{"bid " + strings.Join(stake, " ")}, "")
}
