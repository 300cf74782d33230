package views

import "net/url"

// Reading is the text of a card that the visitor has opened, on any table: the
// same page with "read CARD" to try. It stands on top of the bar.
type Reading struct {
	Name   string
	Text   string
	Face   string // its drawing, SVG
	Rule   string // address of the rule about it, "" none
	More   Act    // a link to what the visitor can do about it; none without an address
	Origin string // id of the link that opened it, where the focus returns to
	Close  string // address of the page without it
	Inline bool   // the family shows it beside the card and not in the bar
}

// Opening is the address of the page as it is shown, with something opened on it
// that changes nothing else; "" for the page without.
func (m Match) Opening(what string) string {
	q, _ := url.ParseQuery(m.kept())
	if name := m.shown(); name != "" {
		q.Set(name, m.shownValue())
	}
	if what != "" {
		q.Set("try", what)
	}
	return m.address(q)
}

// says is what the live region reads out of it.
func (r *Reading) says() string { return r.Name + ". " + r.Text }
