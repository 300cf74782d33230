// Package people is the pages about players: home, one's own page, profiles, ladders and ratings.
// It knows the pages of matches and tables that these show.
package people

import (
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/tables"
)

// Pages are the pages about players.
type Pages struct {
	*site.Site
	match  *match.Pages
	tables *tables.Pages
}

// New returns the pages about the players of a site.
func New(s *site.Site, matches *match.Pages, lobby *tables.Pages) *Pages {
	return &Pages{Site: s, match: matches, tables: lobby}
}
