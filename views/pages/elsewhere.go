package pages

import (
	"strconv"

	"tableronde/views"
)

// pictureLink leads to a picture of a match.
type pictureLink struct{ href, label string }

// pictureLinks lists the pictures of a match on a board, at the position shown.
func pictureLinks(m views.Match) []pictureLink {
	at := ""
	if m.Past() {
		at = "?ply=" + strconv.Itoa(m.Shown)
	}
	return []pictureLink{
		{m.Address() + "/moving.svg", m.T("elsewhere.moving")},
		{m.Address() + "/moving.svg?last=1", m.T("elsewhere.last")},
		{m.Address() + "/picture.svg" + at, m.T("elsewhere.svg")},
		{m.Address() + "/picture.png" + at, m.T("elsewhere.png")},
	}
}
