package roomstest

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/rooms"
)

// PostOffice is a club with a test clock that records sent mail.
type PostOffice struct {
	*rooms.Club
	Mail  func(context.Context) error
	T     *testing.T
	Clock *clubtest.Clock
	Store db.Store
	Rules func(game string, version int) (games.Ruleset, error)
	Down  error // the error that sending returns
	Sent  []db.Mail
}

func NewPostOffice(t *testing.T) *PostOffice {
	t.Helper()
	o := &PostOffice{T: t, Clock: clubtest.NewClock(), Rules: catalog.Find}
	o.Store = storetest.Open(t, o.Clock.Now)
	o.Club = rooms.New(rooms.Config{Store: o.Store, Hub: new(Hub), Now: o.Clock.Now, SendsMail: true,
		Rules: func(game string, version int) (games.Ruleset, error) { return o.Rules(game, version) }})
	o.Mail = o.MailRunner(func(_ context.Context, m db.Mail) error {
		if o.Down == nil {
			o.Sent = append(o.Sent, m)
		}
		return o.Down
	})
	return o
}

// Workers returns the means to run the workers of the club.
func (o *PostOffice) Workers() club.Workers {
	return club.Workers{Store: o.Store, Log: slog.New(slog.DiscardHandler), Now: o.Clock.Now, After: o.Clock.After}
}

// MailRunner returns the mail worker with the given send function.
func (o *PostOffice) MailRunner(send func(context.Context, db.Mail) error) func(context.Context) error {
	log := slog.New(slog.DiscardHandler)
	return o.Workers().Passes(o.Accounts.MailWorker(send, log))
}

// Deliver sends due mails until none is due, like the worker after each pause. It returns the kind
// and the address of each mail.
func (o *PostOffice) Deliver() (to []string) {
	o.T.Helper()
	o.Sent = nil
	if err := o.Mail(o.T.Context()); err != nil {
		o.T.Fatal(err)
	}
	for _, m := range o.Sent {
		to = append(to, string(m.Kind)+" "+m.Address)
	}
	return to
}

// Account creates an account with an address.
func (o *PostOffice) Account(name string) db.Player {
	o.T.Helper()
	p, err := o.Store.CreatePlayer(o.T.Context(), name)
	if err == nil {
		_, err = o.Accounts.CreateAccount(o.T.Context(), db.Once{}, p.ID, accounts.NewAccount{Credentials: Account(name).Credentials, Email: name + "@example.org", Language: "en"}, nil)
	}
	if got := o.Deliver(); err != nil || !slices.Equal(got, []string{"confirm " + strings.ToLower(name) + "@example.org"}) {
		o.T.Fatalf("sent %v, %v", got, err)
	}
	if err := o.Accounts.ConfirmAddress(o.T.Context(), o.Sent[0].Token); err != nil {
		o.T.Fatal(err)
	}
	return p
}
