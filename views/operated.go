package views

import (
	"strconv"
	"time"

	"tableronde/views/locale"
)

// Operated is an act of an operator.
type Operated struct {
	At     time.Time
	Act    string // "suspend"
	By     string // the operator, "" for the command line
	Who    string // whom it concerns, "" for nobody in particular
	Match  string // which match, "" for none
	Seat   int
	Detail string    // what was before, or the line that the match went back to
	Until  time.Time // of a suspension, or of being muted
	Reason string
}

// forGood is more time than anybody waits for.
const forGood = 50 * 365 * 24 * time.Hour

// Text returns what somebody reads whom the act concerns.
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
