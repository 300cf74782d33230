package views

import (
	"strconv"
	"strings"

	"tableronde/views/locale"
)

// headline names the kind of an error.
func (m Fault) headline() string {
	return m.t(m.known("fault.%.title"))
}

// why tells what happened.
func (m Fault) why() string {
	if m.Illegal != nil {
		return refusal(m.Lang, m.Illegal)
	}
	if key := "fault." + m.Code; locale.Has(m.Lang, key) {
		return m.t(key)
	}
	return m.t(m.known("fault.%"))
}

// now tells what to do about it.
func (m Fault) now() string {
	if m.Retry > 0 {
		return m.n("fault.retry", m.Retry)
	}
	return m.t(m.known("fault.%.now"))
}

// known puts the status into a key, or 400 or 500 where the catalogue has no
// sentence for it.
func (m Fault) known(pattern string) string {
	key := func(status int) string { return strings.Replace(pattern, "%", strconv.Itoa(status), 1) }
	switch {
	case locale.Has(m.Lang, key(m.Status)):
		return key(m.Status)
	case m.Status >= 500:
		return key(500)
	}
	return key(400)
}
