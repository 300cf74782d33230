package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// archiveStyles are the style sheets of the pages that look back.
var archiveStyles = []string{"board.css", "archive.css"}

// ArchiveQuery holds the visitor's conditions for matches of the archive, as typed.
type ArchiveQuery struct {
	Game             string // id, "" for all
	Player, Opponent string
	Result           string // of resultChoices, "" for any
	Since            string // of sinceChoices, "" for all time
	Annotated        bool
}

// Archive is the model of the list of matches that have ended.
type Archive struct {
	views.Page
	Query   ArchiveQuery
	Games   []games.Info
	Rows    []Row
	Next    string // cursor of the page with older matches, "" for none
	Older   bool   // not the newest page
	Problem *views.Problem
}

// sinceChoices are the choices of the earliest end, in days ago.
var sinceChoices = []string{"30", "365"}

// ArchiveDays returns the number of days of a choice, 0 for all.
func ArchiveDays(since string) int {
	if !slices.Contains(sinceChoices, since) {
		return 0
	}
	days, _ := strconv.Atoi(since)
	return days
}

// resultChoices lists the results to choose from: of the player in the query, or of the first army.
func (m Archive) resultChoices() []views.Option {
	list := []views.Option{{Text: m.T("archive.any_result"), Chosen: m.Query.Result == ""}}
	for _, value := range []string{"won", "drawn", "lost"} {
		text := m.T("archive.result." + value)
		if m.Query.Player == "" && value != "drawn" {
			seat := map[string]games.Seat{"won": 1, "lost": 2}[value]
			if text = m.armyWon(seat); text == "" {
				continue
			}
		}
		list = append(list, views.Option{Value: value, Text: text, Chosen: m.Query.Result == value})
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

func (m Archive) sinceChoices() []views.Option {
	return anyOr(m.T("archive.any_time"), views.OptionsOf(sinceChoices, m.Query.Since, func(days string) string { return m.T("archive.since." + days) }))
}

// with returns the address of the archive for the conditions of the query, after a cursor.
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

// openingsPath returns the address of the chosen game's openings, "" for card games.
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

// percent formats a part of a whole as a width in percent.
func percent(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64) + "%"
}

// Openings is the model of the openings page: the moves played after a line.
type Openings struct {
	views.Page
	Games    []games.Info // board games
	Game     games.Info
	Start    string   // notation of the line's first position; "" for the game's usual one
	Line     []string // the moves so far
	Bad      string   // move in the address that cannot be played, "" for none
	Position rules.Position
	View     rules.View // of the position, with the legal moves
	Staged   string     // route of the staged move, "" for none
	Probe    string     // touched square that cannot be chosen, "" for none
	Typed    string     // typed position that is invalid, with Refused
	Refused  *views.Problem
	Query    OpeningsQuery
	Problem  *views.Problem // about Query
	Latest   bool           // Query used only the latest matches
	Turn     games.Seat     // 0 if the game is over
	Next     []Continuation
	Rows     []PassedRow
}

// Continuation is a move with its results for the players who made it.
type Continuation struct {
	Move                string
	Matches, Won, Drawn int
}

// PassedRow is a match that passed a position, and the ply at which it left it.
type PassedRow struct {
	Row Row
	Ply int
}

// OpeningsQuery holds the visitor's conditions for the matches, as typed.
type OpeningsQuery struct{ Player, Seat, Result, Since, Rating string }

// fields lists the query parameters of the page after a line, in order.
func (m Openings) fields(line []string) [][2]string {
	list := [][2]string{{"game", m.Game.ID}}
	if m.Start != "" {
		list[0] = [2]string{"position", m.Start}
	}
	list = append(list, [2]string{"line", strings.Join(line, " ")})
	list = append(list, [][2]string{{"player", m.Query.Player}, {"seat", m.Query.Seat}, {"result", m.Query.Result}, {"since", m.Query.Since}, {"rating", m.Query.Rating}}...)
	return slices.DeleteFunc(list, func(f [2]string) bool { return f[1] == "" })
}

// query returns the query of the page after some moves.
func (m Openings) query(line []string) string {
	return strings.Join(views.Each(m.fields(line), func(f [2]string) string { return f[0] + "=" + url.QueryEscape(f[1]) }), "&")
}

// path returns the address of the page after other moves.
func (m Openings) path(line []string) templ.SafeURL {
	return templ.SafeURL("/archive/openings?" + m.query(line))
}

// After returns the address of the page after one more move.
func (m Openings) After(move string) templ.SafeURL {
	return m.path(append(m.Line[:len(m.Line):len(m.Line)], move))
}

// back returns the address with one move less, "" at the beginning.
func (m Openings) back() string {
	if len(m.Line) == 0 {
		return ""
	}
	return string(m.path(m.Line[:len(m.Line)-1]))
}

// on returns the address after the most frequent move, "" for none.
func (m Openings) on() string {
	if len(m.Next) == 0 {
		return ""
	}
	return string(m.After(m.Next[0].Move))
}

// board returns the board for entering the next move.
func (m Openings) board() board.Board {
	b := board.Board{
		Lang: m.Lang, View: m.View, Bottom: 1, Path: "/archive/openings", Query: m.query(m.Line), CanMove: m.Turn != 0,
		Label: m.T("match.board", "Game", m.Lang.Of(m.Game.Name), "Squares", m.View.Board().Len(), "Army", m.Army(m.Game, 1)) + ".",
	}
	if n := len(m.Line); n > 0 {
		b.LastMove, _ = m.View.Board().Route(m.Line[n-1])
	}
	return b.With(m.Staged, m.Probe)
}

// refusal returns the reason why a square cannot be chosen, "" if it can.
func (m Openings) refusal(b board.Board) string {
	why := b.Status("").Refusal
	if why == nil {
		return ""
	}
	return (&views.Problem{Illegal: why}).Text(m.Lang)
}

// title returns a heading for the listed matches.
func (m Openings) title() string {
	if m.Start != "" {
		return m.T("openings.position", "Game", m.Lang.Of(m.Game.Name))
	}
	if len(m.Line) == 0 {
		return m.T("openings.all", "Game", m.Lang.Of(m.Game.Name))
	}
	return m.T("openings.began", "Moves", strings.Join(m.Line, " "))
}

// step names a move of the line with its number: "2 F8xF10", "2… E6-E7".
func (m Openings) step(i int) string {
	armies := max(len(m.Game.Armies), 1)
	number := strconv.Itoa(i/armies + 1)
	if i%armies > 0 {
		number += "…"
	}
	return number + " " + m.Line[i]
}

// total counts all matches.
func (m Openings) total() (sum Continuation) {
	for _, c := range m.Next {
		sum.Matches, sum.Won, sum.Drawn = sum.Matches+c.Matches, sum.Won+c.Won, sum.Drawn+c.Drawn
	}
	return sum
}

// byArmies reports whether results are counted by the two armies, not by the mover.
func (m Openings) byArmies() bool { return len(m.Game.Armies) == 2 }

// lost returns how many matches the players of the move lost.
func (c Continuation) lost() int { return c.Matches - c.Won - c.Drawn }

// thirds returns the three counts of a bar. On boards of two armies these are wins of the first
// army, draws, and wins of the second. On others they are wins, draws and losses of the mover.
func (m Openings) thirds(c Continuation) [3]int {
	if m.byArmies() && m.Turn == 2 {
		return [3]int{c.lost(), c.Drawn, c.Won}
	}
	return [3]int{c.Won, c.Drawn, c.lost()}
}

// thirdNames returns the labels of the three parts of a bar of results.
func (m Openings) thirdNames() [3]string {
	if m.byArmies() {
		return [3]string{m.Army(m.Game, 1), m.T("archive.drawn"), m.Army(m.Game, 2)}
	}
	return [3]string{m.T("archive.won"), m.T("archive.drawn"), m.T("archive.lost")}
}

// figure returns the label of one part of a bar: a percentage, or a count if whole is under 10.
func (m Openings) figure(part, whole int) string {
	if whole < 10 {
		return strconv.Itoa(part)
	}
	return m.T("archive.percent", "Number", strconv.Itoa((part*200+whole)/(2*whole)))
}

// hasQuery reports whether the query restricts the matches.
func (m Openings) hasQuery() bool { return m.Query != (OpeningsQuery{}) }

// seatChoices lists the possible sides of the player.
func (m Openings) seatChoices() []views.Option {
	chosen, _ := strconv.Atoi(m.Query.Seat)
	return anyOr(m.T("openings.any_side"), views.OptionsOf(upTo(len(m.Game.Armies), 1), chosen, func(n int) string { return m.Army(m.Game, games.Seat(n)) }))
}

// filters returns the archive's form with the conditions of this page.
func (m Openings) filters() Archive {
	return Archive{Page: m.Page, Games: m.Games, Problem: m.Problem,
		Query: ArchiveQuery{Game: m.Game.ID, Player: m.Query.Player, Result: m.Query.Result, Since: m.Query.Since}}
}

// leastRatings are the choices of the least rating.
var leastRatings = []string{"1400", "1600", "1800", "2000"}

func (m Openings) ratingChoices() []views.Option {
	return anyOr(m.T("openings.any_rating"), views.OptionsOf(leastRatings, m.Query.Rating, func(least string) string { return m.T("openings.rating_from", "Number", least) }))
}

// Address returns the path of the match at the move that was played in the position.
func (r PassedRow) Address() string { return r.Row.Address() + "?ply=" + strconv.Itoa(r.Ply+1) }

// barPart is one part of a drawn bar.
type barPart struct{ class, x, width, hatch string }

// barParts returns the parts of a bar: argent, hatched, sable.
func barParts(parts [3]int) (list []barPart) {
	looks := [3]barPart{{class: "f-argent"}, {class: "b-draw", hatch: "url(#h-bar)"}, {class: "f-sable", hatch: "url(#h-sable)"}}
	whole, before := parts[0]+parts[1]+parts[2], 0
	for i, part := range parts {
		if part > 0 {
			looks[i].x, looks[i].width = percent(before, whole), percent(part, whole)
			list = append(list, looks[i])
		}
		before += part
	}
	return list
}
