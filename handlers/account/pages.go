// Package account is the pages on which players sign in and keep their account: passwords,
// passkeys, mails, other devices, tokens, notices, exports and leaving.
package account

import (
	"github.com/labstack/echo/v4/middleware"

	"tableronde/handlers/notify"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
)

// Pages are the pages of accounts.
type Pages struct {
	*site.Site
	teller *notify.Teller
	codes  *web.Guesses                       // of passes
	trials *middleware.RateLimiterMemoryStore // of targets of notices, by player
}

// New returns the pages of the accounts of a site.
func New(s *site.Site, teller *notify.Teller) *Pages {
	return &Pages{Site: s, teller: teller, codes: web.NewCodes(s.Now), trials: web.NewLimiter(trialRate, trialBurst)}
}
