package pages

import (
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// watchStyles are the style sheets of the page of several matches.
var watchStyles = []string{"board.css", "watch.css"}

// Watch is the model of the page on which several matches are watched at once.
type Watch struct {
	views.Page
	Games   []games.Info // those on boards
	Game    string       // id of the game whose matches are offered, "" all
	Shown   []ShownMatch
	Offered []OfferedMatch
	Missing int  // matches of the address that the visitor may not watch
	TooMany bool // the address names more matches than are shown
}

// OfferedMatch is a match that may be watched.
type OfferedMatch struct {
	Row    Row
	Chosen bool // it is among those shown
}

// watchPath returns the address of the page with the matches of a game, "" for all.
func watchPath(game string) templ.SafeURL {
	if game == "" {
		return "/watch"
	}
	return templ.SafeURL("/watch?game=" + url.QueryEscape(game))
}

// sharedPath returns the address under which everybody gets the same matches, "" where
// none is shown.
func (m Watch) sharedPath() templ.SafeURL {
	if len(m.Shown) == 0 {
		return ""
	}
	query := url.Values{}
	for _, s := range m.Shown {
		query.Add("m", s.Row.ID)
	}
	return templ.SafeURL("/watch?" + query.Encode())
}

// refreshPath returns the address of one match of the page.
func (s ShownMatch) refreshPath() string { return "/watch?m=" + url.QueryEscape(s.Row.ID) }

// counted names the match by the number of its latest move: "Camelot · move 7".
func (s ShownMatch) counted(p views.Page) string {
	if s.Row.Ply == 0 {
		return p.Lang.Of(s.Row.Game.Name)
	}
	return p.T("several.move", "Game", p.Lang.Of(s.Row.Game.Name), "Number", strconv.Itoa(s.Row.Ply))
}
