package site

import (
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// ClientIP returns the address that rate limits count by. Proxies on this machine, and those
// given, are believed about the address that reached them, and so on along the chain. An IPv6
// address counts as its /64 network, which one client has whole.
func (s *Site) ClientIP(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := plainAddr(peer.Addr())
	if s.isProxy(addr) {
		addr = s.forwardedAddr(addr, r.Header)
	}
	if addr.Is6() && !addr.IsLoopback() {
		return netip.PrefixFrom(addr, 64).Masked().String()
	}
	return addr.String()
}

// forwardedAddr returns the address of the client of a trusted proxy. A proxy may set one of
// the two headers and pass on the other as a client made it up: where both name a client, they
// have to agree.
func (s *Site) forwardedAddr(proxy netip.Addr, h http.Header) netip.Addr {
	one, isClient := s.firstUntrusted(proxy, strings.Split(strings.Join(h.Values(echo.HeaderXForwardedFor), ","), ","))
	two, alsoClient := s.firstUntrusted(proxy, forwardedFor(strings.Join(h.Values("Forwarded"), ",")))
	switch {
	case isClient && alsoClient && one != two:
		return proxy
	case isClient || !alsoClient && one != proxy:
		return one
	}
	return two
}

// firstUntrusted follows a chain of proxies from its end to the first address that is not
// trusted, and reports whether there is one. It stops before a hop that it cannot read.
func (s *Site) firstUntrusted(addr netip.Addr, hops []string) (netip.Addr, bool) {
	for _, hop := range slices.Backward(hops) {
		next, ok := parseHop(hop)
		if !ok {
			break
		}
		if addr = next; !s.isProxy(addr) {
			return addr, true
		}
	}
	return addr, false
}

// parseHop reads an address with or without brackets, zone and port.
func parseHop(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	if addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")); err == nil {
		return plainAddr(addr), true
	}
	withPort, err := netip.ParseAddrPort(text)
	return plainAddr(withPort.Addr()), err == nil
}

func plainAddr(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

// forwardedPair matches one parameter of RFC 7239 and the separator after it.
var forwardedPair = regexp.MustCompile(`^\s*([\w!#$%&'*+.^|~-]+)=(?:([^\s",;]+)|"((?:[^"\\]|\\.)*)")\s*([,;]|$)`)

// forwardedFor returns the for parameter of each element of a Forwarded header, none if the
// header is malformed: a quote that a client leaves open would hide the next proxy's element.
func forwardedFor(header string) (hops []string) {
	hop := ""
	for header != "" {
		m := forwardedPair.FindStringSubmatch(header)
		if m == nil {
			return nil
		}
		if strings.EqualFold(m[1], "for") {
			hop = m[2] + m[3]
		}
		if m[4] != ";" {
			hops, hop = append(hops, hop), ""
		}
		header = header[len(m[0]):]
	}
	return hops
}

// isProxy reports whether the forwarding headers of an address are believed.
func (s *Site) isProxy(addr netip.Addr) bool {
	return addr.IsLoopback() || slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}
