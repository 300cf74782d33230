// Package cups is the pages of cups: their list, a cup with its rounds, and the form of one. It
// knows the form of a table.
package cups

import (
	"tableronde/handlers/site"
	"tableronde/handlers/tables"
)

// Pages are the pages of cups.
type Pages struct {
	*site.Site
	tables *tables.Pages
}

// New returns the pages of the cups of a site.
func New(s *site.Site, forms *tables.Pages) *Pages { return &Pages{Site: s, tables: forms} }
