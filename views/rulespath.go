package views

import (
	"net/url"
	"regexp"

	"tableronde/games"
	"tableronde/games/parker"
)

// rulesPath is where the match links to for the rules of its game. They lead
// back to the match as it is shown, with what is staged.
func (m Match) rulesPath() string {
	here := m.cardHere()
	if parker.BoardOf(m.Game.ID) != nil {
		here = m.here()
	}
	return "/rules/" + m.Game.ID + "?back=" + url.QueryEscape(here)
}

// rulesAt is rulesPath at a section, "" for the beginning.
func (m Match) rulesAt(section string) string {
	if section == "" {
		return m.rulesPath()
	}
	return m.rulesPath() + "#" + section
}

// RulesAt is where the pages of card games link to for a section of the rules.
func (m Match) RulesAt(section string) string { return m.rulesAt(section) }

// matchPath is what the address of a match looks like.
var matchPath = regexp.MustCompile(`^/m/[A-Za-z0-9_-]{1,40}$`)

// maxBack bounds the address to go back to; a long staged turn of cards has a
// few hundred characters.
const maxBack = 4000

// BackToMatch returns the address of a match of this site that a link to the
// rules may name as the page to go back to, or "" for anything else.
func BackToMatch(text string) string {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxBack || u.Scheme != "" || u.Opaque != "" || u.Host != "" || u.User != nil || !matchPath.MatchString(u.EscapedPath()) {
		return ""
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return ""
	}
	back := url.URL{Path: u.Path, RawQuery: query.Encode()}
	return back.String()
}

// boardRule is the section of the rules about what is asked of the visitor, or
// about how the match ended.
func (m Match) boardRule() string {
	v, ok := m.View.(parker.View)
	switch {
	case !ok || !m.Started:
		return "brief"
	case m.Result != nil && !m.past():
		return endRule(m.Result.Reason)
	case m.Draw != 0 && !m.past():
		return "end.agreement"
	case !m.yours():
		return "moves"
	}
	stage := v.Stage(m.Staged)
	switch {
	case stage.Why != nil && stage.Why.Rule != "":
		return stage.Why.Rule
	case len(stage.Legs) > 0:
		return stagedRule(stage)
	case v.MustLeave() != parker.NoSquare:
		return "castles.leaving"
	case v.MustCapture():
		return "moves.obligation"
	}
	for _, kind := range []struct {
		of   parker.Kind
		rule string
	}{{parker.CastleMove, "castles.move"}, {parker.Charge, "moves.charge"}, {parker.Jump, "moves.jump"}} {
		for _, t := range append(stage.Next[:len(stage.Next):len(stage.Next)], stage.Far...) {
			if t.Kind == kind.of {
				return kind.rule
			}
		}
	}
	return "moves"
}

// stagedRule is the section about the last leg of what is staged.
func stagedRule(stage parker.Stage) string {
	kinds := map[parker.Kind]bool{}
	for _, leg := range stage.Legs {
		kinds[leg.Kind] = true
	}
	switch {
	case kinds[parker.Canter] && (kinds[parker.Jump] || stage.Must):
		return "moves.charge"
	case kinds[parker.Jump]:
		return "moves.jump"
	case kinds[parker.Canter]:
		return "moves.canter"
	case kinds[parker.CastleMove]:
		return "castles.move"
	}
	return "moves.plain"
}

// endRule is the section about a way in which a match ends.
func endRule(reason string) string {
	switch reason {
	case games.ReasonAgreement:
		return "end.agreement"
	case games.ReasonResignation:
		return "end.resignation"
	case parker.ReasonRepetition, parker.ReasonFiftyRounds:
		return "end.claim"
	}
	return "end"
}

// cardRule is the section of the rules that the status of a table of cards is
// about.
func (m Match) cardRule(t Table) string {
	if m.Started && t.Rule != "" {
		return t.Rule
	}
	return "brief"
}
