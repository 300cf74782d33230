package kutschke

import (
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// choice words an action for hints and reviews.
func choice(m views.Match, view games.View, action string, why []games.Fact) views.Choice {
	m = m.ByRank()
	v, ok := view.(rules.View)
	if !ok {
		return views.Choice{Does: action}
	}
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v}
	c := views.Choice{Why: m.Reasons(why, p.reason)}
	switch verb, rest, _ := strings.Cut(action, " "); verb {
	case doneLine:
		c.Does = p.t("kutschke.choice.done")
	case "pick":
		c.Does, c.Face = p.t("kutschke.choice.pick", "Card", p.withArticle(rest)), cards.ActionChip(m.Lang, rest, 0)
	case "bid":
		c.Does = p.bids(strings.Fields(rest))
	default:
		c.Does = p.does(action)
	}
	return c
}

// does returns a step of a turn in the infinitive, with all that tells it from others.
func (p page) does(line string) string {
	k, code, ok := stepOf(line)
	switch {
	case !ok:
		if kindOf(line) == rules.Tournament {
			return p.t("kutschke.choice.tournament")
		}
		return line
	case k == rules.RoundTable:
		return p.t("kutschke.choice.adventure", "Adventure", p.quoted(code))
	case k == rules.Quest:
		return p.t("kutschke.choice.quest", "Adventure", p.quoted(code), "Cards", p.paid(line))
	}
	return p.stepPhrase(line)
}

// bids returns a stake in the infinitive.
func (p page) bids(codes []string) string {
	if len(codes) == 0 {
		return p.t("kutschke.choice.nothing")
	}
	names := make([]string, len(codes))
	for i, code := range codes {
		names[i] = p.card(code)
	}
	return p.t("kutschke.choice.stake", "Cards", p.list(names))
}
