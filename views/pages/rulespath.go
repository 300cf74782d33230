package pages

import (
	"net/url"
	"regexp"
)

// matchPath matches the address of a match.
var matchPath = regexp.MustCompile(`^/m/[A-Za-z0-9_-]{1,40}$`)

// maxBack bounds the address to go back to; a long staged turn of cards has a
// few hundred characters.
const maxBack = 4000

// BackToMatch returns the address of a match of this site that a link to the
// rules may name as the page to go back to, or "" for anything else.
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
