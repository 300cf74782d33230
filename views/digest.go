package views

import (
	"strings"

	"github.com/a-h/templ"

	"tableronde/games/guides"
	"tableronde/games/lessons"
)

// Digest is the rules of a game on one screen: cells with drawings of a board, or the phases of a
// round and rows about the cards.
type Digest struct {
	Defs   string // SVG that the drawings refer to, "" for the usual ones
	Facts  string // the size of the game, in one line
	Cells  []DigestEntry
	Phases []DigestEntry // numbered from 1
	Rows   []DigestEntry
}

// DigestEntry is a rule in one or two sentences. The words between asterisks are strong.
type DigestEntry struct {
	Drawing     templ.Component // nil in a phase
	Title, Text string
}

// LessonsLabel returns the name of the link to the lessons or to the guided first round of the game,
// "" for a game without either.
func (m Rules) LessonsLabel() string {
	if _, ok := guides.Of(m.Game.ID); ok {
		return m.T("guide.link")
	}
	if len(lessons.Of(m.Game.ID)) > 0 {
		return m.T("lesson.by_doing")
	}
	return ""
}

// LessonsPath returns the address of the first lesson of the game, or of its guided round.
func (m Rules) LessonsPath() string { return "/learn/" + m.Game.ID + "/1" }

// DigestPath returns the address of the rules of the game on one page.
func (m Rules) DigestPath() string { return "/rules/" + m.Game.ID + "/digest" }

// StrategyPath returns the address of the article about the strategy of the game.
func (m Rules) StrategyPath() string { return "/rules/" + m.Game.ID + "/strategy" }

// runs splits a text at its asterisks: every second part is strong.
func runs(text string) []string { return strings.Split(text, "*") }

// DigestRow names a row of the rules of a card game on one screen, and its icon as SVG.
type DigestRow struct{ Name, Icon string }

// CardDigest returns the rules of a card game on one screen, from the names of its phases and rows.
func (m Rules) CardDigest(defs string, phases []string, rows []DigestRow) Digest {
	key := "digest." + m.Game.ID + "."
	entry := func(name string) DigestEntry {
		return DigestEntry{Title: m.T(key + name + ".title"), Text: m.T(key + name)}
	}
	s := Digest{Defs: defs, Facts: m.T(key + "facts")}
	for _, name := range phases {
		s.Phases = append(s.Phases, entry(name))
	}
	for _, row := range rows {
		e := entry(row.Name)
		e.Drawing = templ.Raw(row.Icon)
		s.Rows = append(s.Rows, e)
	}
	return s
}
