// Package match is the pages of one match: the table with what is staged, its log, its pictures and
// files, its orders, its messages, and who may watch it. Other pages lead here and none is known.
package match

import "tableronde/handlers/site"

// Pages are the pages of a match.
type Pages struct {
	*site.Site
	pictures *Pictures
}

// New returns the pages of the matches of a site.
func New(s *site.Site, pictures *Pictures) *Pages { return &Pages{Site: s, pictures: pictures} }
