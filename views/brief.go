package views

import (
	"tableronde/games/parker"
	"tableronde/views/board"
)

// briefParts are the questions that the summary of a game answers, by the end of
// their keys: rules.VOICE.brief.goal and so on.
var briefParts = []string{"goal", "turn", "end"}

// entryOf is a section in the table of contents.
type entryOf struct {
	id, title string
	level     int
}

// boardEntries is the table of contents of a game on a board.
func (m Rules) boardEntries(chapters []chapter) []entryOf {
	all := []entryOf{m.briefEntry()}
	for _, c := range chapters {
		all = append(all, entryOf{c.id, c.title, c.level})
	}
	return all
}

// entries is the table of contents of a game that brings its chapters.
func (m Rules) entries() []entryOf {
	all := []entryOf{m.briefEntry()}
	for _, c := range m.Chapters {
		all = append(all, entryOf{c.ID, c.Title, c.Level})
	}
	return all
}

func (m Rules) briefEntry() entryOf { return entryOf{"brief", m.t("summary.title"), 2} }

// briefFigures are two pictures of the rules: the move that the family is known
// for, and how a game is won.
func (m Rules) briefFigures() []board.Figure {
	g := parker.BoardOf(m.Game.ID)
	if g == nil {
		return nil
	}
	args := m.facts(g)
	var all []board.Figure
	for _, name := range []string{"charge", "goal", "goal_jump", "goal_pair", "last_enemy", "everyone"} {
		if f, ok := figureNamed(m.Game.ID, name); ok && len(all) < 2 {
			all = append(all, f.picture(m.Lang, g, m.say("figure."+name, f.facts(args))))
		}
	}
	return all
}
