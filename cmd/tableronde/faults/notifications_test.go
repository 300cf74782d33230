package faults

import (
	"encoding/json"
	"io"
	"log"
	"math/rand/v2"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/handlers/pushtest"
)

// toldOrigin is the address of a site with several processes, each of which has another address.
const (
	toldHost   = "table.test"
	toldOrigin = "http://" + toldHost
)

// inboxes receive the notifications of players by webhooks, push services and a mail server, all on
// loopback.
type inboxes struct {
	t       *testing.T
	hooks   string // the address of webhooks
	service *pushtest.Service
	smtp    string

	mu       sync.Mutex
	calls    map[toldCall]map[string]int // number of notifications, by id
	mails    map[mailed]map[string]int   // likewise
	links    map[string]string           // by which an address is confirmed
	browsers map[*pushtest.Browser]string
}

// toldCall is a notification to a webhook or a browser.
type toldCall struct {
	Kind, Match string
	Ply, Seat   int
	Player      struct{ ID string }
	by, name    string // the channel, and whose it is
}

// mailed is the match that a mail reports, and the name of its player.
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

// count counts a notification under its id.
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

// Data receives a mail, which reports matches or confirms an address.
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

// have reports whether a player got a notification by webhook and by push, and at least a number of
// mails about the match.
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

// check fails unless each of the turns was notified by webhook, push and mail, each under an id of
// its own.
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

// openInboxes subscribes a player to turns and ends of matches by push, mail and webhook, and to
// nothing else.
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
	req, err := http.NewRequest(http.MethodPost, r.sites[0].URL+link, strings.NewReader(url.Values{"do": {"confirm"}}.Encode()))
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

const toldMatches = 12 // of TestNoticesOutliveKills

// killsOf returns the number of times that a test kills a site. It is TABLERONDE_KILLS if that is
// set, many in long runs, and a quarter of many in others.
func killsOf(t *testing.T, many int) int {
	t.Helper()
	text := os.Getenv("TABLERONDE_KILLS")
	if text == "" && clitest.IsLong() {
		return many
	}
	if text == "" {
		return many / 4
	}
	kills, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return kills
}

// killing is where a test kills a site.
type killing struct {
	db        string
	processes int
	lives     time.Duration // a process at most
}

// onBothEngines runs a test on a file, with one process, and on a database, with two. onFile and
// onDatabase are the longest lives of a process.
func onBothEngines(t *testing.T, onFile, onDatabase time.Duration, test func(*testing.T, killing)) {
	t.Helper()
	clitest.NeedProcess(t)
	t.Parallel()
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		test(t, killing{filepath.Join(t.TempDir(), "site.db"), 1, onFile})
	})
	t.Run("database", func(t *testing.T) {
		t.Parallel()
		test(t, killing{clitest.NewDatabase(t), 2, onDatabase})
	})
}

// TestNoticesOutliveKills plays matches while the site is killed again and again. Each player must
// get a notification of each turn by webhook, by push and by mail, at least once and always under
// the same id. There must be no other notifications.
func TestNoticesOutliveKills(t *testing.T) {
	onBothEngines(t, 3*time.Second, 8*time.Second, func(t *testing.T, place killing) { // on the database longer than a lease lasts, if rarely
		r := newToldRun(t, place.db, place.processes)
		for range killsOf(t, 8) {
			for life := time.Now().Add(rand.N(place.lives)); time.Now().Before(life); time.Sleep(20 * time.Millisecond) {
				r.moveAll()
			}
			i := rand.IntN(place.processes)
			r.sites[i].Kill()
			r.sites[i] = r.start()
		}
		r.end()
	})
}

// toldRun is a site of several processes, and matches of Ada and Bo there.
type toldRun struct {
	t       *testing.T
	db      string
	sites   []*clitest.Server
	players [2]toldPlayer
	matches []*toldMatch

	inboxes *inboxes
}

type toldPlayer struct{ id, token, name string }

