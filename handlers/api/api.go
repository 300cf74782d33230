package api

import (
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"tableronde/db"
	"tableronde/games/record"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
)

// Path is where version 1 of the API begins.
const Path = "/api/v1"

// Description is the OpenAPI description of the API, as YAML.
//
//go:embed openapi.yaml
var Description []byte

// Config holds the parts of the site that an API works with.
type Config struct {
	Store    db.Requests // remembers the answers to repeated calls
	Club     *rooms.Club
	Streams  *web.Streams
	Gate     *web.Gate
	Growth   *web.Growth
	Guests   *middleware.RateLimiterMemoryStore // new guests, by address
	Calls    *middleware.RateLimiterMemoryStore // calls, by player or address
	SignIns  *web.Guesses
	Mailings *web.Mailings
	Language func(echo.Context) string // that mails are written in
	Sessions db.Sessions               // for exports
	Trial    Trial
	Device   func(echo.Context) string          // that a call comes from
	PushKey  func() string                      // the public key of pushes
	Solver   Solver                             // nil if there is none
	Talks    *middleware.RateLimiterMemoryStore // of messages, by player
	Remarks  *middleware.RateLimiterMemoryStore // of notes, by player
}

// API answers the calls of programs.
type API struct {
	store    db.Requests
	club     *rooms.Club
	streams  *web.Streams
	gate     *web.Gate
	growth   *web.Growth
	guests   *middleware.RateLimiterMemoryStore
	calls    *middleware.RateLimiterMemoryStore
	signIns  *web.Guesses
	mailings *web.Mailings
	language func(echo.Context) string
	sessions db.Sessions
	trial    Trial
	device   func(echo.Context) string
	pushKey  func() string
	solver   Solver
	talks    *middleware.RateLimiterMemoryStore
	remarks  *middleware.RateLimiterMemoryStore
	exports  *web.Exports
}

// New returns an API.
func New(cfg Config) *API {
	return &API{store: cfg.Store, club: cfg.Club, streams: cfg.Streams, gate: cfg.Gate, growth: cfg.Growth, guests: cfg.Guests, calls: cfg.Calls, signIns: cfg.SignIns,
		mailings: cfg.Mailings, language: cfg.Language, sessions: cfg.Sessions, trial: cfg.Trial, device: cfg.Device, pushKey: cfg.PushKey, solver: cfg.Solver, talks: cfg.Talks, remarks: cfg.Remarks,
		exports: web.NewExports()}
}

// route is one call of the API. The path is below Path.
type route struct {
	Method, Path string
	handle       echo.HandlerFunc
	more         []echo.MiddlewareFunc
}

