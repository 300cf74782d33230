package kutschke

import (
	"slices"
	"strings"

	rules "tableronde/games/kutschke"
	"tableronde/views"
)

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
			t.Status.Sentence = p.t("kutschke.status.staked", "Cards", p.list(named(p.withArticle, codes(stake))), "Total", total)
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

// code is the code of a card as it is written.
type code string

func (c code) String() string { return string(c) }

func codes(texts []string) []code {
	all := make([]code, len(texts))
	for i, text := range texts {
		all[i] = code(text)
	}
	return all
}

// stakes returns the hand during a tournament: Sword and Lance cards are put in or
// taken back by a touch.
func (p page) stakes(may rules.Stakes, stake []string) []held {
	me, _ := p.me(p.v)
	var all []held
	in := slices.Clone(stake)
	for _, c := range me.Hand {
		h := held{code: c.String(), label: p.card(c.String())}
		switch i := slices.Index(in, h.code); {
		case !slices.Contains(may.Cards, c):
			h.class, h.label = "no", p.t("kutschke.hand.no_stake", "Card", h.label)
		case i >= 0:
			in = slices.Delete(in, i, i+1)
			h.class, h.on = "up", true
			h.href = p.bidding(without(stake, h.code))
		case may.Lone:
			h.href = p.bidding([]string{h.code})
		default:
			h.href = p.bidding(append(slices.Clone(stake), h.code))
		}
		all = append(all, h)
	}
	return numbered(all)
}

func without(list []string, item string) []string {
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
