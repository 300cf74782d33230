package dbtest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// A mail waits until it is sent. Its link is valid before the sending is recorded, and for a time
// after. It confirms an address once.
func testMails(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada := mustAccount(t, s, "ada")
	first := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: ada.ID, Address: "old@example.org", Language: "fr"})
	c.Advance(time.Second)
	m := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: ada.ID, Address: "ada@example.org", Language: "fr"})
	want := db.Mail{ID: m.ID, Token: m.Token, Name: "ada", Queued: c.Now(),
		NewMail: db.NewMail{Kind: db.MailConfirm, Player: ada.ID, Address: "ada@example.org", Language: "fr"}}
	if diff := cmp.Diff(want, m); diff != "" || len(m.Token) < 26 {
		t.Errorf("DueMails (-want +got):\n%s", diff)
	}
	if got, err := s.PendingAddress(ctx, ada.ID); got != "ada@example.org" || err != nil {
		t.Errorf("PendingAddress = %q, %v", got, err)
	}
	if _, err := s.MailByToken(ctx, first.Token); err != db.ErrNotFound {
		t.Errorf("a link that was replaced: %v, want %v", err, db.ErrNotFound)
	}
	if _, err := s.EnterByMail(ctx, m.Token, ""); err != db.ErrNotFound {
		t.Errorf("EnterByMail with a link that confirms: %v, want %v", err, db.ErrNotFound)
	}
	mustDo(t, s.DelayMail(ctx, m.ID, "mailbox full", time.Minute))
	if list, err := s.DueMails(ctx, 9); len(list) != 0 || err != nil {
		t.Errorf("DueMails before the minute is over = %+v, %v", list, err)
	}
	c.Advance(time.Minute)
	if list, err := s.DueMails(ctx, 9); len(list) != 1 || err != nil || list[0].Tries != 1 || list[0].Token != m.Token {
		t.Errorf("DueMails after it = %+v, %v", list, err)
	}
	mustDo(t, s.MailSent(ctx, m.ID, time.Hour))
	if list, err := s.DueMails(ctx, 9); len(list) != 0 || err != nil {
		t.Errorf("DueMails after the mail was sent = %+v, %v", list, err)
	}
	c.Advance(time.Hour - time.Millisecond)
	if got, err := s.MailByToken(ctx, m.Token); got.ID != m.ID || err != nil {
		t.Errorf("MailByToken = %+v, %v", got, err)
	}
	if _, err := s.MailByToken(ctx, ""); err != db.ErrNotFound {
		t.Errorf("MailByToken of nothing: %v, want %v", err, db.ErrNotFound)
	}
	mustDo(t, s.ConfirmAddress(ctx, m.Token))
	if got, err := s.Account(ctx, ada.ID); got.Email != "ada@example.org" || err != nil {
		t.Errorf("Account = %+v, %v", got, err)
	}
	if err := s.ConfirmAddress(ctx, m.Token); err != db.ErrNotFound {
		t.Errorf("the link again: %v, want %v", err, db.ErrNotFound)
	}
	if got, err := s.PendingAddress(ctx, ada.ID); got != "" || err != nil {
		t.Errorf("PendingAddress = %q, %v", got, err)
	}
	late := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: ada.ID, Address: "late@example.org", Language: "fr"})
	mustDo(t, s.MailSent(ctx, late.ID, time.Hour))
	c.Advance(time.Hour)
	if err := s.ConfirmAddress(ctx, late.Token); err != db.ErrNotFound {
		t.Errorf("a link that has expired: %v, want %v", err, db.ErrNotFound)
	}
}

