package views

import (
	"strconv"

	"tableronde/views/locale"
)

// headline names what is in the way.
func (m Fault) headline() string { return m.t(m.known(".title")) }

// why tells what happened.
func (m Fault) why() string {
	if m.Illegal != nil {
		return refusal(m.Lang, m.Illegal)
	}
	return m.t(m.known(""))
}

// now tells what to do about it.
func (m Fault) now() string {
	if m.Retry > 0 {
		return m.n("fault.retry", m.Retry)
	}
	return m.t(m.known(".now"))
}

// misdirected tells that the page came by an address that is not the site's.
func (m Fault) misdirected() bool { return m.Status == 421 }

// home is where the first page is.
func (m Fault) home() string {
	if m.misdirected() {
		return m.Origin + "/"
	}
	return "/"
}

// known is the key of the sentence for the code, else for the status, else for
// any mistake of the visitor's or of ours.
func (m Fault) known(part string) string {
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
