package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"tableronde/db"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/web"
)

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

// requireCaller is like caller but returns an error for calls without a token.
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
