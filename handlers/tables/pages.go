// Package tables is the pages of what comes before a match: the lobby, the form of a table, places
// to begin from, invitations and challenges, bots, standing offers and imports. It knows the pages
// of a match.
package tables

import (
	"tableronde/handlers/match"
	"tableronde/handlers/site"
)

// Pages are the pages of tables before their matches begin.
type Pages struct {
	*site.Site
	match *match.Pages
}

// New returns the pages of the tables of a site.
func New(s *site.Site, matches *match.Pages) *Pages { return &Pages{Site: s, match: matches} }