// endpoints lists the calls of the API.
func (a *API) endpoints() []route {
	return append(slices.Concat(a.learning(), a.company(), a.finding(), a.cups(), a.lookback(), a.ladders()), []route{
		{http.MethodGet, "/openapi.yaml", a.getDescription, nil},
		{http.MethodPost, "/guests", a.idempotent(a.postGuests), []echo.MiddlewareFunc{web.PerAddress(a.guests)}},
		{http.MethodPost, "/accounts", a.idempotent(a.postAccounts), nil},
		{http.MethodPost, "/sessions", a.idempotent(a.postSessions), nil},
		{http.MethodGet, "/games", a.getGames, nil},
		{http.MethodGet, "/solution", a.getSolution, nil},
		{http.MethodGet, "/tables", a.getTables, nil},
		{http.MethodGet, "/watch", a.getWatch, nil},
		{http.MethodGet, "/invitations/:token", a.getInvitation, nil},
		{http.MethodPost, "/matches", a.idempotent(a.postMatches), nil},
		{http.MethodPost, "/import", a.idempotent(a.postImport), []echo.MiddlewareFunc{a.gate.Pass}},
		{http.MethodGet, "/matches/:id", a.getMatch, nil},
		{http.MethodGet, "/matches/:id/legal", a.getLegal, nil},
		{http.MethodPost, "/matches/:id/join", a.idempotent(a.postJoin), nil},
		{http.MethodPost, "/matches/:id/bots", a.idempotent(a.postBots), nil},
		{http.MethodPost, "/matches/:id/actions", a.idempotent(a.postActions), nil},
		{http.MethodPost, "/matches/:id/rematch", a.idempotent(a.postRematch), nil},
		{http.MethodDelete, "/matches/:id/rematch", a.idempotent(a.deleteRematch), nil},
		{http.MethodPost, "/matches/:id/withdraw", a.idempotent(a.postWithdraw), nil},
		{http.MethodPost, "/matches/:id/invite", a.idempotent(a.postInvite), nil},
		{http.MethodPost, "/matches/:id/show", a.idempotent(a.setShown(true)), nil},
		{http.MethodPost, "/matches/:id/hide", a.idempotent(a.setShown(false)), nil},
		{http.MethodPost, "/matches/:id/share", a.idempotent(a.postShare), nil},
		{http.MethodPost, "/matches/:id/unshare", a.idempotent(a.postUnshare), nil},
		{http.MethodGet, "/shared/:token", a.getMatch, nil},
		{http.MethodGet, "/shared/:token/record", a.getRecord, nil},
		{http.MethodGet, "/shared/:token/story", a.getStory, nil},
		{http.MethodGet, "/matches/:id/events", a.getMatchEvents, nil},
		{http.MethodGet, "/matches/:id/record", a.getRecord, nil},
		{http.MethodGet, "/matches/:id/story", a.getStory, nil},
		{http.MethodGet, "/matches/:id/orders", a.getOrders, nil},
		{http.MethodPut, "/matches/:id/orders", a.putOrders, nil},
		{http.MethodGet, "/me", a.getMe, nil},
		{http.MethodPatch, "/me", a.patchMe, nil},
		{http.MethodDelete, "/me", a.deleteMe, nil},
		{http.MethodGet, "/me/matches", a.getMyMatches, nil},
		{http.MethodGet, "/me/export", a.getExport, nil},
		{http.MethodGet, "/me/tokens", a.getTokens, nil},
		{http.MethodPost, "/me/tokens", a.idempotent(a.postTokens), nil},
		{http.MethodDelete, "/me/tokens/:id", a.deleteToken, nil},
		{http.MethodGet, "/me/notices", a.getNotices, nil},
		{http.MethodPut, "/me/notices", a.putNotices, nil},
		{http.MethodGet, "/me/webhooks", a.getWebhooks, nil},
		{http.MethodPost, "/me/webhooks", a.idempotent(a.postWebhooks), nil},
		{http.MethodDelete, "/me/webhooks/:id", a.deleteTarget, nil},
		{http.MethodPost, "/me/webhooks/:id/test", a.idempotent(a.postWebhookTest), nil},
		{http.MethodGet, "/push/key", a.getPushKey, nil},
		{http.MethodGet, "/me/push", a.getPushes, nil},
		{http.MethodPost, "/me/push", a.idempotent(a.postPush), nil},
		{http.MethodDelete, "/me/push/:id", a.deleteTarget, nil},
		{http.MethodPost, "/me/push/:id/test", a.idempotent(a.postPushTest), nil},
		{http.MethodGet, "/me/events", a.getMyEvents, nil},
	}...)
}

// learning lists the calls by which one learns from a match.
func (a *API) learning() []route {
	return []route{
		{http.MethodGet, "/matches/:id/review", a.getReview, nil},
		{http.MethodGet, "/matches/:id/hint", a.getHint, nil},
		{http.MethodGet, "/matches/:id/analysis", a.getAnalysis, nil},
		{http.MethodPut, "/matches/:id/analysis", a.putAnalysis, nil},
		{http.MethodGet, "/matches/:id/analysis/value", a.getValue, nil},
	}
}

