package shannon

import (
	"github.com/a-h/templ"

	"tableronde/views"
)

// Family is how the site shows Le Tournoi de Camelot.
func Family() views.Family {
	return views.Family{
		Page:     func(m views.Match) templ.Component { return views.CardPage(m, table(m)) },
		Fragment: func(m views.Match) templ.Component { return views.CardFragment(m, table(m)) },
		Story:    story,
		Chapters: chapters,
		Orders:   orders,
		Written:  written,
	}
}
