package site

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views/locale"
)

// RequireVisitor returns the player who sent a form. A visitor without a name takes
// the one in the form, and becomes a guest if there is no account yet; only a solo
// table, or one against the computer, is opened without a name. The same form sent twice
// makes one guest.
func (s *Site) RequireVisitor(c echo.Context) (db.Player, error) {
	nameless := slices.Contains([]string{"/solo", "/import", "/computer"}, c.Path()) // no other person is at the table
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

// CreateGuest stores a guest account for the visitor and signs in.
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
		player, err = s.Club.Accounts.Player(ctx, string(done.Note))
	}
	if err != nil {
		return db.Player{}, err
	}
	if err := s.takeHabits(c, player); err != nil {
		return db.Player{}, err
	}
	return player, s.SignIn(c, player, false)
}
