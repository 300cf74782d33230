package handlers

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"regexp"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
)

// formKeyPattern is what newKey makes. Nobody can guess such a key.
var formKeyPattern = regexp.MustCompile(`^[A-Za-z0-9]{26,}$`)

// guestKey is like formKey for the form by which a visitor becomes a guest. It is
// not known who sends it, so only a key that this site wrote into the form
// identifies a visitor, together with the address.
func guestKey(c echo.Context) db.Once {
	key := formKey(c, "guest/"+c.RealIP())
	if !formKeyPattern.MatchString(key.Key) {
		return db.Once{}
	}
	return key
}

// formKey returns the idempotency key that was written into the form.
func formKey(c echo.Context, caller string) db.Once {
	form, err := c.FormParams()
	if err != nil || form.Get("key") == "" {
		return db.Once{}
	}
	rest := make(map[string][]string, len(form))
	for name, values := range form {
		if name != "key" {
			rest[name] = values
		}
	}
	return db.Once{Caller: "form/" + caller, Key: form.Get("key"), Request: []byte(c.Request().URL.Path + "?" + url.Values(rest).Encode())}
}

// pageKey is like formKey for the forms on the page of a match. The page may have been
// sent more than once, so that different forms come with the same key: each of them
// is another request.
func pageKey(c echo.Context, caller string) db.Once {
	key := formKey(c, caller)
	if key.Key != "" {
		sum := sha256.Sum256(key.Request)
		key.Key += hex.EncodeToString(sum[:8])
	}
	return key
}

// noteID notes the match that a form led to.
func noteID(m db.Match) (int, []byte) { return http.StatusSeeOther, []byte(m.ID) }

// findRepeated returns the match that the same form led to before.
func (s *Server) findRepeated(c echo.Context, f match.Match, err error) (match.Match, error) {
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != http.StatusSeeOther {
		return f, err
	}
	player, _ := playerFrom(c)
	return s.club.Match.Match(c.Request().Context(), string(done.Note), player.ID)
}

// ignoreRepeated returns nil where the same form was answered before, else err.
func ignoreRepeated(err error) error {
	if done := new(db.Answered); errors.As(err, &done) {
		return nil
	}
	return err
}
