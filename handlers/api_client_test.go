package handlers

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/sqlite/sqlitetest"
	"tableronde/handlers/api"
	"tableronde/handlers/api/apitest"
	"tableronde/handlers/club/clubtest"
)

// apiSite is a whole site on a listener of its own, with a store in a file. It
// holds every answer of the API against the description.
type apiSite struct {
	*Server
	t    testing.TB
	url  string
	says apitest.Description
	log  *clubtest.Log
}

func newAPISite(t testing.TB) *apiSite {
	t.Helper()
	return newAPISiteOn(t, Config{})
}

// newAPISiteOn is newAPISite with a clock or a store of its own.
func newAPISiteOn(t testing.TB, cfg Config) *apiSite {
	t.Helper()
	store, given := cfg.Store, cfg.Store != nil
	if !given {
		store = sqlitetest.Open(t, nil)
	}
	log := new(clubtest.Log)
	cfg.Store, cfg.Log = store, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.Close()
		web.Close()
		if !given {
			checkStored(t, s)
		}
		if err := store.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return &apiSite{Server: s, t: t, url: web.URL, says: apitest.Load(t), log: log}
}

// apiClient calls the API as one player, the zero token as nobody.
type apiClient struct {
	*apiSite
	token  string
	player api.Player
	hasty  bool // answers are not held against the description
}

// apiAnswer is an answer of the API.
type apiAnswer struct {
	status int
	header http.Header
	body   []byte
	match  matchAnswer // where the answer is a match, or carries one
	fault  errorAnswer // where it is an error
}

type matchAnswer struct {
	ID    string `json:"id"`
	Ply   int    `json:"ply"`
	Seats []struct {
		Seat   int         `json:"seat"`
		Player *api.Player `json:"player"`
	} `json:"seats"`
	You   *int     `json:"you"`
	ToAct []int    `json:"to_act"`
	Legal []string `json:"legal"`

	LegalCount int `json:"legal_count"`

	Offers []string `json:"offers"`
	Over   bool     `json:"over"`
	Result *struct {
		Scores  map[string]float64 `json:"scores"`
		Winners []int              `json:"winners"`
		Reason  string             `json:"reason"`
	} `json:"result"`
	State  json.RawMessage `json:"state"`
	Invite string          `json:"invite"`
	Log    []struct {
		Ply    int    `json:"ply"`
		Seat   int    `json:"seat"`
		Action string `json:"action"`
		At     string `json:"at"`
	} `json:"log"`
	Started *string           `json:"started"`
	Rematch string            `json:"rematch"`
	Options map[string]string `json:"options"`
	Game    string            `json:"game"`
	Title   string            `json:"title"`
	Tags    map[string]string `json:"tags"`
	Public  bool              `json:"public"`
	Solo    bool              `json:"solo"`
}

// read decodes the body.
func (a apiAnswer) read(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		t.Fatalf("%s: %v", a.body, err)
	}
}

type errorAnswer struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field"`
	Index   *int   `json:"index"`
}

func (a *apiSite) nobody() *apiClient { return &apiClient{apiSite: a} }

// guest is a new guest.
func (a *apiSite) guest(name string) *apiClient {
	a.t.Helper()
	got := a.nobody().post("/guests", map[string]any{"name": name})
	if got.status != http.StatusCreated {
		a.t.Fatalf("POST /guests: %d %s", got.status, got.body)
	}
	var guest struct {
		Token  string     `json:"token"`
		Player api.Player `json:"player"`
	}
	if err := json.Unmarshal(got.body, &guest); err != nil {
		a.t.Fatal(err)
	}
	return &apiClient{apiSite: a, token: guest.Token, player: guest.Player}
}

func (c *apiClient) get(path string, header ...string) apiAnswer {
	c.t.Helper()
	return c.call(http.MethodGet, path, nil, header...)
}

// post sends a value as JSON; header alternates names and values.
func (c *apiClient) post(path string, value any, header ...string) apiAnswer {
	c.t.Helper()
	body, err := json.Marshal(value)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.call(http.MethodPost, path, body, header...)
}

func (c *apiClient) call(method, path string, body []byte, header ...string) apiAnswer {
	c.t.Helper()
	got, err := c.try(method, path, body, header...)
	if err != nil {
		c.t.Fatal(err)
	}
	return got
}

// try is call for goroutines of a test.
func (c *apiClient) try(method, path string, body []byte, header ...string) (apiAnswer, error) {
	req, err := c.requestTo(context.Background(), method, c.url+api.Path+path, body, header...)
	if err != nil {
		return apiAnswer{}, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return apiAnswer{}, err
	}
	defer res.Body.Close()
	got := apiAnswer{status: res.StatusCode, header: res.Header}
	if got.body, err = io.ReadAll(res.Body); err != nil {
		return apiAnswer{}, err
	}
	if method != http.MethodHead && !c.hasty {
		if err := c.says.CheckAnswer(method, req.URL.Path, got.status, got.header, got.body); err != nil {
			return apiAnswer{}, fmt.Errorf("%s %s: %d %s: %w", method, path, got.status, got.body, err)
		}
	}
	got.decode()
	return got, nil
}