// A link to sign in belongs to the player who has confirmed its address when it is used. Mails
// about changes to an account go to its address.
func testEnterByMail(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustAccount(t, s, "ada"), mustAccount(t, s, "bo")
	ask := func() db.Mail {
		t.Helper()
		c.Advance(time.Second)
		return mustQueue(t, s, db.NewMail{Kind: db.MailEnter, Address: "ada@example.org", Language: "en"})
	}
	nobody := ask()
	if nobody.Player != "" || nobody.Name != "" {
		t.Errorf("a mail to an address that nobody has is about %+v", nobody)
	}
	if _, err := s.MailByToken(ctx, nobody.Token); err != db.ErrNotFound {
		t.Errorf("its link: %v, want %v", err, db.ErrNotFound)
	}
	mustDo(t, s.DropMail(ctx, nobody.ID))
	mustConfirm(t, s, ada, "ada@example.org")
	link := ask()
	if link.Player != ada.ID || link.Holder != ada.ID || link.Name != "ada" {
		t.Errorf("the mail is about %+v", link)
	}
	mustDo(t, s.MailSent(ctx, link.ID, time.Hour))
	if p, err := s.EnterByMail(ctx, link.Token, ""); p.ID != ada.ID || err != nil {
		t.Errorf("EnterByMail = %+v, %v", p, err)
	}
	if _, err := s.EnterByMail(ctx, link.Token, "$new"); err != db.ErrNotFound {
		t.Errorf("the link again: %v, want %v", err, db.ErrNotFound)
	}
	reset := ask()
	mustDo(t, s.MailSent(ctx, reset.ID, time.Hour))
	if p, err := s.EnterByMail(ctx, reset.Token, "$new"); p.ID != ada.ID || err != nil {
		t.Errorf("EnterByMail with a password = %+v, %v", p, err)
	}
	if got, err := s.Account(ctx, ada.ID); got.Password != "$new" || err != nil {
		t.Errorf("Account = %+v, %v", got, err)
	}
	checkTold(t, s, db.MailPassword, ada, "ada@example.org")
	mustConfirm(t, s, ada, "lady@example.org")
	checkTold(t, s, db.MailAddress, ada, "ada@example.org")
	if err := s.RemoveAddress(ctx, bo.ID, "en"); err != db.ErrNotFound {
		t.Errorf("RemoveAddress without one: %v, want %v", err, db.ErrNotFound)
	}
	mustDo(t, s.RemoveAddress(ctx, ada.ID, "en"))
	checkTold(t, s, db.MailAddress, ada, "lady@example.org")
	if got, err := s.Account(ctx, ada.ID); got.Email != "" || err != nil {
		t.Errorf("Account = %+v, %v", got, err)
	}
}

// A code in a mail proves once, within its time, that the holder of the account has its
// address. After ten wrong codes it proves nothing.
func testProveByMail(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustAccount(t, s, "ada"), mustAccount(t, s, "bo")
	mustConfirm(t, s, ada, "ada@example.org")
	mustConfirm(t, s, bo, "bo@example.org")
	code := func() string {
		t.Helper()
		c.Advance(time.Second)
		m := mustQueue(t, s, db.NewMail{Kind: db.MailProof, Player: ada.ID, Address: "ada@example.org", Language: "en"})
		mustDo(t, s.MailSent(ctx, m.ID, 10*time.Minute))
		if len(m.Code) != db.CodeLength || m.Token != "" {
			t.Errorf("the mail is %+v", m)
		}
		return m.Code
	}
	refuse := func(what, player, code string) {
		t.Helper()
		if err := s.ProveByMail(ctx, player, code); err != db.ErrNotFound {
			t.Errorf("%s: %v, want %v", what, err, db.ErrNotFound)
		}
	}
	first, second := code(), code()
	refuse("a code that was replaced", ada.ID, first)
	refuse("the code of another", bo.ID, second)
	mustDo(t, s.ProveByMail(ctx, ada.ID, second))
	refuse("a code that was used", ada.ID, second)
	third := code()
	for range db.MaxWrongCodes {
		refuse("a wrong code", ada.ID, "0000000")
	}
	refuse("the code after ten wrong ones", ada.ID, third)
	late := code()
	c.Advance(10 * time.Minute)
	refuse("a late code", ada.ID, late)
	moved := code()
	mustConfirm(t, s, ada, "lady@example.org")
	refuse("a code to the address before", ada.ID, moved)
}

