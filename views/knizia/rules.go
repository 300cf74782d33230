package knizia

import (
	"strconv"
	"strings"

	rules "tableronde/games/knizia"
	"tableronde/views"
)

// sections is how the rules are cut, with the level of each heading. Refusals
// name them.
var sections = []struct {
	id    string
	level int
}{
	{"aim", 2},
	{"cards", 2},
	{"opening", 2},
	{"opening.card", 3},
	{"turn", 2},
	{"turn.play", 3},
	{"turn.maiden", 3},
	{"turn.end", 3},
	{"withdrawal", 2},
	{"token", 2},
	{"actions", 2},
	{"actions.sole", 3},
	{"actions.color", 3},
	{"actions.unhorse", 3},
	{"actions.change_weapon", 3},
	{"actions.drop_weapon", 3},
	{"actions.break_lance", 3},
	{"actions.riposte", 3},
	{"actions.dodge", 3},
	{"actions.retreat", 3},
	{"actions.knock_down", 3},
	{"actions.outmaneuver", 3},
	{"actions.charge", 3},
	{"actions.countercharge", 3},
	{"actions.disgrace", 3},
	{"actions.adapt", 3},
	{"actions.outwit", 3},
	{"actions.shield", 3},
	{"actions.status", 3},
	{"lancelot", 2},
	{"lancelot.orders", 3},
	{"ahead", 2},
	{"ahead.withdraw", 3},
	{"ahead.turn", 3},
	{"hidden", 2},
	{"end", 2},
	{"end.resignation", 3},
	{"options", 2},
	{"fair", 2},
	{"notation", 2},
	{"sources", 2},
}

// chapters returns the rules of the game.
func chapters(m views.Rules) []views.Chapter {
	all := make([]views.Chapter, 0, len(sections))
	for _, s := range sections {
		key := "rules.knizia." + s.id
		c := views.Chapter{ID: s.id, Level: s.level, Title: m.T(key + ".title")}
		for n := 1; m.Has(key + "." + strconv.Itoa(n)); n++ {
			c.Sentences = append(c.Sentences, m.T(key+"."+strconv.Itoa(n)))
		}
		code := strings.TrimPrefix(s.id, "actions.")
		switch e, ok := examples[code]; {
		case s.id == "aim":
			c.Body = rulesDefs()
		case s.id == "cards":
			c.Body = cardStock(m)
		case code == "status":
			c.Body = actionExample(m, "stunned", e)
		case ok:
			c.Body = actionExample(m, code, e)
		case rules.ParseCard(code).IsAction():
			c.Body = plainAction(m, code)
		}
		all = append(all, c)
	}
	return all
}
