package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/api"
	"tableronde/handlers/web"
	"tableronde/views"
)

// statusLeft is the logged status of a request whose client disconnected before the answer, as in
// other servers' logs.
const statusLeft = 499

var errForeignOrigin = web.Refuse(http.StatusForbidden, "foreign_origin", "this request came from another site: use the pages of this one")

// AnswerError answers an error with a page, a fragment or JSON. Only this function logs errors.
// web.ProblemOf gives the status, the code and the sentence. The API uses the same table and does
// not import this package.
func (s *Site) AnswerError(err error, c echo.Context) {
	if hasLeft(c, err) {
		_ = c.NoContent(statusLeft) // nobody receives it
		return
	}
	p := web.ProblemOf(err)
	path, stored := web.StoredPath(c)
	if stored {
		p = web.Problem{Status: http.StatusInternalServerError, Code: "internal", Text: "what was posted is stored, but our answer to it failed: read the match again"}
	}
	if p.Status >= http.StatusInternalServerError && !errors.Is(err, web.ErrBusy) {
		s.logError(c, err)
	}
	if db.IsUnavailable(err) {
		s.Health.note(err)
	}
	if c.Response().Committed {
		return
	}
	// The server cancels a request whose body is too slow. Answer it anyway.
	c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
	if p.Retry > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(p.Retry))
	}
	var werr error
	switch {
	case isAPI(c):
		werr = api.WriteError(c, p, err)
	case stored:
		werr = Redirect(c, path)
	case plainTarget(c, p.Status) != "":
		werr = c.Redirect(http.StatusFound, plainTarget(c, p.Status))
	default:
		werr = s.errorPage(c, p)
	}
	if werr != nil {
		s.logError(c, werr)
	}
}

// hasLeft reports whether a request failed because its client disconnected.
func hasLeft(c echo.Context, err error) bool {
	return errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil && !c.Response().Committed
}

// plainTarget returns the path that the author of a broken link may have meant, "" for none. It
// tries the path without trailing punctuation, then in lower case.
func plainTarget(c echo.Context, status int) string {
	r := c.Request()
	if status != http.StatusNotFound && status != http.StatusGone || r.Method != http.MethodGet && r.Method != http.MethodHead || IsHTMX(c) {
		return ""
	}
	plain := strings.TrimRightFunc(r.URL.Path, func(r rune) bool {
		return r != '/' && r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if plain == r.URL.Path {
		plain = strings.ToLower(plain)
	}
	if plain == r.URL.Path || plain == "" || strings.HasPrefix(plain, "//") {
		return ""
	}
	return (&url.URL{Path: plain, RawQuery: r.URL.RawQuery}).RequestURI()
}

func isAPI(c echo.Context) bool {
	return strings.HasPrefix(c.Request().URL.Path, "/api/")
}

// logError logs an error under the id in the answer. A panic inside a transaction is logged with
// its stack.
func (s *Site) logError(c echo.Context, err error) {
	attrs := []slog.Attr{slog.String("id", requestID(c)), slog.String("route", c.Path()), slog.Any("error", err)}
	var p *db.Panic
	if errors.As(err, &p) {
		attrs = append(attrs, slog.String("stack", string(p.Stack)))
	}
	s.Vitals.failed(s.Now())
	s.Meters.errors.Inc()
	s.Log.LogAttrs(c.Request().Context(), slog.LevelError, "request has failed", attrs...)
}

// RefusedForm describes a refusal to a visitor who gets the form again.
func RefusedForm(c echo.Context, err error) (status int, why *views.Problem) {
	p := web.ProblemOf(err)
	if p.Retry > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(p.Retry))
	}
	return p.Status, &views.Problem{Field: p.Field, Key: p.Code}
}

// RedirectOrShow redirects the browser after a form. If the form is refused, it calls show, which
// shows the form again with the reason.
func RedirectOrShow(c echo.Context, err error, path string, show func(status int, why *views.Problem) error) error {
	if !web.IsRefusal(err) {
		return RedirectUnless(c, err, path)
	}
	return show(RefusedForm(c, err))
}

// ErrNoPlayer refuses to store something for a visitor who is not a player yet.
var ErrNoPlayer = web.Refuse(http.StatusForbidden, "no_player", "you need a name here to keep lines and notes: sign in or play as a guest")

var ErrOlderMatches = web.Refuse(http.StatusBadRequest, "bad_query", "this link to older matches is broken: begin again with the first page")
