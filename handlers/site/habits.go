package site

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/views"
)

const habitsCookie = "habits"

// habitsOf returns how the visitor likes to play: the choice of the player, wherever it
// was made, else that of this browser.
func habitsOf(c echo.Context) views.Habits {
	if player, _ := PlayerFrom(c); player.Habits != "" {
		return views.ParseHabits(match.HabitsOf(player))
	}
	cookie, err := c.Cookie(habitsCookie)
	if err != nil {
		return views.Habits{}
	}
	return views.ParseHabits(strings.Split(cookie.Value, "."))
}

// PostHabits keeps how the visitor likes to play.
func (s *Site) PostHabits(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	habits := views.ParseHabits(form["habit"])
	c.SetCookie(s.newPreference(habitsCookie, strings.Join(habits.Names(), ".")))
	if player, known := PlayerFrom(c); known {
		err = s.Club.Accounts.SetHabits(c.Request().Context(), player.ID, habits.Names())
	}
	return RedirectUnless(c, err, "/settings?saved=habits#play")
}

// takeHabits has a new guest keep what was chosen in this browser before.
func (s *Site) takeHabits(c echo.Context, guest db.Player) error {
	names := habitsOf(c).Names()
	if len(names) == 0 {
		return nil
	}
	return s.Club.Accounts.SetHabits(c.Request().Context(), guest.ID, names)
}

// NextMatch returns the match to go on with after a post, "" to stay: that is a habit,
// and only a move ends what the player owes.
func (s *Site) NextMatch(c echo.Context, f match.Match, player string, actions []string) (string, error) {
	if !habitsOf(c).GoesOn || f.Solo || table.IsSurrounding(actions[0]) {
		return "", nil
	}
	for _, seat := range f.SeatsOf(player) {
		if slices.Contains(f.Acting(), seat) {
			return "", nil
		}
	}
	turns, err := s.Club.Lists.Turns(c.Request().Context(), player)
	for _, id := range turns.First {
		if id != f.ID {
			return id, err
		}
	}
	return "", err
}
