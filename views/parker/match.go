package parker

import "tableronde/views"

// Styles are the style sheets of pages that show a board.
var Styles = []string{"board.css"}

// match is a match on a board.
type match struct{ *views.Match }
