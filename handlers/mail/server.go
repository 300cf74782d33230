package mail

import (
	"errors"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
)

// Server is a server that takes mail to be sent on, as its operator gives it:
// smtp://user:password@host:587?from=address. With smtps:// the connection is encrypted
// from the start; else it is by STARTTLS, without which mail goes to a server on this
// machine only.
type Server struct {
	Host     string // "mail.example:587"
	TLS      bool   // from the start
	User     string
	Password string
	From     mail.Address
}

// UnmarshalFlag reads a server. Its errors do not tell what the text says, for that has
// a password.
func (s *Server) UnmarshalFlag(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return errors.New("a mail server is given like smtp://user:password@mail.example:587?from=camelot@example.org")
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
	from, err := mail.ParseAddress(query.Get("from"))
	if err != nil {
		return errors.New("what is after ?from= is no address; write + as %2B and a blank as %20")
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
