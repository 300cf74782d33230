package views

import (
	"slices"

	"github.com/a-h/templ"
)

// actionGroup is a section of what a match offers besides its moves.
type actionGroup struct {
	name  string // for its id
	title string // key of its heading
	rows  []actionRow
}

// actionRow is one line of a section: a link, or a form.
type actionRow struct {
	id       string // of the link, "" none
	icon     string
	label    string
	href     string
	download bool
	alarm    bool            // it cannot be undone, and somebody loses by it
	form     templ.Component // shown in place of the link; nil for a link
}

// boardActions lists what a match on a board offers.
func (m Match) boardActions(s scene) []actionGroup {
	game, end := m.requestRows(
		func(text string) string { return m.to("ask", text) },
		func(text string) string { return m.t("do." + eventKey(text)) },
	)
	if m.takesBack() {
		game = append([]actionRow{{form: takeBack(m)}}, game...)
	}
	return filled(
		actionGroup{"game", "match.section.game", append(game, m.rulesRow(m.boardRule()))},
		actionGroup{"board", "match.section.board", m.boardRows(s)},
		actionGroup{"match", "match.section.match", m.matchRows()},
		actionGroup{"end", "match.section.end", end},
	)
}

// cardActions lists what a match of cards offers.
func (m Match) cardActions(t Table) []actionGroup {
	game, end := m.requestRows(m.Asks, m.request)
	if m.Orders {
		game = append([]actionRow{{id: "orders", icon: "orders", label: m.ordersTitle(t), href: m.path() + "/orders"}}, game...)
	}
	return filled(
		actionGroup{"game", "match.section.game", append(game, m.rulesRow(m.cardRule(t)))},
		actionGroup{"match", "match.section.match", m.matchRows()},
		actionGroup{"end", "match.section.end", end},
	)
}

// filled drops the sections without rows.
func filled(groups ...actionGroup) []actionGroup {
	return slices.DeleteFunc(groups, func(g actionGroup) bool { return len(g.rows) == 0 })
}

// requestIcons are the pictures of the events that are confirmed before they are
// posted, by eventKey.
var requestIcons = map[string]string{
	"offer_draw": "equal", "claim_draw": "equal", "offer_undo": "back", "resign": "flag", "abort": "cross",
}

// requestRows parts the events that the visitor may ask for into those that the
// game goes on after and those that end it.
func (m Match) requestRows(href, label func(text string) string) (game, end []actionRow) {
	if m.Result != nil {
		return nil, nil
	}
	for _, text := range m.requests() {
		key := eventKey(text)
		row := actionRow{icon: requestIcons[key], label: label(text), href: href(text)}
		if key == "resign" || key == "abort" {
			row.alarm = key == "resign"
			end = append(end, row)
		} else {
			game = append(game, row)
		}
	}
	return game, end
}

// rulesRow leads to a section of the rules.
func (m Match) rulesRow(section string) actionRow {
	return actionRow{id: "rules", icon: "rules", label: m.t("match.rules"), href: m.rulesAt(section)}
}

// boardRows are the ways to look at the board and to play on it without touching
// its squares.
func (m Match) boardRows(s scene) []actionRow {
	rows := []actionRow{{id: "flip", icon: "flip", label: m.t("match.flip"), href: m.flipped()}}
	if s.zoom.toggle != "" {
		label := m.t("zoom.in")
		if s.zoom.shown != "" {
			label = m.t("zoom.out")
		}
		rows = append(rows, actionRow{id: "zoom-toggle", icon: "zoom", label: label, href: s.zoom.toggle})
	}
	if m.yours() || m.Pick {
		label := m.t("pick.open")
		if m.Pick {
			label = m.t("pick.close")
		}
		rows = append(rows, actionRow{id: "pick-toggle", icon: "list", label: label, href: m.picking(!m.Pick)})
	}
	if s.setup != "" {
		rows = append(rows, actionRow{id: "setup-from", icon: "squares", label: m.t("study.from_match"), href: s.setup})
	}
	return rows
}

// matchRows lead to what is kept about the match.
func (m Match) matchRows() []actionRow {
	var rows []actionRow
	if position := m.Options["position"]; position != "" {
		rows = append(rows, actionRow{id: "study", icon: "squares", label: m.t("study.from"), href: Row{Study: position}.setup()})
	}
	if m.Fair.Commitment != "" {
		rows = append(rows, actionRow{id: "deal", icon: "check", label: m.t("fair.title"), href: m.path() + "/deal"})
	}
	if m.Result != nil || m.Started && !m.Game.Hidden {
		rows = append(rows, actionRow{id: "record", icon: "download", label: m.t("match.record"), href: m.path() + "/record", download: true})
	}
	if m.Result != nil && m.seated() {
		rows = append(rows, actionRow{id: "share", icon: "watch", label: m.t("share.open"), href: m.path() + "/share"})
	}
	if m.Was != "" {
		rows = append(rows, actionRow{id: "before", icon: "prev", label: m.t("match.before"), href: "/m/" + m.Was})
	}
	return rows
}
