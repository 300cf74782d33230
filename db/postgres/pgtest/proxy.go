package pgtest

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Proxy is a socket in front of the server that can be cut.
type Proxy struct {
	t        testing.TB
	server   string
	path     string
	listener net.Listener

	mu    sync.Mutex
	conns map[net.Conn]bool
	cut   bool
	watch func(toServer []byte) Verdict
}

// NewProxy listens in front of the server of this process until the end of the
// test.
func NewProxy(t testing.TB) *Proxy {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgproxy") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{t: t, server: require(t).socket(), path: filepath.Join(dir, ".s.PGSQL."+port), conns: make(map[net.Conn]bool)}
	p.listen()
	t.Cleanup(func() {
		p.Cut()
		os.RemoveAll(dir)
	})
	return p
}

// URL returns the URL of a database behind the proxy.
func (p *Proxy) URL(address string) string { return behind(p.t, address, p.path) }

// Cut breaks all connections and lets no new one pass.
func (p *Proxy) Cut() {
	p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
	p.breakAll()
}

// Restore lets connections pass again.
func (p *Proxy) Restore() {
	p.mu.Lock()
	p.cut = false
	p.mu.Unlock()
	p.listen()
}

// Verdict decides about data that a client has sent: pass it on, or break the connection.
type Verdict int

const (
	Pass      Verdict = iota
	Lose              // the connection breaks before the server gets it
	Unconfirm         // the server gets it, and the connection breaks before its answer
)

// Watch asks f about all that clients send. A nil f is not asked.
func (p *Proxy) Watch(f func(toServer []byte) Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watch = f
}

// Break breaks all open connections.
func (p *Proxy) Break() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.breakAll()
}

func (p *Proxy) breakAll() {
	for c := range p.conns {
		c.Close()
	}
	clear(p.conns)
}

func (p *Proxy) listen() {
	p.t.Helper()
	l, err := net.Listen("unix", p.path)
	if err != nil {
		p.t.Fatal(err)
	}
	p.listener = l
	go func() {
		for {
			c, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				go p.serve(c)
			}
		}
	}()
}

// syncMessage ends the data that a client sends before it waits for answers.
var syncMessage = []byte{'S', 0, 0, 0, 4}

// cancelRequest begins the data that a driver sends on a new connection to stop the work of a
// failed one.
var cancelRequest = []byte{0, 0, 0, 16, 4, 210, 22, 46}

// serve passes on the data between client and server. It drops requests to cancel, which come
// in time only by chance.
func (p *Proxy) serve(client net.Conn) {
	server, err := net.Dial("unix", p.server)
	if err != nil {
		client.Close()
		return
	}
	p.mu.Lock()
	if p.cut {
		client.Close()
		server.Close()
	}
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		io.Copy(client, server)
		client.Close()
	}()
	defer server.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil || bytes.HasPrefix(buf[:n], cancelRequest) {
			return
		}
		p.mu.Lock()
		watch := p.watch
		p.mu.Unlock()
		verdict := Pass
		if watch != nil {
			verdict = watch(buf[:n])
		}
		if verdict == Unconfirm && !bytes.HasSuffix(buf[:n], syncMessage) {
			verdict = Pass // the server answers when the rest has come
		}
		if verdict != Pass {
			client.Close()
		}
		if verdict == Lose {
			return
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
		if verdict == Unconfirm {
			<-answered // nobody gets the answer
			return
		}
	}
}