type toldMatch struct {
	id    string
	ply   int
	told  [2]int // number of notifications due to each player, of turns and of the end
	mover int    // index of the player to move, or to be notified of the end
	over  bool

	replaced bool // by another match
}

func newToldRun(t *testing.T, db string, processes int) *toldRun {
	t.Helper()
	r := &toldRun{t: t, db: db, inboxes: newInboxes(t)}
	for range processes {
		r.sites = append(r.sites, r.start())
	}
	for i, name := range []string{"Ada", "Bo"} {
		var guest struct {
			Token  string
			Player struct{ ID string }
		}
		r.call("", "POST", "/guests", map[string]any{"name": name}, &guest)
		r.players[i] = toldPlayer{id: guest.Player.ID, token: guest.Token, name: name}
		r.openInboxes(r.players[i])
	}
	for range toldMatches {
		r.begin()
	}
	return r
}

// begin begins one more match.
func (r *toldRun) begin() {
	r.t.Helper()
	var m struct{ ID string }
	r.call(r.players[0].token, "POST", "/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &m)
	r.call(r.players[1].token, "POST", "/matches/"+m.ID+"/join", map[string]any{"seat": 2}, nil)
	r.matches = append(r.matches, &toldMatch{id: m.ID, told: [2]int{1, 0}})
}

func (r *toldRun) start() *clitest.Server {
	r.t.Helper()
	return clitest.StartServer(r.t, r.db, "--allow-private-targets", "--base-url", toldOrigin, "--mail-grace", "1ms", "--smtp", "smtp://"+r.inboxes.smtp+"?from=camelot@table.example")
}

// wasTold reports whether a player got the notification of the last move of a match by webhook,
// push and mail.
func (r *toldRun) wasTold(m *toldMatch) bool {
	p := r.players[m.mover]
	want := toldCall{Kind: "turn", Match: m.id, Ply: m.ply, Seat: m.mover + 1}
	if want.Player.ID = p.id; m.over {
		want.Kind = "over"
	}
	return r.inboxes.have(want, p.name, m.told[m.mover])
}

// moveAll moves in every match whose mover was notified of the turn. It begins a new match for each
// one that is over.
func (r *toldRun) moveAll() {
	for _, m := range r.matches {
		if !r.wasTold(m) {
			continue
		}
		if m.over {
			if !m.replaced {
				m.replaced = true
				r.begin()
			}
			continue
		}
		token := r.players[m.mover].token
		var now struct {
			Legal []string
			Over  bool
		}
		r.call(token, "GET", "/matches/"+m.id, nil, &now)
		if len(now.Legal) == 0 {
			r.t.Fatalf("match %s: nothing is legal at ply %d", m.id, m.ply)
		}
		r.call(token, "POST", "/matches/"+m.id+"/actions", map[string]any{"ply": m.ply, "action": now.Legal[rand.IntN(len(now.Legal))]}, &now)
		m.ply, m.mover, m.over = m.ply+1, 1-m.mover, now.Over
		m.told[m.mover]++
	}
}

// end waits until the players were notified of the last turns, and checks all notifications.
func (r *toldRun) end() {
	r.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for _, m := range r.matches {
		for !r.wasTold(m) {
			if time.Now().After(deadline) {
				r.t.Fatalf("nobody was told of ply %d of match %s", m.ply, m.id)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	turns := 0
	for _, m := range r.matches {
		turns += m.ply + 1
	}
	r.inboxes.check(turns)
}

// call makes a call of the API at any process, and again until it is answered.
func (r *toldRun) call(token, method, path string, body, into any) {
	r.t.Helper()
	callAny(r.t, r.sites, clitest.Call{Token: token, Method: method, Path: "/api/v1" + path, Body: body, Host: toldHost}, into)
}

// callAny makes a call at any of the processes, with a key of its own, and again until it is
// answered.
func callAny(t *testing.T, sites []*clitest.Server, c clitest.Call, into any) {
	t.Helper()
	c.Key = strconv.FormatUint(rand.Uint64(), 36)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		c.Site = sites[rand.IntN(len(sites))].URL
		err := c.Do(into)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}
