package tables

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
)

// PostComputer begins a match between the visitor, who becomes a guest if needed, and bots on all
// other seats.
func (s *Pages) PostComputer(c echo.Context) error {
	level, err := formLevel(c)
	if err != nil {
		return err
	}
	info, ok := match.GameNamed(c.FormValue("game"))
	if !ok {
		return tables.ErrUnknownGame
	}
	seats, err := formPlayers(c, info)
	if err != nil {
		return err
	}
	p := tables.Proposal{Game: info.ID, Seats: seats, Bots: make(map[games.Seat]int)}
	switch c.FormValue("side") {
	case "":
		p.Seat = 1 + rand.IntN(seats)
	case "first":
		p.Seat = 1
	case "second":
		p.Seat = 2 + rand.IntN(seats-1)
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form names an unknown side: choose first, second or any")
	}
	for seat := 1; seat <= seats; seat++ {
		if seat != p.Seat {
			p.Bots[games.Seat(seat)] = level
		}
	}
	if err := s.Club.Tables.CheckProposal(p); err != nil { // refuse it before creating a guest
		return err
	}
	f, err := s.openTable(c, p)
	return site.RedirectUnless(c, err, site.MatchPath(f.ID))
}

// formPlayers parses the number of players. If the game does not allow it, it returns the nearest
// allowed number.
func formPlayers(c echo.Context, info games.Info) (int, error) {
	n, err := web.ParseCount(cmp.Or(c.FormValue("players"), "0"), 0)
	if err != nil {
		return 0, web.Refuse(http.StatusBadRequest, "bad_form", "the form lacks the number of players: choose it")
	}
	return min(max(n, slices.Min(info.Seats)), slices.Max(info.Seats)), nil
}

// formLevel reads the level of a bot.
func formLevel(c echo.Context) (int, error) {
	level, err := web.ParseCount(c.FormValue("level"), 1)
	if err != nil || level > db.BotLevels {
		return 0, club.InvalidField("invalid_level", "level", "%.20q is not a level: choose one from 1 to %d", c.FormValue("level"), db.BotLevels)
	}
	return level, nil
}

// PostBots gives an open seat of the host's table to a bot.
func (s *Pages) PostBots(c echo.Context, player db.Player) error {
	level, err := formLevel(c)
	if err != nil {
		return err
	}
	seat, err := matchpages.FormSeat(c.FormValue("seat"), matchpages.MaxSeats)
	if err != nil {
		return err
	}
	id := c.Param("id")
	_, err = s.Club.Tables.SeatBot(c.Request().Context(), site.PageKey(c, player.ID), id, player.ID, seat, level, site.NoteID)
	return site.RedirectUnless(c, site.IgnoreRepeated(err), site.MatchPath(id))
}
