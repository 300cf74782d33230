package parker

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/board"
)

// numbered returns the move at an index of Log with its number and captures: "12. Ada: F8xF10, one
// man captured".
func (m match) numbered(index int) string {
	e := m.Log[index]
	key, taken := "replay.move", m.captured(index)
	if taken != "" {
		key = "replay.captured"
	}
	return m.T(key, "Number", m.Rounds()[index], "Name", m.Name(e.Seat), "Move", e.Text, "Taken", taken)
}

// captured names the pieces that a move captured, "" for none or for an unknown position before it.
func (m match) captured(index int) string {
	before, ok := m.Before[index].(rules.View)
	if !ok {
		return ""
	}
	legs, err := before.Board().Route(m.Log[index].Text)
	if err != nil {
		return ""
	}
	men, knights := captures(before, legs)
	return board.CapturedText(m.Lang, men, knights, "taken.both", "taken.one")
}

// pastSentence describes the event that led to the earlier position shown: a move, or an event
// outside of the game.
func (m match) pastSentence() string {
	switch {
	case m.Again && m.Shown < len(m.Log):
		return m.sentence(m.Shown + 1)
	case m.Shown == 0:
		return m.T("match.past_start")
	case table.IsSurrounding(m.Log[m.Shown-1].Text):
		return m.T("match.last_was", "What", m.DescribePly(m.Shown))
	}
	return m.numbered(m.Shown-1) + "."
}

// whereabouts returns the line below the steps: the move that led to the position shown, and its
// number among all; "" for the present position of a match under way.
func (m match) whereabouts() string {
	if !m.Past() && m.Result == nil {
		return ""
	}
	what := m.T("match.past_start")
	if last := m.ShownMove(); last > 0 {
		what = m.numbered(last - 1)
	}
	return m.Whereabouts(what)
}

// rows returns the links that turn the board, zoom, list moves or set up its
// position.
func (m match) rows(s scene) []views.Act {
	rows := []views.Act{{ID: "flip", Icon: "flip", Label: m.T("match.flip"), Href: m.Flipped()}}
	if s.zoom.toggle != "" {
		label := m.T(views.Either(s.zoom.shown != "", "zoom.out", "zoom.in"))
		rows = append(rows, views.Act{ID: "zoom-toggle", Icon: "zoom", Label: label, Href: s.zoom.toggle})
	}
	if m.Yours() || m.Pick {
		label := m.T(views.Either(m.Pick, "pick.close", "pick.open"))
		rows = append(rows, views.Act{ID: "pick-toggle", Icon: "list", Label: label, Href: m.picking(!m.Pick)})
	}
	if m.Started && m.Token == "" {
		rows = append(rows, views.Act{ID: "analysis", Icon: "again", Label: m.T("analysis.link"), Href: m.analysisPath()})
	}
	rows = append(rows, views.Act{ID: "look-of", Icon: "gear", Label: m.T("look.title"), Href: views.LookPath(m.Address())})
	if s.setup != "" {
		rows = append(rows, views.Act{ID: "setup-from", Icon: "squares", Label: m.T("study.from_match"), Href: s.setup})
	}
	return rows
}

// analysisPath returns the address of the analysis from the position shown.
func (m match) analysisPath() string {
	var query []string
	if m.Past() {
		query = append(query, "ply="+strconv.Itoa(m.Shown))
	}
	if display := m.DisplayQuery(); display != "" {
		query = append(query, display)
	}
	if len(query) == 0 {
		return m.Match.Address() + "/analysis"
	}
	return m.Match.Address() + "/analysis?" + strings.Join(query, "&")
}

// moveList renders the log of a match as a table: a row for each round with a column for each seat,
// empty for a seat that was skipped. It writes its HTML itself, as a long match has hundreds of
// entries.
type moveList struct {
	match
	scene scene
	span  moveSpan
}

// moveSpan is the part of the log that is listed: whole rounds, with the events outside of the game
// among them.
type moveSpan struct {
	views.LogPart       // its rounds
	from, to      int   // indexes in Log
	rounds        []int // of all of Log, as Rounds numbers them
}

// mostEntries is the largest number of events in a list, however few their rounds are.
const mostEntries = 400

func (m match) moveSpan() moveSpan {
	s := moveSpan{to: len(m.Log), rounds: m.Rounds()}
	all, shown := 0, 0
	for i, round := range s.rounds {
		if all = max(all, round); i < m.Shown {
			shown = all
		}
	}
	s.LogPart = m.Match.LogPart(views.MoveWords, all, shown)
	if s.First > 1 {
		s.from = slices.Index(s.rounds, s.First)
	}
	if s.Last < all {
		s.to = slices.Index(s.rounds, s.Last+1)
	}
	if s.to-s.from > mostEntries {
		s.from = min(max(m.Shown-mostEntries/2, s.from), s.to-mostEntries)
		s.to = s.from + mostEntries
		numbers := slices.DeleteFunc(slices.Clone(s.rounds[s.from:s.to]), func(round int) bool { return round == 0 })
		if len(numbers) > 0 {
			s.First, s.Last = numbers[0], numbers[len(numbers)-1]
		}
	}
	return s
}

// moveEntry is one event in the list.
type moveEntry struct {
	ply    int // position after it
	seat   games.Seat
	text   string
	action bool
	undone bool
}

