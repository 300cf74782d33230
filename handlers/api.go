package handlers

import (
	_ "embed"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/games/record"
	"tableronde/handlers/club"
)

// apiPath is where version 1 of the API begins.
const apiPath = "/api/v1"

//go:embed openapi.yaml
var openAPI []byte

// apiCall is one call of the API. The path is below apiPath.
type apiCall struct {
	method, path string
	handle       echo.HandlerFunc
	more         []echo.MiddlewareFunc
}

func (s *Server) apiCalls() []apiCall {
	return []apiCall{
		{http.MethodGet, "/openapi.yaml", s.apiDescription, nil},
		{http.MethodPost, "/guests", s.once(s.apiPostGuests), []echo.MiddlewareFunc{perAddress(s.guests)}},
		{http.MethodGet, "/games", s.apiGames, nil},
		{http.MethodGet, "/tables", s.apiTables, nil},
		{http.MethodGet, "/watch", s.apiWatch, nil},
		{http.MethodGet, "/invitations/:token", s.apiInvitation, nil},
		{http.MethodPost, "/matches", s.once(s.apiPostMatches), nil},
		{http.MethodPost, "/import", s.once(s.apiImport), []echo.MiddlewareFunc{s.gate.pass}},
		{http.MethodGet, "/matches/:id", s.apiMatch, nil},
		{http.MethodGet, "/matches/:id/legal", s.apiLegal, nil},
		{http.MethodPost, "/matches/:id/join", s.once(s.apiJoin), nil},
		{http.MethodPost, "/matches/:id/actions", s.once(s.apiActions), nil},
		{http.MethodPost, "/matches/:id/rematch", s.once(s.apiRematch), nil},
		{http.MethodDelete, "/matches/:id/rematch", s.once(s.apiDeclineRematch), nil},
		{http.MethodPost, "/matches/:id/withdraw", s.once(s.apiWithdraw), nil},
		{http.MethodPost, "/matches/:id/invite", s.once(s.apiInvite), nil},
		{http.MethodPost, "/matches/:id/show", s.once(s.apiShow(true)), nil},
		{http.MethodPost, "/matches/:id/hide", s.once(s.apiShow(false)), nil},
		{http.MethodPost, "/matches/:id/share", s.once(s.apiShare), nil},
		{http.MethodPost, "/matches/:id/unshare", s.once(s.apiUnshare), nil},
		{http.MethodGet, "/shared/:token", s.apiMatch, nil},
		{http.MethodGet, "/shared/:token/record", s.apiRecord, nil},
		{http.MethodGet, "/shared/:token/story", s.apiStory, nil},
		{http.MethodGet, "/matches/:id/events", s.apiMatchEvents, nil},
		{http.MethodGet, "/matches/:id/record", s.apiRecord, nil},
		{http.MethodGet, "/matches/:id/story", s.apiStory, nil},
		{http.MethodGet, "/matches/:id/orders", s.apiOrders, nil},
		{http.MethodPut, "/matches/:id/orders", s.apiPutOrders, nil},
		{http.MethodGet, "/me", s.apiMe, nil},
		{http.MethodPatch, "/me", s.apiRename, nil},
		{http.MethodGet, "/me/matches", s.apiMyMatches, nil},
		{http.MethodGet, "/me/events", s.apiMyEvents, nil},
	}
}

// apiRoutes lays the API on a group without middleware of its own: echo would
// answer 404 for what is to be 405.
func (s *Server) apiRoutes(g *echo.Group) {
	callers := s.newBearer()
	allowed := make(map[string][]string) // methods by path
	for _, call := range s.apiCalls() {
		methods, more := []string{call.method}, call.more
		if stream := strings.HasSuffix(call.path, "/events"); call.method == http.MethodGet && !stream {
			methods = append(methods, http.MethodHead)
			more = append(more, s.gate.pass)
		}
		g.Match(methods, call.path, call.handle, append([]echo.MiddlewareFunc{noStore, callers.identify}, more...)...)
		allowed[call.path] = append(allowed[call.path], methods...)
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

func noStore(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		return next(c)
	}
}

func (s *Server) apiDescription(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
	return c.Blob(http.StatusOK, "application/yaml", openAPI)
}

// errorJSON is the body of every answer that is an error.
type errorJSON struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`  // of the request, that is at fault
		Rule    string `json:"rule,omitempty"`   // section of the rules page
		Index   *int   `json:"index,omitempty"`  // of the first bad action, from 0
		Line    int    `json:"line,omitempty"`   // of the text, from 1
		Played  *int   `json:"played,omitempty"` // events of the text that can be played before that
	} `json:"error"`
	Index *int       `json:"index,omitempty"` // the same
	Match *matchJSON `json:"match,omitempty"` // as it is now, after a stale ply
}

// apiError answers a call with an error.
func (s *Server) apiError(c echo.Context, p problem, err error) error {
	out := newErrorJSON(p, err)
	var stale *club.StaleError
	if errors.As(err, &stale) {
		player, _ := caller(c)
		seat, err := stale.Now.SeatFor(player.ID, stale.As)
		if err != nil {
			return err
		}
		out.Match = newMatchJSON(stale.Now, player.ID, seat)
	}
	if p.status == http.StatusUnauthorized {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	return c.JSON(p.status, out)
}

// newErrorJSON is the body of an error, without the match of a stale ply.
func newErrorJSON(p problem, err error) errorJSON {
	var (
		out    errorJSON
		action *club.ActionError
		broken *club.ImportError
		at     *record.LineError
	)
	out.Error.Code, out.Error.Message, out.Error.Field = p.code, p.text, p.field
	if p.illegal != nil {
		out.Error.Rule = p.illegal.Rule
	}
	if errors.As(err, &action) {
		out.Error.Index, out.Index = &action.Index, &action.Index
	}
	if errors.As(err, &broken) {
		out.Error.Played = &broken.Played
		if errors.As(err, &at) {
			out.Error.Line = at.Line
		}
	}
	return out
}
