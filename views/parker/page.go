// Package parker is what a person sees of Camelot and its family: the board of a
// match, its moves, the page on which a position is set up, and the rules.
package parker

import (
	"github.com/a-h/templ"

	"tableronde/views"
)

// Family shows the games of the Camelot family on the site.
func Family() views.Family {
	return views.Family{
		Styles:   Styles,
		LayOut:   func(m views.Match) (views.Match, views.Table) { return m, layOut(match{m}) },
		Chapters: chapters,
		Brief:    brief,
		Board:    true,
	}
}

// layOut returns the parts of the page of a match that show its board.
func layOut(m match) views.Table {
	s := m.scene()
	t := views.Table{
		Styles:  Styles,
		Class:   m.class(),
		Facts:   s.facts,
		Picture: Alt(m.Page, m.Game),
		Here:    m.Here(),
		Arrange: func(title, bar templ.Component) templ.Component { return ground(m, s, title, bar) },
		News:    newsLine(m),
		Wishes:  m.wishes(),
		Blocked: s.told,
		Beside:  beside(m, s),
		Rows:    m.rows(s),
		Rule:    m.rule(),
		Request: func(text string) (href, label string) {
			return m.To("ask", text), m.T("do." + views.EventKey(text))
		},
	}
	switch {
	case m.Past():
		t.Past = m.pastSentence()
	case m.Yours():
		t.Status, t.Panel = m.moveStatus(s), moveButtons(m, s)
	case m.Started && m.Result == nil:
		t.Status = views.Status{Sentence: m.WaitSentence(), Detail: m.waitDetail(), Steady: true}
	}
	if m.Asking() {
		t.Consequence = m.consequence()
	}
	t.Says = m.says(s)
	return t
}

// class returns the classes of the page's main element.
func (m match) class() string {
	class := "board-game"
	if m.Many() {
		class += " four"
	}
	if m.Pick {
		class += " picking"
	}
	return class
}

// moveStatus returns what the bar says to whoever owes a move.
func (m match) moveStatus(s scene) views.Status {
	status := views.Status{Sentence: s.status.Sentence, Detail: m.detail(s), Steady: true, Why: s.status.Why}
	if s.status.Ask {
		status.More = views.Act{Label: m.T("status.ask"), Href: m.To("try", "all")}
	}
	return status
}

// waitDetail returns the second line of the status while somebody else is to
// move.
func (m match) waitDetail() string {
	switch {
	case m.Many():
		return m.nextTurns()
	case !m.Seated():
		return m.T("match.watching")
	}
	return m.T("match.wait_here")
}

// consequence tells what the event to be confirmed would do, "" where general words
// say it.
func (m match) consequence() string {
	switch key := views.EventKey(m.Confirm); {
	case m.Many() && key == "resign":
		return m.resignConsequence()
	case m.Many() && (key == "offer_draw" || key == "offer_undo"):
		return m.T("ask."+key+".all", "Names", m.voters(key == "offer_draw"))
	}
	return ""
}
