package club

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
)

// postOffice is where mails are sent, with a clock of its own.
type postOffice struct {
	*Service
	mail  *runner
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

// mailRunner returns the worker that sends by send.
func (o *postOffice) mailRunner(send func(context.Context, db.Mail) error) *runner {
	log := slog.New(slog.DiscardHandler)
	return o.workers(log, o.clock.After).runner(o.mailWorker(send, log))
}

// deliver has what is due sent until nothing is, as the worker does after each pause, and
// returns to whom it went.
func (o *postOffice) deliver() (to []string) {
	o.t.Helper()
	o.sent = nil
	if err := o.mail.pass(o.t.Context()); err != nil {
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

// A mail is sent once, after however long the server was down, always under the same id
// and with the same link; one to nobody never.
func TestPostman(t *testing.T) {
	o := newPostOffice(t)
	o.account("Ada")
	ask := func(address string) {
		t.Helper()
		if err := o.AskToEnter(t.Context(), address, "en"); err != nil {
			t.Fatal(err)
		}
	}
	o.down = errors.New("the server is down")
	ask("ada@example.org")
	ask("eve@example.org")
	for range 5 {
		if got := o.deliver(); len(got) != 0 {
			t.Errorf("while the server is down %v is sent", got)
		}
		list, err := o.store.DueMails(t.Context(), 9)
		if len(list) != 0 || err != nil {
			t.Errorf("%v is tried again at once, %v", list, err)
		}
		o.clock.Advance(10 * time.Minute)
	}
	list, err := o.store.DueMails(t.Context(), 9)
	if err != nil || len(list) != 1 || list[0].Tries != 5 {
		t.Fatalf("due are %+v, %v", list, err)
	}
	o.down = nil
	if got := fmt.Sprint(o.deliver()); got != "[enter ada@example.org]" || o.sent[0].ID != list[0].ID || o.sent[0].Token != list[0].Token {
		t.Errorf("sent %s", got)
	}
	o.clock.Advance(time.Hour)
	if got := o.deliver(); len(got) != 0 {
		t.Errorf("%v is sent again", got)
	}
}

// What the server refuses for good is not tried again, nor what was asked for too long
// ago; neither holds up other mails.
func TestPostmanGivesUp(t *testing.T) {
	o := newPostOffice(t)
	ada := o.account("Ada")
	if err := o.AskToEnter(t.Context(), "ada@example.org", "en"); err != nil {
		t.Fatal(err)
	}
	o.down = fmt.Errorf("%w: 550", ErrMailRefused)
	o.deliver()
	o.down = nil
	if got := o.deliver(); len(got) != 0 {
		t.Errorf("after a refusal %v is sent", got)
	}
	for _, tt := range []struct {
		queue func() error
		lasts time.Duration
	}{
		{func() error { return o.AskToEnter(t.Context(), "ada@example.org", "en") }, enterTried},
		{func() error {
			return o.SetPassword(t.Context(), goodPassword, db.NewPassword{Player: ada.ID, Language: "en"})
		}, mailTried},
	} {
		for _, late := range []time.Duration{0, time.Second} {
			if err := tt.queue(); err != nil {
				t.Fatal(err)
			}
			o.clock.Advance(tt.lasts + late)
			if got := o.deliver(); len(got) == 0 != (late > 0) {
				t.Errorf("%s after its time %v is sent", late, got)
			}
		}
	}
	if err := o.AskToEnter(t.Context(), "ada@example", "en"); codeOf(err) != "bad_address" {
		t.Errorf("AskToEnter: %v", err)
	}
	if _, err := New(Config{Store: o.store}).CheckAddress("ada@example.org"); codeOf(err) != "no_mail" {
		t.Errorf("without mail: %v", err)
	}
}

// A mail that waits for another try keeps nobody else waiting.
func TestPostmanGoesOnBeyondAFailure(t *testing.T) {
	o := newPostOffice(t)
	o.account("Ada")
	o.account("Bo")
	o.mail = o.mailRunner(func(_ context.Context, m db.Mail) error {
		if m.Address == "ada@example.org" {
			return errors.New("wait")
		}
		o.sent = append(o.sent, m)
		return nil
	})
	for _, name := range []string{"ada", "bo"} {
		if err := o.AskToEnter(t.Context(), name+"@example.org", "en"); err != nil {
			t.Fatal(err)
		}
	}
	o.deliver()
	if len(o.sent) != 1 || o.sent[0].Address != "bo@example.org" {
		t.Errorf("sent %+v", o.sent)
	}
}

func TestDelay(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]time.Duration{0: 10 * time.Second, 1: 20 * time.Second, 3: 80 * time.Second, 8: 30 * time.Minute, 1000: 30 * time.Minute} {
		if got := delay(n); got != want {
			t.Errorf("delay(%d) = %s, want %s", n, got, want)
		}
	}
}
