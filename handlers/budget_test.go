package handlers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/cup"
	"tableronde/games/record"
	"tableronde/games/review"
	"tableronde/games/study"
	"tableronde/handlers/api"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/sitetest"
)

// cost is a request's use of the store.
type cost struct{ statements, commits int }

// costTrace adds up the statements and commits of a store.
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

// No request takes more statements or commits than it has to. The store's own work now and then is
// left out by taking the cheapest of several rounds.
func TestCostsOfRequests(t *testing.T) {
	trace := new(costTrace)
	store := storetest.OpenTraced(t, trace.note)
	s := newTestSiteOn(t, Config{Store: store})
	m := &costMatch{visitor: newReader(t, s.URL), program: s.Guest("Cy")}
	m.players[0], m.players[1], m.path = startCamelot(t, s, true)
	m.own = m.program.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Match.ID
	s.stopWork()
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

// A page of a match takes a bounded amount of memory.
func TestMemoryOfPages(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	for _, tt := range []struct {
		coding      string
		allocations float64
		bytes       uint64 // with the test recorder's, twice the answer
	}{
		{"identity", 1_130, 120_000},
		{"gzip", 1_140, 120_000},
		{"zstd", 1_140, 120_000},
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

// Each answer takes a bounded number of bytes of the wire, in gzip. TestFirstLoadOfAMatch holds
// the style sheet and scripts.
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

// maxRequest bounds the bytes that a request makes the site allocate, on either engine.
const maxRequest = 11 << 20

// costs sends a site the requests that may be dear and notes their costs.
type costs struct {
	*testSite
	t      testing.TB
	header http.Header
	worst  time.Duration
	where  string
}

// ask has a request answered in the goroutine of the test and checks its cost.
func (c *costs) ask(name, method, path string, body []byte) *httptest.ResponseRecorder {
	c.t.Helper()
	req := httptest.NewRequest(method, path, bytes.NewReader(body))
	for key, values := range c.header {
		req.Header[key] = values
	}
	rec := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	c.Handler().ServeHTTP(rec, req)
	if took := time.Since(begin); took > c.worst {
		c.worst, c.where = took, name
	}
	runtime.ReadMemStats(&after)
	size := after.TotalAlloc - before.TotalAlloc
	c.t.Logf("%-28s %d %6d kB allocated %5d kB sent", name, rec.Code, size/1024, rec.Body.Len()/1024)
	if size > maxRequest {
		c.t.Errorf("%s: %d kB are allocated, want at most %d", name, size/1024, maxRequest/1024)
	}
	if rec.Code >= http.StatusInternalServerError {
		c.t.Errorf("%s: status %d", name, rec.Code)
	}
	return rec
}

func (c *costs) api(name, method, path string, body any) sitetest.Match {
	c.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	var m sitetest.Match
	_ = json.Unmarshal(c.ask(name, method, api.Path+path, text).Body.Bytes(), &m) // a refusal is no match
	return m
}

// shuttles returns a record of a number of events, back and forth.
func shuttles(events int) string {
	var text strings.Builder
	text.WriteString("[Game \"camelot\"]\n[Version \"1\"]\n[Seats \"2\"]\n\n")
	for i := range events {
		fmt.Fprintf(&text, "%d: %s\n", i%2+1, sitetest.Shuttle[i%len(sitetest.Shuttle)])
	}
	return text.String()
}

// explore asks for all that may be dear.
func (c *costs) explore(player *sitetest.Client) {
	c.answerTo("/position.png?position=" + url.QueryEscape(sitetest.CrowdedPosition)) // makes the canvases that all pictures are drawn on
	c.header = http.Header{"Authorization": {"Bearer " + player.Token}, "Content-Type": {"application/json"}}
	for name, text := range map[string]string{
		"words": strings.Repeat("E6-E7 ", record.MaxSize/6), "letters": strings.Repeat("x ", record.MaxSize/2),
		"comments": strings.Repeat("{a} ", record.MaxSize/4), "a list without end": strings.Repeat("C6-B6 C11-B11 B6-C6 B11-C11 ", 5000),
		"a record without end": shuttles(20_000), "tags": strings.Repeat("[A \"b\"]\n", 100_000), "lines": strings.Repeat("\n", 500_000),
		"a record of lines": "[Game \"camelot\"]\n1: E6-E8\n" + strings.Repeat("2: E6-E8\n", 100_000),
	} {
		c.api("import of "+name, http.MethodPost, "/import", map[string]any{"text": text})
		c.api("import of a part, "+name, http.MethodPost, "/import", map[string]any{"text": text, "part": true})
	}
	long := c.api("import of a long match", http.MethodPost, "/import", map[string]any{"text": shuttles(match.MaxEvents)})
	if long.Ply != match.MaxEvents {
		c.t.Fatalf("the long match has %d events", long.Ply)
	}
	for _, path := range []string{"", "/record", "/story", "/legal?from=C6", "/orders"} {
		c.site.Club.Match.Evict(long.ID)
		c.api("long match, not in memory"+path, http.MethodGet, "/matches/"+long.ID+path, nil)
		c.api("long match"+path, http.MethodGet, "/matches/"+long.ID+path, nil)
	}
	c.api("long match, stale", http.MethodPost, "/matches/"+long.ID+"/actions", map[string]any{"ply": 0, "action": "E6-E8"})
	c.api("long match, draw", http.MethodPost, "/matches/"+long.ID+"/actions", map[string]any{"ply": long.Ply, "action": "offer draw"})
	for i, position := range []string{sitetest.DensePosition, sitetest.TooDensePosition, sitetest.CrowdedPosition} {
		name := fmt.Sprint("position ", i)
		m := c.api(name, http.MethodPost, "/matches", sitetest.StartFrom(position, true))
		for _, path := range []string{"/setup?", "/position.svg?", "/position.png?"} {
			c.ask(name+path, http.MethodGet, path+"position="+url.QueryEscape(position), nil)
		}
		if m.ID == "" {
			continue
		}
		for square := range strings.SplitSeq("D5,I5,B6,D6,F6,H6,A7,B8,G8,I8,G10,F12,G12,E13", ",") {
			for after := range 6 {
				c.api(name+" from "+square, http.MethodGet, fmt.Sprintf("/matches/%s/legal?from=%s&after=%d", m.ID, square, 2000*after), nil)
			}
		}
		for range 49 {
			c.api("one more", http.MethodPost, "/matches", sitetest.StartFrom(position, true))
		}
	}
	for _, path := range []string{"/me/matches?limit=50", "/me/matches?turn=mine&limit=50", "/tables?limit=50", "/watch?limit=50"} {
		c.api(path, http.MethodGet, path, nil)
	}
}

// explorePages asks for pages of a dense match and of a long one.
func (c *costs) explorePages() {
	r := newReader(c.t, c.URL)
	see := func(match string, queries ...string) {
		c.header = http.Header{}
		for _, cookie := range r.client.Jar.Cookies(mustURL(c.t, r.site)) {
			c.header.Add("Cookie", cookie.String())
		}
		match, _, _ = strings.Cut(match, "?")
		for _, query := range queries {
			c.ask(match+query, http.MethodGet, match+query, nil)
		}
	}
	r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}, "option.camelot.position": {sitetest.DensePosition}})
	see(r.path, "", "?pick=1", "?m=I5", "?pick=1&m=I5", "?m=A7", "?pick=1&m=F12", "?type=F8", "?type=I5+F8", "?m=I5&try=F8", "/picture.svg", "/picture.png")
	r.upload(map[string]string{"text": shuttles(match.MaxEvents)}, "")
	see(r.path, "", "?ply=1000", "?pick=1", "?see=log", "/record", "/picture.png")
	see("/", "", "tables", "rules/camelot", "rules/kutschke")
}

