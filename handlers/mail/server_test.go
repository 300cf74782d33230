package mail

import (
	"net/mail"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestServerFlag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Server{
		"smtp://ada:s%40cret@mail.example?from=camelot@example.org": {Host: "mail.example:587", User: "ada", Password: "s@cret",
			From: mail.Address{Address: "camelot@example.org"}},
		"smtps://mail.example/?from=Table%20Ronde%20%3Ccamelot%2Bmail@example.org%3E": {Host: "mail.example:465", TLS: true,
			From: mail.Address{Name: "Table Ronde", Address: "camelot+mail@example.org"}},
		"smtp://[::1]:25?from=a@b.example": {Host: "[::1]:25", From: mail.Address{Address: "a@b.example"}},
	} {
		var got Server
		err := got.UnmarshalFlag(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got):\n%s%v", text, diff, err)
		}
	}
}

// Text that names no server is refused in words that do not repeat it.
func TestServerFlagRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "mail.example", "mail.example:25", "http://ada:secret@mail.example?from=a@b.example", "smtp://ada:secret@mail.example",
		"smtp://ada:secret@mail.example?from=", "smtp://ada:secret@mail.example?from=nobody", "smtp://ada:secret@mail.example?from=a@b.example&tls=no",
		"smtp://ada:secret@mail.example?from=a@b.example&from=c@d.example", "smtp://ada:secret@mail.example/path?from=a@b.example",
		"smtp://ada:sec%ret@mail.example?from=a@b.example", "smtp://ada:secret@mail.example:port?from=a@b.example", "smtp://?from=a@b.example",
		"smtp://ada:secret@mail.example?from=a@b.example%0d%0aBcc:c@d.example",
	} {
		err := new(Server).UnmarshalFlag(text)
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec%") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestIsLocal(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{"localhost:25": true, "127.0.0.1:25": true, "[::1]:25": true, "mail.example:25": false, "10.0.0.1:25": false} {
		if got := (Server{Host: host}).isLocal(); got != want {
			t.Errorf("%s is local: %t, want %t", host, got, want)
		}
	}
}
