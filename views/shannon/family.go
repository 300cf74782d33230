package shannon

import (
	"github.com/a-h/templ"

	"tableronde/views"
)

// Family is how the site shows Le Tournoi de Camelot.
func Family() views.Family {
	return views.Family{
		Page:     func(m views.Match) templ.Component { return views.CardPage(noticed(m), table(m)) },
		Fragment: func(m views.Match) templ.Component { return views.CardFragment(noticed(m), table(m)) },
		Story:    story,
		Chapters: chapters,
		Orders:   orders,
		Written:  written,
	}
}

// noticed has a refusal of what was posted speak as the page does.
func noticed(m views.Match) views.Match {
	if m.Notice != nil && m.Notice.Illegal != nil {
		said := *m.Notice
		said.Illegal = words{m.Lang}.spoken(said.Illegal)
		m.Notice = &said
	}
	return m
}
