package shannon

import (
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// reason words a fact that speaks for an action, as a clause without a subject.
func (p page) reason(f games.Fact) string {
	var power, suit string
	switch f.Kind {
	case rules.WhyPower:
		if power := rules.PowerOf(f.Word); power != nil {
			return strings.TrimSuffix(p.Lang.Of(power.Text), ".")
		}
	case rules.WhySpends, rules.WhyLegend:
		if named := rules.PowerOf(f.Word); named != nil {
			power = p.power(named)
		}
	case rules.WhyLower, rules.WhyVoid, rules.WhyUnder:
		suit = p.t("shannon.suit." + f.Word)
	}
	var names []string
	for _, code := range f.Cards {
		names = append(names, p.withArticle(code))
	}
	name := ""
	if f.Seat > 0 {
		name = p.Name(f.Seat)
	}
	return p.Counted("shannon.reason."+f.Kind, f.Number, "Name", name, "Number", f.Number, "Before", f.Before,
		"Wounds", p.wounds(f.Number), "Cards", p.list(names), "Suit", suit, "Power", power)
}

// combats is how many combats a round has.
const combats = 12

// moment says at what moment of the match somebody decides.
func moment(m views.Match, at games.Moment) string {
	kind := at.Phase
	switch {
	case kind != rules.PhaseCombat.String():
	case at.Turn == 1:
		kind = "lead"
	case at.Turn == at.Seats:
		kind = "last"
	default:
		kind = "follow"
	}
	if key := "shannon.moment." + kind; m.Has(key) {
		return m.T(key, "Round", at.Round, "Step", at.Step, "Of", combats)
	}
	return ""
}
