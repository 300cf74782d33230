package journeys

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/handlers/mail"
)

// TestMail makes an account with an address from a guest, and signs in to it from a phone by a link
// and by a new password. The mail is delivered although the mail server is away for a while and the
// site is killed in this time.
func TestMail(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	post := clitest.NewMailServer(t)
	post.Start()
	addr, db := "127.0.0.1:"+strconv.Itoa(clitest.FreePort(t)), t.TempDir()+"/mail.db"
	args := []string{"--addr", addr, "--base-url", "http://" + addr, "--smtp", "smtp://" + post.Addr + "?from=Table%20Ronde%20%3Ccamelot@table.example%3E"}
	s := startSite(t, db, args...)
	desk := newPerson(t, s.URL, desktop)
	desk.confirmAddress(post, "ada@example.org")
	desk.closeBrowser() // its stream would fail while the site is away
	post.Stop()
	mobile := newPerson(t, s.URL, phone)
	mobile.open("/sign-in")
	mobile.tap("#by-mail summary")
	mobile.await(`document.querySelector("#by-mail").open`)
	mobile.photograph("mail-ask-phone")
	mobile.typeInto("#mail-address", "ada@example.org")
	mobile.tap("#mail-form button")
	mobile.await(`!!document.querySelector("#notice")`)
	mobile.photograph("mail-asked-phone")
	s.Kill()
	post.Start()
	s = startSite(t, db, args...)
	link := post.Link("ada@example.org")
	_ = clitest.Get(t, s.URL+link) // as a program that scans for viruses does
	mobile.resetPassword(link)
	if text := post.Next("ada@example.org"); !strings.Contains(text, "Aliénor") {
		t.Errorf("the new password is told by %s", text)
	}
	mobile.open(link)
	mobile.await(`document.querySelector("#mail-problem") && !document.querySelector("#mail form")`)
	mobile.audit("a link that was used")
	mobile.photograph("mail-ended-phone")
	mobile.allowError("410")
}

// confirmAddress makes an account with an address and confirms it.
func (p *person) confirmAddress(post *clitest.MailServer, address string) {
	p.t.Helper()
	p.open("/sign-in")
	p.audit("the ways in, with mail")
	p.photograph("mail-sign-in-desktop")
	p.typeInto("#join-name", "Aliénor")
	p.typeInto("#join-password", "nine white swans")
	p.typeInto("#join-email", address)
	p.click(`#join-form .go button`)
	p.await(`!!document.querySelector("#pending")`)
	p.audit("an address that waits")
	p.photograph("mail-pending-desktop")
	p.open(post.Link(address))
	p.audit("the address to confirm")
	p.photograph("mail-confirm-desktop")
	p.click("#mail .primary")
	p.await(`location.pathname === "/settings" && document.querySelector("#address summary").textContent.includes("` + address + `")`)
	p.click("#address summary")
	p.await(`document.querySelector("#address").open`)
	p.audit("the address")
	p.photograph("mail-address-desktop")
}

// resetPassword sets a new password by the link in a mail.
func (p *person) resetPassword(link string) {
	p.t.Helper()
	p.open(link)
	p.audit("the link that signs in")
	p.photograph("mail-enter-phone")
	p.tap("#reset summary")
	p.await(`document.querySelector("#reset").open`)
	p.audit("a new password")
	p.photograph("mail-reset-phone")
	p.typeInto("#new-password", "ten grey geese")
	p.tap("#reset form button")
	p.await(`location.pathname === "/settings"`)
}

// TestMailEncrypted hands mails to a server that takes them encrypted only: from the
// start, and by STARTTLS.
func TestMailEncrypted(t *testing.T) {
	t.Parallel()
	cert, key := clitest.NewCertificate(t)
	for scheme, args := range map[string][]string{
		"smtps": {"--smtpscert", cert, "--smtpskey", key},
		"smtp":  {"--tlscert", cert, "--tlskey", key},
	} {
		post := clitest.NewMailServer(t, args...)
		post.Start()
		var server mail.Server
		if err := server.UnmarshalFlag(scheme + "://" + post.Addr + "?from=camelot@table.example"); err != nil {
			t.Fatal(err)
		}
		sender := mail.Sender{Server: server, Now: time.Now}
		err := sender.Send(t.Context(), mail.Message{ID: "one", To: "ada@example.org", Subject: "By " + scheme, Text: "Où l’on joue.\n", Language: "fr"})
		if err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		if text := post.Next("ada@example.org"); strings.TrimSpace(text) != "Où l’on joue." {
			t.Errorf("%s: the mail says %q", scheme, text)
		}
	}
}
