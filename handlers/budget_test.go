package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tableronde/db/storetest"
	"tableronde/handlers/sitetest"
)

// cost is what a request takes of the store.
type cost struct{ statements, commits int }

// costTrace adds up what a store does.
type costTrace struct {
	mu   sync.Mutex
	cost cost
}

func (t *costTrace) note(query string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch word, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(query)), " "); word {
	case "COMMIT":
		t.cost.commits++
	case "BEGIN", "ROLLBACK":
	default:
		t.cost.statements++
	}
}

func (t *costTrace) take() cost {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.cost
	t.cost = cost{}
	return c
}

// costBudgets are the most that each request may cost. The first cost is with a store that one
// process owns, which keeps rows in memory. The second is with a store that reads all rows. A
// move includes the reads of the outbox about the players that it notifies or passes over.
var costBudgets = []struct {
	request    string
	kept, anew cost
	send       func(m *costMatch)
}{
	{"a move by form, answered with the page's part", cost{14, 1}, cost{13, 1}, (*costMatch).postForm},
	{"the page after a move", cost{0, 0}, cost{9, 1}, func(m *costMatch) { m.mover().open(m.path) }},
	{"the page again", cost{0, 0}, cost{6, 0}, func(m *costMatch) { m.mover().open(m.path) }},
	{"the page once more", cost{0, 0}, cost{6, 0}, func(m *costMatch) { m.mover().open(m.path) }},
	{"the page for a visitor", cost{0, 0}, cost{1, 0}, func(m *costMatch) { m.visitor.open(m.path) }},
	{"the match by the API", cost{0, 0}, cost{2, 0}, func(m *costMatch) { m.program.Get("/matches/" + m.own) }},
	{"a move by the API", cost{5, 1}, cost{6, 1}, (*costMatch).postAPI},
}

// No request takes more statements or commits than it has to. What the store does by
// itself now and then is left out by taking the cheapest of several rounds.
func TestCostsOfRequests(t *testing.T) {
	trace := new(costTrace)
	store := storetest.OpenTraced(t, trace.note)
	s := newTestSiteOn(t, Config{Store: store})
	m := &costMatch{visitor: newReader(t, s.URL), program: s.Guest("Cy")}
	m.players[0], m.players[1], m.path = startCamelot(t, s, true)
	m.own = m.program.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Match.ID
	least := make([]cost, len(costBudgets))
	for round := range 8 {
		for i, b := range costBudgets {
			trace.take()
			b.send(m)
			got := trace.take()
			if round == 0 {
				continue // nothing is in memory yet
			}
			if round == 1 || got.statements < least[i].statements {
				least[i] = got
			}
		}
	}
	for i, b := range costBudgets {
		most := b.kept
		if store.Feed() != nil {
			most = b.anew
		}
		if least[i].statements > most.statements || least[i].commits > most.commits {
			t.Errorf("%s: %+v, want at most %+v", b.request, least[i], most)
		}
	}
}

// costMatch is a match of two players in browsers, and one of a program against itself.
type costMatch struct {
	players [2]*reader
	visitor *reader
	program *sitetest.Client
	path    string
	own     string
	ply     int // of both
}

func (m *costMatch) mover() *reader { return m.players[m.ply%2] }

func (m *costMatch) move() string { return sitetest.Shuttle[m.ply%len(sitetest.Shuttle)] }

func (m *costMatch) postForm() {
	by := m.mover()
	by.header.Set("HX-Request", "true")
	by.send(http.MethodPost, m.path, url.Values{"ply": {strconv.Itoa(m.ply)}, "action": {m.move()}, "key": {fmt.Sprint("key", m.ply)}})
	by.expect(http.StatusOK)
	by.header.Del("HX-Request")
	m.ply++
}

func (m *costMatch) postAPI() {
	m.program.Play(m.own, m.ply-1, sitetest.Shuttle[(m.ply-1)%len(sitetest.Shuttle)])
}

// A page of a match takes so much memory at most.
func TestMemoryOfPages(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	for _, tt := range []struct {
		coding      string
		allocations float64
		bytes       uint64 // with those of the test's recorder, twice the answer
	}{
		{"identity", 880, 120_000},
		{"gzip", 900, 120_000},
	} {
		m := newBenchPage(t, tt.coding)
		for range 10 {
			m.play()
		}
		ask := func() { m.ask(t, m.site.Handler()) }
		ask()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		const pages = 200
		got := testing.AllocsPerRun(pages-1, ask)
		runtime.ReadMemStats(&after)
		size := (after.TotalAlloc - before.TotalAlloc) / pages
		if got > tt.allocations || size > tt.bytes {
			t.Errorf("a page in %s takes %.0f allocations, %d bytes, want at most %.0f, %d", tt.coding, got, size, tt.allocations, tt.bytes)
		}
	}
}

// No answer takes more of the wire, in gzip, than so many bytes. TestFirstLoadOfAMatch
// holds the style sheet and scripts.
func TestBytesOfAnswers(t *testing.T) {
	m := newBenchPage(t, "gzip")
	token, err := m.site.site.Club.Keys.SignInToken(t.Context(), m.player)
	if err != nil {
		t.Fatal(err)
	}
	at := func(ply int) {
		for m.ply < ply {
			m.play()
		}
	}
	for _, tt := range []struct {
		name, method, path, body string
		header                   []string
		ply, most                int
	}{
		{"a page early", "GET", "/m/" + m.id, "", nil, 10, 9_500},
		{"the same for htmx", "GET", "/m/" + m.id, "", []string{"HX-Request", "true"}, 10, 6_600},
		{"a match by the API", "GET", "/api/v1/matches/" + m.id, "", nil, 10, 1_000},
		{"a page late", "GET", "/m/" + m.id, "", nil, 300, 10_000},
		{"the same for htmx, late", "GET", "/m/" + m.id, "", []string{"HX-Request", "true"}, 300, 7_100},
		{"a match by the API, late", "GET", "/api/v1/matches/" + m.id, "", nil, 300, 5_000},
		{"the latest by the API", "GET", "/api/v1/matches/" + m.id + "?since=299", "", nil, 300, 950},
		{"a move by form with 303", "POST", "/m/" + m.id, "ply=300&action=C6-B6", []string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}, 300, 0},
		{"a move by the API", "POST", "/api/v1/matches/" + m.id + "/actions?since=301", `{"ply":301,"action":"C11-B11"}`, []string{"Content-Type", "application/json"}, 300, 1_000},
		{"home", "GET", "/", "", nil, 300, 9_000},
	} {
		at(tt.ply)
		req := httptest.NewRequest(tt.method, m.site.URL+tt.path, strings.NewReader(tt.body))
		req.Header = m.request.Header.Clone()
		if strings.HasPrefix(tt.path, "/api/") {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		for i := 0; i < len(tt.header); i += 2 {
			req.Header.Set(tt.header[i], tt.header[i+1])
		}
		w := httptest.NewRecorder()
		m.site.Handler().ServeHTTP(w, req)
		if w.Code >= 400 || w.Body.Len() > tt.most {
			t.Errorf("%s: status %d, %d bytes, want at most %d", tt.name, w.Code, w.Body.Len(), tt.most)
		}
	}
}
