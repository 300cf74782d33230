package views

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/a-h/templ"
)

// Act is a button in the action bar. It leads to a page, posts actions, or only says why it can do
// neither.
type Act struct {
	ID      string // stable, so that the focus stays on it; "confirm" is the main button
	Label   string
	Detail  string // a few words under the label
	Icon    string
	Class   string   // "primary", "danger"
	Href    string   // path of the page to open
	Actions []string // or actions to post, all or none
	Why     string   // or the reason why neither is possible now
	Final   bool     // Actions are complete: they may be sent without confirmation
}

// TakeBack is the action in a form that takes back the last action without asking others.
const TakeBack = "take back"

// actionGroup is a section of the actions of a match other than its moves.
type actionGroup struct {
	name  string // for its id
	title string // key of its heading
	rows  []actionRow
}

// actionRow is one line of a section: a link, or a form.
type actionRow struct {
	id       string // of the link, "" for none
	icon     string
	label    string
	note     string // under the label, "" for none
	href     string
	download bool
	alarm    bool            // it cannot be undone, and a player loses by it
	form     templ.Component // shown instead of the link; nil for a link
}

// actionGroups lists the actions on a match other than its moves, in sections.
func (m *Match) actionGroups(t *Table) []actionGroup {
	game, end := m.requestRows(t)
	if m.Orders {
		game = append([]actionRow{{id: "orders", icon: "orders", label: cmp.Or(t.Orders, m.T("orders.title")), href: m.Address() + "/orders"}}, game...)
	}
	if m.takesBack() {
		game = append([]actionRow{{form: takeBack(&m.Draft)}}, game...)
	}
	here := m.currentPath(t)
	digest := actionRow{id: "digest-link", icon: "rules", label: m.T("digest.open"), href: withDigest(here)}
	rules := actionRow{id: "rules", icon: "rules", label: m.T("match.rules"), href: m.rulesFrom(here) + "#" + t.ruleSection(&m.Position)}
	return withoutEmpty(
		actionGroup{"game", "match.section.game", append(game, digest, rules, actionRow{form: soundSwitch(m.Page)})},
		actionGroup{"board", "match.section.board", m.fieldRows(t)},
		actionGroup{"match", "match.section.match", m.matchRows()},
		actionGroup{"end", "match.section.end", end},
	)
}

// fieldRows lists the links to other views of the board or table.
func (m *Match) fieldRows(t *Table) []actionRow {
	rows := Each(t.Rows, func(act Act) actionRow {
		return actionRow{id: act.ID, icon: act.Icon, label: act.Label, href: act.Href}
	})
	if t.Draws {
		rows = append(rows, actionRow{form: drawSwitches(m)})
	}
	return rows
}

// withoutEmpty removes the sections without rows.
func withoutEmpty(groups ...actionGroup) []actionGroup {
	return slices.DeleteFunc(groups, func(g actionGroup) bool { return len(g.rows) == 0 })
}

// takesBack reports whether the visitor plays alone or against bots and may take back the last
// action.
func (m *Position) takesBack() bool {
	if m.Bots {
		return !m.Past() && slices.ContainsFunc(m.Offers, func(text string) bool { return EventKey(text) == "offer_undo" })
	}
	return m.Solo && m.Started && m.Result == nil && !m.Past() && len(m.Path) > 0 && !m.Game.Hidden && !m.Game.Chance
}

// requestEvents lists the events that the visitor may post after a confirmation, without answers to
// offers. A solo table has no request or resignation, because there is no opponent.
func (m *Position) requestEvents() []string {
	return slices.DeleteFunc(slices.Clone(m.Offers), func(text string) bool {
		switch EventKey(text) {
		case "accept_draw", "decline_draw", "accept_undo", "decline_undo", "accept_bot", "decline_bot", "offer_bot", "claim_timeout", "grant_24h":
			return true
		case "offer_undo":
			return m.Solo || m.Bots
		case "resign", "offer_draw":
			return m.Solo
		}
		return false
	})
}

