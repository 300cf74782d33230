package handlers

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/views/locale"
)

// visitor is the player who sent a form; one without a name yet becomes a guest
// under the name in the form. The same form sent twice makes one guest.
func (s *Server) visitor(c echo.Context) (db.Player, error) {
	if player, ok := playerFrom(c); ok {
		return player, nil
	}
	name := c.FormValue("name")
	if name == "" && (c.Path() == "/solo" || c.Path() == "/import") {
		name = locale.T(langOf(c), "guest.name")
	}
	name, err := cleanName(name)
	if err != nil {
		return db.Player{}, err
	}
	if err := allow(s.guests, c.RealIP()); err != nil {
		return db.Player{}, err
	}
	ctx := c.Request().Context()
	player, _, err := s.store.CreateGuest(ctx, formOnce(c, "guest"), name, func(p db.Player, _ string) (int, []byte) {
		return http.StatusCreated, []byte(p.ID)
	})
	var done *db.Answered
	if errors.As(err, &done) {
		player, err = s.store.Player(ctx, string(done.Body))
	}
	if err != nil {
		return db.Player{}, err
	}
	return player, s.signIn(c, player)
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
