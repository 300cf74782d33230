package site

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/locale"
)

// sessionLife is the life of a session. A guest's seat lives as long as the cookie, so it is the
// longest time that browsers keep one. It is renewed when less than half is left.
const sessionLife = 400 * 24 * time.Hour

// Keys of the values of a session.
const (
	SessionPlayer = "player" // the player's id
	sessionDevice = "device" // the browser and the system, by DeviceName
	sessionLang   = "lang"   // of the browser's pages

	SessionProof   = "proof"   // time of the last proof of identity, in Unix seconds
	SessionPush    = "push"    // id of this browser as a notification channel
	SessionPasskey = "passkey" // the passkey ceremony in progress
)

// loadedSession is the context key for the stored token of the request's session.
type loadedSession struct{}

// SessionCodec encodes sessions as JSON, which every request decodes ten times faster than the gob
// of scs. It also decodes gob, because a guest's seat depends on an old session.
type SessionCodec struct{ scs.GobCodec }

// storedSession is a session as JSON.
type storedSession struct {
	Deadline time.Time
	Values   map[string]any
}

// Encode implements scs.Codec.
func (SessionCodec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	return json.Marshal(storedSession{deadline, values})
}

// Decode implements scs.Codec.
func (c SessionCodec) Decode(data []byte) (time.Time, map[string]any, error) {
	if !bytes.HasPrefix(data, []byte("{")) {
		return c.GobCodec.Decode(data)
	}
	var s storedSession
	err := json.Unmarshal(data, &s)
	return s.Deadline, s.Values, err
}

// playerSessions stores the player with each session.
type playerSessions struct{ db.Sessions }

// CommitCtx implements a method of a context store of scs.
func (p playerSessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	_, values, err := SessionCodec{}.Decode(data)
	if err != nil {
		return err
	}
	player, ok := values[SessionPlayer].(string)
	if !ok {
		return p.Sessions.CommitCtx(ctx, token, data, expiry)
	}
	device, _ := values[sessionDevice].(string)
	if token == ctx.Value(loadedSession{}) {
		return p.RenewFor(ctx, token, data, expiry, player, device) // it may have been ended since
	}
	return p.CommitFor(ctx, token, data, expiry, player, device)
}