// requestRows returns the rows of the events that the visitor may post: those that let the game go
// on, and those that end it.
func (m *Draft) requestRows(t *Table) (game, end []actionRow) {
	if m.Result != nil {
		return nil, nil
	}
	for _, text := range m.requestEvents() {
		key := EventKey(text)
		row := actionRow{icon: requestIcons[key]}
		row.href, row.label = m.requestLink(t, text)
		if key == "resign" || key == "abort" {
			row.alarm = key == "resign"
			end = append(end, row)
		} else {
			game = append(game, row)
		}
	}
	return game, end
}

// requestIcons are the icons of events that need a confirmation, by EventKey.
var requestIcons = map[string]string{
	"offer_draw": "equal", "claim_draw": "equal", "offer_undo": "back", "resign": "flag", "abort": "cross",
}

// matchRows lists links about the match: its messages, notes, position, deal, record, review,
// collections and sharing, its cup, and the previous match.
func (m *Match) matchRows() []actionRow {
	var rows []actionRow
	if m.Talks {
		row := actionRow{id: "messages", icon: "list", label: m.T("talk.title"), href: m.Address() + "/messages"}
		if m.Unread > 0 {
			row.label = m.N("talk.count", m.Unread)
		}
		if m.Heard != nil {
			row.note = m.Heard.line()
		}
		rows = append(rows, row)
	}
	if m.Started && !m.Nameless() && (!m.Talks || m.Past()) { // otherwise the messages have their own link
		rows = append(rows, m.remarksRow())
	}
	if position := m.Options["position"]; position != "" {
		rows = append(rows, actionRow{id: "study", icon: "squares", label: m.T("study.from"), href: SetupPath(position)})
	}
	if m.Fair.Commitment != "" {
		rows = append(rows, actionRow{id: "deal", icon: "check", label: m.T("fair.title"), href: m.Address() + "/deal"})
	}
	if m.Result != nil || m.Started && !m.Game.Hidden {
		rows = append(rows, actionRow{id: "record", icon: "download", label: m.T("match.record"), href: m.Address() + "/record", download: true})
	}
	if m.Started && (m.Public || !m.Game.Hidden) {
		rows = append(rows, actionRow{id: "elsewhere", icon: "watch", label: m.T("elsewhere.link"), href: m.Address() + "/elsewhere" + m.atPast()})
	}
	if m.Reviewable() {
		rows = append(rows, actionRow{id: "review-row", icon: "watch", label: m.T("review.link"), href: m.Address() + "/review"})
	}
	if m.Result != nil && m.Viewed == "" {
		rows = append(rows, actionRow{id: "keep-row", icon: "list", label: m.T("keep.title"), href: m.Address() + "/keep" + Either(m.In != "", "?in="+m.In, "")})
	}
	if m.Result != nil && m.Seated() {
		rows = append(rows, actionRow{id: "share", icon: "watch", label: m.T("share.open"), href: m.Address() + "/share"})
	}
	if m.Cup != "" {
		rows = append(rows, actionRow{id: "cup-of", icon: "list", label: m.T("cups.one"), href: "/cups/" + m.Cup})
	}
	if m.RematchOf != "" {
		rows = append(rows, actionRow{id: "before", icon: "prev", label: m.T("match.before"), href: "/m/" + m.RematchOf})
	}
	return rows
}

// Keeps reports whether the visitor can write notes.
func (m *Match) Keeps() bool { return m.Started && m.Player != "" }

// remarksRow links to the visitor's notes on the match and the shown position.
func (m *Position) remarksRow() actionRow {
	return actionRow{id: "notes", icon: "list", label: m.T("remarks.title"), href: m.Address() + "/notes" + m.atPast()}
}

// atPast returns the query of the shown position, "" for the present one.
func (m *Position) atPast() string { return Either(m.Past(), "?ply="+strconv.Itoa(m.Shown), "") }
