package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/web"
)

var (
	errNoPlayer = web.Refuse(http.StatusUnauthorized, "unauthorized", "the token is missing: make one with POST /api/v1/guests")
	errBadToken = web.Refuse(http.StatusUnauthorized, "unauthorized", "this token is not known: send Authorization: Bearer TOKEN")
)

const callerKey, tokenKey = "caller", "token"

// caller returns the player whose token a call has.
func caller(c echo.Context) (db.Player, bool) {
	player, ok := c.Get(callerKey).(db.Player)
	return player, ok
}

// requireCaller returns a handler that refuses calls without a token.
func requireCaller[C echo.Context](handle func(C, db.Player) error) func(C) error {
	return func(c C) error {
		player, ok := caller(c)
		if !ok {
			return errNoPlayer
		}
		return handle(c, player)
	}
}

// tokenOf returns the token that a call was made with.
func tokenOf(c echo.Context) db.Token {
	token, _ := c.Get(tokenKey).(db.Token)
	return token
}

// identify finds the caller of each call. A call without a token has no caller; an unknown token is
// refused.
func (a *API) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Request().Header.Get(echo.HeaderAuthorization)
		if header == "" {
			if err := web.Allow(a.Calls, "address "+c.RealIP()); err != nil {
				return err
			}
			return next(c)
		}
		scheme, token, _ := strings.Cut(header, " ")
		token = strings.TrimSpace(token)
		if !strings.EqualFold(scheme, "Bearer") || token == "" {
			return errBadToken
		}
		player, used, err := a.Store.PlayerByToken(c.Request().Context(), token)
		if errors.Is(err, db.ErrNotFound) {
			if err := web.Allow(a.Calls, "address "+c.RealIP()); err != nil {
				return err
			}
			return errBadToken
		}
		if err != nil {
			return fmt.Errorf("find caller: %w", err)
		}
		if err := web.Allow(a.Calls, "player "+player.ID); err != nil {
			return err
		}
		if err := requireScopes(used.Scopes, scopesFor(c.Request().Method, strings.TrimPrefix(c.Path(), Path))); err != nil {
			return err
		}
		if !web.AllowsSuspended(c.Request().Method, strings.TrimPrefix(c.Path(), Path)) {
			if err := a.Club.Accounts.CheckSuspended(c.Request().Context(), player); err != nil {
				return err
			}
		}
		c.Set(callerKey, player)
		c.Set(tokenKey, used)
		return next(c)
	}
}

// scopesFor returns the scope that a call needs. Calls that give a player the first token need
// none.
func scopesFor(method, path string) db.Scopes {
	switch {
	case method == http.MethodGet || method == http.MethodHead:
		return db.ScopeRead
	case path == "/guests" || path == "/sessions":
		return 0
	case path == "/accounts" || path == "/me" || strings.HasPrefix(path, "/me/"):
		return db.ScopeManage
	}
	return db.ScopePlay
}

// requireScopes returns an error that names the first missing scope.
func requireScopes(has, needs db.Scopes) error {
	if missing := needs &^ has; missing != 0 {
		name := accounts.ScopeNames(missing)[0]
		return web.Refuse(http.StatusForbidden, "scope_missing", fmt.Sprintf("this token lacks the scope %q: use another one", name)).About(name)
	}
	return nil
}