// A recovery ends every way for others to act as the player, and removes every addition since the
// last proof by mail. A change of the password keeps its own session, and passkeys and webhooks.
func testRecovery(t *testing.T, e Engine) {
	for _, change := range []bool{false, true} {
		s, c := e.openAt(t)
		ctx, x := t.Context(), s.Sessions()
		ada, bo := mustAccount(t, s, "ada"), mustAccount(t, s, "bo")
		add := func(p db.Player, word string) (webhook db.Target) {
			t.Helper()
			c.Advance(time.Minute)
			mustAddPasskey(t, s, p, newPasskey(word))
			webhook, err := s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: p.ID, Channel: db.ByWebhook, Address: "https://example.org/" + word, Format: db.FormatJSON}, nil)
			mustDo(t, err)
			c.Advance(time.Minute)
			return webhook
		}
		add(ada, "own")
		mustConfirm(t, s, ada, "ada@example.org")
		add(ada, "thief's")
		add(bo, "bo's")
		push, err := s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: ada.ID, Channel: db.ByPush, Address: "https://push.example"}, nil)
		mustDo(t, err)
		for _, token := range []string{"a1", "a2"} {
			mustDo(t, x.CommitFor(ctx, token, []byte("x"), c.Now().Add(time.Hour), ada.ID, "device of "+token))
		}
		mustDo(t, x.CommitFor(ctx, "b1", []byte("x"), c.Now().Add(time.Hour), bo.ID, "device of b1"))
		_, token, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: ada.ID, Scopes: db.AllScopes}, nil)
		mustDo(t, err)
		_, other, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: bo.ID, Scopes: db.AllScopes}, nil)
		mustDo(t, err)
		for _, secret := range []string{token, other} { // stored in memory from now on
			_, _, err := s.PlayerByToken(ctx, secret)
			mustDo(t, err)
		}
		pass := mustPass(t, s, ada)
		feed, err := s.FeedToken(ctx, ada.ID)
		mustDo(t, err)
		for list, _ := s.DueMails(ctx, 9); len(list) > 0; list, _ = s.DueMails(ctx, 9) {
			mustDo(t, s.MailSent(ctx, list[0].ID, time.Hour))
		}
		link := func(kind db.MailKind, address string) db.Mail {
			t.Helper()
			c.Advance(time.Second)
			m := mustQueue(t, s, db.NewMail{Kind: kind, Player: map[bool]string{true: ada.ID}[kind != db.MailEnter], Address: address, Language: "en"})
			mustDo(t, s.MailSent(ctx, m.ID, time.Hour))
			return m
		}
		older, latest := link(db.MailEnter, "ada@example.org"), link(db.MailEnter, "ada@example.org")
		pending, proof := link(db.MailConfirm, "thief@example.org"), link(db.MailProof, "ada@example.org")

		if change {
			mustDo(t, s.SetPassword(ctx, db.NewPassword{Player: ada.ID, Hash: "$new", Session: "a1", Push: push.ID}))
			checkSessions(t, x, ada.ID, "a1")
		} else {
			_, err := s.EnterByMail(ctx, latest.Token, "$new")
			mustDo(t, err)
			checkSessions(t, x, ada.ID)
		}
		mustDo(t, x.RenewFor(ctx, "a2", []byte("x"), c.Now().Add(time.Hour), ada.ID, "device of a2")) // a request that began before
		if _, found, err := x.FindCtx(ctx, "a2"); found || err != nil {
			t.Errorf("a session that was ended is back: %v", err)
		}
		checkSessions(t, x, bo.ID, "b1")
		checkTold(t, s, db.MailPassword, ada, "ada@example.org")
		checkNoPass(t, s, "before the recovery", pass.Token, pass.Code)
		for what, err := range map[string]error{
			"token":          func() error { _, _, err := s.PlayerByToken(ctx, token); return err }(),
			"feed":           func() error { _, err := s.PlayerByFeed(ctx, feed); return err }(),
			"older link":     func() error { _, err := s.EnterByMail(ctx, older.Token, "$thief"); return err }(),
			"latest link":    func() error { _, err := s.EnterByMail(ctx, latest.Token, "$thief"); return err }(),
			"pending":        s.ConfirmAddress(ctx, pending.Token),
			"code in a mail": s.ProveByMail(ctx, ada.ID, proof.Code),
		} {
			if err != db.ErrNotFound {
				t.Errorf("%s: %v, want %v", what, err, db.ErrNotFound)
			}
		}
		if _, _, err := s.PlayerByToken(ctx, other); err != nil {
			t.Errorf("the token of another: %v", err)
		}
		want := []string{"own", "https://example.org/own"}
		if change {
			want = []string{"thief's", "own", "https://example.org/own", "https://example.org/thief's", "https://push.example"}
		}
		var got []string
		keys, err := s.PasskeysOf(ctx, ada.ID)
		mustDo(t, err)
		for _, k := range keys {
			got = append(got, k.Name)
		}
		r, err := s.Recipient(ctx, ada.ID)
		mustDo(t, err)
		for _, target := range r.Targets {
			got = append(got, target.Address)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("change %t: passkeys and targets (-want +got):\n%s", change, diff)
		}
		if keys, err := s.PasskeysOf(ctx, bo.ID); len(keys) != 1 || err != nil {
			t.Errorf("the passkeys of another are %+v, %v", keys, err)
		}
	}
}

// A player with an address gets a mail about each added or removed way to sign in, in the chosen
// language.
func testMailsAboutWaysIn(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada := mustAccount(t, s, "ada")
	mustConfirm(t, s, ada, "ada@example.org")
	mustDo(t, s.SetNotices(ctx, ada.ID, db.NoticeSettings{Language: "fr"}))
	for kind, change := range map[db.MailKind]func() error{
		db.MailPasskeyAdded: func() error { return s.AddPasskey(ctx, ada.ID, newPasskey("phone")) },
		db.MailToken: func() error {
			_, _, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: ada.ID, Name: "bot", Scopes: db.AllScopes, Language: "en"}, nil)
			return err
		},
		db.MailPassword: func() error { return s.SetPassword(ctx, db.NewPassword{Player: ada.ID, Hash: "$", Language: "en"}) },
		db.MailPasskeyRemoved: func() error {
			if err := s.AddPasskey(ctx, ada.ID, newPasskey("tablet")); err != nil {
				return err
			}
			checkTold(t, s, db.MailPasskeyAdded, ada, "ada@example.org")
			return s.RemovePasskey(ctx, ada.ID, newPasskey("tablet").ID, "en")
		},
	} {
		mustDo(t, change())
		if list, err := s.DueMails(ctx, 9); err != nil || len(list) != 1 || list[0].Language != "fr" {
			t.Errorf("%s: DueMails = %+v, %v, want one in French", kind, list, err)
		}
		checkTold(t, s, kind, ada, "ada@example.org")
	}
	_, _, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: ada.ID, Scopes: db.AllScopes}, nil)
	mustDo(t, err)
	if list, err := s.DueMails(ctx, 9); err != nil || len(list) != 0 {
		t.Errorf("about a program that has signed in: %+v, %v", list, err)
	}
}

