package mail

import (
	"io"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
)

// A message comes out as it went in, whatever its letters; nothing in it makes a header
// of its own.
func TestMessage(t *testing.T) {
	t.Parallel()
	const text = "Bonjour Aliénor,\n\nhttps://table.example/mail/abc=def\n.\nFrom here on…\n"
	m := Message{ID: "abcdef", To: "ada@example.org", Subject: "Confirmez\r\nBcc: eve@example.org\u2028l’adresse", Text: text, Language: "fr"}
	encoded, err := m.encode(&mail.Address{Name: "Table Ronde, où l’on joue", Address: "camelot@table.example"}, time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(encoded)) {
		if !strings.HasSuffix(line, "\r\n") || len(line) > 998 || strings.IndexFunc(line, func(r rune) bool { return r > 126 }) >= 0 {
			t.Errorf("the line %q is not one of a mail", line)
		}
	}
	got, err := netmail.ReadMessage(strings.NewReader(string(encoded)))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"Bcc": "", "To": "<ada@example.org>", "Message-Id": "<abcdef@table.example>", "Date": "Mon, 23 Nov 2026 09:00:00 +0000",
		"Auto-Submitted": "auto-generated", "Content-Language": "fr", "Content-Type": "text/plain; charset=utf-8", "Mime-Version": "1.0"} {
		if value := got.Header.Get(key); value != want {
			t.Errorf("%s: %q, want %q", key, value, want)
		}
	}
	if from, err := got.Header.AddressList("From"); err != nil || len(from) != 1 || from[0].Name != "Table Ronde, où l’on joue" || from[0].Address != "camelot@table.example" {
		t.Errorf("From: %v, %v", from, err)
	}
	read, err := mail.CreateReader(strings.NewReader(string(encoded)))
	if err != nil {
		t.Fatal(err)
	}
	if subject, err := read.Header.Subject(); err != nil || subject != "Confirmez  Bcc: eve@example.org l’adresse" {
		t.Errorf("Subject: %q, %v", subject, err)
	}
	part, err := read.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(part.Body)
	if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != text {
		t.Errorf("the text is %q, %v", body, err)
	}
}
