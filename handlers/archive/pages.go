// Package archive is the pages that look back: matches that are over, openings and collections.
package archive

import (
	"tableronde/handlers/learn"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
)

// Pages are the pages that look back.
type Pages struct {
	*site.Site
	learn *learn.Pages
	match *match.Pages
}

// New returns the pages of a site that look back.
func New(s *site.Site, notes *learn.Pages, matches *match.Pages) *Pages {
	return &Pages{Site: s, learn: notes, match: matches}
}
