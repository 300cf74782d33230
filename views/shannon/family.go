package shannon

import (
	"tableronde/views"
)

// Family returns how the site shows Le Tournoi de Camelot.
func Family() views.Family {
	return views.Family{
		Styles:   styles,
		LayOut:   layOut,
		Story:    story,
		Chapters: chapters,
		Brief:    brief,
		Orders:   orders,
		Written:  written,
	}
}

// layOut returns the match and what its page shows of the game. A refusal is told
// once, in the words of the page.
func layOut(m views.Match) (views.Match, views.Table) {
	t := table(m)
	if m.Notice != nil && m.Notice.Illegal != nil {
		m.Notice, t.Status.Why = m.Notice.Reworded(words{m.Lang}.worded), nil
	}
	return m, t
}
