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
)

// retryUnavailable is after how many seconds to try again what the file or the
// disk did not allow.
const retryUnavailable = 30

// refusal is an answer to bad input that a handler decides on itself.
type refusal struct {
	status int
	code   string         // stable word for programs: "unknown_game"
	text   string         // English sentence for people who read the API's answer
	field  string         // the form field it is about, "" none
	retry  int            // seconds after which to try again, 0 none
	why    *games.Illegal // where the rules refuse it, which say more; nil else
}

func (r *refusal) Error() string { return r.text }

func refuse(status int, code, text string) *refusal {
	return &refusal{status: status, code: code, text: text}
}

func (r *refusal) about(field string) *refusal {
	with := *r
	with.field = field
	return &with
}

var (
	errForeignOrigin = refuse(http.StatusForbidden, "foreign_origin", "this request came from another site")
	errNoPlayer      = refuse(http.StatusUnauthorized, "unauthorized", "a guest's token is needed: make one with POST /api/v1/guests")
	errNoSeat        = refuse(http.StatusForbidden, "not_seated", "you have no seat at this table")
	errNotStarted    = refuse(http.StatusConflict, "not_started", "the match begins when all seats are taken")
	errNotHost       = refuse(http.StatusForbidden, "not_host", "only the host of this table may do that")
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

// problemOf is the one place that maps errors to answers. What it does not
// know is a fault of ours and tells nothing.
func problemOf(err error) problem {
	var (
		own     *refusal
		illegal *games.Illegal
		stale   *staleError
		broken  *importError
		large   *http.MaxBytesError
		web     *echo.HTTPError
	)
	switch {
	case errors.As(err, &broken):
		p := problem{status: http.StatusUnprocessableEntity, code: "bad_record", text: broken.Error(), field: "text"}
		errors.As(err, &p.illegal)
		return p
	case errors.As(err, &own):
		return problem{status: own.status, code: own.code, text: own.text, field: own.field, retry: own.retry, illegal: own.why}
	case errors.As(err, &illegal):
		return problem{status: http.StatusUnprocessableEntity, code: "illegal_action", text: illegal.Text, illegal: illegal}
	case errors.As(err, &stale):
		return problem{status: http.StatusConflict, code: "stale_ply", text: stale.Error()}
	case errors.Is(err, games.ErrNotYourTurn):
		return problem{status: http.StatusUnprocessableEntity, code: "not_your_turn", text: games.ErrNotYourTurn.Error()}
	case errors.Is(err, games.ErrFinished):
		return problem{status: http.StatusUnprocessableEntity, code: "illegal_action", text: games.ErrFinished.Error()}
	case errors.Is(err, db.ErrNotFound):
		return problem{status: http.StatusNotFound, code: "not_found", text: "there is nothing here, or it is private"}
	case errors.Is(err, db.ErrTaken):
		return problem{status: http.StatusConflict, code: "taken", text: "this seat is taken"}
	case errors.Is(err, db.ErrAlreadySeated):
		return problem{status: http.StatusConflict, code: "already_seated", text: "you sit at this table already"}
	case errors.Is(err, db.ErrKeyReused):
		return problem{status: http.StatusUnprocessableEntity, code: "key_reused", text: "this Idempotency-Key came with another request before"}
	case errors.Is(err, db.ErrKeysUsedUp):
		return problem{status: http.StatusTooManyRequests, code: "too_many_keys", retry: 3600,
			text: "too many Idempotency-Keys within a day: use fewer, or wait"}
	case db.IsUnavailable(err):
		return problem{status: http.StatusServiceUnavailable, code: "unavailable", text: "the site cannot read or store anything now", retry: retryUnavailable}
	case errors.As(err, &large):
		return problem{status: http.StatusRequestEntityTooLarge, code: "too_large",
			text: "the body is larger than " + strconv.FormatInt(large.Limit, 10) + " bytes"}
	case errors.As(err, &web):
		text := http.StatusText(web.Code)
		return problem{status: web.Code, code: strings.ReplaceAll(strings.ToLower(text), " ", "_"), text: strings.ToLower(text)}
	}
	return problem{status: http.StatusInternalServerError, code: "internal", text: "something went wrong on our side; nothing was changed"}
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
