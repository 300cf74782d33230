package views

import (
	"slices"
	"strings"
)

// Reading is the opened text of a card, which "read CARD" in Draft.Probe asks for.
type Reading struct {
	Name   string
	Text   string
	Face   string     // drawing, SVG; "" for none
	Why    string     // why the card cannot be played now; "" if it can, or if that does not matter
	Now    string     // that it can be played now; "" otherwise
	Lines  []string   // further facts, a paragraph each
	Cards  []CardText // further cards: of a knight, or played with it
	Rule   string     // address of its rule, "" for none
	More   Act        // link to the visitor's action on it; no address for none
	Origin string     // id of the link that opened it, which gets the focus back
	Close  string     // address of the page with the text closed
	Inline bool       // shown by the family beside the card, not in the bar
}

// CardText is the text of one of several cards.
type CardText struct {
	Face string
	Name string
	Note string // uses left, or when it takes effect
	Text string
}

// liveText returns the text for the live region.
func (r *Reading) liveText() string {
	parts := append([]string{Stop(r.Name)}, r.Lines...)
	parts = append(parts, r.Why, r.Now, r.Text)
	for _, c := range r.Cards {
		parts = append(parts, Stop(strings.TrimSpace(c.Name+" "+c.Note)), c.Text)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// Read is the parsed form of "read CARD ORIGIN CHOSEN" in Draft.Probe.
type Read struct {
	Code   string // code of the opened text, defined by the family; "" for none
	Origin string // id of the link that opened it
	Chosen string // action tried at the same time
}

// ReadOf parses Draft.Probe. Text without "read" becomes Chosen.
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

// Opened returns the text that a link has opened, with the way back; nil for none, or while a
// question is asked.
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

// Opens returns the address that opens a text, or closes it if it is open.
func (m *Draft) Opens(r Read, code, origin string) string {
	if r.Origin == origin && r.Code == code {
		if m.Laid != nil {
			*m.Laid = true
		}
		return m.Opening(r.Chosen)
	}
	return m.Opening(strings.TrimSpace(probeRead + " " + code + " " + origin + " " + r.Chosen))
}
