package pages

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
)

// archiveStyles are the style sheets of the pages that look back.
var archiveStyles = []string{"board.css", "archive.css"}

// ArchiveQuery is what the visitor looks for in the archive, as typed.
type ArchiveQuery struct {
	Game             string // id, "" all
	Player, Opponent string
	Result           string // of resultChoices, "" any
	Since            string // of sinceChoices, "" ever
	Annotated        bool
}

// Archive is the model of the list of matches that have ended.
type Archive struct {
	views.Page
	Query   ArchiveQuery
	Games   []games.Info
	Rows    []Row
	Next    string // cursor of the page with older matches, "" none
	Older   bool   // this is not the newest page
	Problem *views.Problem
}

// sinceChoices are how far back one may look, in days.
var sinceChoices = []string{"30", "365"}

// ArchiveDays returns how many days back a choice goes, 0 for all.
func ArchiveDays(since string) int {
	if !slices.Contains(sinceChoices, since) {
		return 0
	}
	days, _ := strconv.Atoi(since)
	return days
}

// selectable is an entry of a list to choose from.
type selectable struct {
	value, text string
	chosen      bool
}

// resultChoices lists the results to choose from: those of the player who is looked for,
// or of the first army.
func (m Archive) resultChoices() []selectable {
	list := []selectable{{"", m.T("archive.any_result"), m.Query.Result == ""}}
	for _, value := range []string{"won", "drawn", "lost"} {
		text := m.T("archive.result." + value)
		if m.Query.Player == "" && value != "drawn" {
			seat := map[string]games.Seat{"won": 1, "lost": 2}[value]
			if text = m.armyWon(seat); text == "" {
				continue
			}
		}
		list = append(list, selectable{value, text, m.Query.Result == value})
	}
	return list
}

// armyWon says that an army of the chosen game has won, "" without such an army.
func (m Archive) armyWon(seat games.Seat) string {
	for _, g := range m.Games {
		if g.ID == m.Query.Game && len(g.Armies) == 2 {
			return m.T("over.army", "Army", m.Army(g, seat))
		}
	}
	return ""
}

func (m Archive) sinceChoices() []selectable {
	list := []selectable{{"", m.T("archive.any_time"), m.Query.Since == ""}}
	for _, days := range sinceChoices {
		list = append(list, selectable{days, m.T("archive.since." + days), m.Query.Since == days})
	}
	return list
}

// with returns the address of the archive for what is looked for, after a cursor.
func (m Archive) with(game, after string) templ.SafeURL {
	q := url.Values{}
	for _, p := range [][2]string{{"game", game}, {"player", m.Query.Player}, {"opponent", m.Query.Opponent}, {"result", m.Query.Result}, {"since", m.Query.Since}, {"annotated", views.Either(m.Query.Annotated, "1", "")}, {"after", after}} {
		if p[1] != "" {
			q.Set(p[0], p[1])
		}
	}
	if len(q) == 0 {
		return "/archive"
	}
	return templ.SafeURL("/archive?" + q.Encode())
}

// openingsPath returns the address of the openings of the chosen game, "" where it is
// played without a board.
func (m Archive) openingsPath() templ.SafeURL {
	switch {
	case m.Query.Game == "":
		return "/archive/openings"
	case rules.BoardOf(m.Query.Game) == nil:
		return ""
	}
	return templ.SafeURL("/archive/openings?game=" + m.Query.Game)
}

// ratingsPath returns the address of the leaders of the chosen game.
func (m Archive) ratingsPath() templ.SafeURL {
	if m.Query.Game == "" {
		return "/ratings"
	}
	return templ.SafeURL("/ratings?game=" + m.Query.Game)
}

// percent returns a part as the width of a drawing.
func percent(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64) + "%"
}
