package learn

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/games/problems"
	"tableronde/games/puzzles"
	club "tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	lessonpages "tableronde/views/learn"
)

// GetPuzzles answers the puzzles of the day, and the progress of the visitor.
func (s *Pages) GetPuzzles(c echo.Context, page views.Page) error {
	var progress club.Progress
	var err error
	player, known := site.PlayerFrom(c)
	if known {
		if progress, err = s.Club.Puzzles.Progress(c.Request().Context(), player.ID); err != nil {
			return err
		}
	}
	days, err := s.days(c)
	if err != nil {
		return err
	}
	today := s.Club.Puzzles.Today()
	m := lessonpages.PuzzleIndex{Page: page, Day: today, Owns: known}
	m.Week, m.Days = weekOf(today, days)
	for _, p := range puzzles.Daily(today) {
		info, _ := match.GameNamed(p.Game)
		row := lessonpages.PuzzleRow{Puzzle: p, Game: info, Army: armyOf(p)}
		if row.Rating, err = s.ratingOf(c, p); err != nil {
			return err
		}
		for _, t := range progress.Tried {
			if t.Game == p.Game && t.Number == p.Number {
				row.Solved, row.Failed = t.Solved, t.Shown && !t.Solved
			}
		}
		m.Daily = append(m.Daily, row)
	}
	for _, id := range slices.Concat(puzzles.Games(), problems.Games()) {
		info, _ := match.GameNamed(id)
		cards := len(problems.Of(id))
		g := lessonpages.PuzzleGame{Info: info, All: len(puzzles.Of(id)) + cards, Cards: cards > 0}
		for _, t := range progress.Tried {
			if t.Game == id && t.Solved {
				g.Solved++
			}
		}
		if r, rated := progress.Rating[id]; rated {
			g.Rating = int(math.Round(r.Points))
		}
		m.Games = append(m.Games, g)
	}
	return site.RenderHTML(c, http.StatusOK, lessonpages.PuzzleIndexPage(m))
}

// ratingOf returns the points of a puzzle.
func (s *Pages) ratingOf(c echo.Context, p puzzles.Puzzle) (int, error) {
	r, err := s.Club.Puzzles.Rating(c.Request().Context(), p)
	return int(math.Round(r.Points)), err
}

// armyOf returns the color of the side that wins, as in the keys of the catalogs.
func armyOf(p puzzles.Puzzle) string {
	return strings.ToLower(parker.BoardOf(p.Game).Army(1).En)
}

// GetNextPuzzle leads to the puzzle of a game that fits the player best. A visitor who is no player
// gets the next harder one after the number in the query.
func (s *Pages) GetNextPuzzle(c echo.Context) error {
	game := c.Param("game")
	if list := problems.Of(game); len(list) > 0 {
		return s.nextProblem(c, list)
	}
	if len(puzzles.Of(game)) == 0 {
		return echo.ErrNotFound
	}
	if player, known := site.PlayerFrom(c); known {
		next, ok, err := s.Club.Puzzles.Next(c.Request().Context(), player.ID, game)
		switch {
		case err != nil:
			return err
		case !ok:
			return site.Redirect(c, "/puzzles")
		}
		return site.Redirect(c, lessonpages.PuzzlePath(next))
	}
	number, _ := strconv.Atoi(c.QueryParam("after"))
	after, _ := puzzles.After(game, number)
	return site.Redirect(c, lessonpages.PuzzlePath(after))
}

