// Package parker renders Camelot and its family: the board of a match, its moves, the page on which
// a position is set up, and the rules.
package parker

import (
	"slices"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// Styles are the style sheets of pages that show a board.
var Styles = []string{"board.css"}

// match is a match on a board.
type match struct{ *views.Match }

// Family shows the games of the Camelot family on the site.
func Family() views.Family {
	return views.Family{
		Styles:   Styles,
		LayOut:   func(m views.Match) (views.Match, views.Table) { return m, layOut(match{&m}) },
		Chapters: chapters,
		Brief:    brief,
		Digest:   digest,
		Board:    true,
		Orders:   conditionsPage,
		Prepared: prepared,
		Written:  written,
		Analysis: analysisPage,
		Review:   reviewPage,
		Decisive: decisive,
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
		Drawn:   len(s.planned) > 0,
		Draws:   m.Started,
		Request: func(text string) (href, label string) {
			return m.To("ask", text), m.T("do." + views.EventKey(text))
		},
	}
	switch {
	case m.Past():
		t.Past = m.pastSentence()
	case m.Yours() && m.Hint != nil:
		t.Status, t.Panel = hint{m}.hintStatus(), hintButtons(m)
	case m.Yours():
		t.Status, t.Panel = m.moveStatus(s), moveButtons(m, s)
	case m.Started && m.Result == nil:
		t.Status = views.Status{Sentence: m.WaitSentence(), Detail: m.waitDetail(), Steady: true}
	}
	if m.Asking() {
		t.Consequence = m.consequence()
	}
	t.Says = m.says(s)
	if g := rules.BoardOf(m.Game.ID); g != nil {
		t.Finale = m.finale(g)
	}
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

// moveStatus returns the text of the bar for a player who is to move.
func (m match) moveStatus(s scene) views.Status {
	status := views.Status{Sentence: s.status.Sentence, Detail: m.detail(s), Steady: true, Why: s.status.Refusal}
	if s.status.OfferMovers {
		status.More = views.Act{Label: m.T("status.ask"), Href: m.To("try", "all")}
	}
	return status
}

// waitDetail returns the second line of the status while another player is to move.
func (m match) waitDetail() string {
	switch {
	case m.Many():
		return m.nextTurns()
	case !m.Seated():
		return m.T("match.watching")
	}
	return m.T("match.wait_here")
}

// scene returns the parts of the page that show the position, with an empty drawing for no
// position.
func (m match) scene() scene {
	v, ok := m.View.(rules.View)
	if !ok {
		return scene{drawing: templ.NopComponent}
	}
	g := v.Board()
	b := board.Board{
		Lang: m.Lang, View: v, Bottom: m.Bottom, Part: m.Zoom, ZoomTo: m.Zoomed, Path: m.Address(), Here: m.AtAddress, Query: m.DisplayQuery(),
		CanMove: m.Yours() && !m.Asking(), LastMove: m.lastMove(g), Ghosts: m.ghosts(), Replayable: len(m.unseen()) > 0,
		NextMove: m.nextMove(g),
	}
	if m.Seated() && !m.Solo {
		b.You = m.You
	}
	if !b.CanMove && m.Notation != "" {
		b.Planned = arrowsOf(g, answersAfter(conditionsIn(m.Match, m.Notation).tree(), nil))
	}
	if b.Explain = !b.CanMove; b.Explain {
		b.Query = m.reasonQuery()
	}
	b = b.With(m.Staged, m.Probe)
	b.Label = m.T("match.board", "Game", m.Lang.Of(m.Game.Name), "Squares", g.Len(), "Army", m.Army(m.Game, m.Bottom)) + "."
	if m.SteppedBy() == "all" {
		b.Label += " " + m.T("replay.keys")
	}
	m.drawNote(&b, m.notes())
	s := scene{planned: b.Planned, facts: m.facts(g), zoom: m.zoomOf(b), told: m.squareReason(b), strips: map[games.Seat]armyStrip{}, setup: SetupPath(v.Position())}
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
		p := picker{m}.pickOf(b)
		s.pick = &p
	}
	s.drawing = b
	return s
}

// facts lists facts about the board and the match, for the place beside the name of the game.
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

// soloArmy names the army to move at a table of one, where "you" would be ambiguous.
func (m match) soloArmy() string {
	if !m.Solo {
		return ""
	}
	return m.Name(m.You)
}

// notes returns the visitor's own note on the shown position and the note of a collection.
func (m match) notes() string {
	if m.Noted == nil {
		return m.OwnNote
	}
	return m.OwnNote + " " + m.Noted.Text
}

// drawNote adds the drawing of a note to a board, and names it.
func (m match) drawNote(b *board.Board, note string) {
	b.Drawn = board.DrawingOf(b.View.Board(), note)
	name := b.View.Board().Name
	var list []string
	for _, a := range b.Drawn.Arrows {
		list = append(list, m.T("match.drawn_arrow", "From", name(a.Way[0]), "To", name(a.Way[1])))
	}
	for _, q := range b.Drawn.Marks {
		list = append(list, m.T("match.drawn_mark", "Square", name(q)))
	}
	if len(list) > 0 {
		b.Label += " " + m.T("match.drawn", "List", strings.Join(list, ", "))
	}
}

// scene holds the parts of the page of a match that show its board.
type scene struct {
	drawing templ.Component
	planned []board.Arrow // of the prepared moves
	facts   string        // about the board, beside the name of the game
	zoom    zoomView
	pick    *moveChoices // nil unless a move is picked from lists
	status  board.Status // of the unfinished move, if the visitor owes one
	told    string       // why the chosen square or button has no effect now, "" if none was chosen
	undo    string       // address without the last leg, "" if nothing is staged
	restart string       // address with nothing staged, "" if nothing is staged
	route   string       // the move that Confirm would post
	path    string       // explanation of the drawn way of the staged move, "" if there is none
	example string       // of a typed move
	strips  map[games.Seat]armyStrip
	setup   string // address at which the position shown can be changed, "" for none
}

// armyStrip holds the parts of the page that show one army.
type armyStrip struct {
	note     string
	army     string // shown before the name if there is room
	captures []capturedPieces
	last     string // the ends of its last move, among four armies
	spoken   string // the captures in words
	state    string // its state: "passed"; "" for an army that plays normally
	gone     bool   // none of its pieces are left
}

// capturedPieces is a number of pieces of one kind.
type capturedPieces struct {
	piece string // id of its drawing
	count int
}

// nextMove returns the way of the advised move, or of the move to show again, over the position
// before it.
func (m match) nextMove(g *rules.Board) []rules.Leg {
	if m.Hint != nil {
		return hint{m}.hintWay(g)
	}
	if !m.Again || m.Shown >= len(m.Log) {
		return nil
	}
	legs, err := g.Route(m.Log[m.Shown].Text)
	if err != nil {
		return nil
	}
	return legs
}

// lastMove returns the way of the last action that led to the position shown.
func (m match) lastMove(g *rules.Board) []rules.Leg {
	if len(m.Path) == 0 {
		return nil
	}
	i := m.Path[len(m.Path)-1]
	if i >= len(m.Log) {
		return nil
	}
	legs, err := g.Route(m.Log[i].Text)
	if err != nil {
		return nil // not a move of this board: there is nothing to draw
	}
	return legs
}

func (m match) strip(v rules.View, seat games.Seat) armyStrip {
	g := v.Board()
	pieces := 0
	for q := range rules.Square(g.Len()) {
		if v.At(q).Seat() == seat {
			pieces++
		}
	}
	note, army := m.N("match.pieces", pieces), ""
	switch with := m.PartnerPhrase(seat); {
	case with != "":
		note, army = with, m.armyNamed(seat)
	case m.Solo && m.Name(seat) == m.Army(m.Game, seat): // the strip has the name of the army
	case m.Many():
		note = m.Lang.Of(g.Army(seat)) + " · " + note
	default:
		note += " · " + m.Lang.Of(g.Army(seat))
	}
	// With two armies each strip shows its captures, with more its losses.
	of, key := seat, "match.lost"
	if g.Seats() == 2 {
		of, key = 3-seat, "match.took"
	}
	men, knights := v.Lost(of)
	s := armyStrip{note: note, army: army, spoken: m.T("match.took_none"), state: m.seatState(seat), gone: pieces == 0}
	if g.Seats() > 2 {
		s.spoken, s.last = m.T("team.lost_none"), lastEnds(m, g, seat)
	}
	t, ordinary := heraldry.TinctureOf(g.Army(of).En), g.Seats() > 2
	if men > 0 {
		s.captures = append(s.captures, capturedPieces{heraldry.Man(t, ordinary), men})
	}
	if knights > 0 {
		s.captures = append(s.captures, capturedPieces{heraldry.Knight(t, ordinary), knights})
	}
	if men+knights > 0 {
		s.spoken = m.T(key) + " " + board.CapturedText(m.Lang, men, knights, "match.both", "match.one")
	}
	return s
}

// lastEnds returns the ends of a seat's last move until the position shown, "G7-G9", and "" without one.
func lastEnds(m match, g *rules.Board, seat games.Seat) string {
	for _, i := range slices.Backward(m.Path) {
		if i >= len(m.Log) || m.Log[i].Seat != seat {
			continue
		}
		text := m.Log[i].Text
		if legs, err := g.Route(text); err == nil {
			return g.Name(legs[0].From) + views.Either(strings.Contains(text, "x"), "x", "-") + g.Name(legs[len(legs)-1].To)
		}
	}
	return ""
}

// exampleMoves returns a canter and a jump in the middle of the board, as one would type them.
func exampleMoves(g *rules.Board) string {
	file, rank := (g.Files()-1)/2, (g.Ranks()-3)/2
	from, ok := g.At(file, rank)
	to, ok2 := g.At(file, rank+2)
	if !ok || !ok2 {
		return ""
	}
	return g.Name(from) + "-" + g.Name(to) + ", " + g.Name(from) + "x" + g.Name(to)
}

// plan is a page on which one tries moves on a board without playing them: the analysis, and
// conditional moves.
type plan struct {
	ahead   lookAhead
	name    string // of the main element
	title   string
	heading string
	problem string          // why the last post was refused, "" for nothing
	asks    string          // the next step if no move is begun
	more    string          // a smaller sentence below
	done    string          // the effect of the last post, "" for none
	warning string          // a paragraph below, "" for none
	acts    templ.Component // the actions on the line, beside the link back; nil for none
	side    templ.Component
	draws   bool // one can draw on the board
	closed  bool // no moves can be tried now: there is no board
}

// conditionsIn returns the conditional moves in the orders of the visitor.
func conditionsIn(m *views.Match, text string) conditions {
	return conditions{Orders: views.Orders{Match: *m, Text: text}}
}

// prepared lists the conditional moves of the visitor: each possible next move, with the answer.
func prepared(m views.Match, text string) (told []string) {
	c := conditionsIn(&m, text)
	for _, one := range c.tree() {
		key := views.Either(len(one.more) > 0, "conditions.prepared_on", "conditions.prepared")
		told = append(told, m.T(key, "Name", c.rivals(), "When", one.when, "Then", one.then))
	}
	return told
}
