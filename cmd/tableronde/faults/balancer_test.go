package faults

import (
	"bytes"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"tableronde/cmd/internal/soak"
)

// balancer sends each request to a random process, and to another one if that does
// not take it.
type balancer struct {
	server    *httptest.Server
	processes []*soak.Server
	transport http.Transport
	broken    atomic.Int64 // requests that a process took and did not answer
	curt      atomic.Int64 // answers 503 of a process without Retry-After
}

func startBalancer(t *testing.T, processes []*soak.Server) *balancer {
	t.Helper()
	b := &balancer{processes: processes, transport: http.Transport{MaxIdleConnsPerHost: 64}}
	b.server = httptest.NewServer(&httputil.ReverseProxy{
		ErrorLog: log.New(io.Discard, "", 0), // streams break off when a process ends
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
			r.Out.Host = r.In.Host
		},
		Transport:     b,
		FlushInterval: -1,
	})
	t.Cleanup(func() { b.server.CloseClientConnections(); b.server.Close() })
	return b
}

func (b *balancer) URL() string { return b.server.URL }

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	for _, i := range rand.Perm(len(b.processes)) {
		at, err := url.Parse(b.processes[i].URL())
		if err != nil || at.Host == "" {
			continue
		}
		out := r.Clone(r.Context())
		out.URL.Scheme, out.URL.Host = at.Scheme, at.Host
		// GetBody lets the transport send a request again if its connection is just being closed.
		// It does so only where this does no harm: for reads, and for posts with an
		// Idempotency-Key.
		out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		if out.Body, err = out.GetBody(); err != nil {
			return nil, err
		}
		resp, err := b.transport.RoundTrip(out)
		var dial *net.OpError
		switch {
		case err == nil:
			if resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") == "" {
				b.curt.Add(1)
			}
			return resp, nil
		case errors.As(err, &dial) && dial.Op == "dial":
			continue
		case r.Context().Err() != nil:
			return nil, err
		}
		b.broken.Add(1)
		break
	}
	return &http.Response{
		Status: "503 Service Unavailable", StatusCode: http.StatusServiceUnavailable, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Retry-After": {"1"}}, Body: http.NoBody, Request: r,
	}, nil
}
