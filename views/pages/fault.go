package pages

import (
	"strconv"
	"time"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/locale"
)

// Fault is the model of an error page.
type Fault struct {
	views.Page
	Status  int
	Code    string // stable code of the problem: each of the sentences is looked up by it, then by status
	Illegal *games.Illegal
	Request string // id to quote when asking for help, "" none
	Retry   int    // seconds to wait, 0 none
	Match   string // path of the match it is about, "" none

	// What an operator has done about the visitor, until when and why; zero for other problems.
	Act    string
	Until  time.Time
	Reason string
}

// headline names the problem.
func (m Fault) headline() string { return m.T(m.messageKey(".title")) }

// problemText returns a sentence about what happened.
func (m Fault) problemText() string {
	switch {
	case m.Illegal != nil:
		return m.Refusal(m.Illegal)
	case !m.Until.IsZero():
		return views.Operated{Act: m.Act, Until: m.Until, Reason: m.Reason}.Text(m.Page)
	}
	return m.T(m.messageKey(""), "Name", m.Player)
}

// adviceText returns a sentence about what the visitor can do.
func (m Fault) adviceText() string {
	if m.Code == "stored_much" {
		return m.N("fault.go_on", m.Retry/60)
	}
	if m.Retry > 0 {
		return m.N("fault.retry", m.Retry)
	}
	return m.T(m.messageKey(".now"))
}

// misdirected reports whether the request came to an address that is not the
// site's.
func (m Fault) misdirected() bool { return m.Status == 421 }

// homePath returns the address of the home page.
func (m Fault) homePath() string {
	if m.misdirected() {
		return m.Origin + "/"
	}
	return "/"
}

// messageKey returns the key of the sentence for the code, else for the status, else
// for any client or server error.
func (m Fault) messageKey(part string) string {
	general := "400"
	if m.Status >= 500 {
		general = "500"
	}
	for _, of := range []string{m.Code, strconv.Itoa(m.Status)} {
		if key := "fault." + of + part; locale.Has(m.Lang, key) {
			return key
		}
	}
	return "fault." + general + part
}
