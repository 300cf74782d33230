package views

import (
	"cmp"
	"strconv"
)

// frame returns the page with what its drawings refer to, and with the tags for previews of
// links. A private match has none of these, unless it was opened by a link to it.
func (m *Match) frame(t *Table) Page {
	p := m.Page
	p.Defs = t.Defs
	if !m.Public && m.Token == "" {
		return p
	}
	p.Social = &Social{
		Path:        m.Address(),
		Description: m.Lang.Of(m.Game.Name) + ". " + m.publicStatus(t),
		Image:       m.Address() + "/picture.png?ply=" + strconv.Itoa(m.Shown) + "&lang=" + string(m.Lang),
		Alt:         cmp.Or(t.Picture, m.Lang.Of(m.Game.Name)),
	}
	if m.Past() {
		p.Social.Path = m.At(m.Shown)
	}
	return p
}

// publicStatus tells how the match stands to people who are not at the table.
func (m *Match) publicStatus(t *Table) string {
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

// openGraphLocale returns the language and country for Open Graph: "fr_FR".
func (p Page) openGraphLocale() string {
	if p.Lang == French {
		return "fr_FR"
	}
	return "en_US"
}
