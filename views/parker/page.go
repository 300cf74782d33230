// Package parker is what a person sees of Camelot and its family: the board of a
// match, its moves, the page on which a position is set up, and the rules.
package parker

import (
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// Family shows the games of the Camelot family on the site.
func Family() views.Family {
	return views.Family{
		Styles:   Styles,
		LayOut:   func(m views.Match) (views.Match, views.Table) { return m, layOut(match{&m}) },
		Chapters: chapters,
		Brief:    brief,
		Board:    true,
		Orders:   conditionsPage,
		Prepared: prepared,
		Written:  written,
		Analysis: analysisPage,
		Review:   reviewPage,
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
		Arrange: func(title, bar templ.Component) templ.Component { return boardArea(m, s, title, bar) },
		News:    newsLine(m),
		Wishes:  m.wishes(),
		Blocked: s.told,
		Beside:  besideBoard(m, s),
		Rows:    m.rows(s),
		Rule:    m.rule(),
		Orders:  m.T("conditions.title"),
		Request: func(text string) (href, label string) {
			return m.To("ask", text), m.T("do." + views.EventKey(text))
		},
	}
	switch {
	case m.Past():
		t.Past = m.pastSentence()
	case m.Yours() && m.Hint != nil:
		t.Status, t.Panel = m.hintStatus(), hintButtons(m)
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
	status := views.Status{Sentence: s.status.Sentence, Detail: m.detail(s), Steady: true, Why: s.status.Refusal}
	if s.status.OfferMovers {
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

// scene returns what the page shows of the position, nothing without one.
func (m match) scene() scene {
	v, ok := m.View.(rules.View)
	if !ok {
		return scene{drawing: templ.NopComponent}
	}
	g := v.Board()
	b := board.Board{
		Lang: m.Lang, View: v, Bottom: m.Bottom, Part: m.Zoom, ZoomTo: m.Zoomed, Path: m.Address(), Here: m.AtAddress, Query: m.DisplayQuery(),
		CanMove: m.Yours() && !m.Asking(), LastMove: m.lastMove(g), Ghosts: m.ghosts(), Replayable: m.recentNews() != nil,
		NextMove: m.nextMove(g),
	}
	if m.Seated() && !m.Solo {
		b.You = m.You
	}
	if b.Explain = !b.CanMove; b.Explain {
		b.Query = m.reasonQuery()
	}
	b = b.With(m.Staged, m.Probe)
	b.Label = m.T("match.board", "Game", m.Lang.Of(m.Game.Name), "Squares", g.Len(), "Army", m.Army(m.Game, m.Bottom)) + "."
	if m.SteppedBy() == "all" {
		b.Label += " " + m.T("replay.keys")
	}
	s := scene{facts: m.facts(g), zoom: m.zoomOf(b), told: m.squareReason(b), strips: map[games.Seat]armyStrip{}, setup: SetupPath(v.Position())}
	if s.zoom.shown != "" {
		b.Label += " " + m.T("zoom.shown", "Part", s.zoom.shown)
	}
	for seat := games.Seat(1); int(seat) <= g.Seats(); seat++ {
		s.strips[seat] = m.strip(v, seat)
	}
	if b.CanMove {
		s.status, s.example = b.Status(m.soloArmy()), exampleMoves(g)
		if route := b.Stage.Route; route != "" && s.status.Refusal == nil || len(b.Stage.Legs) > 0 {
			s.restart = m.To("", "")
			s.undo = s.restart
			if i := strings.LastIndexAny(route, "-x"); i > 0 {
				s.undo = m.To("m", route[:i])
			}
			b.Label += m.T("match.board_staged", "Route", route)
			s.path = b.PathHelp()
		}
		if s.status.Ready {
			s.route = b.Stage.Route
		}
		if s.status.Refusal == nil {
			s.told = m.pressReason(s)
		}
	}
	if m.Pick {
		p := m.pickOf(b)
		s.pick = &p
	}
	s.drawing = b
	return s
}

// facts tells about the board and the match, beside the name of the game.
func (m match) facts(g *rules.Board) string {
	text := m.N("match.squares", g.Len())
	if m.Many() && m.Game.Partner(1) != 0 {
		text += " · " + m.T("team.in_turn", "Armies", m.InTurn())
	}
	if m.Options["position"] != "" {
		text += " · " + m.T("study.position")
	}
	if m.Hints > 0 {
		text += " · " + m.N("hint.count", m.Hints)
	}
	return text
}

// soloArmy names the army to move at a table of one, where "you" says nothing.
func (m match) soloArmy() string {
	if !m.Solo {
		return ""
	}
	return m.Name(m.You)
}
