package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/web"
)

func TestClientIP(t *testing.T) {
	site := &Server{proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/24"), netip.MustParsePrefix("2001:db8:2::/48")}}
	const local = "127.0.0.1:4711"
	for _, tt := range []struct{ remote, headers, want string }{
		{"192.0.2.7:4711", "", "192.0.2.7"},
		{"192.0.2.7:4711", "X-Forwarded-For: 198.51.100.1", "192.0.2.7"},
		{"192.0.2.7:4711", "Forwarded: for=198.51.100.1", "192.0.2.7"},
		{local, "X-Forwarded-For: 198.51.100.1", "198.51.100.1"},
		{local, "X-Forwarded-For: 203.0.113.9, 198.51.100.1", "198.51.100.1"},
		{local, "X-Forwarded-For: nobody", "127.0.0.1"},
		{local, "", "127.0.0.1"},
		{"[::1]:4711", "", "::1"},
		{"[::ffff:192.0.2.7]:4711", "", "192.0.2.7"},
		{"[2001:db8:1:2:3:4:5:6]:4711", "", "2001:db8:1:2::/64"},
		{"[2001:db8:1:2::ffff]:4711", "", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:4711", "", "fe80::/64"},
		{"[::1]:4711", "X-Forwarded-For: 2001:db8:1:3::9", "2001:db8:1:3::/64"},
		{local, "X-Forwarded-For: ::ffff:198.51.100.1", "198.51.100.1"},
		{"10.0.0.5:4711", "X-Forwarded-For: 198.51.100.1", "198.51.100.1"},
		{"10.0.1.5:4711", "X-Forwarded-For: 198.51.100.1", "10.0.1.5"},
		{"[2001:db8:2::1]:4711", "X-Forwarded-For: 198.51.100.1", "198.51.100.1"},

		// A chain of proxies, in one line or several.
		{local, "X-Forwarded-For: 203.0.113.9, 198.51.100.1, 10.0.0.5", "198.51.100.1"},
		{local, "X-Forwarded-For: 203.0.113.9, 198.51.100.1\nX-Forwarded-For: 10.0.0.5, 2001:db8:2::7", "198.51.100.1"},
		{local, "X-Forwarded-For: 198.51.100.1, nobody, 10.0.0.5", "10.0.0.5"},
		{local, "X-Forwarded-For: 10.0.0.9, 10.0.0.5", "10.0.0.9"},
		{local, "X-Forwarded-For: 198.51.100.1:4711", "198.51.100.1"},
		{local, "X-Forwarded-For: [2001:db8:1:3::9]:4711", "2001:db8:1:3::/64"},
		{local, "X-Forwarded-For: [2001:db8:1:3::9]", "2001:db8:1:3::/64"},
		{local, "X-Forwarded-For: fe80::9%eth0", "fe80::/64"},
		{local, "X-Forwarded-For: [fe80::9%25]:80", "fe80::/64"},

		// The same by RFC 7239.
		{local, "Forwarded: for=198.51.100.1", "198.51.100.1"},
		{local, `Forwarded: proto=https;For="[2001:db8:1:3::9]:4711";by=10.0.0.5`, "2001:db8:1:3::/64"},
		{local, "Forwarded: for=203.0.113.9, for=198.51.100.1;proto=https\nForwarded: for=10.0.0.5", "198.51.100.1"},
		{local, "Forwarded: for=198.51.100.1, for=unknown", "127.0.0.1"},
		{local, "Forwarded: for=198.51.100.1, for=_hidden, for=10.0.0.5", "10.0.0.5"},
		{local, `Forwarded: for=198.51.100.1;host="a, for=203.0.113.9"`, "198.51.100.1"},
		{local, `Forwarded: a=", for=198.51.100.1;host=";for=203.0.113.9;b="`, "127.0.0.1"},

		// One header comes from a proxy, the other may come from anybody.
		{local, "X-Forwarded-For: 198.51.100.1\nForwarded: for=198.51.100.1", "198.51.100.1"},
		{local, "X-Forwarded-For: 198.51.100.1\nForwarded: for=203.0.113.9", "127.0.0.1"},
		{local, "X-Forwarded-For: 198.51.100.1, 10.0.0.5\nForwarded: for=10.0.0.5", "198.51.100.1"},
		{local, "X-Forwarded-For: 10.0.0.5\nForwarded: for=198.51.100.1, for=10.0.0.5", "198.51.100.1"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tt.remote
		for line := range strings.Lines(tt.headers) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			r.Header.Add(name, value)
		}
		if got := site.clientIP(r); got != tt.want {
			t.Errorf("%s for %q is %s, want %s", tt.remote, tt.headers, got, tt.want)
		}
	}
}

// Whoever has a network of IPv6 becomes no more guests than whoever has one address.
func TestGuestsFromOneNetworkAreBounded(t *testing.T) {
	site := newTestSite(t)
	refusals := 0
	for i := range 2 * DefaultSettings().GuestBurst {
		req := httptest.NewRequest(http.MethodPost, "/api/v1/guests", strings.NewReader(`{"name":"Ada"}`))
		req.Header.Set("Content-Type", "application/json")
		req.RemoteAddr = fmt.Sprintf("[2001:db8:1:2::%x]:4711", i+1)
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		if rec.Code == http.StatusTooManyRequests {
			refusals++
		}
	}
	if refusals < DefaultSettings().GuestBurst/2 {
		t.Errorf("of %d guests from one network %d were refused", 2*DefaultSettings().GuestBurst, refusals)
	}
}

// A form that is too long is told to be, whatever it is for, and nothing is done.
func TestLongFormsAreRefused(t *testing.T) {
	site := newTestSite(t)
	r := newReader(t, site.URL)
	r.open("/new?game=camelot")
	for _, path := range []string{"/matches", "/solo", "/name", "/language", "/import", "/m/nothing", "/m/nothing/join", "/i/nothing"} {
		limit := web.MaxBody
		if path == "/import" {
			limit = web.MaxImport
		}
		form := url.Values{"game": {"camelot"}, "name": {"Ada"}, "more": {strings.Repeat("x", limit)}}
		for _, said := range []bool{true, false} { // how long it is
			req, err := http.NewRequest(http.MethodPost, site.URL+path, strings.NewReader(form.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			if !said {
				req.ContentLength = -1
			}
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s with a form too long (its length said: %v) answers %d", path, said, res.StatusCode)
			}
		}
	}
	if r.open("/tables"); strings.Contains(r.mainText(), "Ada") {
		t.Errorf("a table was opened: %s", r.mainText())
	}
}
