package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
)

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

// noteID notes the match that a form led to.
func noteID(m db.Match, _ int) (int, []byte) { return http.StatusSeeOther, []byte(m.ID) }

// repeated finds the match that the same form led to before.
func (s *Server) repeated(c echo.Context, f club.Match, err error) (club.Match, error) {
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != http.StatusSeeOther {
		return f, err
	}
	player, _ := playerFrom(c)
	return s.matches.Match(c.Request().Context(), string(done.Note), player.ID)
}
