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

// Proxy is a socket in front of the server whose connections a test can break.
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

// Cut breaks all connections and accepts no new ones.
func (p *Proxy) Cut() {
	p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
	p.breakAll()
}

// Restore accepts connections again.
func (p *Proxy) Restore() {
	p.mu.Lock()
	p.cut = false
	p.mu.Unlock()
	p.listen()
}

// Verdict is the treatment of data from a client.
type Verdict int

const (
	Pass      Verdict = iota
	Lose              // break the connection before the server gets the data
	Unconfirm         // break the connection after the server has got the data, before its answer
)

// Watch calls f with all data from clients. A nil f ends that.
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

// cancelRequest begins the data on a new connection with which a driver cancels a failed statement.
var cancelRequest = []byte{0, 0, 0, 16, 4, 210, 22, 46}

// serve passes on the data between client and server. It drops requests to cancel, because their
// timing is random.
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
			verdict = Pass // the server answers only when the rest has arrived
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
			<-answered // drop the answer
			return
		}
	}
}
