package site

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/web"
	"tableronde/static"
)

var errMisdirected = web.Refuse(http.StatusMisdirectedRequest, "wrong_host", "this site is served at another address, which its operator has set by --base-url")

// ParseBaseURL reads the origin that an operator gives, nil for none.
func ParseBaseURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != u.String() {
		return nil, errors.New("base URL must be like https://table.example, without a user, a path or a query")
	}
	return u, nil
}

// CheckHost refuses what is not addressed to the base URL, so that no link and no
// cache of a proxy follows a Host that somebody made up. Health checks, and the
// files that its own pages need, come by any address; so does everything where no
// base URL is known.
func (s *Site) CheckHost(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		anywhere := path == "/healthz" || path == "/readyz" || strings.HasPrefix(path, static.Prefix)
		if s.Base == nil {
			s.warnOfTLS(c.Request())
		}
		if s.Base != nil && !anywhere && !sameHost(s.Base, c.Request().Host) {
			return errMisdirected
		}
		return next(c)
	}
}

// warnOfTLS logs, once, that a proxy encrypts what goes to a site without a base URL: its
// links and cookies are those of plain HTTP.
func (s *Site) warnOfTLS(r *http.Request) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err == nil && !s.Secure && r.Header.Get(echo.HeaderXForwardedProto) == "https" && s.isProxy(peer.Addr().Unmap()) {
		s.warnTLS.Do(func() {
			s.Log.LogAttrs(r.Context(), slog.LevelWarn, "a proxy with TLS is in front: set --base-url, or links lead to plain HTTP and cookies are not marked as secure")
		})
	}
}

// sameHost compares a Host header with a base URL, whose scheme has a default port.
func sameHost(base *url.URL, host string) bool {
	name, port := splitHost(host)
	ownName, ownPort := splitHost(base.Host)
	standard := StandardPorts[base.Scheme]
	either := func(port string) string {
		if port == "" {
			return standard
		}
		return port
	}
	return strings.EqualFold(strings.TrimSuffix(name, "."), strings.TrimSuffix(ownName, ".")) && either(port) == either(ownPort)
}

// StandardPorts are the ports of schemes that addresses leave out.
var StandardPorts = map[string]string{"http": "80", "https": "443"}

// splitHost splits an address that may lack a port.
func splitHost(host string) (name, port string) {
	if name, port, err := net.SplitHostPort(host); err == nil {
		return name, port
	}
	return strings.Trim(host, "[]"), ""
}

// Origin returns scheme and host of links that people send each other: the base URL
// or, without one, the address of the request, which is trusted on loopback only, or
// else the address at which the server accepted it.
func (s *Site) Origin(c echo.Context) string {
	if s.Base != nil {
		return s.Base.String()
	}
	scheme := "http"
	if s.Secure {
		scheme = "https"
	}
	host := c.Request().Host
	if local, ok := c.Request().Context().Value(http.LocalAddrContextKey).(net.Addr); ok && !isLoopbackHost(host) {
		host = local.String()
	}
	return scheme + "://" + host
}

func isLoopbackHost(host string) bool {
	name, _ := splitHost(host)
	addr, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && addr.IsLoopback()
}

// PrintableHeaders takes control characters out of what an answer's headers say,
// whatever part of a request they came from.
func PrintableHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Before(func() {
			for _, values := range c.Response().Header() {
				for i, v := range values {
					if mayHaveControl(v) {
						values[i] = strings.Map(dropControl, v)
					}
				}
			}
		})
		return next(c)
	}
}

// mayHaveControl reports whether a text may have control characters: whether it is other than
// printable ASCII.
func mayHaveControl(text string) bool {
	for i := range len(text) {
		if b := text[i]; b < ' ' || b >= 0x7f {
			return true
		}
	}
	return false
}

func dropControl(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}