// StoredToken returns the stored form of the present session's token.
func (s *Site) StoredToken(ctx context.Context) string {
	hash := sha256.Sum256([]byte(s.Sessions.Token(ctx)))
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

func NewSessions(store db.Store, secure bool) *scs.SessionManager {
	m := scs.New()
	m.Store = playerSessions{store.Sessions()}
	m.Codec = SessionCodec{}
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

// Session loads the visitor's session and player, and stores the session just before the answer
// begins. scs.LoadAndSave would set the cookie twice when echo's error handler writes the answer.
func (s *Site) Session(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if isPrefetch(c.Request()) {
			return c.NoContent(http.StatusForbidden) // it would change which moves are new to the visitor
		}
		ctx, err := s.Sessions.Load(c.Request().Context(), CookieOf(c, s.Sessions.Cookie.Name))
		if err != nil {
			return fmt.Errorf("load session: %w", err)
		}
		ctx = context.WithValue(ctx, loadedSession{}, s.StoredToken(ctx))
		c.SetRequest(c.Request().WithContext(ctx))
		if id := s.Sessions.GetString(ctx, SessionPlayer); id != "" {
			player, err := s.Store.Player(ctx, id)
			if err == nil && player.Name != db.FormerName {
				c.Set(playerKey, player)
			} else if err != nil && !errors.Is(err, db.ErrNotFound) {
				return fmt.Errorf("load player of the session: %w", err)
			}
			if !s.Sessions.Exists(ctx, sessionDevice) {
				s.Sessions.Put(ctx, sessionDevice, DeviceName(c.Request().UserAgent()))
			}
			if known := err == nil; known && c.Request().Method == http.MethodPost {
				if err := s.keepLanguage(ctx, id, LangOf(c)); err != nil && !db.IsUnavailable(err) {
					return err
				}
			}
			if s.Sessions.Deadline(ctx).Sub(s.Now()) < sessionLife/2 {
				s.Sessions.SetDeadline(ctx, s.Now().Add(sessionLife))
			}
		}
		if isOutdated(c) {
			c.Response().Header().Set("HX-Refresh", "true")
			return c.NoContent(http.StatusNoContent)
		}
		tellWorker(c)
		s.tryCookies(c)
		c.Response().Before(func() { s.saveSession(c) })
		if player, known := PlayerFrom(c); known && !web.AllowsSuspended(c.Request().Method, c.Path()) {
			if err := s.Club.Accounts.CheckSuspended(ctx, player); err != nil {
				return err
			}
		}
		return next(c)
	}
}

func (s *Site) saveSession(c echo.Context) {
	ctx := c.Request().Context()
	switch s.Sessions.Status(ctx) {
	case scs.Unmodified:
		return
	case scs.Destroyed:
		s.Sessions.WriteSessionCookie(ctx, c.Response(), "", time.Time{})
		return
	}
	token, expiry, err := s.Sessions.Commit(ctx)
	if err != nil {
		s.logError(c, fmt.Errorf("store session: %w", err))
		return
	}
	s.Sessions.WriteSessionCookie(ctx, c.Response(), token, expiry)
}

// SignIn makes the visitor the given player. With proved, the visitor has just proved to own the
// account.
func (s *Site) SignIn(c echo.Context, p db.Player, proved bool) error {
	if before, known := PlayerFrom(c); known && before.ID != p.ID {
		if err := s.ClearBrowser(c); err != nil {
			return err
		}
	}
	ctx := c.Request().Context()
	if err := s.Sessions.RenewToken(ctx); err != nil {
		return fmt.Errorf("renew session: %w", err)
	}
	s.Sessions.Put(ctx, SessionPlayer, p.ID)
	s.Sessions.Put(ctx, sessionDevice, DeviceName(c.Request().UserAgent()))
	s.Sessions.Remove(ctx, sessionLang)
	if s.Sessions.Remove(ctx, SessionProof); proved {
		s.Sessions.Put(ctx, SessionProof, strconv.FormatInt(s.Now().Unix(), 10))
	}
	c.Set(playerKey, p)
	return s.keepLanguage(ctx, p.ID, LangOf(c))
}

// keepLanguage stores the language of a browser's pages as the player's language. Later only a
// change of language in a browser changes it.
func (s *Site) keepLanguage(ctx context.Context, player string, lang views.Lang) error {
	was := s.Sessions.GetString(ctx, sessionLang)
	if was == string(lang) {
		return nil
	}
	err := s.Store.SetLanguage(ctx, player, string(lang), was != "")
	if err == nil {
		s.Sessions.Put(ctx, sessionLang, string(lang))
	}
	return err
}

// ClearBrowser makes the browser delete its stored data of the player, and ends its notifications.
func (s *Site) ClearBrowser(c echo.Context) error {
	c.Response().Header().Set("Clear-Site-Data", `"storage"`)
	player, _ := PlayerFrom(c)
	ctx := c.Request().Context()
	id := s.Sessions.PopString(ctx, SessionPush)
	if id == "" {
		return nil
	}
	if err := s.Store.RemoveTarget(ctx, player.ID, id); err != nil && !errors.Is(err, db.ErrNotFound) {
		return fmt.Errorf("end notices of the browser: %w", err)
	}
	return nil
}

// PlayerHeader carries the id of the browser's player to the service worker. It is Nobody if the
// visitor is not a player yet.
const (
	PlayerHeader = "TR-Player"
	Nobody       = "-"
)

// tellWorker sends the service worker the browser's player and the language of its pages.
func tellWorker(c echo.Context) {
	if c.Request().Method != http.MethodGet || IsHTMX(c) {
		return
	}
	id := Nobody
	if player, known := PlayerFrom(c); known {
		id = player.ID
	}
	c.Response().Header().Set(PlayerHeader, id)
	c.Response().Header().Set("Content-Language", string(LangOf(c)))
}

const playerKey = "player"

// PlayerFrom returns the player of the session. ok is false for a visitor who is not a player yet.
func PlayerFrom(c echo.Context) (db.Player, bool) {
	p, ok := c.Get(playerKey).(db.Player)
	return p, ok
}

// ByPlayer returns a wrapper for handlers that only players may call. Any other visitor gets the
// refusal.
func ByPlayer(refusal error) func(func(echo.Context, db.Player) error) echo.HandlerFunc {
	return byPlayer(func(echo.Context) error { return refusal })
}

// ByPlayerElse works like ByPlayer, but leads any other visitor to a page.
func ByPlayerElse(path string) func(func(echo.Context, db.Player) error) echo.HandlerFunc {
	return byPlayer(func(c echo.Context) error { return Redirect(c, path) })
}

func byPlayer(otherwise echo.HandlerFunc) func(func(echo.Context, db.Player) error) echo.HandlerFunc {
	return func(handle func(echo.Context, db.Player) error) echo.HandlerFunc {
		return func(c echo.Context) error {
			player, ok := PlayerFrom(c)
			if !ok {
				return otherwise(c)
			}
			return handle(c, player)
		}
	}
}

// visitorMark returns the id of the session's player, or Nobody.
func visitorMark(c echo.Context) string {
	player, _ := PlayerFrom(c)
	return cmp.Or(player.ID, Nobody)
}

// SignIn stores a new session of a player and returns its cookie for plain HTTP. It is for programs
// that measure or test a site.
func SignIn(ctx context.Context, store db.Store, player string) (*http.Cookie, error) {
	sessions := NewSessions(store, false)
	ctx, err := sessions.Load(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("load session: %w", err)
	}
	sessions.Put(ctx, SessionPlayer, player)
	sessions.Put(ctx, sessionDevice, "")
	token, expiry, err := sessions.Commit(ctx)
	if err != nil {
		return nil, fmt.Errorf("store session: %w", err)
	}
	return &http.Cookie{Name: sessions.Cookie.Name, Value: token, Expires: expiry}, nil
}

// RequireVisitor returns the player who sent a form. A visitor without an account takes the name in
// the form and becomes a guest. A name is optional only for tables without other people. A form
// that is sent twice makes one guest.
func (s *Site) RequireVisitor(c echo.Context) (db.Player, error) {
	nameless := slices.Contains([]string{"/solo", "/import", "/computer"}, c.Path()) // tables without other people
	player, known := PlayerFrom(c)
	if known && (nameless || !s.Club.Accounts.IsDefaultName(player.Name)) {
		return player, nil
	}
	if err := s.Club.Accounts.CheckGuests(); err != nil && !known {
		return db.Player{}, err
	}
	name, err := s.Club.Accounts.CleanName(c.FormValue("name"))
	if nameless && c.FormValue("name") == "" {
		name, err = locale.T(LangOf(c), "guest.name"), nil
	}
	if err != nil {
		return db.Player{}, err
	}
	if known {
		player.Name = name
		return player, s.Club.Accounts.Rename(c.Request().Context(), player.ID, name)
	}
	return s.CreateGuest(c, name)
}

// CreateGuest stores a guest for the visitor and signs in.
func (s *Site) CreateGuest(c echo.Context, name string) (db.Player, error) {
	if err := web.Allow(s.Guests, c.RealIP()); err != nil {
		return db.Player{}, err
	}
	ctx := c.Request().Context()
	player, _, err := s.Club.Accounts.CreateGuest(ctx, GuestKey(c), name, func(p db.Player, _ string) (int, []byte) {
		return http.StatusCreated, []byte(p.ID)
	})
	var done *db.Answered
	if errors.As(err, &done) {
		player, err = s.Store.Player(ctx, string(done.Note))
	}
	if err != nil {
		return db.Player{}, err
	}
	if err := s.takeHabits(c, player); err != nil {
		return db.Player{}, err
	}
	return player, s.SignIn(c, player, false)
}

// Words in User-Agent headers, the more specific first, and the names they mean.
var (
	browserWords = [][2]string{{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Chromium/", "Chromium"}, {"Safari/", "Safari"}}
	systemWords = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"}}
)

// DeviceName returns the browser and the system in a User-Agent header: "Firefox · Linux". It is ""
// if it recognizes neither.
func DeviceName(userAgent string) string {
	var names []string
	for _, words := range [][][2]string{browserWords, systemWords} {
		for _, w := range words {
			if strings.Contains(userAgent, w[0]) {
				names = append(names, w[1])
				break
			}
		}
	}
	return strings.Join(names, " · ")
}
