package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"tableronde/games/record"
	"tableronde/handlers/api"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// maxRequest bounds the bytes that a request makes the site allocate, on either engine.
const maxRequest = 11 << 20

// costs asks a site for what may be dear and notes what it costs.
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
	at, err := url.Parse(r.site)
	if err != nil {
		c.t.Fatal(err)
	}
	see := func(match string, queries ...string) {
		c.header = http.Header{}
		for _, cookie := range r.client.Jar.Cookies(at) {
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