// Routes lays the API on a group without middleware of its own: echo would
// answer 404 for paths that need 405.
func (a *API) Routes(g *echo.Group) {
	callers := a.newBearer()
	grow := a.growth.Bound(func(c echo.Context) string { player, _ := caller(c); return player.ID })
	allowed := make(map[string][]string) // methods by path
	for _, call := range a.endpoints() {
		methods, more := []string{call.Method}, call.more
		if call.Method == http.MethodGet {
			methods = append(methods, http.MethodHead)
			if !strings.HasSuffix(call.Path, "/events") && call.Path != "/me/export" {
				more = append(more, a.gate.Pass)
			}
		}
		if call.Method != http.MethodGet && call.Method != http.MethodDelete {
			more = append([]echo.MiddlewareFunc{grow}, more...)
		}
		g.Match(methods, call.Path, call.handle, append([]echo.MiddlewareFunc{setNoStore, callers.identify}, more...)...)
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

func (a *API) getDescription(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
	return c.Blob(http.StatusOK, "application/yaml", Description)
}

// errorBody is the body of every response that is an error.
type errorBody struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`  // of the request, that is at fault
		Rule    string `json:"rule,omitempty"`   // section of the rules page
		Index   *int   `json:"index,omitempty"`  // of the first bad action, from 0
		Line    int    `json:"line,omitempty"`   // of the text, from 1
		Played  *int   `json:"played,omitempty"` // events of the text that can be played before that
	} `json:"error"`
	Index *int   `json:"index,omitempty"` // the same
	Match *Match `json:"match,omitempty"` // as it is now, after a stale ply
}

// WriteError answers a call with an error.
func (a *API) WriteError(c echo.Context, p web.Problem, err error) error {
	out := newErrorBody(p, err)
	var stale *match.StaleError
	if errors.As(err, &stale) {
		player, _ := caller(c)
		r, err := readRecipient(c, p.Status, player.ID)
		if err != nil {
			return err
		}
		seat, err := stale.Now.SeatFor(player.ID, stale.As)
		if err != nil {
			return err
		}
		out.Match = newMatch(stale.Now, player.ID, seat, r.since)
	}
	if p.Status == http.StatusUnauthorized {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	return a.sendError(c, p.Status, out)
}

// sendError answers with an error.
func (a *API) sendError(c echo.Context, status int, out errorBody) error {
	if out.Match == nil {
		return c.JSON(status, out)
	}
	log := out.Match.Log
	out.Match = out.Match.withoutLog()
	return sendMatchJSON(c, status, log, out)
}

// newErrorBody returns the body of an error, without the match of a stale ply.
func newErrorBody(p web.Problem, err error) errorBody {
	var (
		out    errorBody
		action *match.ActionError
		broken *tables.ImportError
		at     *record.LineError
	)
	out.Error.Code, out.Error.Message, out.Error.Field = p.Code, p.Text, p.Field
	if p.Illegal != nil {
		out.Error.Rule = p.Illegal.Rule
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

// noContent answers that something was done.
func noContent(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

var (
	errNoPlayer = web.Refuse(http.StatusUnauthorized, "unauthorized", "a guest's token is needed: make one with POST /api/v1/guests")
	errBadToken = web.Refuse(http.StatusUnauthorized, "unauthorized", "this token is not known: send Authorization: Bearer TOKEN")
)

const callerKey, tokenKey = "caller", "token"

// caller returns the player whose token came with a call.
func caller(c echo.Context) (db.Player, bool) {
	player, ok := c.Get(callerKey).(db.Player)
	return player, ok
}

// requireCaller works like caller but returns an error for calls without a token.
func requireCaller(c echo.Context) (db.Player, error) {
	player, ok := caller(c)
	if !ok {
		return db.Player{}, errNoPlayer
	}
	return player, nil
}

// bearer identifies callers by their tokens and limits the rate of their calls. It
// does not read cookies.
type bearer struct {
	club  *rooms.Club
	calls *middleware.RateLimiterMemoryStore // by player, or address without one
}

func (a *API) newBearer() *bearer {
	return &bearer{club: a.club, calls: a.calls}
}

// identify finds the caller of each call. A call without a token has none; an
// unknown token is refused.
func (b *bearer) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Request().Header.Get(echo.HeaderAuthorization)
		if header == "" {
			if err := web.Allow(b.calls, "address "+c.RealIP()); err != nil {
				return err
			}
			return next(c)
		}
		scheme, token, _ := strings.Cut(header, " ")
		token = strings.TrimSpace(token)
		if !strings.EqualFold(scheme, "Bearer") || token == "" {
			return errBadToken
		}
		player, used, err := b.club.Keys.PlayerByToken(c.Request().Context(), token)
		if errors.Is(err, db.ErrNotFound) {
			if err := web.Allow(b.calls, "address "+c.RealIP()); err != nil {
				return err
			}
			return errBadToken
		}
		if err != nil {
			return fmt.Errorf("find caller: %w", err)
		}
		if err := web.Allow(b.calls, "player "+player.ID); err != nil {
			return err
		}
		if err := checkScope(c, used.Scopes); err != nil {
			return err
		}
		if !web.AllowsSuspended(c.Request().Method, strings.TrimPrefix(c.Path(), Path)) {
			if err := b.club.Accounts.CheckSuspended(c.Request().Context(), player); err != nil {
				return err
			}
		}
		c.Set(callerKey, player)
		c.Set(tokenKey, used)
		return next(c)
	}
}
