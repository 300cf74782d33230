package site

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

// formKeyPattern is what NewKey makes. Nobody can guess such a key.
var formKeyPattern = regexp.MustCompile(`^[A-Za-z0-9]{26,}$`)

// GuestKey is like FormKey for the form by which a visitor becomes a guest. It is
// not known who sends it, so only a key that this site wrote into the form
// identifies a visitor, together with the address.
func GuestKey(c echo.Context) db.Once {
	key := FormKey(c, "guest/"+c.RealIP())
	if !formKeyPattern.MatchString(key.Key) {
		return db.Once{}
	}
	return key
}

// FormKey returns the idempotency key that was written into the form.
func FormKey(c echo.Context, caller string) db.Once {
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

// PageKey is like FormKey for the forms on the page of a match. The page may have been
// sent more than once, so that different forms come with the same key: each of them
// is another request.
func PageKey(c echo.Context, caller string) db.Once {
	key := FormKey(c, caller)
	if key.Key != "" {
		sum := sha256.Sum256(key.Request)
		key.Key += hex.EncodeToString(sum[:8])
	}
	return key
}

// NoteID notes the match that a form led to.
func NoteID(m db.Match) (int, []byte) { return http.StatusSeeOther, []byte(m.ID) }

// FindRepeated returns the match that the same form led to before.
func (s *Site) FindRepeated(c echo.Context, f match.Match, err error) (match.Match, error) {
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != http.StatusSeeOther {
		return f, err
	}
	player, _ := PlayerFrom(c)
	return s.Club.Match.Match(c.Request().Context(), string(done.Note), player.ID)
}

// IgnoreRepeated returns nil where the same form was answered before, else err.
func IgnoreRepeated(err error) error {
	if done := new(db.Answered); errors.As(err, &done) {
		return nil
	}
	return err
}
