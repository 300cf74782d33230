package learn

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/games/lessons"
	club "tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	lessonpages "tableronde/views/learn"
)

// GetOwnPuzzles answers the list of the positions of the player's reviewed matches in which one move
// alone would have won or held, and the player missed it.
func (s *Pages) GetOwnPuzzles(c echo.Context) error {
	list, err := s.missed(c)
	if err != nil {
		return err
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	m := lessonpages.OwnPuzzles{Page: page}
	for _, one := range list {
		m.List = append(m.List, ownPuzzle(one))
	}
	return site.RenderHTML(c, http.StatusOK, lessonpages.OwnPuzzlesPage(m))
}

// GetOwnPuzzle answers such a position as a puzzle, for its player alone. No answer is kept.
func (s *Pages) GetOwnPuzzle(c echo.Context) error {
	list, err := s.missed(c)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(one club.Missed) bool {
		return one.Match == c.Param("match") && strconv.Itoa(one.Move.Ply) == c.Param("ply")
	})
	if i < 0 {
		return echo.ErrNotFound
	}
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), list[i].Match, player.ID)
	if err != nil {
		return err
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	task := lessons.Pose(f.Table.At(list[i].Move.Ply).State(), list[i].Move.Best)
	shown := c.QueryParam("show") != ""
	v := task.Judge(c.QueryParam("at"), c.QueryParams()["to"])
	if shown {
		v = task.Shown()
	}
	own := ownPuzzle(list[i])
	if own.Next = "/puzzles/own"; i+1 < len(list) {
		own.Next = lessonpages.OwnPuzzlePath(list[i+1].Match, list[i+1].Move.Ply)
	}
	m := lessonpages.NewOwnPuzzle(page, own, task, v)
	m.Shown = shown
	return site.Render(c, http.StatusOK, lessonpages.PuzzlePage(m), lessonpages.PuzzleFragment(m))
}

// missed lists the visitor's positions, none for a visitor who is no player.
func (s *Pages) missed(c echo.Context) ([]club.Missed, error) {
	player, known := site.PlayerFrom(c)
	if !known {
		return nil, nil
	}
	return s.Club.Puzzles.Missed(c.Request().Context(), player.ID)
}

func ownPuzzle(one club.Missed) lessonpages.OwnPuzzle {
	info, _ := match.GameNamed(one.Game)
	return lessonpages.OwnPuzzle{Match: one.Match, Game: info, Seat: one.Seat, Ended: one.Ended, Move: one.Move}
}
