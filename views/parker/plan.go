package parker

import "github.com/a-h/templ"

// plan is a page on which moves are tried on a board, and nothing plays: the analysis,
// and conditional moves.
type plan struct {
	ahead   lookAhead
	name    string // of the main element
	title   string
	heading string
	problem string          // why the last post was refused, "" for nothing
	asks    string          // what is to be done while no move is in the making
	more    string          // a smaller sentence below
	done    string          // what the last post did, "" for nothing
	warning string          // a paragraph below, "" for none
	acts    templ.Component // what can be done with the line, beside the way back; nil nothing
	side    templ.Component
	closed  bool // nothing can be tried now: there is no board
}
