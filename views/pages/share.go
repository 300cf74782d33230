package pages

import (
	"tableronde/views"
)

// Share is the model of the page on which those who played a match choose who
// else may see it.
type Share struct {
	views.Match
	Shown  bool   // made public after its end: it can be hidden again
	Linked bool   // a link to it is out
	Link   string // token of a link just made, which is told this once; "" else
}

// visibility returns a sentence about who may see the match now.
func (m Share) visibility() string {
	switch {
	case m.Shown:
		return m.T("share.state.shown")
	case m.Public:
		return m.T("share.state.public")
	case m.Linked:
		return m.T("share.state.linked")
	}
	return m.T("share.state.private")
}

// playerNames returns the names of those who played the match.
func (m Share) playerNames() string { return m.Names(m.AllSeats()) }
