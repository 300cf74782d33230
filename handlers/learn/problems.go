package learn

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/problems"
	"tableronde/games/puzzles"
	club "tableronde/handlers/club/learn"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/families"
	lessonpages "tableronde/views/learn"
)

// getProblem answers a problem at cards. The query is the one of a match, and tried has the answers.
// The last answer is kept for a player.
func (s *Pages) getProblem(c echo.Context, info games.Info, task problems.Problem) error {
	family, ok := families.Of(info.ID)
	if !ok {
		return fmt.Errorf("problem of %s: %w", info.ID, db.ErrNotFound)
	}
	t := lessonpages.Touches{Staged: c.QueryParam("m"), Choice: c.QueryParam("try"), Sort: c.QueryParam("sort"), Press: c.QueryParam("why"), Tried: c.QueryParam("tried")}
	if max(len(t.Staged), len(t.Choice), len(t.Tried)) > matchpages.MaxAction {
		return web.Refuse(http.StatusBadRequest, "bad_query", "this link names more than one move: open the problem again")
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	at, err := task.Match()
	if err != nil {
		return err
	}
	attempt := task.Attempt(at.State(), t.Tried)
	var answer club.Answer
	if !t.Any() {
		answer = club.Answer{Solved: attempt.Right, Shown: attempt.Shown}
		if !attempt.Right {
			answer.Wrong = strings.ReplaceAll(attempt.Last.Action, " ", "_") // the store separates answers by spaces
		}
	}
	record, err := s.record(c, rated(task), answer)
	if err != nil {
		return err
	}
	m := lessonpages.NewProblem(page, info, family, task, at, t, attempt, record)
	if m.Rating, err = s.ratingOf(c, rated(task)); err != nil {
		return err
	}
	return site.Render(c, http.StatusOK, lessonpages.ProblemPage(m), lessonpages.ProblemFragment(&m))
}

// rated returns a problem as a puzzle, as which it is rated.
func rated(p problems.Problem) puzzles.Puzzle {
	return puzzles.Puzzle{Game: p.Game, Number: p.Number, Rating: p.Rating()}
}

// nextProblem leads to the first problem of a game that the visitor has not answered.
func (s *Pages) nextProblem(c echo.Context, list []problems.Problem) error {
	var progress club.Progress
	if player, known := site.PlayerFrom(c); known {
		var err error
		if progress, err = s.Club.Puzzles.Progress(c.Request().Context(), player.ID); err != nil {
			return err
		}
	}
	for _, p := range list {
		if !slices.ContainsFunc(progress.Tried, func(t db.TriedPuzzle) bool { return t.Game == p.Game && t.Number == p.Number && (t.Solved || t.Shown) }) {
			return site.Redirect(c, lessonpages.ProblemPath(p))
		}
	}
	return site.Redirect(c, lessonpages.ProblemPath(list[0]))
}
