// Package account has the pages for signing in and for the account: passwords, passkeys, mail,
// other devices, tokens, notifications, exports, and leaving the site.
package account

import (
	"tableronde/handlers/notify"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
)

// Pages holds the pages of accounts, by subject.
type Pages struct {
	SignIn   SignInPages
	Devices  DevicePages
	Passkeys PasskeyPages
	Proof    ProofPages
	Settings SettingsPages
	Leaving  LeavingPages
}

// New returns the pages of the accounts of a site.
func New(s *site.Site, teller *notify.Notifier) *Pages {
	proof := ProofPages{s}
	return &Pages{
		SignIn:   SignInPages{proof},
		Devices:  DevicePages{s, web.NewCodes(s.Now)},
		Passkeys: PasskeyPages{proof},
		Proof:    proof,
		Settings: SettingsPages{proof, teller, web.NewLimiter(trialRate, trialBurst)},
		Leaving:  LeavingPages{proof},
	}
}
