package views

import (
	"slices"

	"tableronde/static"
)

// styleSheets are the style sheets of the site in the order in which they apply.
var styleSheets = []struct {
	name   string
	family bool // only pages that show something of a family need it
}{
	{"app.css", false},
	{"board.css", true},
	{"match.css", false},
	{"study.css", false},
	{"family.css", false},
	{"lists.css", false},
	{"public.css", false},
	{"rules.css", false},
	{"actions.css", false},
	{"menu.css", false},
	{"taps.css", false},
	{"away.css", false},
	{"table.css", false},
	{"cards.css", true},
	{"knizia.css", true},
	{"shannon.css", true},
	{"kutschke.css", true},
	{"fit.css", false},
}

// styleAddresses returns the addresses of the style sheets that every page loads and
// of those families' that are named.
func styleAddresses(styles []string) []string {
	var urls []string
	for _, sheet := range styleSheets {
		if !sheet.family || slices.Contains(styles, sheet.name) {
			urls = append(urls, static.URL(sheet.name))
		}
	}
	return urls
}
