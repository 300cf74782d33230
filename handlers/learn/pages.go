// Package learn is the pages from which players learn: the rules, analysis, reviews and notes. It
// knows the pages of a match.
package learn

import (
	"tableronde/handlers/match"
	"tableronde/handlers/site"
)

// Pages are the pages from which players learn.
type Pages struct {
	*site.Site
	match *match.Pages
}

// New returns the pages of a site from which players learn.
func New(s *site.Site, matches *match.Pages) *Pages { return &Pages{Site: s, match: matches} }