// TestNoRequestIsDear searches for requests that take much memory. How long they
// take is BenchmarkDearest's.
func TestNoRequestIsDear(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which -short is run with, allocates on its own account")
	}
	site := newTestSite(t)
	c := &costs{testSite: site, t: t}
	c.explore(site.Guest("Ada"))
	c.explorePages()
}

func BenchmarkDearest(b *testing.B) {
	for b.Loop() {
		site := newTestSite(b)
		c := &costs{testSite: site, t: b}
		c.explore(site.Guest("Ada"))
		c.explorePages()
		b.ReportMetric(float64(c.worst.Milliseconds()), "ms")
		b.Log(c.where)
	}
}

// The first visit to a match takes few requests and bytes: the page, its style sheet,
// its scripts, its icon and the stream of events. Once it has loaded, the browser asks for
// the manifest, and a script for the service worker.
func TestFirstLoadOfAMatch(t *testing.T) {
	const mostRequests, most = 10, 45_500 // 45 kB, and the rules of the type and the sound
	s := newTestSite(t)
	for _, game := range []string{"camelot", "grand-camelot", "knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			r := newReader(t, s.URL)
			r.send(http.MethodPost, "/solo", url.Values{"game": {game}})
			r.expect(http.StatusOK)
			requests, size := 2, 0 // the stream is one of them
			load := func(path string) []byte {
				req, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Accept-Encoding", "gzip")
				for _, c := range r.client.Jar.Cookies(req.URL) {
					req.AddCookie(c)
				}
				res, body := roundTrip(t, req)
				if res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "gzip" && len(body) > 1_000 {
					t.Errorf("GET %s: %d in %q", path, res.StatusCode, res.Header.Get("Content-Encoding"))
				}
				size += len(body)
				return []byte(decoded(t, res.Header, body))
			}
			page, err := goquery.NewDocumentFromReader(bytes.NewReader(load(r.path)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Find("link[rel=stylesheet], link[rel=icon], script[src], img, iframe, object").EachIter() {
				requests++
				load(e.AttrOr("href", e.AttrOr("src", "")))
			}
			before := size
			for _, path := range []string{page.Find("link[rel=manifest]").AttrOr("href", ""), page.Find("script[data-later]").AttrOr("data-later", ""), "/sw.js"} {
				requests++
				load(path)
			}
			t.Logf("%s: %d requests, %d bytes, %d more later", game, requests, before, size-before)
			size = before
			if requests > mostRequests || size > most {
				t.Errorf("%d requests with %d bytes, want at most %d with %d", requests, size, mostRequests, most)
			}
		})
	}
}

