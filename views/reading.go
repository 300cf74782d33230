package views

import (
	"net/url"
	"slices"
	"strings"
)

// Reading is the text of a card that the visitor has opened, on any table: the
// same page with "read CARD" to try. It stands on top of the bar.
type Reading struct {
	Name   string
	Text   string
	Face   string     // its drawing, SVG; "" none
	Why    string     // why the card cannot be played now; "" where it can, or where that does not matter
	Lines  []string   // what else there is to know, a paragraph each
	Cards  []CardText // further cards that belong to it: of a knight, or played with it
	Rule   string     // address of the rule about it, "" none
	More   Act        // a link to what the visitor can do about it; none without an address
	Origin string     // id of the link that opened it, where the focus returns to
	Close  string     // address of the page without it
	Inline bool       // the family shows it beside the card and not in the bar
}

// Opening is the address of the page as it is shown, with something opened on it
// that changes nothing else; "" for the page without.
func (m Match) Opening(what string) string {
	q, _ := url.ParseQuery(m.Kept())
	if name := m.shown(); name != "" {
		q.Set(name, m.shownValue())
	}
	if what != "" {
		q.Set("try", what)
	}
	return m.address(q)
}

// CardText is what one card of several says.
type CardText struct {
	Face string
	Name string
	Note string // what is left of it, when it begins to work
	Text string
}

// says is what the live region reads out of it.
func (r *Reading) says() string {
	parts := append([]string{r.Name + "."}, r.Lines...)
	parts = append(parts, r.Why, r.Text)
	for _, c := range r.Cards {
		parts = append(parts, c.Name+" "+c.Note+".", c.Text)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// Read is what "read CARD ORIGIN CHOSEN" in the query (Match.Probe) asks for.
type Read struct {
	Code   string // of what is read, in the family's own words; "" nothing
	Origin string // id of the link that opened it
	Chosen string // what is tried besides
}

// ReadOf reads what is tried: a text to open, or something else.
func ReadOf(try string) Read {
	rest, ok := strings.CutPrefix(try, reads+" ")
	if !ok {
		return Read{Chosen: try}
	}
	var r Read
	r.Code, rest, _ = strings.Cut(rest, " ")
	r.Origin, r.Chosen, _ = strings.Cut(rest, " ")
	return r
}

// reads is the word that opens a text.
const reads = "read"

// Opens is where a link leads that opens a text: there, and from there back.
func (m Match) Opens(r Read, code, origin string) string {
	if r.Origin == origin {
		return m.Opening(r.Chosen)
	}
	return m.Opening(strings.TrimSpace(reads + " " + code + " " + origin + " " + r.Chosen))
}
