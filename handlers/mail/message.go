package mail

import (
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"
)

// Message is a plain text mail to one address.
type Message struct {
	ID       string // the part of the Message-ID before the host; the same at each attempt
	To       string // in the form of accounts.CheckAddress
	Subject  string
	Text     string // each line ends with "\n"
	Language string // "en", "fr"

	// Unsubscribe is the address that ends such mail by a POST (RFC 8058). It is "" for mail that
	// the recipient asked for.
	Unsubscribe string
}

// write writes the message in the format of RFC 5322.
func (m Message) write(w io.Writer, from *mail.Address, now time.Time) error {
	var h mail.Header
	h.SetDate(now)
	h.SetAddressList("From", []*mail.Address{from})
	h.SetAddressList("To", []*mail.Address{{Address: m.To}})
	h.SetSubject(oneLine(m.Subject))
	h.SetMessageID(m.ID + "@" + from.Address[strings.LastIndex(from.Address, "@")+1:])
	h.Set("Auto-Submitted", "auto-generated") // prevents automatic replies: RFC 3834
	h.Set("Content-Language", m.Language)
	if m.Unsubscribe != "" {
		h.Set("List-Unsubscribe", "<"+m.Unsubscribe+">")
		h.Set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	body, err := mail.CreateSingleInlineWriter(w, h)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(body, m.Text); err != nil {
		return err
	}
	return body.Close()
}

// encode returns the message in the format of RFC 5322.
func (m Message) encode(from *mail.Address, now time.Time) ([]byte, error) {
	var b bytes.Buffer
	err := m.write(&b, from, now)
	return b.Bytes(), err
}

// oneLine replaces characters that could end a header line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}
