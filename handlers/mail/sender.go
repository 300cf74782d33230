// Package mail writes mails and sends them over an SMTP server (RFC 5321, RFC 5322).
package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// sendLimit is the longest time for sending one mail.
const sendLimit = time.Minute

// ErrRefused is the error for a mail that the server refuses permanently.
var ErrRefused = errors.New("the server refuses the mail for good")

// Sender sends mails over a server, each with a connection of its own.
type Sender struct {
	Server Server
	Now    func() time.Time
}

// Send sends a mail. Its error contains neither the text nor the recipient.
func (s *Sender) Send(ctx context.Context, m Message) error {
	from := (*mail.Address)(&s.Server.From)
	text, err := m.encode(from, s.Now())
	if err != nil {
		return fmt.Errorf("write mail: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	client, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("reach mail server: %w", err)
	}
	defer client.Close()
	defer context.AfterFunc(ctx, func() { client.Close() })()
	if s.Server.User != "" {
		if err := client.Auth(sasl.NewPlainClient("", s.Server.User, s.Server.Password)); err != nil {
			return fmt.Errorf("sign in at the mail server: %w", codeOf(err))
		}
	}
	if err := client.Mail(from.Address, nil); err != nil {
		return fmt.Errorf("announce mail: %w", codeOf(err))
	}
	if err := hand(client, m.To, text); err != nil {
		return fmt.Errorf("hand over mail: %w", err)
	}
	client.Quit() // the server has accepted the mail
	return nil
}

// dial connects to the server, encrypted wherever the server offers it. It uses an unencrypted
// connection only to a server on this machine.
func (s *Sender) dial(ctx context.Context) (*smtp.Client, error) {
	startTLS := !s.Server.TLS && !s.Server.isLocal()
	client, err := s.connect(ctx, startTLS)
	if err != nil || startTLS || s.Server.TLS {
		return client, err
	}
	if offered, _ := client.Extension("STARTTLS"); offered {
		client.Close()
		return s.connect(ctx, true)
	}
	return client, nil
}

// connect connects to the server. It does not check the certificate of a server on this machine.
func (s *Sender) connect(ctx context.Context, startTLS bool) (client *smtp.Client, err error) {
	host, _, err := net.SplitHostPort(s.Server.Host)
	if err != nil {
		return nil, err
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.Server.Host)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	config := &tls.Config{ServerName: host, InsecureSkipVerify: s.Server.isLocal()}
	switch {
	case startTLS:
		client, err = smtp.NewClientStartTLS(conn, config)
	case s.Server.TLS:
		client = smtp.NewClient(tls.Client(conn, config))
	default:
		client = smtp.NewClient(conn)
	}
	if err == nil && !startTLS {
		err = client.Hello("localhost")
	}
	if err != nil {
		conn.Close()
		return nil, codeOf(err)
	}
	return client, nil
}

// hand sends the data of a mail.
func hand(client *smtp.Client, to string, text []byte) error {
	if err := client.Rcpt(to, nil); err != nil {
		return refusal(err)
	}
	data, err := client.Data()
	if err != nil {
		return refusal(err)
	}
	if _, err := data.Write(text); err != nil {
		return err
	}
	return refusal(data.Close())
}

// refusal returns codeOf of an error, wrapped in ErrRefused if the server refuses permanently.
func refusal(err error) error {
	var answer *smtp.SMTPError
	if errors.As(err, &answer) && !answer.Temporary() {
		return fmt.Errorf("%w: %w", ErrRefused, codeOf(err))
	}
	return codeOf(err)
}

// codeOf reduces a server's answer to its codes, because its text may repeat an address.
func codeOf(err error) error {
	var answer *smtp.SMTPError
	if errors.As(err, &answer) {
		return fmt.Errorf("the server answers %d, %d.%d.%d", answer.Code, answer.EnhancedCode[0], answer.EnhancedCode[1], answer.EnhancedCode[2])
	}
	return err
}

// Server is the SMTP server in an operator's flag: smtp://user:password@host:587?from=address. With
// smtps:// the connection is encrypted from the start, otherwise by STARTTLS. Only a server on this
// machine may do without encryption.
type Server struct {
	Host     string // "mail.example:587"
	TLS      bool   // encrypted from the start
	User     string
	Password string
	From     netmail.Address
}

// UnmarshalFlag parses the flag. Its errors do not quote the text, which has a password.
func (s *Server) UnmarshalFlag(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return errors.New("this is not a mail server: write it like smtp://user:password@mail.example:587?from=camelot@example.org")
	}
	port := ""
	switch u.Scheme {
	case "smtp":
		port = "587"
	case "smtps":
		s.TLS, port = true, "465"
	default:
		return errors.New("a mail server begins with smtp:// or smtps://")
	}
	if u.Port() != "" {
		port = u.Port()
	}
	s.Host = net.JoinHostPort(u.Hostname(), port)
	s.User = u.User.Username()
	s.Password, _ = u.User.Password()
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(query) != 1 || len(query["from"]) != 1 {
		return errors.New("a mail server has one parameter, ?from= with the address that mail comes from")
	}
	from, err := netmail.ParseAddress(query.Get("from"))
	if err != nil {
		return errors.New("the text after ?from= is not an address; write + as %2B and a blank as %20")
	}
	s.From = *from
	return nil
}

// isLocal reports whether the server is on this machine.
func (s Server) isLocal() bool {
	host, _, _ := net.SplitHostPort(s.Host)
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}