// maxPage is how many bytes no page exceeds, whatever it is about.
const maxPage = 300_000

// weigher asks for pages as a player, and fails for pages that are too large.
type weigher struct {
	*testSite
	t    *testing.T
	ada  *sitetest.Client
	as   *reader
	fill *strings.Replacer // of parts of paths
}

func newWeigher(t *testing.T) *weigher {
	site := newCardSite(t)
	ada := site.Guest("Ada")
	return &weigher{testSite: site, t: t, ada: ada, as: reads(t, site, ada)}
}

func (w *weigher) open(path string) {
	w.t.Helper()
	w.as.send(http.MethodGet, path, nil)
	if w.as.status >= 500 || len(w.as.body) > maxPage {
		w.t.Errorf("%s answers %d with %d bytes", path, w.as.status, len(w.as.body))
	}
}

// openAll opens all pages.
func (w *weigher) openAll(queries ...string) {
	w.t.Helper()
	for _, route := range w.echo.Routes() {
		path := route.Path
		if route.Method != http.MethodGet || strings.HasPrefix(path, api.Path) || strings.HasPrefix(path, "/static") || strings.HasSuffix(path, "events") || strings.HasSuffix(path, ".png") {
			continue
		}
		for _, query := range queries {
			w.open(w.fill.Replace(path) + query)
		}
	}
}

