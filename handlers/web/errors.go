package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
)

// Problem is the public form of an error: a status, a stable code and a sentence. Pages translate
// the code, the API sends both. Handlers return one for input that they refuse themselves.
type Problem struct {
	Status  int
	Code    string         // stable word for programs: "unknown_game"
	Text    string         // English sentence for people who read the API's answer
	Field   string         // the form field with the fault, "" for none
	Retry   int            // seconds after which to try again, 0 for none
	Illegal *games.Illegal // the refusal by the rules, with details

	Suspended *accounts.SuspendedError // why and how long a player may not act; nil for other problems
}

func (p *Problem) Error() string { return p.Text }

// About returns a copy of the problem that names a field.
func (p *Problem) About(field string) *Problem {
	with := *p
	with.Field = field
	return &with
}

// Refuse returns a problem with a status, a code for programs and a sentence for people.
func Refuse(status int, code, text string) *Problem {
	return &Problem{Status: status, Code: code, Text: text}
}

// statuses maps the kinds of the club's errors to HTTP statuses, for pages (handlers/site) and the
// API (api.WriteError).
var statuses = map[club.Kind]int{
	club.Internal:     http.StatusInternalServerError,
	club.Invalid:      http.StatusUnprocessableEntity,
	club.Forbidden:    http.StatusForbidden,
	club.Unauthorized: http.StatusUnauthorized,
	club.NotFound:     http.StatusNotFound,
	club.Conflict:     http.StatusConflict,
	club.Gone:         http.StatusGone,
	club.TooLarge:     http.StatusRequestEntityTooLarge,
	club.TooMany:      http.StatusTooManyRequests,
	club.Unavailable:  http.StatusServiceUnavailable,
}

// ProblemOf returns the public form of an error. Any unlisted error is a fault of the site, and
// its public form reveals nothing of it.
func ProblemOf(err error) Problem {
	var (
		own   *Problem
		large *http.MaxBytesError
		web   *echo.HTTPError
	)
	switch {
	case errors.As(err, &own):
		return *own
	case errors.As(err, &large):
		return Problem{Status: http.StatusRequestEntityTooLarge, Code: "too_large",
			Text: "the body is larger than " + strconv.FormatInt(large.Limit, 10) + " bytes"}
	case errors.As(err, &web):
		text := http.StatusText(web.Code)
		return Problem{Status: web.Code, Code: strings.ReplaceAll(strings.ToLower(text), " ", "_"), Text: strings.ToLower(text)}
	}
	e := club.ErrorOf(err)
	p := Problem{Status: statuses[e.Kind], Code: e.Code, Text: e.Text, Field: e.Field, Retry: e.Retry, Illegal: e.Illegal}
	errors.As(err, &p.Suspended)
	return p
}

// IsRefusal reports whether an error is an answer to a request that can be corrected and sent
// again. Other errors are faults of the site.
func IsRefusal(err error) bool {
	var done *db.Answered
	var barred *accounts.SuspendedError
	return err != nil && !errors.As(err, &done) && !errors.As(err, &barred) && ProblemOf(err).Status < http.StatusInternalServerError
}

// stillAllowed are the posts of pages and API that a suspended player may make. They let the player
// leave and export their data.
var stillAllowed = []string{
	"POST /sign-out", "POST /proof", "POST /passkey/enter/start", "POST /passkey/enter",
	"POST /settings/export", "POST /settings/leave", "POST /language", "POST /theme", "POST /look", "POST /sessions",
	"DELETE /me", "DELETE /me/tokens/:id",
}

// AllowsSuspended reports whether a suspended player may make a request. They may make all requests
// that change nothing.
func AllowsSuspended(method, route string) bool {
	return method == http.MethodGet || method == http.MethodHead || slices.Contains(stillAllowed, method+" "+route)
}

// storedKey is the key of MarkStored in a request's context.
const storedKey = "stored"

// MarkStored records that the result of a request is stored and can be seen at a path. A later
// error does not undo the post.
func MarkStored(c echo.Context, path string) { c.Set(storedKey, path) }

// StoredPath returns the path of MarkStored. ok is false if nothing is stored.
func StoredPath(c echo.Context) (path string, ok bool) {
	path, ok = c.Get(storedKey).(string)
	return path, ok
}

// Limits of exports: by one player, and at the same time.
const (
	exportRate  = rate.Limit(1.0 / (20 * 60))
	exportBurst = 4
	mostExports = 2
)

var errManyExports = &Problem{Status: http.StatusTooManyRequests, Code: "too_many_exports", Text: "an export takes a while: wait some minutes for the next", Retry: 20 * 60}

// Exports limits how often players export their data.
type Exports struct {
	players *middleware.RateLimiterMemoryStore
	slots   chan struct{}
}

// NewExports returns an unused limiter.
func NewExports() *Exports {
	return &Exports{
		players: NewLimiter(exportRate, exportBurst),
		slots:   make(chan struct{}, mostExports),
	}
}

// Enter begins an export of a player, which ends with a call of leave. It returns an error if the
// player has made too many, or ErrBusy if too many are in progress.
func (x *Exports) Enter(player string) (leave func(), err error) {
	select {
	case x.slots <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	leave = func() { <-x.slots }
	if Allow(x.players, player) != nil {
		leave()
		return nil, errManyExports
	}
	return leave, nil
}
