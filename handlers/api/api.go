package api

import (
	_ "embed"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"tableronde/db"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/web"
)

// Path is the path of version 1 of the API.
const Path = "/api/v1"

// Description is the OpenAPI description of the API, as YAML.
//
//go:embed openapi.yaml
var Description []byte

// Config holds the dependencies of an API.
type Config struct {
	Store    db.Store
	Club     *rooms.Club
	Streams  *web.Streams
	Gate     *web.Gate
	Growth   *web.Growth
	Guests   *middleware.RateLimiterMemoryStore // limits new guests, by address
	Calls    *middleware.RateLimiterMemoryStore // limits calls, by player or address
	SignIns  *web.Guesses
	Mailings *web.Mailings
	Language func(echo.Context) string // returns the language for mails
	Trial    Trial
	Device   func(echo.Context) string          // returns the device of a call
	PushKey  func() string                      // returns the public key of pushes
	Solver   Solver                             // nil without tables
	Talks    *middleware.RateLimiterMemoryStore // limits messages, by player
	Remarks  *middleware.RateLimiterMemoryStore // limits notes, by player
}

// API answers the calls of programs. The types with the calls of each subject embed it.
type API struct {
	Config
	exports *web.Exports
}

// New returns an API.
func New(cfg Config) *API { return &API{Config: cfg, exports: web.NewExports()} }

// route is one call of the API. The path is below Path.
type route struct {
	Method, Path string
	handle       echo.HandlerFunc
}

// endpoints lists the calls of the API.
func (a *API) endpoints() []route {
	return slices.Concat(
		[]route{{http.MethodGet, "/openapi.yaml", getDescription}},
		accountCalls{a}.routes(), archiveCalls{a}.routes(), cupCalls{a}.routes(), learnCalls{a}.routes(),
		matchCalls{a}.routes(), noticeCalls{a}.routes(), peopleCalls{a}.routes(), tableCalls{a}.routes(),
	)
}

// Routes adds the calls to a group without middleware. With middleware, echo would answer 404 where
// 405 is right.
func (a *API) Routes(g *echo.Group) {
	grow := a.Growth.Bound(func(c echo.Context) string { player, _ := caller(c); return player.ID })
	allowed := make(map[string][]string) // methods by path
	for _, call := range a.endpoints() {
		methods, before := []string{call.Method}, []echo.MiddlewareFunc{setNoStore, a.identify}
		switch call.Method {
		case http.MethodGet:
			methods = append(methods, http.MethodHead)
			if !strings.HasSuffix(call.Path, "/events") && call.Path != "/me/export" {
				before = append(before, a.Gate.Pass)
			}
		case http.MethodDelete:
		default:
			before = append(before, grow)
		}
		g.Match(methods, call.Path, call.handle, before...)
		allowed[call.Path] = append(allowed[call.Path], methods...)
	}
	for path, methods := range allowed {
		for _, other := range []string{
			http.MethodConnect, http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPatch,
			http.MethodPost, http.MethodPut, http.MethodTrace,
		} {
			if !slices.Contains(methods, other) {
				g.Add(other, path, methodNotAllowed(methods))
			}
		}
	}
	g.RouteNotFound("", noRoute)
	g.RouteNotFound("/*", noRoute)
}

func noRoute(echo.Context) error { return echo.ErrNotFound }

func methodNotAllowed(allowed []string) echo.HandlerFunc {
	allow := strings.Join(allowed, ", ")
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderAllow, allow)
		return echo.ErrMethodNotAllowed
	}
}

func setNoStore(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		return next(c)
	}
}

func getDescription(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
	return c.Blob(http.StatusOK, "application/yaml", Description)
}

// answer answers with a value in its JSON form, or returns the error.
func answer[T, J any](c echo.Context, newJSON func(T) J, value T, err error) error {
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newJSON(value))
}

// answerList works like answer for a list.
func answerList[T, J any](c echo.Context, newJSON func(T) J, list []T, err error) error {
	return answer(c, func(list []T) []J { return listOf(list, newJSON) }, list, err)
}

// noContent answers with status 204, or returns the error.
func noContent(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
