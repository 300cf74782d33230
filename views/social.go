package views

import (
	"cmp"
	"strconv"
	"time"

	"golang.org/x/text/unicode/bidi"

	"tableronde/views/locale"
)

// frame returns the page with the definitions of its drawings, and with the tags for previews of
// links. A private match has no tags, unless it was opened by a link to it.
func (m *Position) frame(t *Table) Page {
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

// publicStatus describes the state of the match to people who are not at the table.
func (m *Position) publicStatus(t *Table) string {
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

// Isolate keeps a name from turning the direction of the sentence around it, as
// <bdi> does where there is markup: one that holds letters read from right to left
// stands between the signs for that.
func Isolate(name string) string {
	for _, r := range name {
		props, _ := bidi.LookupRune(r)
		if c := props.Class(); c == bidi.R || c == bidi.AL {
			return "\u2068" + name + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return name
}

// Operated is an act of an operator.
type Operated struct {
	At     time.Time
	Act    string // "suspend"
	By     string // the operator, "" for the command line
	Who    string // the player whom it concerns, "" for nobody in particular
	Match  string // which match, "" for none
	Seat   int
	Detail string    // the former value, or the line that the match went back to
	Until  time.Time // of a suspension, or of being muted
	Reason string
}

// forGood is more time than anybody waits for.
const forGood = 50 * 365 * 24 * time.Hour

// Text returns the sentence about the act for the player that it concerns.
func (o Operated) Text(p Page) string {
	key := "operated." + o.Act
	switch {
	case o.Act == "suspend" && o.Until.Sub(p.Now) > forGood:
		key = "operated.suspend_for_good"
	case o.Act == "mute" && o.Until.Sub(p.Now) > forGood:
		key = "operated.mute_for_good"
	case o.Act == "close" && o.Match == "":
		key = "operated.table"
	}
	if !locale.Has(p.Lang, key) {
		return o.Reason
	}
	text := p.T(key, "Seat", strconv.Itoa(o.Seat), "Detail", Isolate(o.Detail), "Until", p.When(o.Until))
	if o.Reason == "" {
		return text
	}
	return p.T("operated.why", "What", text, "Why", Isolate(o.Reason))
}
