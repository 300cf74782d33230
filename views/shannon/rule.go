package shannon

import rules "tableronde/games/shannon"

// rule returns the section of the rules about the open tab or the current
// decision.
func (p page) rule() string {
	switch {
	case p.Result != nil:
		return "end"
	case p.See == seePowers:
		return "heroes"
	case p.See == seeWounds:
		return "count.wounds"
	case p.counting():
		return "count"
	case p.PreviewErr != nil && p.PreviewErr.Rule != "":
		return p.PreviewErr.Rule
	}
	switch p.v.Phase {
	case rules.PhaseHero:
		return "setup.hero"
	case rules.PhasePrepare:
		return "prepare"
	case rules.PhaseCount:
		return "count.moves"
	case rules.PhaseFavor:
		return "favours.choose"
	}
	if mine := p.v.Mine; p.Yours() && mine != nil && mine.Duty == rules.DutyLead {
		return "combat.lead"
	}
	return "combat.follow"
}
