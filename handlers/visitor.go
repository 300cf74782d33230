package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views/locale"
)

// visitor returns the player who sent a form. One without a name of their own takes
// the one in the form, as a guest where they are not known yet; only a table for
// oneself is opened without. The same form sent twice makes one guest.
func (s *Server) visitor(c echo.Context) (db.Player, error) {
	nameless := c.Path() == "/solo" || c.Path() == "/import" // nobody else sees the table
	player, known := playerFrom(c)
	if known && (nameless || !s.matches.IsDefaultName(player.Name)) {
		return player, nil
	}
	name, err := s.matches.CleanName(c.FormValue("name"))
	if nameless && c.FormValue("name") == "" {
		name, err = locale.T(langOf(c), "guest.name"), nil
	}
	if err != nil {
		return db.Player{}, err
	}
	if known {
		player.Name = name
		return player, s.matches.Rename(c.Request().Context(), player.ID, name)
	}
	return s.newGuest(c, name)
}

// newGuest makes a guest of the visitor.
func (s *Server) newGuest(c echo.Context, name string) (db.Player, error) {
	if err := web.Allow(s.guests, c.RealIP()); err != nil {
		return db.Player{}, err
	}
	ctx := c.Request().Context()
	player, _, err := s.store.CreateGuest(ctx, guestOnce(c), name, func(p db.Player, _ string) (int, []byte) {
		return http.StatusCreated, []byte(p.ID)
	})
	var done *db.Answered
	if errors.As(err, &done) {
		player, err = s.store.Player(ctx, string(done.Note))
	}
	if err != nil {
		return db.Player{}, err
	}
	return player, s.signIn(c, player)
}

// ownKey is a key as newKey makes them, which nobody guesses.
var ownKey = regexp.MustCompile(`^[A-Za-z0-9]{26,}$`)

// guestOnce is formOnce for the form by which a visitor becomes a guest. Who sent
// it is not known: only a key that this site wrote into the form, sent from one
// address, stands for one visitor.
func guestOnce(c echo.Context) db.Once {
	once := formOnce(c, "guest/"+c.RealIP())
	if !ownKey.MatchString(once.Key) {
		return db.Once{}
	}
	return once
}

// formOnce makes the post of a form count once, by the key that was written
// into the form.
func formOnce(c echo.Context, caller string) db.Once {
	form, err := c.FormParams()
	if err != nil || form.Get("key") == "" {
		return db.Once{}
	}
	key := form.Get("key")
	rest := make(map[string][]string, len(form))
	for name, values := range form {
		if name != "key" {
			rest[name] = values
		}
	}
	return db.Once{Caller: "form/" + caller, Key: key, Request: []byte(c.Request().URL.Path + "?" + url.Values(rest).Encode())}
}
