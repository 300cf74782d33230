package site

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"

	"tableronde/handlers/api"
	"tableronde/handlers/web"
	"tableronde/static"
)

const (
	ContentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
		"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

const requestIDKey = "request id"

func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

// Observe gives each request an id and logs it when it is answered, except successful health
// checks. It turns a panic into an error with a stack in the log. It logs the route and not the
// path, because a path may contain an invitation.
func (s *Site) Observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		begin := s.Now()
		id := strings.ToLower(rand.Text()[:10])
		c.Set(requestIDKey, id)
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler {
					panic(v)
				}
				err = fmt.Errorf("panic: %v", v)
				s.Log.LogAttrs(c.Request().Context(), slog.LevelError, "request has panicked",
					slog.String("id", id), slog.String("route", c.Path()), slog.String("stack", string(debug.Stack())))
			}
			if err != nil {
				s.AnswerError(err, c)
			}
			took := s.Now().Sub(begin)
			s.measure(c, took)
			err = nil
			if isProbe(c) && c.Response().Status == http.StatusOK {
				return
			}
			s.Log.LogAttrs(context.WithoutCancel(c.Request().Context()), slog.LevelInfo, "request",
				slog.String("id", id), slog.String("client", shortAddress(c.RealIP())),
				slog.String("method", c.Request().Method), slog.String("route", c.Path()),
				slog.Int("status", c.Response().Status), slog.Int64("bytes", c.Response().Size),
				slog.Duration("took", took.Round(time.Microsecond)))
		}()
		return next(c)
	}
}

// shortAddress shortens an address, or a network, for the log: to 24 bits for IPv4, 48 for IPv6.
func shortAddress(text string) string {
	address, _, _ := strings.Cut(text, "/")
	addr, err := netip.ParseAddr(address)
	bits := 48
	if addr.Is4() {
		bits = 24
	}
	if network, refused := addr.WithZone("").Prefix(bits); err == nil && refused == nil {
		return network.String()
	}
	return ""
}

// measure counts an answer. It does not time streams, which last as long as the client listens.
func (s *Site) measure(c echo.Context, took time.Duration) {
	stream := strings.HasSuffix(c.Path(), "/events")
	s.Meters.request(c.Request().Method, c.Path(), c.Response().Status, took, stream)
	if !stream {
		s.Vitals.answered(took)
	}
}

// SecureHeaders sets the headers of every answer. All answers share the values, which nobody
// changes in place.
func SecureHeaders(secure bool) echo.MiddlewareFunc {
	always := http.Header{}
	always.Set("Content-Security-Policy", ContentSecurityPolicy)
	always.Set("X-Content-Type-Options", "nosniff")
	always.Set("Referrer-Policy", "same-origin")
	always.Set("Cross-Origin-Opener-Policy", "same-origin")
	always.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	if secure {
		always.Set("Strict-Transport-Security", "max-age=31536000")
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			maps.Copy(c.Response().Header(), always)
			return next(c)
		}
	}
}

// LimitBody refuses a body that declares too great a length, and cuts off any other at the limit.
func LimitBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req, limit := c.Request(), int64(web.MaxBody)
		if path := c.Path(); path == "/import" || path == api.Path+"/import" {
			limit = web.MaxImport
		}
		if req.ContentLength > limit {
			return &http.MaxBytesError{Limit: limit}
		}
		req.Body = http.MaxBytesReader(c.Response(), req.Body, limit)
		return next(c)
	}
}

// ParseForm parses a form, with or without files. It refuses one that is too long or broken before
// any part of it is used. Handlers read the parsed form from the request.
func ParseForm(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := c.Request().ParseForm()
		if err == nil {
			err = c.Request().ParseMultipartForm(web.MaxImport)
		}
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			return err
		case err != nil && !errors.Is(err, http.ErrNotMultipart):
			return web.Refuse(http.StatusBadRequest, "bad_form", "the form cannot be read: open the page and send it again")
		}
		return next(c)
	}
}

// SameOrigin refuses requests that another site made a browser send.
func (s *Site) SameOrigin() (echo.MiddlewareFunc, error) {
	check := http.NewCrossOriginProtection()
	if s.Base != nil {
		if err := check.AddTrustedOrigin(s.Base.String()); err != nil {
			return nil, fmt.Errorf("trust the base URL: %w", err)
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := check.Check(c.Request()); err != nil {
				return errForeignOrigin
			}
			return next(c)
		}
	}, nil
}

