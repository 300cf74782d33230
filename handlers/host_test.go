package handlers

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"github.com/labstack/echo/v4"
	"pgregory.net/rapid"

	"tableronde/handlers/site"
)

// With a base URL no other host is served, except for the health checks.
func TestOtherHostsAreRefused(t *testing.T) {
	site := newTestSiteOn(t, Config{BaseURL: "https://table.example"})
	for _, tt := range []struct {
		host, path string
		want       int
	}{
		{"table.example", "/", http.StatusOK},
		{"Table.Example:443", "/", http.StatusOK},
		{"table.example.", "/", http.StatusOK},
		{"table.example:8080", "/", http.StatusMisdirectedRequest},
		{"table.example:80", "/rules", http.StatusMisdirectedRequest},
		{"evil.example", "/", http.StatusMisdirectedRequest},
		{"table.example.evil.example", "/api/v1/games", http.StatusMisdirectedRequest},
		{"127.0.0.1", "/tables", http.StatusMisdirectedRequest},
		{"127.0.0.1", "/healthz", http.StatusOK},
		{"10.0.0.7:8080", "/readyz", http.StatusOK},
	} {
		req := httptest.NewRequest(http.MethodGet, tt.path, nil)
		req.Host = tt.host
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		if rec.Code != tt.want {
			t.Errorf("%s%s answers %d, want %d", tt.host, tt.path, rec.Code, tt.want)
		}
		if tt.want == http.StatusMisdirectedRequest && !strings.Contains(rec.Body.String(), "--base-url") {
			t.Errorf("%s%s does not name the setting: %s", tt.host, tt.path, rec.Body)
		}
		if strings.Contains(rec.Body.String(), "evil") || strings.Contains(rec.Header().Get("Location"), "evil") {
			t.Errorf("%s%s: the host that somebody made up is in the answer", tt.host, tt.path)
		}
		if tt.want == http.StatusMisdirectedRequest && !strings.HasPrefix(tt.path, "/api/") && !strings.Contains(rec.Body.String(), `href="https://table.example/"`) {
			t.Errorf("%s%s does not lead to the site", tt.host, tt.path)
		}
	}
}

// Without a base URL a host is believed on loopback only.
func TestLinksFollowLoopbackOnly(t *testing.T) {
	site := newTestSiteOn(t, Config{})
	local := strings.TrimPrefix(site.URL, "http://")
	_, port, _ := strings.Cut(local, ":")
	for host, want := range map[string]string{
		local:                 "http://" + local,
		"localhost:" + port:   "http://localhost:" + port,
		"LOCALHOST":           "http://LOCALHOST",
		"[::1]:8080":          "http://[::1]:8080",
		"evil.example":        "http://" + local,
		"127.0.0.1.evil.test": "http://" + local,
	} {
		r := newReader(t, site.URL)
		r.client.Transport = hosted(host)
		r.open("/rules/camelot")
		if got, _ := r.page.Find(`meta[property="og:url"]`).Attr("content"); !strings.HasPrefix(got, want+"/") {
			t.Errorf("asked as %s, links lead to %s, want %s", host, got, want)
		}
	}
}

// hosted sends every request with a Host of its own.
type hosted string

func (h hosted) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Host = string(h)
	return http.DefaultTransport.RoundTrip(req)
}

func TestBaseURLIsAnOrigin(t *testing.T) {
	for text, ok := range map[string]bool{
		"":                              true,
		"https://table.example":         true,
		"https://table.example/":        true,
		"http://[::1]:8080":             true,
		"https://ada:x@table.example":   false,
		"https://ada@table.example":     false,
		"https://table.example/games":   false,
		"https://table.example?x":       false,
		"https://table.example#x":       false,
		"ftp://table.example":           false,
		"table.example":                 false,
		"https://":                      false,
		"https://table\x00.example":     false,
		"https://table.example\r\nX: y": false,
	} {
		if _, err := site.ParseBaseURL(text); (err == nil) != ok {
			t.Errorf("base URL %q: %v", text, err)
		}
	}
}

// No control character of a request reaches a header of the answer.
func TestHeadersArePrintable(t *testing.T) {
	site := newTestSite(t)
	routes := site.echo.Routes()
	rapid.Check(t, func(t *rapid.T) {
		route := rapid.SampledFrom(routes).Draw(t, "route")
		dirty := rapid.StringOfN(rapid.SampledFrom([]rune("\x00\r\n\x1b\x7f\u0085aé/?#%; \"")), 1, 12, -1)
		path := route.Path
		for _, name := range []string{":id", ":token", ":game", ":square", ":seat", "*"} {
			path = strings.ReplaceAll(path, name, url.PathEscape(dirty.Draw(t, "part")))
		}
		fields := url.Values{}
		for _, name := range []string{"action", "ply", "as", "game", "return", "name", "lang", "key", "position", "seat", "done", "next", "home", "b", "m"} {
			if rapid.Bool().Draw(t, name) {
				fields.Set(name, dirty.Draw(t, "value"))
			}
		}
		req, err := http.NewRequest(route.Method, "http://localhost"+path+"?"+fields.Encode(), strings.NewReader(fields.Encode()))
		if err != nil {
			t.Skip(err)
		}
		if strings.HasSuffix(path, "events") {
			t.Skip("a stream")
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept-Language", dirty.Draw(t, "language"))
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		for name, values := range rec.Result().Header {
			if strings.ContainsFunc(name+strings.Join(values, ""), unicode.IsControl) {
				t.Errorf("%s %s: %s is %q", route.Method, path, name, values)
			}
		}
		if rec.Code >= 500 {
			t.Errorf("%s %s answers %d", route.Method, path, rec.Code)
		}
	})
}

// Control characters that a handler would let through are taken out.
func TestControlCharactersAreTakenOut(t *testing.T) {
	e := echo.New()
	e.GET("/", func(c echo.Context) error {
		c.Response().Header().Set("Location", "/a\x00b\r\nX-Made-Up: c\x7fé")
		return c.NoContent(http.StatusSeeOther)
	}, site.PrintableHeaders)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/", nil))
	if got := rec.Header().Get("Location"); got != "/abX-Made-Up: cé" {
		t.Errorf("Location is %q", got)
	}
}