// walk follows the links to the next part of a list, and returns how many items there are.
func (w *weigher) walk(path, items string) (n int) {
	w.t.Helper()
	for w.open(path); ; w.open(path) {
		n += w.as.page.Find(items).Length()
		next, more := w.as.page.Find("[rel=next]").Attr("href")
		if !more {
			return n
		}
		path = strings.TrimPrefix(next, w.URL)
	}
}

// noted is a note as long as any.
var noted = strings.Repeat("&", db.MaxRemark)

// No page is larger than its bound, with a match of any length and with full lists. Links lead
// to the parts that do not fit.
func TestPagesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("opens all pages of a site with long lists")
	}
	t.Parallel()
	w := newWeigher(t)
	ctx, ada := t.Context(), w.ada.Player.ID
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	m := w.ada.Post("/import", map[string]any{"text": shuttles(match.MaxEvents - 1)}).Want(t, http.StatusCreated, "").Match
	m = w.ada.Play(m.ID, m.Ply, "resign").Want(t, http.StatusOK, "").Match
	var link struct{ Path string }
	w.ada.Post("/matches/"+m.ID+"/share", struct{}{}).Want(t, http.StatusCreated, "").Read(t, &link)
	open := w.ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	collection, err := w.site.Store.SaveCollection(ctx, db.Collection{Player: db.Player{ID: ada}, Title: noted[:100], Text: noted, Public: true})
	must(err)
	must(w.site.Store.Collect(ctx, collection.ID, ada, m.ID, 0))
	for i := range db.MaxAnnotations {
		must(w.site.Store.Annotate(ctx, collection.ID, ada, db.Remark{Match: m.ID, Ply: i, Text: noted}))
		must(w.site.Store.SetRemark(ctx, ada, db.Remark{Match: m.ID, Ply: i, Text: noted}))
	}
	for range db.MaxCollected - 1 {
		g := w.ada.Post("/import", map[string]any{"text": `[White "` + noted[:110] + `"]` + "\n[Black \"" + noted[:110] + "\"]\n" + shuttles(5)}).Want(t, http.StatusCreated, "").Match
		w.ada.Play(g.ID, g.Ply, "resign").Want(t, http.StatusOK, "")
		must(w.site.Store.Collect(ctx, collection.ID, ada, g.ID, 0))
	}
	for i := range db.MaxTies {
		p, err := w.site.Store.CreatePlayer(ctx, fmt.Sprintf("%03d%s", i, noted[:37]))
		must(err)
		must(w.site.Store.SetTie(ctx, ada, p.ID, db.TieFavorite))
	}
	w.addReview(m.ID)
	w.addStudy(m.ID)
	w.fill = strings.NewReplacer("/w/:token", link.Path, "/collections/:id/:match", "/collections/"+collection.ID+"/"+m.ID, "/collections/:id", "/collections/"+collection.ID,
		"/players/:id", "/players/"+ada, "/m/:id/invite", "/m/"+open.ID+"/invite", "/m/:id/challenge", "/m/"+open.ID+"/challenge", "/m/:id", "/m/"+m.ID, ":game", "camelot", ":token", "x", ":id", "x")
	w.openAll("", "?ply=1000", "?in="+collection.ID, "?see=log&turn=2&in="+collection.ID)
	for _, list := range []struct {
		path, items string
		want        int
	}{
		{"/m/" + m.ID + "/notes", ".remarks li", db.MaxAnnotations},
		{"/collections/" + collection.ID + "/" + m.ID, ".remarks li", db.MaxAnnotations},
		{"/m/" + m.ID + "/review?ply=0", ".judged tbody tr", m.Ply - 1},
		{"/m/" + m.ID + "/page?in=" + collection.ID, ".moves > li", m.Ply + 1},
		{"/settings", ".people li", db.MaxTies},
	} {
		if n := w.walk(list.path, list.items); n != list.want {
			t.Errorf("%s lists %d, want %d", list.path, n, list.want)
		}
	}
}

