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

// GetNextOwnPuzzle leads to the puzzle after the one in the query, as MATCH/PLY, or to the list after
// the last one.
func (s *Pages) GetNextOwnPuzzle(c echo.Context) error {
	list, err := s.missed(c)
	if err != nil {
		return err
	}
	i := 1 + slices.IndexFunc(list, func(one club.Missed) bool {
		return one.Match+"/"+strconv.Itoa(one.Move.Ply) == c.QueryParam("after")
	})
	if i >= len(list) {
		return site.Redirect(c, "/puzzles/own")
	}
	return site.Redirect(c, lessonpages.OwnPuzzlePath(list[i].Match, list[i].Move.Ply))
}

// GetOwnPuzzle answers such a position as a puzzle, for its player alone. No answer is kept.
func (s *Pages) GetOwnPuzzle(c echo.Context) error {
	ctx := c.Request().Context()
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(ctx, c.Param("match"), player.ID)
	if err != nil {
		return err
	}
	r, err := s.Club.Bots.FinishedReview(ctx, f)
	if err != nil {
		return err
	}
	list := club.MissedIn(f, r, player.ID)
	i := slices.IndexFunc(list, func(one club.Missed) bool { return strconv.Itoa(one.Move.Ply) == c.Param("ply") })
	if i < 0 {
		return echo.ErrNotFound
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
	m := lessonpages.NewOwnPuzzle(page, ownPuzzle(list[i]), task, v)
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
