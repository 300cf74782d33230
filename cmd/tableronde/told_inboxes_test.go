package main

import (
	"encoding/json"
	"io"
	"log"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"tableronde/handlers/pushtest"
)

// toldOrigin is the address of a site whose processes are each at another one.
const (
	toldHost   = "table.test"
	toldOrigin = "http://" + toldHost
)

// inboxes take what players are told by webhooks, push services and a mail server, all on
// loopback.
type inboxes struct {
	t       *testing.T
	hooks   string // the address of webhooks
	service *pushtest.Service
	smtp    string

	mu       sync.Mutex
	calls    map[toldCall]map[string]int // how often each was told, by id
	mails    map[mailed]map[string]int   // likewise
	links    map[string]string           // by which an address is confirmed
	browsers map[*pushtest.Browser]string
}

// toldCall is what a webhook or a browser is told.
type toldCall struct {
	Kind, Match string
	Ply, Seat   int
	Player      struct{ ID string }
	by, name    string // the channel, and whose it is
}

// mailed is what a mail tells of: a match, to a player.
type mailed struct{ match, name string }

func newInboxes(t *testing.T) *inboxes {
	t.Helper()
	b := &inboxes{t: t, calls: make(map[toldCall]map[string]int), mails: make(map[mailed]map[string]int),
		links: make(map[string]string), browsers: make(map[*pushtest.Browser]string)}
	hooks := httptest.NewServer(http.HandlerFunc(b.takeCall))
	t.Cleanup(hooks.Close)
	b.hooks, b.service = hooks.URL, pushtest.Start(t, b.takePush)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(b)
	server.ErrorLog = log.New(io.Discard, "", 0) // killed sites break off
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	b.smtp = listener.Addr().String()
	return b
}

// count counts what was told under an id.
func (b *inboxes) count(c toldCall, id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.calls[c] == nil {
		b.calls[c] = make(map[string]int)
	}
	b.calls[c][id]++
}

func (b *inboxes) takeCall(_ http.ResponseWriter, req *http.Request) {
	var body struct {
		ID string
		toldCall
	}
	if err := json.NewDecoder(req.Body).Decode(&body); err != nil {
		b.t.Errorf("a call of %s: %v", req.URL.Path, err)
	}
	body.by, body.name = "webhook", strings.TrimPrefix(req.URL.Path, "/")
	b.count(body.toldCall, body.ID)
}

func (b *inboxes) takePush(p pushtest.Pushed) {
	b.mu.Lock()
	name := b.browsers[p.To]
	b.mu.Unlock()
	c := toldCall{Kind: p.Kind, Match: p.Match, Ply: p.Ply, Seat: p.Seat, by: "push", name: name}
	c.Player.ID = p.Player.ID
	b.count(c, p.ID)
}

// NewSession implements smtp.Backend.
func (b *inboxes) NewSession(*smtp.Conn) (smtp.Session, error) { return &inboxSession{b: b}, nil }

type inboxSession struct {
	b  *inboxes
	to string
}

func (*inboxSession) Reset()                                      {}
func (*inboxSession) Logout() error                               { return nil }
func (*inboxSession) Mail(string, *smtp.MailOptions) error        { return nil }
func (s *inboxSession) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }

var (
	matchLinks   = regexp.MustCompile(toldOrigin + `/m/([a-z2-7]{12})\s`)
	confirmLinks = regexp.MustCompile(toldOrigin + `(/mail/[a-z2-7]{26})\s`)
)

// Data takes a mail, which tells of matches or confirms an address.
func (s *inboxSession) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		return err
	}
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	name, _, _ := strings.Cut(s.to, "@")
	if link := confirmLinks.FindSubmatch(text); link != nil {
		s.b.links[name] = string(link[1])
	}
	for _, link := range matchLinks.FindAllSubmatch(text, -1) {
		of := mailed{string(link[1]), name}
		if s.b.mails[of] == nil {
			s.b.mails[of] = make(map[string]int)
		}
		s.b.mails[of][m.Header.Get("Message-ID")]++
	}
	return nil
}

// have reports whether a player was told something by webhook and push, and so often of
// the match by mail.
func (b *inboxes) have(c toldCall, name string, mails int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, by := range []string{"webhook", "push"} {
		c.by, c.name = by, name
		if len(b.calls[c]) == 0 {
			return false
		}
	}
	return len(b.mails[mailed{c.Match, strings.ToLower(name)}]) >= mails
}

// check fails unless each of so many turns was told in all ways, under one id each.
func (b *inboxes) check(turns int) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	again, mails, mailsAgain, owners := 0, 0, 0, make(map[string]toldCall)
	for c, ids := range b.calls {
		if len(ids) != 1 {
			b.t.Errorf("%+v was told under %d ids", c, len(ids))
		}
		for id, n := range ids {
			again += n - 1
			if other, ok := owners[id]; ok {
				b.t.Errorf("%+v and %+v were told under one id", c, other)
			}
			owners[id] = c
		}
	}
	for _, ids := range b.mails {
		mails += len(ids)
		for _, n := range ids {
			mailsAgain += n - 1
		}
	}
	if len(b.calls) != 2*turns || mails != turns {
		b.t.Errorf("%d notices and %d mails told of %d turns", len(b.calls), mails, turns)
	}
	b.t.Logf("%d turns were told in three ways, %d calls and %d mails were repeated", turns, again, mailsAgain)
}

// openInboxes has a player told of turns and ends in all ways, and of nothing else.
func (r *toldRun) openInboxes(p toldPlayer) {
	r.t.Helper()
	address := strings.ToLower(p.name) + "@example.org"
	r.call(p.token, "POST", "/accounts", map[string]any{"name": p.name, "password": "nine white swans", "email": address}, nil)
	ways, none := []string{"push", "email", "webhook"}, []string{}
	r.call(p.token, "PUT", "/me/notices", map[string]any{"turn": ways, "over": ways, "started": none, "offer": none, "invited": none, "time_low": none, "message": none}, nil)
	r.call(p.token, "POST", "/me/webhooks", map[string]any{"url": r.inboxes.hooks + "/" + p.name, "format": "json", "kinds": []string{"turn", "over"}}, nil)
	var key struct{ Key string }
	r.call("", "GET", "/push/key", nil, &key)
	browser := r.inboxes.service.Subscribe(key.Key)
	r.inboxes.mu.Lock()
	r.inboxes.browsers[browser] = p.name
	r.inboxes.mu.Unlock()
	r.call(p.token, "POST", "/me/push", browser.Subscription(), nil)
	r.confirm(strings.ToLower(p.name))
}

// confirm follows the link in the mail to a player's address.
func (r *toldRun) confirm(name string) {
	r.t.Helper()
	link := ""
	for deadline := time.Now().Add(time.Minute); link == ""; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatal("no mail comes")
		}
		r.inboxes.mu.Lock()
		link = r.inboxes.links[name]
		r.inboxes.mu.Unlock()
	}
	req, err := http.NewRequest(http.MethodPost, r.sites[0].url+link, strings.NewReader(url.Values{"do": {"confirm"}}.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Host = toldHost
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	answer, err := http.DefaultTransport.RoundTrip(req)
	if err != nil || answer.StatusCode != http.StatusSeeOther {
		r.t.Fatalf("confirming: %v, %v", answer, err)
	}
	answer.Body.Close()
}