func (c *apiClient) requestTo(ctx context.Context, method, url string, body []byte, header ...string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return req, nil
}

// decode fills what the body holds, as far as it fits.
func (a *apiAnswer) decode() {
	if a.status < 400 {
		_ = json.Unmarshal(a.body, &a.match)
		return
	}
	var fault struct {
		Error errorAnswer `json:"error"`
		Match matchAnswer `json:"match"`
	}
	_ = json.Unmarshal(a.body, &fault)
	a.fault, a.match = fault.Error, fault.Match
}

// want fails unless the answer has a status and, as an error, a code.
func (a apiAnswer) want(t testing.TB, status int, code string) apiAnswer {
	t.Helper()
	if a.status != status || a.fault.Code != code {
		t.Fatalf("got %d %q, want %d %q: %s", a.status, a.fault.Code, status, code, a.body)
	}
	return a
}

// start lets two guests sit down to a match and returns it as the first sees it.
func (a *apiSite) start(first, second *apiClient, proposal map[string]any) matchAnswer {
	a.t.Helper()
	made := first.post("/matches", proposal).want(a.t, http.StatusCreated, "").match
	invite := made.Invite[strings.LastIndex(made.Invite, "/")+1:]
	second.post("/matches/"+made.ID+"/join", map[string]any{"invite": invite}).want(a.t, http.StatusOK, "")
	return first.get("/matches/"+made.ID).want(a.t, http.StatusOK, "").match
}

func (c *apiClient) play(match string, ply int, action string) apiAnswer {
	c.t.Helper()
	return c.post("/matches/"+match+"/actions", map[string]any{"ply": ply, "action": action})
}

// streamed is an event as a client receives it.
type streamed struct {
	id, event, data string
}

// listener is an open event stream.
type listener struct {
	t      testing.TB
	events chan streamed // closed with the stream
	header http.Header
	lastID chan string // the id told at the beginning
	cancel context.CancelFunc
}

// listen opens an event stream of the API.
func (c *apiClient) listen(path string, header ...string) *listener {
	c.t.Helper()
	return c.listenAt(c.url+api.Path+path, header...)
}

func (c *apiClient) listenAt(url string, header ...string) *listener {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	req, err := c.requestTo(ctx, http.MethodGet, url, nil, header...)
	if err != nil {
		c.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		c.t.Fatalf("GET %s: %d %s", url, res.StatusCode, body)
	}
	l := &listener{t: c.t, events: make(chan streamed, 1000), header: res.Header, lastID: make(chan string, 1), cancel: cancel}
	c.t.Cleanup(cancel)
	go func() {
		defer close(l.events)
		defer res.Body.Close()
		l.read(res.Body)
	}()
	return l
}

// read follows the rules of the HTML standard for event streams, as far as the
// site uses them.
func (l *listener) read(body io.Reader) {
	lines := bufio.NewScanner(body)
	var e streamed
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case lines.Text() == "" && e.data == "":
			select {
			case l.lastID <- e.id:
			default:
			}
			e.event = ""
		case lines.Text() == "":
			l.events <- e
			e.event, e.data = "", ""
		case name == "id":
			e.id = value
		case name == "event":
			e.event = value
		case name == "data":
			e.data = value
		}
	}
}

// next is the next event; the test fails if none comes.
func (l *listener) next() streamed {
	l.t.Helper()
	select {
	case e, ok := <-l.events:
		if !ok {
			l.t.Fatal("the stream has ended")
		}
		return e
	case <-time.After(10 * time.Second):
		l.t.Fatal("no event within 10 s")
	}
	return streamed{}
}

func (l *listener) begun() string {
	l.t.Helper()
	select {
	case id := <-l.lastID:
		return id
	case <-time.After(10 * time.Second):
		l.t.Fatal("the stream has not begun within 10 s")
	}
	return ""
}

func plyEvent(ply int) streamed {
	return streamed{id: strconv.Itoa(ply), event: "changed", data: fmt.Sprintf(`{"ply":%d}`, ply)}
}

// serverTimeout is that of the server of newSlowServer.
const serverTimeout = 50 * time.Millisecond

// newSlowServer serves a site with short time limits for reading and writing,
// and returns its address.
func newSlowServer(t testing.TB, site *apiSite) string {
	t.Helper()
	web := httptest.NewUnstartedServer(site.Handler())
	web.Config.ReadTimeout, web.Config.WriteTimeout = serverTimeout, serverTimeout
	web.Start()
	t.Cleanup(func() {
		site.hub.Close()
		web.Close()
	})
	return web.URL
}

// checkStored verifies every match that a test has stored.
func checkStored(t testing.TB, s *Server) {
	t.Helper()
	err := s.store.EachMatch(context.Background(), func(id string, m db.Match, err error) error {
		if err == nil {
			err = s.matches.Verify(m)
		}
		if err != nil {
			t.Errorf("stored match %s: %v", id, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
