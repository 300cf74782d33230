// Package outgoing makes requests to addresses that players give: addresses of webhooks and push
// services. They reach no private network, follow no redirect and take five seconds at most.
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
	mostBytes = 4 << 10 // of an answer that are read
)

// NoAnswer is the code of every error. A private network gives the same one as a name that
// nobody has: the codes of errors must not show which names and addresses there are inside.
const NoAnswer = "no_answer"

// Error is the error of a request without an answer.
type Error struct{ Code string }

func (e *Error) Error() string { return "request to an address of a player: " + e.Code }

var errPrivate = &Error{NoAnswer}

// Client makes requests. It is safe for concurrent use.
type Client struct{ http http.Client }

// Options are for tests; a site uses the zero value.
type Options struct {
	AllowPrivate bool          // reach private networks, too
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
	_, _ = io.CopyN(io.Discard, answer.Body, mostBytes) // so that the connection can be used again
	return answer.StatusCode, answer.Header, nil
}

// errorOf returns an error without the address that net and http put into theirs.
func errorOf(ctx context.Context, err error) error {
	switch refused := new(Error); {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		return refused
	}
	return &Error{NoAnswer}
}

// checkDialled refuses to connect to an address that is not public. It is asked after
// names were resolved, for each address that is tried.
func checkDialled(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(to.Addr()) {
		return errPrivate
	}
	return nil
}
