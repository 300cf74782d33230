package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/mail"
)

// TestMailEncrypted hands mails to a server that takes them encrypted only: from the
// start, and by STARTTLS.
func TestMailEncrypted(t *testing.T) {
	t.Parallel()
	cert, key := newCertificate(t)
	for scheme, args := range map[string][]string{
		"smtps": {"--smtpscert", cert, "--smtpskey", key},
		"smtp":  {"--tlscert", cert, "--tlskey", key},
	} {
		post := newMailServer(t, args...)
		post.start()
		var server mail.Server
		if err := server.UnmarshalFlag(scheme + "://" + post.addr + "?from=camelot@table.example"); err != nil {
			t.Fatal(err)
		}
		sender := mail.Sender{Server: server, Now: time.Now}
		err := sender.Send(t.Context(), mail.Message{ID: "one", To: "ada@example.org", Subject: "By " + scheme, Text: "Où l’on joue.\n", Language: "fr"})
		if err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		if text := post.next("ada@example.org"); strings.TrimSpace(text) != "Où l’on joue." {
			t.Errorf("%s: the mail says %q", scheme, text)
		}
	}
}

// newCertificate writes a certificate of this machine and its key to files.
func newCertificate(t *testing.T) (cert, key string) {
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
