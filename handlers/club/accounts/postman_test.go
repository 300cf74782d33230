package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
)

// A mail is sent once, after however long the server was down, always under the same id
// and with the same link; one to nobody never.
func TestPostman(t *testing.T) {
	o := roomstest.NewPostOffice(t)
	o.Account("Ada")
	ask := func(address string) {
		t.Helper()
		if err := o.Accounts.AskToEnter(t.Context(), address, "en"); err != nil {
			t.Fatal(err)
		}
	}
	o.Down = errors.New("the server is down")
	ask("ada@example.org")
	ask("eve@example.org")
	for range 5 {
		if got := o.Deliver(); len(got) != 0 {
			t.Errorf("while the server is down %v is sent", got)
		}
		list, err := o.Store.DueMails(t.Context(), 9)
		if len(list) != 0 || err != nil {
			t.Errorf("%v is tried again at once, %v", list, err)
		}
		o.Clock.Advance(10 * time.Minute)
	}
	list, err := o.Store.DueMails(t.Context(), 9)
	if err != nil || len(list) != 1 || list[0].Tries != 5 {
		t.Fatalf("due are %+v, %v", list, err)
	}
	o.Down = nil
	if got := fmt.Sprint(o.Deliver()); got != "[enter ada@example.org]" || o.Sent[0].ID != list[0].ID || o.Sent[0].Token != list[0].Token {
		t.Errorf("sent %s", got)
	}
	o.Clock.Advance(time.Hour)
	if got := o.Deliver(); len(got) != 0 {
		t.Errorf("%v is sent again", got)
	}
}

// A mail that the server refuses for good is not tried again, nor one that was requested too long
// ago; neither holds up other mails.
func TestPostmanGivesUp(t *testing.T) {
	o := roomstest.NewPostOffice(t)
	ada := o.Account("Ada")
	if err := o.Accounts.AskToEnter(t.Context(), "ada@example.org", "en"); err != nil {
		t.Fatal(err)
	}
	o.Down = fmt.Errorf("%w: 550", accounts.ErrMailRefused)
	o.Deliver()
	o.Down = nil
	if got := o.Deliver(); len(got) != 0 {
		t.Errorf("after a refusal %v is sent", got)
	}
	for _, tt := range []struct {
		queue func() error
		lasts time.Duration
	}{
		{func() error { return o.Accounts.AskToEnter(t.Context(), "ada@example.org", "en") }, accounts.EnterTried},
		{func() error {
			return o.Accounts.SetPassword(t.Context(), roomstest.GoodPassword, db.NewPassword{Player: ada.ID, Language: "en"})
		}, accounts.MailTried},
	} {
		for _, late := range []time.Duration{0, time.Second} {
			if err := tt.queue(); err != nil {
				t.Fatal(err)
			}
			o.Clock.Advance(tt.lasts + late)
			if got := o.Deliver(); len(got) == 0 != (late > 0) {
				t.Errorf("%s after its time %v is sent", late, got)
			}
		}
	}
	if err := o.Accounts.AskToEnter(t.Context(), "ada@example", "en"); roomstest.CodeOf(err) != "bad_address" {
		t.Errorf("AskToEnter: %v", err)
	}
	if _, err := rooms.New(rooms.Config{Store: o.Store}).Accounts.CheckAddress("ada@example.org"); roomstest.CodeOf(err) != "no_mail" {
		t.Errorf("without mail: %v", err)
	}
}

// A mail that waits for another try keeps nobody else waiting.
func TestPostmanGoesOnBeyondAFailure(t *testing.T) {
	o := roomstest.NewPostOffice(t)
	o.Account("Ada")
	o.Account("Bo")
	o.Mail = o.MailRunner(func(_ context.Context, m db.Mail) error {
		if m.Address == "ada@example.org" {
			return errors.New("wait")
		}
		o.Sent = append(o.Sent, m)
		return nil
	})
	for _, name := range []string{"ada", "bo"} {
		if err := o.Accounts.AskToEnter(t.Context(), name+"@example.org", "en"); err != nil {
			t.Fatal(err)
		}
	}
	o.Deliver()
	if len(o.Sent) != 1 || o.Sent[0].Address != "bo@example.org" {
		t.Errorf("sent %+v", o.Sent)
	}
}
