package serve

import (
	"errors"
	"net"
	"os"
	"syscall"
	"testing"
	"time"
)

// A listener that is about to close resets nobody: it still accepts a client that came before, and
// ignores one that comes now, who is refused after it has closed.
func TestListenerIgnoresClients(t *testing.T) {
	l, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	early, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	l.ignoreClients()
	if late, err := net.DialTimeout("tcp", addr, 100*time.Millisecond); !os.IsTimeout(err) {
		t.Errorf("a late client has connection %v and error %v", late, err)
	}
	if err := l.drain(); err != nil {
		t.Fatal(err)
	}
	served, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := early.Write([]byte("move")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4)
	if _, err := served.Read(got); err != nil || string(got) != "move" {
		t.Errorf("the early client sent %q, %v", got, err)
	}
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the drained listener ends with %v", err)
	}
	if _, err := net.Dial("tcp", addr); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a client after the end meets %v", err)
	}
}
