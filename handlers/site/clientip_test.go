package site

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestClientIP(t *testing.T) {
	s := &Site{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/24"), netip.MustParsePrefix("2001:db8:2::/48")}}
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
		if got := s.ClientIP(r); got != tt.want {
			t.Errorf("%s for %q is %s, want %s", tt.remote, tt.headers, got, tt.want)
		}
	}
}