// An address belongs to one account. Mails are deleted two days after the request, and with the
// account.
func testAddressOfOneAccount(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustAccount(t, s, "ada"), mustAccount(t, s, "bo")
	mustConfirm(t, s, ada, "ada@example.org")
	m := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: bo.ID, Address: "ada@example.org", Language: "en"})
	if m.Holder != ada.ID || m.Player != bo.ID || m.Name != "bo" {
		t.Errorf("the mail is %+v", m)
	}
	if err := s.ConfirmAddress(ctx, m.Token); err != db.ErrTaken {
		t.Errorf("the address of another: %v, want %v", err, db.ErrTaken)
	}
	mustDo(t, s.MailSent(ctx, m.ID, 100*24*time.Hour))
	c.Advance(db.MailLifetime)
	mustDo(t, s.Purge(ctx, nil))
	if _, err := s.MailByToken(ctx, m.Token); err != db.ErrNotFound {
		t.Errorf("after two days: %v, want %v", err, db.ErrNotFound)
	}
	mustQueue(t, s, db.NewMail{Kind: db.MailEnter, Address: "ada@example.org", Language: "en"})
	mustDo(t, s.Leave(ctx, ada.ID))
	if list, err := s.DueMails(ctx, 9); len(list) != 0 || err != nil {
		t.Errorf("mails of who has left: %+v, %v", list, err)
	}
	mustConfirm(t, s, bo, "ada@example.org")
}

// Of concurrent uses of a link, one succeeds. Of the accounts that confirm the same address, one
// gets it.
func testMailsAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada := mustAccount(t, s, "ada")
	mustConfirm(t, s, ada, "ada@example.org")
	m := mustQueue(t, s, db.NewMail{Kind: db.MailEnter, Address: "ada@example.org", Language: "en"})
	var entered, confirmed atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			switch _, err := s.EnterByMail(ctx, m.Token, ""); {
			case err == nil:
				entered.Add(1)
			case !errors.Is(err, db.ErrNotFound):
				t.Errorf("EnterByMail: %v", err)
			}
		})
	}
	all.Wait()
	for i := range 8 {
		p := mustAccount(t, s, fmt.Sprint("p", i))
		m := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: p.ID, Address: "one@example.org", Language: "en"})
		mustDo(t, s.MailSent(ctx, m.ID, time.Hour))
		all.Go(func() {
			switch err := s.ConfirmAddress(ctx, m.Token); {
			case err == nil:
				confirmed.Add(1)
			case !errors.Is(err, db.ErrTaken):
				t.Errorf("ConfirmAddress: %v", err)
			}
		})
	}
	all.Wait()
	if entered.Load() != 1 || confirmed.Load() != 1 {
		t.Errorf("%d have entered, %d have the address, want one each", entered.Load(), confirmed.Load())
	}
}

// mustQueue stores a mail and returns it from the list of due mails.
func mustQueue(t *testing.T, s db.Store, m db.NewMail) db.Mail {
	t.Helper()
	mustDo(t, s.QueueMail(t.Context(), m))
	list, err := s.DueMails(t.Context(), 100)
	if err != nil || len(list) == 0 {
		t.Fatalf("DueMails = %+v, %v", list, err)
	}
	return list[len(list)-1]
}

// mustConfirm gives an account an address.
func mustConfirm(t *testing.T, s db.Store, p db.Player, address string) {
	t.Helper()
	m := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: p.ID, Address: address, Language: "en"})
	mustDo(t, s.ConfirmAddress(t.Context(), m.Token))
}

// checkTold checks that one mail without a link is due, and marks it as sent.
func checkTold(t *testing.T, s db.Store, kind db.MailKind, p db.Player, address string) {
	t.Helper()
	list, err := s.DueMails(t.Context(), 100)
	if err != nil || len(list) != 1 || list[0].Kind != kind || list[0].Player != p.ID || list[0].Address != address || list[0].Token != "" {
		t.Fatalf("DueMails = %+v, %v, want one of kind %s to %s", list, err, kind, address)
	}
	mustDo(t, s.MailSent(t.Context(), list[0].ID, time.Hour))
}

func mustDo(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
