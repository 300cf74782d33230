// Package outgoing makes requests to addresses that players enter, of webhooks and push services.
// Requests reach no private network, follow no redirect and take at most five seconds.
package outgoing

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

const (
	timeout   = 5 * time.Second
	mostBytes = 4 << 10 // of an answer that is read
)

// NoAnswer is the code of every error. It does not distinguish a private address from an unknown
// name, because that would reveal which names and addresses exist inside.
const NoAnswer = "no_answer"

// Error is the error of a request without an answer.
type Error struct{ Code string }

func (e *Error) Error() string { return "request to an address of a player: " + e.Code }

var errPrivate = &Error{NoAnswer}

// Client makes requests. It is safe for concurrent use.
type Client struct{ http http.Client }

// Options are for tests. A site uses the zero value.
type Options struct {
	AllowPrivate bool          // may reach private networks
	Resolver     *net.Resolver // nil for the system's resolver
	Timeout      time.Duration // for a whole request, 0 for five seconds
}

// New returns a client.
func New(o Options) *Client {
	if o.Timeout == 0 {
		o.Timeout = timeout
	}
	dialer := &net.Dialer{Timeout: o.Timeout, Resolver: o.Resolver}
	if !o.AllowPrivate {
		dialer.Control = checkDialled
	}
	transport := &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    o.Timeout,
		ResponseHeaderTimeout:  o.Timeout,
		MaxResponseHeaderBytes: 16 << 10,
		MaxIdleConns:           20,
		MaxIdleConnsPerHost:    2,
		MaxConnsPerHost:        8,
		IdleConnTimeout:        30 * time.Second,
	}
	return &Client{http.Client{
		Transport:     transport,
		Timeout:       o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do makes a request and returns the status and the head of the answer. The error is an *Error, or
// the error of ctx.
func (c *Client) Do(ctx context.Context, r *http.Request) (int, http.Header, error) {
	answer, err := c.http.Do(r.WithContext(ctx))
	if err != nil {
		return 0, nil, errorOf(ctx, err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, mostBytes) // for reusing the connection
	return answer.StatusCode, answer.Header, nil
}

// errorOf returns an error without the address that net and net/http include.
func errorOf(ctx context.Context, err error) error {
	switch refused := new(Error); {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		return refused
	}
	return &Error{NoAnswer}
}

// checkDialled returns an error for an address that is not public. The dialer calls it after
// resolving names, for each address.
func checkDialled(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(to.Addr()) {
		return errPrivate
	}
	return nil
}
