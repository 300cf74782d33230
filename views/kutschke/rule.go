package kutschke

import (
	"strings"

	rules "tableronde/games/kutschke"
)

// rule returns the section of the rules about the current choice or question.
func (p page) rule() string {
	switch {
	case p.v.Phase == rules.PhaseOver || p.Result != nil:
		return "end"
	case p.PreviewErr != nil && p.PreviewErr.Rule != "":
		return p.PreviewErr.Rule
	case p.v.Phase == rules.PhasePick:
		return "pick"
	case p.v.Phase == rules.PhaseTourney:
		return "tournament"
	}
	step := p.Probe
	if step == "" && len(p.steps) > 0 {
		step = p.steps[len(p.steps)-1]
	}
	code, _, _ := strings.Cut(step, " ")
	if section, ok := actRules[code]; ok {
		return section
	}
	return "act"
}

// actRules are the sections about the action cards that are carried out in a
// turn, by their codes.
var actRules = map[string]string{
	"ES": "act.exercise", "EL": "act.exercise", "ED": "act.exercise", "EB": "act.exercise",
	"A": "act.table", "P": "act.horse", "Q": "act.quest", "G": "act.justice", "T": "tournament",
}
