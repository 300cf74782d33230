package learn

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/guides"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/families"
	lessonpages "tableronde/views/learn"
)

// getGuide answers one step of a guided round. The query is the one of a match: m has the staged
// actions, try an incomplete choice or the text to open, and sort the order of the hand. The round
// counts as done with its last step.
func (s *Pages) getGuide(c echo.Context, info games.Info, g guides.Guide, step int) error {
	family, ok := families.Of(info.ID)
	if !ok || step > len(g.Steps) {
		return fmt.Errorf("step %d of the guide to %s: %w", step, info.ID, db.ErrNotFound)
	}
	staged, choice := c.QueryParam("m"), c.QueryParam("try")
	if len(staged) > matchpages.MaxAction || len(choice) > matchpages.MaxAction {
		return web.Refuse(http.StatusBadRequest, "bad_query", "this link names more than one move: open the lesson again")
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	m := lessonpages.NewGuide(page, info, family, g, step, staged, choice, c.QueryParam("sort"))
	m.Key = site.NewKey()
	if step == len(g.Steps) {
		done, err := s.lessonsDone(c)
		if err != nil {
			return err
		}
		if !slices.Contains(done, g.Name()) {
			if err := s.keepLesson(c, g.Name(), append(done, g.Name())); err != nil {
				return err
			}
		}
	}
	return site.Render(c, http.StatusOK, lessonpages.GuidePage(m), lessonpages.GuideFragment(&m))
}
