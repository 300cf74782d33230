// Package pushtest is a push service for tests. It has browsers that subscribe to it, and the
// messages that it was asked to deliver. It checks that a site signs (RFC 8292) and encrypts (RFC
// 8291) as real services and browsers require.
package pushtest

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Pushed is a message that the service has received.
type Pushed struct {
	To      *Browser
	Size    int // of the encrypted message
	TTL     string
	Urgency string
	Topic   string
	Text    []byte // the decrypted message
	Notice
}

// Notice is the decrypted content of a message.
type Notice struct {
	ID, Kind, Match       string
	Ply, Seat             int
	Player                struct{ ID, Name string }
	URL                   string
	Title, Body, Language string
}

// Browser is a browser that has subscribed to the pushes of one site.
type Browser struct {
	Endpoint, P256dh, Auth string

	private *ecdh.PrivateKey
	auth    []byte
	key     string // of the site
	answer  int    // status with which the service answers for it
}

// Service is a push service on loopback.
type Service struct {
	t      testing.TB
	server *httptest.Server
	Got    chan Pushed

	mu       sync.Mutex
	browsers map[string]*Browser // by path
	taken    func(Pushed)
}

// Start starts a service until the end of the test. Each message is passed to taken, or to Got if
// taken is nil.
func Start(t testing.TB, taken func(Pushed)) *Service {
	t.Helper()
	s := &Service{t: t, Got: make(chan Pushed, 100), browsers: make(map[string]*Browser), taken: taken}
	if taken == nil {
		s.taken = func(p Pushed) { s.Got <- p }
	}
	s.server = httptest.NewServer(s)
	t.Cleanup(s.server.Close)
	return s
}

// Subscribe returns a browser that accepts messages signed with the site's key.
func (s *Service) Subscribe(siteKey string) *Browser {
	s.t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	b := &Browser{private: private, auth: make([]byte, 16), key: siteKey, answer: http.StatusCreated}
	rand.Read(b.auth)
	b.P256dh, b.Auth = base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(b.auth)
	s.mu.Lock()
	defer s.mu.Unlock()
	path := fmt.Sprintf("/push/%d", len(s.browsers)+1)
	b.Endpoint = s.server.URL + path
	s.browsers[path] = b
	return b
}

// Answer sets the status with which the service answers for a browser.
func (s *Service) Answer(b *Browser, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.answer = status
}

// Subscription returns the subscription as the browser encodes it.
func (b *Browser) Subscription() map[string]any {
	return map[string]any{"endpoint": b.Endpoint, "expirationTime": nil, "keys": map[string]string{"p256dh": b.P256dh, "auth": b.Auth}}
}

// ServeHTTP accepts a message for a browser.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	b := s.browsers[r.URL.Path]
	answer := http.StatusNotFound
	if b != nil {
		answer = b.answer
	}
	s.mu.Unlock()
	if answer == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "600")
	}
	if answer == http.StatusCreated {
		p, err := b.take(r, s.server.URL)
		if errors.Is(err, io.ErrUnexpectedEOF) { // the sender was killed before it had sent all
			answer = http.StatusBadRequest
		} else if err != nil {
			s.t.Errorf("a push to %s: %v", r.URL.Path, err)
			answer = http.StatusBadRequest
		} else {
			s.taken(p)
		}
	}
	w.WriteHeader(answer)
}

// take checks and decrypts a message as the service and the browser do.
func (b *Browser) take(r *http.Request, origin string) (Pushed, error) {
	p := Pushed{To: b, TTL: r.Header.Get("TTL"), Urgency: r.Header.Get("Urgency"), Topic: r.Header.Get("Topic")}
	if err := checkVAPID(r.Header.Get("Authorization"), b.key, origin); err != nil {
		return p, err
	}
	if r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" {
		return p, fmt.Errorf("%s in %q", r.Method, r.Header.Get("Content-Encoding"))
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return p, err
	}
	p.Size = len(body)
	if p.Text, err = b.decrypt(body); err != nil {
		return p, err
	}
	return p, json.Unmarshal(p.Text, &p.Notice)
}
