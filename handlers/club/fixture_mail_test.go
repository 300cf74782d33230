package club

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
)

// postOffice is where mails are sent, with a clock of its own.
type postOffice struct {
	*Service
	mail  func(context.Context) error
	t     *testing.T
	clock *clubtest.Clock
	store db.Store
	down  error // what sending ends with
	sent  []db.Mail
}

func newPostOffice(t *testing.T) *postOffice {
	t.Helper()
	o := &postOffice{t: t, clock: clubtest.NewClock()}
	o.store = storetest.Open(t, o.clock.Now)
	o.Service = New(Config{Store: o.store, Hub: new(hubSpy), Now: o.clock.Now, SendsMail: true})
	o.mail = o.mailRunner(func(_ context.Context, m db.Mail) error {
		if o.down == nil {
			o.sent = append(o.sent, m)
		}
		return o.down
	})
	return o
}

// workers run the workers of the club.
func (o *postOffice) workers() Workers {
	return Workers{Store: o.store, Log: slog.New(slog.DiscardHandler), Now: o.clock.Now, After: o.clock.After}
}

// mailRunner returns the worker that sends by send.
func (o *postOffice) mailRunner(send func(context.Context, db.Mail) error) func(context.Context) error {
	log := slog.New(slog.DiscardHandler)
	return o.workers().Passes(o.mailWorker(send, log))
}

// deliver has what is due sent until nothing is, as the worker does after each pause, and
// returns to whom it went.
func (o *postOffice) deliver() (to []string) {
	o.t.Helper()
	o.sent = nil
	if err := o.mail(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
	for _, m := range o.sent {
		to = append(to, string(m.Kind)+" "+m.Address)
	}
	return to
}

// account makes an account with an address.
func (o *postOffice) account(name string) db.Player {
	o.t.Helper()
	p, err := o.store.CreatePlayer(o.t.Context(), name)
	if err == nil {
		_, err = o.CreateAccount(o.t.Context(), db.Once{}, p.ID, NewAccount{Credentials: account(name).Credentials, Email: name + "@example.org", Language: "en"}, nil)
	}
	if got := o.deliver(); err != nil || !slices.Equal(got, []string{"confirm " + strings.ToLower(name) + "@example.org"}) {
		o.t.Fatalf("sent %v, %v", got, err)
	}
	if err := o.ConfirmAddress(o.t.Context(), o.sent[0].Token); err != nil {
		o.t.Fatal(err)
	}
	return p
}
