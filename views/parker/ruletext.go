package parker

import (
	"github.com/a-h/templ"

	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// ruleSections lists the sections of the rules in their order.
var ruleSections = []ruleSection{
	{"differs", 2, ""},
	{"aim", 2, "T"},
	{"board", 2, "TW"},
	{"order", 2, "T"},
	{"order.partners", 3, "T"},
	{"order.passing", 3, "TW"},
	{"moves", 2, "T"},
	{"moves.plain", 3, "T"},
	{"moves.canter", 3, "TW"},
	{"moves.jump", 3, "T"},
	{"moves.charge", 3, "TW"},
	{"moves.obligation", 3, "TW"},
	{"castles", 2, "T"},
	{"castles.goal", 3, "TW"},
	{"castles.own", 3, "TW"},
	{"castles.sides", 3, "W"},
	{"castles.leaving", 3, "TW"},
	{"castles.move", 3, "TW"},
	{"end", 2, "TW"},
	{"end.agreement", 3, "T"},
	{"end.claim", 3, "O"},
	{"end.resignation", 3, "O"},
	{"notation", 2, "WO"},
	{"notation.position", 3, "O"},
	{"sources", 2, ""},
}

// chapters returns the rules of a game. It leaves out sections without a sentence
// in any voice of the game; links to them lead to the section before.
func chapters(r views.Rules) []views.Chapter {
	m := book{r}
	g := rules.BoardOf(m.Game.ID)
	if g == nil {
		return nil
	}
	args := m.facts(g)
	var list []views.Chapter
	for _, s := range ruleSections {
		sentences := m.sentences(s.id, args)
		if len(sentences) == 0 {
			if len(list) > 0 {
				list[len(list)-1].Anchors = append(list[len(list)-1].Anchors, s.id)
			}
			continue
		}
		c := views.Chapter{ID: s.id, Level: s.level, Title: m.say(s.id+".title", args), Sentences: sentences}
		c.Body = templ.Join(chapterBody(m, s.id), figureList(m.figures(s.id, g, args)), sourceLine(m, m.sources(s)))
		if s.id == "differs" {
			c.Sentences, c.Body = nil, sentenceList(sentences)
		}
		list = append(list, c)
	}
	return list
}

// brief returns two pictures of the rules: the move that the family is known for,
// and how a game is won.
func brief(r views.Rules) templ.Component {
	m := book{r}
	g := rules.BoardOf(m.Game.ID)
	if g == nil {
		return templ.NopComponent
	}
	args := m.facts(g)
	var all []board.Figure
	for _, name := range []string{"charge", "goal", "goal_jump", "goal_pair", "last_enemy", "everyone"} {
		if f, ok := figureNamed(m.Game.ID, name); ok && len(all) < 2 {
			all = append(all, f.picture(m.Lang, g, m.say("figure."+name, f.facts(args))))
		}
	}
	return figureList(all)
}
