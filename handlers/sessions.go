package handlers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views"
)

// A guest's seat lives as long as the cookie: as long as browsers keep one,
// counted anew when less than half of it is left.
const sessionLife = 400 * 24 * time.Hour

// Keys of the values of a session.
const (
	sessionPlayer = "player" // the player's id
	sessionDevice = "device" // what deviceName says
	sessionLang   = "lang"   // of its pages

	sessionProof   = "proof"   // when the holder of the account was last proved to have it, in seconds
	sessionPush    = "push"    // the target of notices that the browser is
	sessionPasskey = "passkey" // a ceremony under way
)

// loadedSession is the key of the token, as it is stored, of the session that a request came
// with.
type loadedSession struct{}

// sessionCodec writes sessions as scs does. It also reads JSON, which sessions were once
// stored as: a guest's seat hangs on its session.
type sessionCodec struct{ scs.GobCodec }

// Decode implements scs.Codec.
func (c sessionCodec) Decode(data []byte) (time.Time, map[string]any, error) {
	if !bytes.HasPrefix(data, []byte("{")) {
		return c.GobCodec.Decode(data)
	}
	var s struct {
		Deadline time.Time
		Values   map[string]any
	}
	err := json.Unmarshal(data, &s)
	return s.Deadline, s.Values, err
}

// playerSessions stores with each session whose it is.
type playerSessions struct{ db.Sessions }

// CommitCtx implements a method of a context store of scs.
func (p playerSessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	_, values, err := sessionCodec{}.Decode(data)
	if err != nil {
		return err
	}
	player, ok := values[sessionPlayer].(string)
	if !ok {
		return p.Sessions.CommitCtx(ctx, token, data, expiry)
	}
	device, _ := values[sessionDevice].(string)
	if token == ctx.Value(loadedSession{}) {
		return p.RenewFor(ctx, token, data, expiry, player, device) // it may have been ended since
	}
	return p.CommitFor(ctx, token, data, expiry, player, device)
}

// storedToken returns the present session's token as it is stored.
func (s *Server) storedToken(ctx context.Context) string {
	hash := sha256.Sum256([]byte(s.sessions.Token(ctx)))
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

func newSessions(store db.Store, secure bool) *scs.SessionManager {
	m := scs.New()
	m.Store = playerSessions{store.Sessions()}
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
		if isPrefetch(c.Request()) {
			return c.NoContent(http.StatusForbidden) // a prefetch would change which things are new to the visitor
		}
		token := ""
		if cookie, err := c.Cookie(s.sessions.Cookie.Name); err == nil {
			token = cookie.Value
		}
		ctx, err := s.sessions.Load(c.Request().Context(), token)
		if err != nil {
			return fmt.Errorf("load session: %w", err)
		}
		ctx = context.WithValue(ctx, loadedSession{}, s.storedToken(ctx))
		c.SetRequest(c.Request().WithContext(ctx))
		if id := s.sessions.GetString(ctx, sessionPlayer); id != "" {
			player, err := s.club.Accounts.Player(ctx, id)
			if err == nil && player.Name != db.FormerName {
				c.Set(playerKey, player)
			} else if err != nil && !errors.Is(err, db.ErrNotFound) {
				return fmt.Errorf("load player of the session: %w", err)
			}
			if !s.sessions.Exists(ctx, sessionDevice) {
				s.sessions.Put(ctx, sessionDevice, deviceName(c.Request().UserAgent()))
			}
			if known := err == nil; known && c.Request().Method == http.MethodPost {
				if err := s.keepLanguage(ctx, id, langOf(c)); err != nil && !db.IsUnavailable(err) {
					return err
				}
			}
			if s.sessions.Deadline(ctx).Sub(s.now()) < sessionLife/2 {
				s.sessions.SetDeadline(ctx, s.now().Add(sessionLife))
			}
		}
		if isOutdated(c) {
			c.Response().Header().Set("HX-Refresh", "true")
			return c.NoContent(http.StatusNoContent)
		}
		tellWorker(c)
		s.tryCookies(c)
		c.Response().Before(func() { s.saveSession(c) })
		if player, known := playerFrom(c); known && !web.AllowsSuspended(c.Request().Method, c.Path()) {
			if err := s.club.Accounts.CheckSuspended(ctx, player); err != nil {
				return err
			}
		}
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

// signIn makes the visitor the given player from now on. If proved, they have just shown to be
// the holder of the account.
func (s *Server) signIn(c echo.Context, p db.Player, proved bool) error {
	if before, known := playerFrom(c); known && before.ID != p.ID {
		if err := s.clearBrowser(c); err != nil {
			return err
		}
	}
	ctx := c.Request().Context()
	if err := s.sessions.RenewToken(ctx); err != nil {
		return fmt.Errorf("renew session: %w", err)
	}
	s.sessions.Put(ctx, sessionPlayer, p.ID)
	s.sessions.Put(ctx, sessionDevice, deviceName(c.Request().UserAgent()))
	s.sessions.Remove(ctx, sessionLang)
	if s.sessions.Remove(ctx, sessionProof); proved {
		s.sessions.Put(ctx, sessionProof, strconv.FormatInt(s.now().Unix(), 10))
	}
	c.Set(playerKey, p)
	return s.keepLanguage(ctx, p.ID, langOf(c))
}

// keepLanguage stores the language of a browser's pages as that of its player. A browser
// that changes its language changes that of the player; a further browser does not.
func (s *Server) keepLanguage(ctx context.Context, player string, lang views.Lang) error {
	was := s.sessions.GetString(ctx, sessionLang)
	if was == string(lang) {
		return nil
	}
	err := s.club.Notify.SetLanguage(ctx, player, string(lang), was != "")
	if err == nil {
		s.sessions.Put(ctx, sessionLang, string(lang))
	}
	return err
}

// clearBrowser has the browser forget what it has kept for the player of the session, and
// ends the notices that go to it.
func (s *Server) clearBrowser(c echo.Context) error {
	c.Response().Header().Set("Clear-Site-Data", `"storage"`)
	player, _ := playerFrom(c)
	ctx := c.Request().Context()
	id := s.sessions.PopString(ctx, sessionPush)
	if id == "" {
		return nil
	}
	if err := s.club.Notify.RemoveTarget(ctx, player.ID, id); err != nil && !errors.Is(err, db.ErrNotFound) {
		return fmt.Errorf("end notices of the browser: %w", err)
	}
	return nil
}

// playerHeader is the header by which the service worker knows whose the browser is:
// nobody's, if the visitor is no player yet.
const (
	playerHeader = "TR-Player"
	nobody       = "-"
)

// tellWorker tells the service worker whose the browser is, and the language of its pages.
func tellWorker(c echo.Context) {
	if c.Request().Method != http.MethodGet || isHTMX(c) {
		return
	}
	id := nobody
	if player, known := playerFrom(c); known {
		id = player.ID
	}
	c.Response().Header().Set(playerHeader, id)
	c.Response().Header().Set("Content-Language", string(langOf(c)))
}

const playerKey = "player"

// playerFrom returns the player of the session; ok is false for a visitor who has
// none yet.
func playerFrom(c echo.Context) (db.Player, bool) {
	p, ok := c.Get(playerKey).(db.Player)
	return p, ok
}
