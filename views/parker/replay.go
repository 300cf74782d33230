package parker

import (
	"strconv"
	"strings"
	rules "tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/board"
)

// numbered tells the move at an index of Log with its number and captures: "12.
// Ada: F8xF10, one man captured".
func (m match) numbered(index int) string {
	e := m.Log[index]
	key, taken := "replay.move", m.captured(index)
	if taken != "" {
		key = "replay.captured"
	}
	return m.T(key, "Number", m.Rounds()[index], "Name", m.Name(e.Seat), "Move", e.Text, "Taken", taken)
}

// captured tells what a move captured, "" if nothing or if the position before it
// is not known.
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

// pastSentence tells how the match came to the earlier position shown: by a move,
// or by an event around the game.
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

// whereabouts returns the line below the steps: the move that led to the position
// shown, and its number among all; "" while the match goes on and its present
// position is shown.
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
		label := m.T("zoom.in")
		if s.zoom.shown != "" {
			label = m.T("zoom.out")
		}
		rows = append(rows, views.Act{ID: "zoom-toggle", Icon: "zoom", Label: label, Href: s.zoom.toggle})
	}
	if m.Yours() || m.Pick {
		label := m.T("pick.open")
		if m.Pick {
			label = m.T("pick.close")
		}
		rows = append(rows, views.Act{ID: "pick-toggle", Icon: "list", Label: label, Href: m.picking(!m.Pick)})
	}
	if m.Started && m.Token == "" {
		rows = append(rows, views.Act{ID: "analysis", Icon: "again", Label: m.T("analysis.link"), Href: m.analysisPath()})
	}
	if s.setup != "" {
		rows = append(rows, views.Act{ID: "setup-from", Icon: "squares", Label: m.T("study.from_match"), Href: s.setup})
	}
	return rows
}

// analysisPath returns the address at which moves are tried from the position shown.
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
