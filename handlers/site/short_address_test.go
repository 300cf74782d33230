package site

import "testing"

func TestShortAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"203.0.113.77": "203.0.113.0/24", "2001:db8:1:2::/64": "2001:db8:1::/48", "2001:db8:1:2::3": "2001:db8:1::/48",
		"::1": "::/48", "@": "", "": ""} {
		if got := shortAddress(address); got != want {
			t.Errorf("shortAddress(%q) = %q, want %q", address, got, want)
		}
	}
}