// addReview stores a review of a match on a board.
func (w *weigher) addReview(match string) {
	w.t.Helper()
	f, err := w.site.Club.Match.Match(w.t.Context(), match, w.ada.Player.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	var r review.Review
	for i, e := range f.Events[:f.Ply-1] {
		r.Moves = append(r.Moves, review.Move{Ply: i, Seat: e.Seat, Text: e.Text, Value: review.Value(i%3000 - 1500), Played: review.Value(i%2000 - 1800), Best: e.Text})
	}
	w.saveReview(match, r)
}

func (w *weigher) saveReview(match string, r review.Review) {
	w.t.Helper()
	text, err := r.Encode()
	if err == nil {
		err = errors.Join(w.site.Store.AskReview(w.t.Context(), match, ""), w.site.Store.SaveReview(w.t.Context(), match, "", text, true))
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// addStudy stores an analysis of lines as deep as any, with notes.
func (w *weigher) addStudy(match string) {
	w.t.Helper()
	var after func(depth int) []study.Move
	after = func(depth int) []study.Move {
		if depth == study.MaxDepth {
			return nil
		}
		return []study.Move{{Seat: games.Seat(depth%2 + 1), Text: sitetest.Shuttle[depth%len(sitetest.Shuttle)], Note: noted[:80], Lines: after(depth + 1)}}
	}
	w.ada.Put("/matches/"+match+"/analysis", map[string]any{"from": []study.Root{{Lines: after(0)}}}).Want(w.t, http.StatusOK, "")
}

// The same of the longest matches at cards, and of four players on a board.
func TestPagesOfManySeatsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole matches")
	}
	for game, seats := range map[string]int{"knizia": 5, "shannon": 6, "kutschke": 4, "chivalry-4-solo": 4} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			w := newWeigher(t)
			id := w.ada.Post("/matches", map[string]any{"game": game, "seats": seats, "solo": true}).Want(t, http.StatusCreated, "").Match.ID
			rng := rand.New(rand.NewPCG(1, 2))
			f, err := w.site.Club.Match.Match(t.Context(), id, w.ada.Player.ID)
			r := review.Review{Edition: review.Edition}
			for ; err == nil && !f.IsOver() && f.Ply < match.MaxEvents; f, err = w.site.Club.Match.Match(t.Context(), id, w.ada.Player.ID) {
				seat := f.Acting()[0]
				legal := roomstest.Legal(f, seat)
				text := legal[rng.IntN(len(legal))]
				d := review.Decision{Ply: f.Ply, Seat: seat, Text: text, Deals: 40, Chances: slices.Repeat([]int{100 / seats}, seats)}
				for _, o := range legal[:min(len(legal), 9)] {
					d.Options = append(d.Options, review.Option{Text: o, Share: rng.IntN(100)})
				}
				r.Decisions = append(r.Decisions, d)
				if _, err := w.site.Club.Match.Play(t.Context(), match.Post{Match: id, Player: w.ada.Player.ID, As: seat, Ply: f.Ply, Actions: []string{text}}); err != nil {
					t.Fatal(err)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.IsOver() && game != "chivalry-4-solo" {
				w.saveReview(id, r)
			}
			w.fill = strings.NewReplacer("/m/:id", "/m/"+id, ":game", game, ":token", "x", ":id", "x")
			w.openAll("", "?see=log&ply=100")
			if n := w.walk("/m/"+id+"/page", ".moves > li"); n == 0 {
				t.Error("the file lists nothing")
			}
		})
	}
}

