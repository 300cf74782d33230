package serve

import (
	"net"
	"testing"
)

func TestBrowseURL(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080", "0.0.0.0:80": "http://localhost:80", "[::]:8080": "http://localhost:8080",
		"[::1]:8080": "http://[::1]:8080", "192.168.1.5:8080": "http://192.168.1.5:8080",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := browseURL(tcp); got != want {
			t.Errorf("browseURL(%s) = %q, want %q", addr, got, want)
		}
	}
}
