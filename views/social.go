package views

import (
	"cmp"
	"strconv"
)

// Social is what other sites show of a link to a page, besides its title. The
// addresses are paths on this site.
type Social struct {
	Path        string
	Description string
	Image       string // of 1200 by 630
	Alt         string // of the image
}

// shared is the page of a match, with what is shown of links to it. Of a private
// match others see nothing, unless the link itself shows it.
func (m Match) shared(t Table) Page {
	if !m.Public && m.Token == "" {
		return m.Page
	}
	p := m.Page
	p.Social = &Social{
		Path:        m.Address(),
		Description: m.Lang.Of(m.Game.Name) + ". " + m.forOthers(t),
		Image:       m.Address() + "/picture.png?ply=" + strconv.Itoa(m.Shown) + "&lang=" + string(m.Lang),
		Alt:         cmp.Or(t.Picture, m.Lang.Of(m.Game.Name)),
	}
	if m.Past() {
		p.Social.Path = m.At(m.Shown)
	}
	return p
}

// forOthers is how a match stands, for those who are not at the table.
func (m Match) forOthers(t Table) string {
	switch {
	case !m.Started:
		return m.T("match.wait_title")
	case m.Past():
		return m.pastSentence(t)
	case m.Result != nil:
		return m.Outcome() + " " + m.T("reason."+m.Result.Reason)
	}
	return m.T("match.thinks", "Names", m.Names(m.ToAct))
}

// territory is the language with the country where it is spoken most, as Open
// Graph wants it.
func (p Page) territory() string {
	if p.Lang == French {
		return "fr_FR"
	}
	return "en_US"
}
