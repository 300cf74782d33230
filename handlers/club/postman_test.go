package club

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"tableronde/db"
)

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
