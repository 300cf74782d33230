package pages

import (
	"time"

	"tableronde/views"
)

// Passkeys is the model of the passkeys of an account.
type Passkeys struct {
	views.Page
	Offered    bool // passkeys can be made at this address
	NeedsProof bool // before one is added or removed
	Name       string
	List       []Passkey
}

// Passkey is a passkey in a list.
type Passkey struct {
	ID         string
	Name       string
	Made, Used time.Time // Used is zero for never
	Last       bool      // the account has no other way in
}

// told returns when a passkey was made and used.
func (m Passkeys) told(k Passkey) string {
	made := m.T("passkey.made", "Day", m.Day(k.Made))
	if k.Used.IsZero() {
		return made
	}
	return m.T("passkey.used", "Made", made, "Time", m.Ago(k.Used))
}
