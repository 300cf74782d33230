package parker

import (
	"tableronde/games"
	rules "tableronde/games/parker"
)

// rule returns the section of the rules about the visitor's next decision, or
// about how the match ended.
func (m match) rule() string {
	v, ok := m.View.(rules.View)
	switch {
	case !ok || !m.Started:
		return "brief"
	case m.Result != nil && !m.Past():
		return endRule(m.Result.Reason)
	case m.Draw != 0 && !m.Past():
		return "end.agreement"
	case !m.Yours():
		return "moves"
	}
	stage := v.Stage(m.Staged)
	switch {
	case stage.Why != nil && stage.Why.Rule != "":
		return stage.Why.Rule
	case len(stage.Legs) > 0:
		return stagedRule(stage)
	case v.MustLeave() != rules.NoSquare:
		return "castles.leaving"
	case v.MustCapture():
		return "moves.obligation"
	}
	for _, kind := range []struct {
		of   rules.Kind
		rule string
	}{{rules.CastleMove, "castles.move"}, {rules.Charge, "moves.charge"}, {rules.Jump, "moves.jump"}} {
		for _, t := range append(stage.Next[:len(stage.Next):len(stage.Next)], stage.Far...) {
			if t.Kind == kind.of {
				return kind.rule
			}
		}
	}
	return "moves"
}

// stagedRule returns the section about the last leg of what is staged.
func stagedRule(stage rules.Stage) string {
	kinds := map[rules.Kind]bool{}
	for _, leg := range stage.Legs {
		kinds[leg.Kind] = true
	}
	switch {
	case kinds[rules.Canter] && (kinds[rules.Jump] || stage.Must):
		return "moves.charge"
	case kinds[rules.Jump]:
		return "moves.jump"
	case kinds[rules.Canter]:
		return "moves.canter"
	case kinds[rules.CastleMove]:
		return "castles.move"
	}
	return "moves.plain"
}

// endRule returns the section about a way in which a match ends.
func endRule(reason string) string {
	switch reason {
	case games.ReasonAgreement:
		return "end.agreement"
	case games.ReasonResignation:
		return "end.resignation"
	case rules.ReasonRepetition, rules.ReasonFiftyRounds:
		return "end.claim"
	}
	return "end"
}