// GetPuzzle answers a puzzle. done in the query is how many moves are found already, at the piece
// that was touched, and each to a square of its way; show asks for the solution. A wrong move, the
// last right one and the wish to see the solution are kept for a player.
func (s *Pages) GetPuzzle(c echo.Context) error {
	info, ok := match.GameNamed(c.Param("game"))
	number, err := strconv.Atoi(c.Param("number"))
	if task, found := problems.Find(info.ID, number); found && err == nil {
		return s.getProblem(c, info, task)
	}
	p, found := puzzles.Find(info.ID, number)
	if !ok || err != nil || !found {
		return echo.ErrNotFound
	}
	done := 0
	if text := c.QueryParam("done"); text != "" {
		if done, err = strconv.Atoi(text); err != nil {
			return echo.ErrNotFound
		}
	}
	step, ok := p.At(done)
	if !ok {
		return echo.ErrNotFound
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	shown := c.QueryParam("show") != ""
	v := step.Task.Judge(c.QueryParam("at"), c.QueryParams()["to"])
	if shown {
		v = step.Task.Shown()
	}
	m := lessonpages.NewPuzzle(page, info, step, v)
	m.Shown, m.Day = shown, s.Club.Puzzles.Today()
	m.Daily = p.IsDaily(m.Day)
	answer := club.Answer{Wrong: lessonpages.WrongMove(step.Task, v), Shown: shown, Solved: !shown && v.State == lessons.Right && step.IsLast()}
	if err := s.keepAnswer(c, &m, answer); err != nil {
		return err
	}
	if m.Rating, err = s.ratingOf(c, p); err != nil {
		return err
	}
	return site.Render(c, http.StatusOK, lessonpages.PuzzlePage(m), lessonpages.PuzzleFragment(m))
}

// record stores the answer of a player to a puzzle, if there is one, and returns all answers.
func (s *Pages) record(c echo.Context, p puzzles.Puzzle, a club.Answer) (r lessonpages.Record, err error) {
	player, known := site.PlayerFrom(c)
	if !known {
		return r, nil
	}
	var try db.PuzzleTry
	if a == (club.Answer{}) {
		try, err = s.Club.Puzzles.Tried(c.Request().Context(), player.ID, p)
	} else {
		try, err = s.Club.Puzzles.Answer(c.Request().Context(), player.ID, p, a)
	}
	r = lessonpages.Record{Counted: true, Wrong: try.Wrong, Solved: try.Solved, Revealed: try.Shown}
	if !try.Tried.IsZero() {
		r.Points, r.Gain = int(math.Round(try.Rating.Points)), int(math.Round(try.Gain))
	}
	return r, err
}

// keepAnswer stores the answer of a player, and notes the visitor's answers on the page.
func (s *Pages) keepAnswer(c echo.Context, m *lessonpages.Puzzle, a club.Answer) (err error) {
	if m.Record, err = s.record(c, m.Step.Puzzle, a); err != nil {
		return err
	}
	if !m.Daily || !m.Over() {
		return nil
	}
	days, err := s.days(c)
	if err != nil {
		return err
	}
	if !m.Counted && a.Solved {
		s.keepDay(c, m.Day)
		if !slices.Contains(days, m.Day) {
			days = slices.Insert(days, 0, m.Day)
		}
	}
	m.Week, m.Days = weekOf(m.Day, days)
	return nil
}

// puzzleCookie holds the days of which this browser has solved a puzzle, for a visitor who is no
// player yet.
const puzzleCookie = "puzzles"

// mostDays bounds the days in the cookie.
const mostDays = 40

// days lists the days of which the visitor has solved a puzzle, as a player or in this browser, the
// latest first.
func (s *Pages) days(c echo.Context) (days []puzzles.Day, err error) {
	if player, known := site.PlayerFrom(c); known {
		if days, err = s.Club.Puzzles.Days(c.Request().Context(), player.ID); err != nil {
			return nil, err
		}
	}
	for _, day := range cookieDays(c) {
		if at, found := slices.BinarySearchFunc(days, day, func(a, b puzzles.Day) int { return int(b - a) }); !found {
			days = slices.Insert(days, at, day)
		}
	}
	return days, nil
}

// cookieDays lists the days in the cookie, the latest first.
func cookieDays(c echo.Context) (days []puzzles.Day) {
	for text := range strings.SplitSeq(site.CookieOf(c, puzzleCookie), "~") {
		if n, err := strconv.Atoi(text); err == nil && len(days) < mostDays && n > 0 {
			days = append(days, puzzles.Day(n))
		}
	}
	return days
}

// keepDay adds a day to the cookie of a visitor who is no player.
func (s *Pages) keepDay(c echo.Context, day puzzles.Day) {
	days := cookieDays(c)
	if slices.Contains(days, day) {
		return
	}
	texts := []string{strconv.Itoa(int(day))}
	for _, d := range days[:min(len(days), mostDays-1)] {
		texts = append(texts, strconv.Itoa(int(d)))
	}
	c.SetCookie(s.NewPreference(puzzleCookie, strings.Join(texts, "~")))
}

// weekOf returns the week of a day, from Monday, and the length of the series of days.
func weekOf(today puzzles.Day, solved []puzzles.Day) (week []lessonpages.PuzzleDay, series int) {
	for d := today.Monday(); d < today.Monday()+7; d++ {
		week = append(week, lessonpages.PuzzleDay{Day: d, Solved: slices.Contains(solved, d)})
	}
	return week, puzzles.Streak(today, solved)
}