// A cup of most players, each against each other twice, has a page of its last rounds.
func TestPageOfAFullCupIsBounded(t *testing.T) {
	if !isLong() {
		t.Skip("plays a thousand matches: TABLERONDE_LONG=1")
	}
	t.Parallel()
	w := newWeigher(t)
	var c struct{ ID string }
	w.ada.Post("/cups", map[string]any{"title": "Cup", "game": "camette", "format": "double", "places": cup.MaxEntries, "plays": true, "clock": map[string]any{"move": "24h"}}).Want(t, http.StatusCreated, "").Read(t, &c)
	for i := range cup.MaxEntries - 1 {
		p, err := w.site.Store.CreatePlayer(t.Context(), fmt.Sprintf("%02d%s", i, noted[:38]))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.site.Club.Cups.JoinCup(t.Context(), c.ID, p, ""); err != nil {
			t.Fatal(err)
		}
	}
	now, err := w.site.Club.Cups.Cup(t.Context(), c.ID, w.ada.Player.ID)
	for ; err == nil && now.Ended.IsZero(); now, err = w.site.Club.Cups.Cup(t.Context(), c.ID, w.ada.Player.ID) {
		for _, m := range now.Matches {
			if m.Result == nil {
				f, err := w.site.Store.Match(t.Context(), m.ID)
				if err == nil && !f.Over {
					_, err = w.site.Club.Match.Play(t.Context(), match.Post{Match: m.ID, Player: f.Seats[0].ID, As: 1, Ply: f.Ply, Actions: []string{"resign"}})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		time.Sleep(20 * time.Millisecond) // until the worker has taken the next step
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := w.walk("/cups/"+c.ID, ".duels > li"); n != cup.MaxEntries*(cup.MaxEntries-1) {
		t.Errorf("the pages of the cup list %d matches", n)
	}
}

// BenchmarkMatchPage measures the page of a match as a browser asks for it, seated, in zstd with a
// dictionary, in zstd, and in gzip. It measures it after each move, alone at the beginning and the
// end of a long match, and when the same bytes come from memory.
func BenchmarkMatchPage(b *testing.B) {
	for _, coding := range []string{"dcz", "zstd", "gzip"} {
		b.Run("new/"+coding, func(b *testing.B) {
			m := newBenchPage(b, coding)
			for b.Loop() {
				b.StopTimer()
				if m.ply == 1000 { // a match may not be of any length
					m = newBenchPageAt(b, m.site, coding)
				}
				m.play()
				b.StartTimer()
				m.ask(b, m.site.Handler())
			}
			b.ReportMetric(float64(len(m.body)), "B/page")
		})
	}
	for _, ply := range []int{10, 990} {
		b.Run(fmt.Sprintf("made/ply=%d", ply), func(b *testing.B) {
			m := newBenchPage(b, "identity")
			for range ply {
				m.play()
			}
			for b.Loop() {
				m.ask(b, m.site.Handler())
			}
		})
	}
	b.Run("bytes", func(b *testing.B) {
		m := newBenchPage(b, "gzip")
		m.ask(b, m.site.Handler())
		page := m.body
		static := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(page)
		})
		for b.Loop() {
			m.ask(b, static)
		}
	})
}

// benchPage is the page of a match against oneself in a browser.
type benchPage struct {
	site    *testSite
	id      string
	player  string
	request *http.Request
	ply     int
	body    []byte
}

func newBenchPage(b testing.TB, coding string) *benchPage {
	return newBenchPageAt(b, newTestSite(b), coding)
}

// newBenchPageAt is newBenchPage at a site that there is.
func newBenchPageAt(b testing.TB, site *testSite, coding string) *benchPage {
	ada := newReader(b, site.URL)
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	m := &benchPage{site: site, id: ada.path[len("/m/"):]}
	m.request = newPageRequest(b, ada, ada.path, coding)
	f, err := site.site.Store.Match(b.Context(), m.id)
	if err != nil {
		b.Fatal(err)
	}
	m.player = f.Seats[0].ID
	return m
}

// newPageRequest returns the request of a browser for a page, after a page of the same match. With
// the coding dcz, the browser has the dictionary of that page.
func newPageRequest(b testing.TB, by *reader, path, coding string) *http.Request {
	req := httptest.NewRequest(http.MethodGet, by.site+path, nil)
	req.Header.Set("Accept-Encoding", coding)
	for _, c := range by.client.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	if coding == "dcz" {
		dictionary, _ := fetchWith(b, by.site+by.page.Find(`link[rel="compression-dictionary"]`).AttrOr("href", ""), nil)
		req.Header.Set("Available-Dictionary", available(dictionary))
	}
	return req
}

func (m *benchPage) play() {
	move := sitetest.Shuttle[m.ply%len(sitetest.Shuttle)]
	if _, err := m.site.site.Club.Match.Play(m.site.T.Context(), match.Post{Match: m.id, Player: m.player, Ply: m.ply, Actions: []string{move}, Seen: true}); err != nil {
		m.site.T.Fatal(err)
	}
	m.ply++
}

func (m *benchPage) ask(b testing.TB, h http.Handler) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, m.request)
	if w.Code != http.StatusOK {
		b.Fatal(w.Code)
	}
	m.body = w.Body.Bytes()
}