// SetPrivate forbids caches to store the response.
func SetPrivate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Cache-Control", "no-store")
		h.Add("Vary", "HX-Request, Cookie, Accept-Language")
		return next(c)
	}
}

// GetOrHead are the methods of readable resources.
var GetOrHead = []string{http.MethodGet, http.MethodHead}

// minCompressed is the least size in bytes of an answer that is compressed. Smaller ones fit one
// packet anyway.
const minCompressed = 1400

// Compress compresses answers for clients that accept zstd or else gzip, which makes pages six times
// smaller. Zstd takes less time for the same size. A browser that has a dictionary gets pages against
// it. Streams, static files and pictures are left out.
func Compress(dictionaries *Dictionaries) (echo.MiddlewareFunc, error) {
	compressed, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(5), gzhttp.MinSize(minCompressed),
		gzhttp.ExceptContentTypes([]string{"image/png"}))
	if err != nil {
		return nil, err
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (failed error) {
			path, res := c.Request().URL.Path, c.Response()
			if strings.HasPrefix(path, static.Prefix) || strings.HasSuffix(path, "/events") {
				return next(c)
			}
			plain := res.Writer
			defer func() { res.Writer = plain }()
			compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				res.Writer = w
				known := dictionaries.of(c.Request())
				if known == nil {
					failed = next(c)
					return
				}
				against := &dictionaryWriter{ResponseWriter: w, dictionary: known}
				res.Writer = against
				if failed = next(c); failed == nil {
					failed = against.close()
				}
			})).ServeHTTP(plain, c.Request())
			return failed
		}
	}, nil
}

// ClientIP returns the address that rate limits count. It follows the forwarding headers of trusted
// proxies, which are this machine and the configured ones. An IPv6 address counts as its /64
// network, which belongs to one client.
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

// forwardedAddr returns the address of the client of a trusted proxy. A proxy may set one of the
// two headers and pass on the other from the client. So if both name a client, they must agree.
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

// firstUntrusted follows a chain of proxies from its end to the first address that is not trusted.
// ok is false if there is none. It stops at a hop that it cannot parse.
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

// parseHop parses an address with or without brackets, zone and port.
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

// forwardedFor returns the for parameter of each element of a Forwarded header. It returns none for
// a malformed header, in which an open quote could hide the next proxy's element.
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

// isProxy reports whether the site trusts the forwarding headers of an address.
func (s *Site) isProxy(addr netip.Addr) bool {
	return addr.IsLoopback() || slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

var errMisdirected = web.Refuse(http.StatusMisdirectedRequest, "wrong_host", "this site has another address, set by --base-url: open it there")

// ParseBaseURL parses the origin of the site in an operator's flag. It returns nil for "".
func ParseBaseURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != u.String() {
		return nil, errors.New("this is not a base URL: write it like https://table.example, without a user, a path or a query")
	}
	return u, nil
}

// CheckHost refuses requests with a host other than the base URL's, so that no link and no cache
// uses a forged host. Health checks and the files for pages may come by any address. Without a base
// URL everything may.
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

// warnOfTLS logs once that a proxy uses TLS while the site has no base URL. Links and cookies of
// such a site are made for plain HTTP.
func (s *Site) warnOfTLS(r *http.Request) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err == nil && !s.Secure && r.Header.Get(echo.HeaderXForwardedProto) == "https" && s.isProxy(peer.Addr().Unmap()) {
		s.warnTLS.Do(func() {
			s.Log.LogAttrs(r.Context(), slog.LevelWarn, "a proxy with TLS is in front: set --base-url, or links lead to plain HTTP and cookies are not marked as secure")
		})
	}
}

// sameHost compares a Host header with a base URL, with regard to the scheme's default port.
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

// StandardPorts are the default ports of schemes.
var StandardPorts = map[string]string{"http": "80", "https": "443"}

// splitHost splits an address that may lack a port.
func splitHost(host string) (name, port string) {
	if name, port, err := net.SplitHostPort(host); err == nil {
		return name, port
	}
	return strings.Trim(host, "[]"), ""
}

// Origin returns the scheme and host for links that people send each other. It is the base URL.
// Without one, it is the address of the request if that is a loopback address, otherwise the
// address on which the server listens.
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

// PrintableHeaders removes control characters from an answer's headers.
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

// mayHaveControl reports whether a text may contain control characters, because it is not all
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
