package pages

import (
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Invite is the model of the page that shows the host of a table its invitation.
type Invite struct {
	views.Page
	Table Row
	Token string
	Seat  games.Seat // to which the link leads, 0 for any
}

// link returns the address of the invitation.
func (m Invite) link() string {
	link := m.Origin + "/i/" + m.Token
	if m.Seat != 0 {
		link += "?seat=" + strconv.Itoa(int(m.Seat))
	}
	return link
}

// path returns the address of the page for a seat, 0 for any.
func (m Invite) path(seat games.Seat) templ.SafeURL {
	path := m.Table.Address() + "/invite"
	if seat != 0 {
		path += "?seat=" + strconv.Itoa(int(seat))
	}
	return templ.SafeURL(path)
}