// BenchmarkCardPage is the page of a match of cards for a seated player, in each coding. Nothing is played between two pages: the work after a move, and the stops of
// the timer, would count as work of the page.
func BenchmarkCardPage(b *testing.B) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		for _, coding := range []string{"dcz", "zstd", "gzip", "identity"} {
			b.Run(game+"/"+coding, func(b *testing.B) {
				m := newCardPage(b, game, coding)
				for b.Loop() {
					m.ask(b, m.site.Handler())
				}
				b.ReportMetric(float64(len(m.body)), "B/page")
			})
		}
	}
}

// cardPage is the page of a match of cards for two that is played at random, some way
// into the game.
type cardPage struct {
	benchPage
	host, guest  *reader
	game, coding string
	rng          *rand.Rand
}

func newCardPage(b testing.TB, game, coding string) *cardPage {
	site := newTestSite(b)
	m := &cardPage{host: newReader(b, site.URL), guest: newReader(b, site.URL), game: game, coding: coding, rng: rand.New(rand.NewPCG(1, 2))}
	m.site = site
	m.open()
	return m
}

// open begins a match and plays 30 actions of it.
func (m *cardPage) open() {
	m.host.open("/new?game=" + m.game)
	m.host.submit(`form[action="/matches"]`, "name", "Ada", "game", m.game, "seats", "2", "seat", "1", "public", "0")
	m.guest.open(strings.TrimPrefix(m.host.page.Find("#invite").AttrOr("value", ""), m.site.URL))
	m.guest.submit(`form[action^="/i/"]`, "name", "Bo")
	m.guest.expect(http.StatusOK)
	m.id = strings.TrimPrefix(strings.Split(m.host.path, "?")[0], "/m/")
	m.request = newPageRequest(m.site.T, m.host, "/m/"+m.id, m.coding)
	for range 30 {
		m.play()
	}
}

func (m *cardPage) play() {
	f, err := m.site.site.Store.Match(m.site.T.Context(), m.id)
	if err != nil {
		m.site.T.Fatal(err)
	}
	if !f.Ended.IsZero() {
		m.open()
		return
	}
	holder := f.Seats[f.ToAct[0]-1].ID
	c, err := m.site.site.Club.Match.Match(m.site.T.Context(), m.id, holder)
	if err != nil {
		m.site.T.Fatal(err)
	}
	legal := c.Table.State().Legal(f.ToAct[0])
	post := match.Post{Match: m.id, Player: holder, Ply: f.Ply, Actions: []string{legal[m.rng.IntN(len(legal))]}, Seen: true}
	if _, err := m.site.site.Club.Match.Play(m.site.T.Context(), post); err != nil {
		m.site.T.Fatal(err)
	}
}
