package pages

import (
	"tableronde/views"
)

// briefParts are the questions that the summary of a game answers, by the end of
// their keys: rules.VOICE.brief.goal and so on.
var briefParts = []string{"goal", "turn", "end"}

// entryOf is a section in the table of contents.
type entryOf struct {
	id, title string
	level     int
}

// contentsOf returns the table of contents of the rules of a game.
func contentsOf(m views.Rules) []entryOf {
	all := []entryOf{briefEntry(m)}
	for _, c := range m.Chapters {
		all = append(all, entryOf{c.ID, c.Title, c.Level})
	}
	return all
}

func briefEntry(m views.Rules) entryOf { return entryOf{"brief", m.T("summary.title"), 2} }
