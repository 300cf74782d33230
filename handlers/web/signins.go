package web

import (
	"net/http"

	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"
)

// How often passwords may be tried: from one address, and for one account from all.
const (
	addressSignInRate  = rate.Limit(1.0 / 5)
	addressSignInBurst = 30
	accountSignInRate  = rate.Limit(1.0 / 30)
	accountSignInBurst = 15
)

// errManySignIns refuses to look at one more password.
var errManySignIns = &Refusal{Status: http.StatusTooManyRequests, Code: "too_many_sign_ins",
	Text: "too many passwords were tried: wait a minute", Retry: 60}

// SignIns limits how often passwords are tried.
type SignIns struct {
	addresses, accounts *middleware.RateLimiterMemoryStore
}

// NewSignIns returns a limiter under which nothing was tried yet.
func NewSignIns() *SignIns {
	return &SignIns{NewLimiter(addressSignInRate, addressSignInBurst), NewLimiter(accountSignInRate, accountSignInBurst)}
}

// Allow returns an error if too many passwords came from an address or for an account,
// whether or not there is one of that name.
func (l *SignIns) Allow(address, account string) error {
	if Allow(l.addresses, address) != nil || Allow(l.accounts, account) != nil {
		return errManySignIns
	}
	return nil
}

// AllowAddress is like Allow for what comes without the name of an account.
func (l *SignIns) AllowAddress(address string) error {
	if Allow(l.addresses, address) != nil {
		return errManySignIns
	}
	return nil
}
