package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
)

// refusal is an answer to bad input that a handler decides on itself.
type refusal struct {
	status int
	code   string // stable word for programs: "unknown_game"
	text   string // English sentence for people who read the API's answer
	field  string // the form field it is about, "" none
	retry  int    // seconds after which to try again, 0 none
}

func (r *refusal) Error() string { return r.text }

func (r *refusal) about(field string) *refusal {
	with := *r
	with.field = field
	return &with
}

func refuse(status int, code, text string) *refusal {
	return &refusal{status: status, code: code, text: text}
}

var (
	errForeignOrigin = refuse(http.StatusForbidden, "foreign_origin", "this request came from another site")
	errNoPlayer      = refuse(http.StatusUnauthorized, "unauthorized", "a guest's token is needed: make one with POST /api/v1/guests")
)

// problem is what every error becomes before it is shown: a status, a stable
// code and a sentence. The page translates the code, the API sends both.
type problem struct {
	status  int
	code    string
	text    string
	field   string
	retry   int
	illegal *games.Illegal // a refusal by the rules, which says more
}

// statuses turns the kinds of the club's errors into those of HTTP.
var statuses = map[club.Kind]int{
	club.Internal:    http.StatusInternalServerError,
	club.Invalid:     http.StatusUnprocessableEntity,
	club.Forbidden:   http.StatusForbidden,
	club.NotFound:    http.StatusNotFound,
	club.Conflict:    http.StatusConflict,
	club.Gone:        http.StatusGone,
	club.TooLarge:    http.StatusRequestEntityTooLarge,
	club.TooMany:     http.StatusTooManyRequests,
	club.Unavailable: http.StatusServiceUnavailable,
}

// problemOf is the one place that maps errors to answers. What it does not
// know is a fault of ours and tells nothing.
func problemOf(err error) problem {
	var (
		own   *refusal
		large *http.MaxBytesError
		web   *echo.HTTPError
	)
	switch {
	case errors.As(err, &own):
		return problem{status: own.status, code: own.code, text: own.text, field: own.field, retry: own.retry}
	case errors.As(err, &large):
		return problem{status: http.StatusRequestEntityTooLarge, code: "too_large",
			text: "the body is larger than " + strconv.FormatInt(large.Limit, 10) + " bytes"}
	case errors.As(err, &web):
		text := http.StatusText(web.Code)
		return problem{status: web.Code, code: strings.ReplaceAll(strings.ToLower(text), " ", "_"), text: strings.ToLower(text)}
	}
	e := club.ErrorOf(err)
	return problem{status: statuses[e.Kind], code: e.Code, text: e.Text, field: e.Field, retry: e.Retry, illegal: e.Illegal}
}

// refused reports whether an error answers the caller rather than being a fault of
// the site.
func refused(err error) bool {
	var done *db.Answered
	return err != nil && !errors.As(err, &done) && problemOf(err).status < http.StatusInternalServerError
}

// answerError writes the answer to an error: a page, a fragment or JSON. It is
// the one place that logs an error.
func (s *Server) answerError(err error, c echo.Context) {
	p := problemOf(err)
	if p.status >= http.StatusInternalServerError && !errors.Is(err, errBusy) {
		s.logError(c, err)
	}
	if db.IsUnavailable(err) {
		s.health.note(err)
	}
	if c.Response().Committed {
		return
	}
	// The server cancels a request whose body is too slow; it is answered all the same.
	c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
	if p.retry > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(p.retry))
	}
	var werr error
	if isAPI(c) {
		werr = s.apiError(c, p, err)
	} else {
		werr = s.errorPage(c, p)
	}
	if werr != nil {
		s.logError(c, werr)
	}
}

func isAPI(c echo.Context) bool {
	return strings.HasPrefix(c.Request().URL.Path, "/api/")
}

func (s *Server) logError(c echo.Context, err error) {
	s.log.LogAttrs(c.Request().Context(), slog.LevelError, "error",
		slog.String("id", requestID(c)), slog.String("route", c.Path()), slog.Any("error", err))
}
