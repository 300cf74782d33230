package views

import (
	"slices"
	"strings"
)

// Reading is the text of a card that the visitor has opened; "read CARD" in
// Draft.Probe asks for it.
type Reading struct {
	Name   string
	Text   string
	Face   string     // its drawing, SVG; "" none
	Why    string     // why the card cannot be played now; "" where it can, or where that does not matter
	Lines  []string   // the other facts, a paragraph each
	Cards  []CardText // further cards that belong to it: of a knight, or played with it
	Rule   string     // address of the rule about it, "" none
	More   Act        // a link to the visitor's action on it; none without an address
	Origin string     // id of the link that opened it, where the focus returns to
	Close  string     // address of the page without it
	Inline bool       // the family shows it beside the card and not in the bar
}

// CardText is the text of one of several cards.
type CardText struct {
	Face string
	Name string
	Note string // the uses left, or when it begins to work
	Text string
}

// liveText returns the text for the live region.
func (r *Reading) liveText() string {
	parts := append([]string{Stop(r.Name)}, r.Lines...)
	parts = append(parts, r.Why, r.Text)
	for _, c := range r.Cards {
		parts = append(parts, Stop(strings.TrimSpace(c.Name+" "+c.Note)), c.Text)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// Read is the parsed form of "read CARD ORIGIN CHOSEN" in Draft.Probe.
type Read struct {
	Code   string // of the open text, in the family's own words; "" nothing
	Origin string // id of the link that opened it
	Chosen string // the action tried beside it
}

// ReadOf parses Draft.Probe; anything but a text to open becomes Chosen.
func ReadOf(try string) Read {
	rest, ok := strings.CutPrefix(try, probeRead+" ")
	if !ok {
		return Read{Chosen: try}
	}
	var r Read
	r.Code, rest, _ = strings.Cut(rest, " ")
	r.Origin, r.Chosen, _ = strings.Cut(rest, " ")
	return r
}

// CloseText closes the text that a link has opened. It reports false if none is open.
func (m *Draft) CloseText() bool {
	r := ReadOf(m.Probe)
	if r.Code == "" {
		return false
	}
	m.Probe = r.Chosen
	return true
}

// probeRead is the first word of a Draft.Probe that opens a text.
const probeRead = "read"

// Opened returns the text that a link has opened, with the way back; nil where it
// opens none, or a question is asked on top of it.
func (m *Draft) Opened(r Read, text func(code string) *Reading) *Reading {
	if r.Code == "" || m.Asking() {
		return nil
	}
	opened := text(r.Code)
	if opened != nil {
		opened.Origin, opened.Close = r.Origin, m.Opening(r.Chosen)
	}
	return opened
}

// Opens returns the address of a link that opens a text, and closes it again if
// it is open.
func (m *Draft) Opens(r Read, code, origin string) string {
	if r.Origin == origin && r.Code == code {
		if m.Laid != nil {
			*m.Laid = true
		}
		return m.Opening(r.Chosen)
	}
	return m.Opening(strings.TrimSpace(probeRead + " " + code + " " + origin + " " + r.Chosen))
}
