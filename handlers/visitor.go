package handlers

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views/locale"
)

// requireVisitor returns the player who sent a form. A visitor without a name takes
// the one in the form, and becomes a guest if there is no account yet; only a solo
// table, or one against the computer, is opened without a name. The same form sent twice
// makes one guest.
func (s *Server) requireVisitor(c echo.Context) (db.Player, error) {
	nameless := slices.Contains([]string{"/solo", "/import", "/computer"}, c.Path()) // no other person is at the table
	player, known := playerFrom(c)
	if known && (nameless || !s.club.Accounts.IsDefaultName(player.Name)) {
		return player, nil
	}
	if err := s.club.Accounts.CheckGuests(); err != nil && !known {
		return db.Player{}, err
	}
	name, err := s.club.Accounts.CleanName(c.FormValue("name"))
	if nameless && c.FormValue("name") == "" {
		name, err = locale.T(langOf(c), "guest.name"), nil
	}
	if err != nil {
		return db.Player{}, err
	}
	if known {
		player.Name = name
		return player, s.club.Accounts.Rename(c.Request().Context(), player.ID, name)
	}
	return s.createGuest(c, name)
}

// createGuest stores a guest account for the visitor and signs in.
func (s *Server) createGuest(c echo.Context, name string) (db.Player, error) {
	if err := web.Allow(s.guests, c.RealIP()); err != nil {
		return db.Player{}, err
	}
	ctx := c.Request().Context()
	player, _, err := s.club.Accounts.CreateGuest(ctx, guestKey(c), name, func(p db.Player, _ string) (int, []byte) {
		return http.StatusCreated, []byte(p.ID)
	})
	var done *db.Answered
	if errors.As(err, &done) {
		player, err = s.club.Accounts.Player(ctx, string(done.Note))
	}
	if err != nil {
		return db.Player{}, err
	}
	if err := s.takeHabits(c, player); err != nil {
		return db.Player{}, err
	}
	return player, s.signIn(c, player, false)
}
