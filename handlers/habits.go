package handlers

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/views"
)

const habitsCookie = "habits"

// habitsOf returns how the visitor likes to play.
func habitsOf(c echo.Context) views.Habits {
	cookie, err := c.Cookie(habitsCookie)
	if err != nil {
		return views.Habits{}
	}
	return views.ParseHabits(strings.Split(cookie.Value, "."))
}

// postHabits keeps how the visitor likes to play.
func (s *Server) postHabits(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	c.SetCookie(s.newPreference(habitsCookie, views.ParseHabits(form["habit"]).String()))
	return c.Redirect(http.StatusSeeOther, "/settings?saved=habits#play")
}

// nextMatch returns the match to go on with after a post, "" to stay: that is a habit,
// and only a move ends what the player owes.
func (s *Server) nextMatch(c echo.Context, f club.Match, player string, actions []string) (string, error) {
	if !habitsOf(c).GoesOn || f.Solo || len(f.Unplayed) > 0 || table.IsSurrounding(actions[0]) {
		return "", nil
	}
	for _, seat := range f.SeatsOf(player) {
		if slices.Contains(f.Acting(), seat) {
			return "", nil
		}
	}
	turns, err := s.matches.Turns(c.Request().Context(), player)
	for _, id := range turns.First {
		if id != f.ID {
			return id, err
		}
	}
	return "", err
}
