package outgoing

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// trap is a server on loopback that counts who connects.
type trap struct {
	port      string
	connected atomic.Int64
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var trap trap
	_, trap.port, _ = net.SplitHostPort(l.Addr().String())
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://localhost:"+trap.port+"/", http.StatusTemporaryRedirect)
		}
	}), ConnState: func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			trap.connected.Add(1)
		}
	}}
	var also []net.Listener
	if l6, err := net.Listen("tcp", "[::1]:"+trap.port); err == nil {
		also = append(also, l6)
	}
	for _, l := range append(also, l) {
		go server.Serve(l)
	}
	t.Cleanup(func() { server.Close() })
	return &trap
}

// resolver returns a resolver by which every name has the addresses that answer returns.
func resolver(t *testing.T, answer func(name string) []string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			if reply := replyTo(b[:n], answer); reply != nil {
				conn.WriteTo(reply, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func replyTo(query []byte, answer func(string) []string) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	m.Response, m.Additionals = true, nil
	for _, text := range answer(strings.TrimSuffix(q.Name.String(), ".")) {
		a := netip.MustParseAddr(text)
		h := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
		switch {
		case a.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: a.As4()}})
		case a.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
		}
	}
	reply, _ := m.Pack()
	return reply
}

// Addresses that are not public hosts, in all the forms in which people write them.
var privateHosts = []string{
	"127.0.0.1", "127.0.0.2", "127.1.2.3", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254",
	"192.168.0.1", "192.168.1.254", "169.254.169.254", "169.254.0.1", "100.64.0.1", "100.127.255.254", "192.0.0.1", "192.0.2.1", "198.18.0.1",
	"198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
	"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[fe80::1]",
	"[fe80::1%25lo]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[2001::1]", "[::ffff:0:127.0.0.1]",
	"0177.0.0.1", "017700000001", "2130706433", "0x7f000001", "0x7f.0.0.1", "127.1", "127.0.1", "0", "localhost", "localhost.",
	"private.test", "mapped.test", "six.test", "metadata.test", "mixed.test",
}

// No request reaches a host that is not public.
func TestPrivateAddresses(t *testing.T) {
	trap := newTrap(t)
	names := map[string][]string{"private.test": {"10.0.0.1", "127.0.0.1"}, "mapped.test": {"::ffff:127.0.0.1"}, "six.test": {"::1"},
		"metadata.test": {"169.254.169.254"}, "mixed.test": {"127.0.0.1", "192.168.0.1"}}
	r := resolver(t, func(name string) []string { return names[name] })
	if len(privateHosts) < 40 {
		t.Fatalf("%d addresses", len(privateHosts))
	}
	closed := New(Options{Resolver: r})
	for _, host := range privateHosts {
		if err := get(t, closed, "http://"+host+":"+trap.port+"/"); err == nil {
			t.Errorf("%s: there is an answer", host)
		}
	}
	if n := trap.connected.Load(); n != 0 {
		t.Errorf("%d connections were made, want 0", n)
	}
	open := New(Options{Resolver: r, AllowPrivate: true})
	for _, host := range []string{"127.0.0.1", "private.test"} {
		before := trap.connected.Load()
		if err := get(t, open, "http://"+host+":"+trap.port+"/"); err != nil || trap.connected.Load() == before {
			t.Errorf("%s where private addresses are allowed: %v, %d connections", host, err, trap.connected.Load()-before)
		}
		open.http.CloseIdleConnections()
	}
}

// A name that is public when it is resolved and private when it is dialled leads nowhere: the
// address of the connection counts.
func TestRebinding(t *testing.T) {
	trap := newTrap(t)
	var asked atomic.Int64
	r := resolver(t, func(string) []string {
		if asked.Add(1) <= 2 { // A and AAAA of the first resolution
			return []string{"93.184.215.14"}
		}
		return []string{"127.0.0.1"}
	})
	if first, err := r.LookupHost(t.Context(), "turncoat.test"); err != nil || first[0] != "93.184.215.14" {
		t.Fatalf("first look: %v, %v", first, err)
	}
	var failure *Error
	if err := get(t, New(Options{Resolver: r}), "http://turncoat.test:"+trap.port+"/"); !errors.As(err, &failure) || failure.Code != NoAnswer {
		t.Errorf("the request ends with %v", err)
	}
	if n := trap.connected.Load(); n != 0 {
		t.Errorf("%d connections were made, want 0", n)
	}
}

// A redirect is an answer and leads nowhere.
func TestRedirect(t *testing.T) {
	trap := newTrap(t)
	c := New(Options{AllowPrivate: true})
	r, _ := http.NewRequest(http.MethodPost, "http://127.0.0.1:"+trap.port+"/away", strings.NewReader("x"))
	status, _, err := c.Do(t.Context(), r)
	if err != nil || status != http.StatusTemporaryRedirect || trap.connected.Load() != 1 {
		t.Errorf("status %d, %v, after %d connections", status, err, trap.connected.Load())
	}
}

// A host that never answers, or never ends an answer, is not waited for.
func TestNeverAnswers(t *testing.T) {
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/drips" {
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
		}
		<-ended
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(ended) })
	c := New(Options{AllowPrivate: true, Timeout: 50 * time.Millisecond})
	var failure *Error
	if err := get(t, c, server.URL+"/"); !errors.As(err, &failure) || failure.Code != NoAnswer {
		t.Errorf("a request without an answer ends with %v", err)
	}
	if err := get(t, c, server.URL+"/drips"); err != nil {
		t.Errorf("a request whose answer has a head ends with %v", err)
	}
	if got := New(Options{}).http.Timeout; got != 5*time.Second {
		t.Errorf("a request may take %v", got)
	}
}

// Hosts of the public internet are taken, by IPv4, IPv6 and through translators.
func TestPublicAddresses(t *testing.T) {
	for _, text := range []string{"1.1.1.1", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808"} {
		if !isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is not public", text)
		}
	}
}

// No error names the address: it is a secret of its player.
func TestErrorsNameNoAddress(t *testing.T) {
	for _, address := range []string{"http://127.0.0.1:1/secret", "http://secret.test/", "http://10.0.0.1/secret"} {
		r := resolver(t, func(string) []string { return nil })
		err := get(t, New(Options{Resolver: r, AllowPrivate: strings.Contains(address, ":1/")}), address)
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "127") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func get(t *testing.T, c *Client, address string) error {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	_, _, err = c.Do(t.Context(), r)
	return err
}
