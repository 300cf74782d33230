package main

import (
	"io"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// mailServer is a mail server in a process of its own, which keeps what it gets in files.
type mailServer struct {
	t      *testing.T
	addr   string
	folder string
	args   []string
	cmd    *exec.Cmd
	read   map[string]bool // the files that next has returned
}

// newMailServer finds a mail server, which start starts.
func newMailServer(t *testing.T, args ...string) *mailServer {
	t.Helper()
	if _, err := exec.LookPath("aiosmtpd"); err != nil {
		if os.Getenv("TABLERONDE_REQUIRE_CHROMIUM") == "" {
			t.Skip("no aiosmtpd: apt-get install python3-aiosmtpd")
		}
		t.Fatal(err)
	}
	m := &mailServer{t: t, addr: "127.0.0.1:" + strconv.Itoa(freePort(t)), folder: filepath.Join(t.TempDir(), "mail"), args: args, read: map[string]bool{}}
	t.Cleanup(m.stop)
	return m
}

// start starts the server and waits until it answers.
func (m *mailServer) start() {
	m.t.Helper()
	m.cmd = exec.Command("aiosmtpd", append(append([]string{"-n", "-l", m.addr}, m.args...), "-c", "aiosmtpd.handlers.Mailbox", m.folder)...)
	m.cmd.Stderr = os.Stderr
	if err := m.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", m.addr); err == nil {
			conn.Close()
			return
		}
	}
	m.t.Fatal("the mail server does not answer")
}

func (m *mailServer) stop() {
	if m.cmd != nil {
		_ = m.cmd.Process.Kill()
		_ = m.cmd.Wait()
		m.cmd = nil
	}
}

// next waits for the next mail, and returns its text.
func (m *mailServer) next(to string) string {
	m.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(m.folder, "new", "*"))
		for _, file := range files {
			if !m.read[file] {
				m.read[file] = true
				return m.text(file, to)
			}
		}
	}
	m.t.Fatal("no mail has come")
	return ""
}

// text returns the text of a mail in a file, which must be to an address.
func (m *mailServer) text(file, to string) string {
	m.t.Helper()
	f, err := os.Open(file)
	if err != nil {
		m.t.Fatal(err)
	}
	defer f.Close()
	message, err := mail.ReadMessage(f)
	if err != nil {
		m.t.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	if err != nil || message.Header.Get("To") != "<"+to+">" {
		m.t.Fatalf("a mail to %s: %s, %v", message.Header.Get("To"), text, err)
	}
	return string(text)
}

// link returns the path of the link in the next mail.
func (m *mailServer) link(to string) string {
	m.t.Helper()
	text := m.next(to)
	found := regexp.MustCompile(`http://127\.0\.0\.1:\d+(/mail/[a-z2-7]{26})\s`).FindStringSubmatch(text)
	if found == nil {
		m.t.Fatalf("no link in %s", text)
	}
	return found[1]
}

// TestMail takes a guest to an account with an address, and back into it from a phone by
// a link and by a new password. The mail server is away for a while and the site is
// killed meanwhile; the mail comes all the same.
func TestMail(t *testing.T) {
	t.Parallel()
	post := newMailServer(t)
	post.start()
	addr, db := "127.0.0.1:"+strconv.Itoa(freePort(t)), t.TempDir()+"/mail.db"
	args := []string{"--addr", addr, "--base-url", "http://" + addr, "--smtp", "smtp://" + post.addr + "?from=Table%20Ronde%20%3Ccamelot@table.example%3E"}
	s := startSite(t, db, args...)
	desk := newPerson(t, s.url, desktop)
	desk.confirmAddress(post, "ada@example.org")
	desk.closeBrowser() // its stream finds nobody while the site is away
	post.stop()
	mobile := newPerson(t, s.url, phone)
	mobile.open("/sign-in")
	mobile.tap("#by-mail summary")
	mobile.await(`document.querySelector("#by-mail").open`)
	mobile.photograph("mail-ask-phone")
	mobile.typeInto("#mail-address", "ada@example.org")
	mobile.tap("#mail-form button")
	mobile.await(`!!document.querySelector("#notice")`)
	mobile.photograph("mail-asked-phone")
	s.kill()
	post.start()
	s = startSite(t, db, args...)
	link := post.link("ada@example.org")
	_ = get(t, s.url+link) // as a program does that looks for viruses
	mobile.resetPassword(link)
	if text := post.next("ada@example.org"); !strings.Contains(text, "Aliénor") {
		t.Errorf("the new password is told by %s", text)
	}
	mobile.open(link)
	mobile.await(`document.querySelector("#mail-problem") && !document.querySelector("#mail form")`)
	mobile.audit("a link that was used")
	mobile.photograph("mail-ended-phone")
	mobile.allowError("410")
}

// confirmAddress makes an account with an address and confirms it.
func (p *person) confirmAddress(post *mailServer, address string) {
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
	p.open(post.link(address))
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
