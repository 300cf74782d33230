package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"tableronde/db"
)

// A guest's seat lives as long as the cookie: as long as browsers keep one,
// counted anew when less than half of it is left.
const sessionLife = 400 * 24 * time.Hour

const sessionPlayer = "player" // session key: the player's id

func newSessions(store db.Store, secure bool) *scs.SessionManager {
	m := scs.New()
	m.Store = store.Sessions()
	m.Codec = sessionCodec{}
	m.HashTokenInStore = true
	m.Lifetime = sessionLife
	m.Cookie.Name = "tableronde"
	if secure {
		m.Cookie.Name = "__Host-tableronde"
	}
	m.Cookie.Path = "/"
	m.Cookie.HttpOnly = true
	m.Cookie.Secure = secure
	m.Cookie.SameSite = http.SameSiteLaxMode
	m.Cookie.Persist = true
	return m
}

// session loads the visitor's session and player, and stores the session just
// before the answer begins. scs's own LoadAndSave would set the cookie twice
// where echo's error handler writes the answer.
func (s *Server) session(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		token := ""
		if cookie, err := c.Cookie(s.sessions.Cookie.Name); err == nil {
			token = cookie.Value
		}
		ctx, err := s.sessions.Load(c.Request().Context(), token)
		if err != nil {
			return fmt.Errorf("load session: %w", err)
		}
		c.SetRequest(c.Request().WithContext(ctx))
		if id := s.sessions.GetString(ctx, sessionPlayer); id != "" {
			player, err := s.matches.Player(ctx, id)
			if err == nil {
				c.Set(playerKey, player)
			} else if !errors.Is(err, db.ErrNotFound) {
				return fmt.Errorf("load player of the session: %w", err)
			}
			if s.sessions.Deadline(ctx).Sub(s.now()) < sessionLife/2 {
				s.sessions.SetDeadline(ctx, s.now().Add(sessionLife))
			}
		}
		c.Response().Before(func() { s.saveSession(c) })
		return next(c)
	}
}

func (s *Server) saveSession(c echo.Context) {
	ctx := c.Request().Context()
	switch s.sessions.Status(ctx) {
	case scs.Unmodified:
		return
	case scs.Destroyed:
		s.sessions.WriteSessionCookie(ctx, c.Response(), "", time.Time{})
		return
	}
	token, expiry, err := s.sessions.Commit(ctx)
	if err != nil {
		s.logError(c, fmt.Errorf("store session: %w", err))
		return
	}
	s.sessions.WriteSessionCookie(ctx, c.Response(), token, expiry)
}

// signIn makes the visitor the given player from now on.
func (s *Server) signIn(c echo.Context, p db.Player) error {
	ctx := c.Request().Context()
	if err := s.sessions.RenewToken(ctx); err != nil {
		return fmt.Errorf("renew session: %w", err)
	}
	s.sessions.Put(ctx, sessionPlayer, p.ID)
	c.Set(playerKey, p)
	return nil
}

const playerKey = "player"

// playerFrom returns the player of the session; ok is false for a visitor who has
// none yet.
func playerFrom(c echo.Context) (db.Player, bool) {
	p, ok := c.Get(playerKey).(db.Player)
	return p, ok
}
