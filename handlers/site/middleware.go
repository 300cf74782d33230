package site

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/api"
	"tableronde/handlers/web"
)

const (
	ContentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

const requestIDKey = "request id"

func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

// Observe names each request, logs it once it is answered, unless it was a probe that
// went well, and turns a panic into an error with a stack in the log. It logs the route
// and not the path, since a path may carry an invitation.
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
				s.Log.LogAttrs(c.Request().Context(), slog.LevelError, "panic",
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

// shortAddress returns the network of an address, or of a network, for the log, whose
// lines nobody can shorten later: the first 24 bits of IPv4, 48 of IPv6.
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

// measure counts an answer. Streams last as long as somebody listens.
func (s *Site) measure(c echo.Context, took time.Duration) {
	stream := strings.HasSuffix(c.Path(), "/events")
	s.Meters.request(c.Request().Method, c.Path(), c.Response().Status, took, stream)
	if !stream {
		s.Vitals.answered(took)
	}
}

// SecureHeaders sets what holds for every answer. All answers share the values: nobody
// changes them in place, as none has control characters.
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

// LimitBody refuses a body that says it is too long and cuts one that does not.
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

// ParseForm reads a form, with files or without, and refuses one that is too long
// or broken before anything is done with the part of it that could be read.
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
			return web.Refuse(http.StatusBadRequest, "bad_form", "the form cannot be read")
		}
		return next(c)
	}
}

// SameOrigin refuses what another site made a browser send.
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

// SetPrivate keeps responses out of every cache.
func SetPrivate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Cache-Control", "no-store")
		h.Add("Vary", "HX-Request, Cookie, Accept-Language")
		return next(c)
	}
}

// GetOrHead are the methods of whatever is read.
var GetOrHead = []string{http.MethodGet, http.MethodHead}
