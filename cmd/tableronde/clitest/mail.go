package clitest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// MailServer is the process of a mail server, which stores mails in files.
type MailServer struct {
	t      *testing.T
	Addr   string
	folder string
	args   []string
	cmd    *exec.Cmd
	read   map[string]bool // files that Next has returned
}

// NewMailServer finds a mail server on this machine. Start starts it.
func NewMailServer(t *testing.T, args ...string) *MailServer {
	t.Helper()
	if _, err := exec.LookPath("aiosmtpd"); err != nil {
		if os.Getenv("TABLERONDE_REQUIRE_CHROMIUM") == "" {
			t.Skip("no aiosmtpd: apt-get install python3-aiosmtpd")
		}
		t.Fatal(err)
	}
	m := &MailServer{t: t, Addr: "127.0.0.1:" + strconv.Itoa(FreePort(t)), folder: filepath.Join(t.TempDir(), "mail"), args: args, read: map[string]bool{}}
	t.Cleanup(m.Stop)
	return m
}

// Start starts the server and waits until it answers.
func (m *MailServer) Start() {
	m.t.Helper()
	m.cmd = exec.Command("aiosmtpd", append(append([]string{"-n", "-l", m.Addr}, m.args...), "-c", "aiosmtpd.handlers.Mailbox", m.folder)...)
	m.cmd.Stderr = os.Stderr
	if err := m.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", m.Addr); err == nil {
			conn.Close()
			return
		}
	}
	m.t.Fatal("the mail server does not answer")
}

// Stop ends the server. Start starts it again.
func (m *MailServer) Stop() {
	if m.cmd != nil {
		_ = m.cmd.Process.Kill()
		_ = m.cmd.Wait()
		m.cmd = nil
	}
}

// Next waits for the next mail, and returns its text.
func (m *MailServer) Next(to string) string {
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

// text returns the text of a mail in a file. The test fails if it has another recipient.
func (m *MailServer) text(file, to string) string {
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

// Link returns the path of the link in the next mail.
func (m *MailServer) Link(to string) string {
	m.t.Helper()
	text := m.Next(to)
	found := regexp.MustCompile(`http://127\.0\.0\.1:\d+(/mail/[a-z2-7]{26})\s`).FindStringSubmatch(text)
	if found == nil {
		m.t.Fatalf("no link in %s", text)
	}
	return found[1]
}

// NewCertificate writes a certificate of this machine and its key to files.
func NewCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// FreePort returns a port of this machine on which no program listens.
func FreePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
