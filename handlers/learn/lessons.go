package learn

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/games/guides"
	"tableronde/games/lessons"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	lessonpages "tableronde/views/learn"
)

// GetLessons answers the list of lessons.
func (s *Pages) GetLessons(c echo.Context, page views.Page) error {
	done, err := s.lessonsDone(c)
	if err != nil {
		return err
	}
	m := lessonpages.Index{Page: page, All: match.Games(), Done: done, Key: site.NewKey()}
	for _, id := range lessons.Games() {
		if info, ok := match.GameNamed(id); ok {
			m.Games = append(m.Games, info)
		}
	}
	for _, g := range guides.All() {
		if info, ok := match.GameNamed(g.Game); ok {
			m.Cards = append(m.Cards, info)
		}
	}
	return site.RenderHTML(c, http.StatusOK, lessonpages.IndexPage(m))
}

// GetLesson answers one lesson, or one step of a guided round. In the query of a lesson, at is the
// touched piece, each to a square of its way, and show asks for the answer. A lesson counts as done
// when its answer was given or shown.
func (s *Pages) GetLesson(c echo.Context) error {
	info, ok := match.GameNamed(c.Param("game"))
	step, err := strconv.Atoi(c.Param("step"))
	if !ok || err != nil || step < 1 {
		return echo.ErrNotFound
	}
	if g, ok := guides.Of(info.ID); ok {
		return s.getGuide(c, info, g, step)
	}
	list := lessons.Of(info.ID)
	if step > len(list) {
		return echo.ErrNotFound
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	lesson, shown := list[step-1], c.QueryParam("show") != ""
	verdict := lesson.Judge(c.QueryParam("at"), c.QueryParams()["to"])
	if shown {
		verdict = lesson.Shown()
	}
	m := lessonpages.NewStep(page, info, lesson, verdict, shown)
	m.Key = site.NewKey()
	if m.Done, err = s.lessonsDone(c); err != nil {
		return err
	}
	if m.Verdict.State == lessons.Right && !slices.Contains(m.Done, m.Lesson.Name()) {
		m.Done = append(m.Done, m.Lesson.Name())
		if err := s.keepLesson(c, m.Lesson.Name(), m.Done); err != nil {
			return err
		}
	}
	return site.Render(c, http.StatusOK, lessonpages.StepPage(m), lessonpages.StepFragment(m))
}

// lessonsCookie names the cookie with the lessons done in this browser. A visitor without a player
// thus needs no row in the store. A guest who begins in this browser later keeps them.
const lessonsCookie = "lessons"

// lessonsDone lists the lessons that the visitor has done, in this browser or as the player. It
// stores the browser's lessons with the player.
func (s *Pages) lessonsDone(c echo.Context) (done []string, err error) {
	for name := range strings.SplitSeq(site.CookieOf(c, lessonsCookie), "~") {
		if known(name) && !slices.Contains(done, name) {
			done = append(done, name)
		}
	}
	player, seated := site.PlayerFrom(c)
	if !seated {
		return done, nil
	}
	stored, err := s.Store.LessonsOf(c.Request().Context(), player.ID)
	if err == nil && slices.ContainsFunc(done, func(name string) bool { return !slices.Contains(stored, name) }) {
		err = s.Club.Learn.AddLessons(c.Request().Context(), player.ID, done...)
	}
	for _, name := range stored {
		if known(name) && !slices.Contains(done, name) {
			done = append(done, name)
		}
	}
	return done, err
}

// known reports whether there is a lesson or a guided round with a name.
func known(name string) bool { return lessons.Known(name) || guides.Known(name) }

// keepLesson stores a lesson that the visitor has just done, in the cookie or with the player.
func (s *Pages) keepLesson(c echo.Context, name string, done []string) error {
	c.SetCookie(s.NewPreference(lessonsCookie, strings.Join(done, "~")))
	player, known := site.PlayerFrom(c)
	if !known {
		return nil
	}
	return s.Club.Learn.AddLessons(c.Request().Context(), player.ID, name)
}