// entries lists the events of the span.
func (l moveList) entries() []moveEntry {
	led := make([]bool, len(l.Log))
	for _, i := range l.Path {
		if i < len(led) {
			led[i] = true
		}
	}
	all := make([]moveEntry, 0, l.span.to-l.span.from)
	for i := l.span.from; i < l.span.to; i++ {
		e, action := l.Log[i], l.span.rounds[i] > 0
		all = append(all, moveEntry{
			ply: i + 1, seat: e.Seat, text: e.Text, action: action,
			undone: action && i < l.Shown && !led[i],
		})
	}
	return all
}

var tables = sync.Pool{New: func() any { return new([]byte) }}

// Render writes the list.
func (l moveList) Render(_ context.Context, w io.Writer) error {
	buf := tables.Get().(*[]byte)
	defer tables.Put(buf)
	out := append((*buf)[:0], `<table class="moves" id="moves" translate="no"><caption class="vh">`...)
	out = append(out, templ.EscapeString(l.T("match.moves"))...)
	out = append(out, `</caption><colgroup><col class="n">`...)
	for range l.Seats {
		out = append(out, `<col>`...)
	}
	out = append(out, `</colgroup>`...)
	out = append(l.head(out), `<tbody>`...)
	column, current := 0, l.current()
	for _, e := range l.entries() {
		switch {
		case !e.action:
			out = l.closeRow(out, column)
			out, column = l.note(out, e), 0
		default:
			if column == 0 || int(e.seat) <= column {
				out = l.closeRow(out, column)
				out, column = l.number(append(out, `<tr>`...), l.span.rounds[e.ply-1]), 0
			}
			for column+1 < int(e.seat) {
				out = append(out, `<td></td>`...)
				column++
			}
			out = l.cell(out, e, e.ply == current)
			column++
		}
	}
	out = l.closeRow(out, column)
	if l.scene.restart != "" && len(l.scene.route)+len(l.Staged) > 0 {
		out = l.staged(out)
	}
	out = append(out, `</tbody></table>`...)
	*buf = out
	_, err := w.Write(out)
	return err
}

// head appends the header of the columns; it is visible only with more than two,
// which are named by their armies.
func (l moveList) head(out []byte) []byte {
	class := views.Either(l.Many(), "", ` class="vh"`)
	out = append(append(append(out, `<thead`...), class...), `><tr><th scope="col"><span class="vh">`...)
	out = append(append(out, templ.EscapeString(l.T("match.round"))...), `</span></th>`...)
	for i := range l.Seats {
		seat := games.Seat(i + 1)
		out = append(out, `<th scope="col">`...)
		if l.Many() {
			out = append(out, views.Badge(l.Game, seat)...)
			out = append(out, templ.EscapeString(l.Army(l.Game, seat))...)
		} else {
			out = append(out, templ.EscapeString(l.Name(seat))...)
		}
		out = append(out, `</th>`...)
	}
	return append(out, `</tr></thead>`...)
}

// closeRow ends a row after its first cells; with none there is no row to end.
func (l moveList) closeRow(out []byte, cells int) []byte {
	if cells == 0 {
		return out
	}
	for range len(l.Seats) - cells {
		out = append(out, `<td></td>`...)
	}
	return append(out, `</tr>`...)
}

func (l moveList) number(out []byte, n int) []byte {
	out = append(out, `<th scope="row">`...)
	out = strconv.AppendInt(out, int64(n), 10)
	return append(out, `</th>`...)
}

// note appends an event outside of the game, in a row of its own.
func (l moveList) note(out []byte, e moveEntry) []byte {
	out = append(out, `<tr class="note"><td colspan="`...)
	out = append(strconv.AppendInt(out, int64(len(l.Seats)+1), 10), `">`...)
	out = l.link(out, e, l.DescribeEvent(e.ply-1))
	return append(out, `</td></tr>`...)
}

func (l moveList) cell(out []byte, e moveEntry, current bool) []byte {
	switch {
	case current:
		out = append(out, `<td class="now">`...)
	case e.undone:
		out = append(out, `<td class="undone">`...)
	default:
		out = append(out, `<td>`...)
	}
	out = l.link(out, e, e.text)
	if e.undone {
		out = append(append(append(out, ` <span class="vh">`...), templ.EscapeString(l.T("match.taken_back"))...), `</span>`...)
	}
	return append(out, `</td>`...)
}

// current returns the ply of the last action that led to the position shown.
func (l moveList) current() int {
	if len(l.Path) == 0 {
		return 0
	}
	return l.Path[len(l.Path)-1] + 1
}

func (l moveList) link(out []byte, e moveEntry, text string) []byte {
	out = append(append(out, `<a href="`...), templ.EscapeString(l.At(e.ply))...)
	out = append(out, '"')
	if e.ply == l.Shown {
		out = append(out, ` aria-current="true"`...)
	}
	return append(append(append(out, '>'), templ.EscapeString(text)...), `</a>`...)
}

// staged appends the staged move at the end of the list.
func (l moveList) staged(out []byte) []byte {
	out = append(out, `<tr id="staged"><td></td><td class="staged" colspan="`...)
	out = append(strconv.AppendInt(out, int64(len(l.Seats)), 10), `">`...)
	out = append(out, templ.EscapeString(l.Staged)...)
	return append(out, `</td></tr>`...)
}
