package serve

import (
	"testing"
)

func TestCookiesAreSecureUnlessOnPlainLoopback(t *testing.T) {
	tests := []struct {
		addr, base string
		want       bool
	}{
		{"127.0.0.1:8080", "", false},
		{"[::1]:8080", "", false},
		{"localhost:8080", "", false},
		{"127.0.0.2:0", "", false},
		{":8080", "", true},
		{"0.0.0.0:8080", "", true},
		{"192.168.1.5:8080", "", true},
		{"127.0.0.1:8080", "https://table.example", true},
		{"127.0.0.1:8080", "https://localhost", true},
		{"127.0.0.1:8080", "http://table.example", true},
		{"0.0.0.0:8080", "http://localhost:8080", false},
		{"0.0.0.0:8080", "http://[::1]", false},
	}
	for _, test := range tests {
		c := Command{Addr: test.addr, BaseURL: test.base}
		if got, err := c.secure(); err != nil || got != test.want {
			t.Errorf("secure at %s, base URL %q = %v, %v, want %v", test.addr, test.base, got, err, test.want)
		}
	}
}

func TestStreamsLeaveRoomForPages(t *testing.T) {
	for descriptors, want := range map[int]int{0: 0, 10: 1, 256: 96, 1024: 480, 65536: 32736} {
		if got := Streams(descriptors); got != want {
			t.Errorf("of %d descriptors %d streams, want %d", descriptors, got, want)
		}
	}
}
