package pages

import (
	"net/url"
	"regexp"

	"tableronde/games"
	"tableronde/views"
)

// RulesIndex is the model of the list of rules pages.
type RulesIndex struct {
	views.Page
	Games []games.Info
}

// bookClass returns the classes of the page of rules: the style sheet of a card game draws the
// pictures in them.
func bookClass(m views.Rules) string {
	if m.Board {
		return "wrap page book"
	}
	return "wrap page book " + m.Game.ID
}

// matchPath matches the address of a match.
var matchPath = regexp.MustCompile(`^/m/[A-Za-z0-9_-]{1,40}$`)

// maxBack is the greatest length of the address to go back to; a long staged turn in a card game
// has a few hundred characters.
const maxBack = 4000

// BackToMatch returns the address of a match of this site to which a page of the rules may link
// back. It returns "" for any other text.
func BackToMatch(text string) string {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxBack || u.Scheme != "" || u.Opaque != "" || u.Host != "" || u.User != nil || !matchPath.MatchString(u.EscapedPath()) {
		return ""
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return ""
	}
	back := url.URL{Path: u.Path, RawQuery: query.Encode()}
	return back.String()
}
