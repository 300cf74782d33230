package mail

import (
	"context"
	"errors"
	"io"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// box is a mail server that keeps the mails it gets. Addresses that begin with "gone" it refuses
// for good, with "busy" for now; it wants a password.
type box struct {
	mu    sync.Mutex
	mails []string
}

func (b *box) NewSession(*smtp.Conn) (smtp.Session, error) { return &boxSession{box: b}, nil }

type boxSession struct {
	box  *box
	user string
	to   string
}

func (s *boxSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *boxSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "ada" || password != "secret" {
			return &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "no " + password}
		}
		s.user = user
		return nil
	}), nil
}

func (s *boxSession) Mail(string, *smtp.MailOptions) error {
	if s.user == "" {
		return smtp.ErrAuthRequired
	}
	return nil
}

func (s *boxSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch s.to = to; {
	case strings.HasPrefix(to, "gone"):
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no " + to}
	case strings.HasPrefix(to, "busy"):
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "wait, " + to}
	}
	return nil
}

func (s *boxSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	s.box.mu.Lock()
	defer s.box.mu.Unlock()
	s.box.mails = append(s.box.mails, s.to+"\r\n"+string(text))
	return err
}

func (s *boxSession) Reset()        {}
func (s *boxSession) Logout() error { return nil }

// startBox starts a mail server on this machine and returns how to reach it.
func startBox(t *testing.T) (*box, Server) {
	t.Helper()
	b := &box{}
	server := smtp.NewServer(b)
	server.AllowInsecureAuth = true
	server.ErrorLog = nil
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return b, Server{Host: listener.Addr().String(), User: "ada", Password: "secret", From: netmail.Address{Address: "camelot@table.example"}}
}

// A mail is handed over; the errors say which mails are refused for good, and have neither address
// nor password nor text.
func TestSend(t *testing.T) {
	t.Parallel()
	b, server := startBox(t)
	wrong := server
	wrong.Password = "secret2"
	for name, tt := range map[string]struct {
		to      string
		server  Server
		want    string // of the error
		refused bool
	}{
		"sent":     {"bo@example.org", server, "", false},
		"gone":     {"gone@example.org", server, "550, 5.1.1", true},
		"busy":     {"busy@example.org", server, "451, 4.7.1", false},
		"password": {"bo@example.org", wrong, "535, 5.7.8", false},
	} {
		s := &Sender{Server: tt.server, Now: time.Now}
		err := s.Send(t.Context(), Message{ID: name, To: tt.to, Subject: "A subject", Text: "A word\n", Language: "en"})
		if (err == nil) != (tt.want == "") || errors.Is(err, ErrRefused) != tt.refused {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "example") || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: %v, want %s in it and nothing secret", name, err, tt.want)
		}
	}
	if len(b.mails) != 1 || !strings.HasPrefix(b.mails[0], "bo@example.org\r\n") || !strings.Contains(b.mails[0], "Message-Id: <sent@table.example>") {
		t.Errorf("the server has %q", b.mails)
	}
}

// A server that never answers does not hold the sender beyond its context.
func TestSendEnds(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			defer conn.Close()
		}
		cancel()
		<-t.Context().Done()
	}()
	s := &Sender{Server: Server{Host: silent.Addr().String(), From: netmail.Address{Address: "a@b.example"}}, Now: time.Now}
	if err := s.Send(ctx, Message{ID: "x", To: "ada@example.org", Text: "x\n"}); err == nil {
		t.Error("a mail is sent to a server that is silent")
	}
}
