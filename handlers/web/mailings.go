package web

import (
	"net/http"

	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"
)

// How often mail may be asked for: from one address of the net, to one address of mail,
// and by all together.
const (
	askerMailRate      = rate.Limit(1.0 / 60)
	askerMailBurst     = 10
	recipientMailRate  = rate.Limit(1.0 / 300)
	recipientMailBurst = 4
	allMailRate        = rate.Limit(1)
	allMailBurst       = 120
)

// errManyMails refuses to send one more mail.
var errManyMails = &Refusal{Status: http.StatusTooManyRequests, Code: "too_many_mails",
	Text: "too many mails were asked for: wait some minutes", Retry: 300}

// Mailings limits how often mail is asked for.
type Mailings struct {
	askers, recipients, all *middleware.RateLimiterMemoryStore
}

// NewMailings returns a limiter under which no mail was asked for yet.
func NewMailings() *Mailings {
	return &Mailings{NewLimiter(askerMailRate, askerMailBurst), NewLimiter(recipientMailRate, recipientMailBurst), NewLimiter(allMailRate, allMailBurst)}
}

// Allow returns an error if too many mails were asked for from an address of the net, or
// to a recipient, whether or not the recipient has an account.
func (l *Mailings) Allow(asker, recipient string) error {
	if Allow(l.askers, asker) != nil || Allow(l.recipients, recipient) != nil || Allow(l.all, "all") != nil {
		return errManyMails
	}
	return nil
}
