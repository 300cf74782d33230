package views

import (
	"cmp"
	"strconv"
	"time"

	"golang.org/x/text/unicode/bidi"

	"tableronde/views/locale"
)

// frame returns the page with the definitions for its drawings and the tags for link previews. A
// private match has no tags, unless it was opened with a shared link.
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

// publicStatus describes the state of the match to outsiders.
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

// openGraphLocale returns the language and country in the format of Open Graph: "fr_FR".
func (p Page) openGraphLocale() string {
	return p.T("language.region")
}

// Isolate keeps a right-to-left name from changing the direction of its sentence, in text without
// markup. It surrounds such a name with isolating characters, which work like <bdi>.
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
	Who    string // the player concerned, "" for none
	Match  string // which match, "" for none
	Seat   int
	Detail string    // the former value, or the line to which the match went back
	Until  time.Time // end of a suspension or of muting
	Reason string
}

// forGood is the least length of a suspension that is shown as permanent.
const forGood = 50 * 365 * 24 * time.Hour

// Text returns a sentence about the act, for the player concerned.
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
