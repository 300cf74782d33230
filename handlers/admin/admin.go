// Package admin has the page and the commands of operators.
package admin

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// Pages holds the operators' page, and matches as operators see them.
type Pages struct {
	*site.Site
}

// New returns the page of the operators of a site.
func New(s *site.Site) *Pages { return &Pages{s} }

const (
	activityOf = 24 * time.Hour
	lateAfter  = time.Minute // after a time at which the server should have acted
	backupsOf  = 5
)

// requireOperator returns the operator who makes the request. For everybody else the error is
// db.ErrNotFound.
func (s *Pages) requireOperator(c echo.Context) (db.Player, error) {
	player, _ := site.PlayerFrom(c)
	is, err := s.Store.IsOperator(c.Request().Context(), player.ID)
	if err == nil && !is {
		err = fmt.Errorf("page of operators: %w", db.ErrNotFound)
	}
	return player, err
}

func (s *Pages) GetAdmin(c echo.Context) error {
	return s.showAdmin(c, http.StatusOK, pages.AdminForm{})
}

// showAdmin renders the operators' page.
func (s *Pages) showAdmin(c echo.Context, status int, form pages.AdminForm) error {
	if _, err := s.requireOperator(c); err != nil {
		return err
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/admin"
	if c.QueryParam("done") != "" {
		page.Notice = &views.Notice{Key: "acted", Good: true}
	}
	m := pages.Admin{Page: page, Form: form, Version: s.Version, Started: s.Started, Size: s.Store.Size()}
	m.Errors, m.Median, m.Slow = s.Vitals.Read(s.Now())
	if s.Disk != nil {
		m.Used, m.Whole = s.Disk()
	}
	if err := s.fillAdmin(c.Request().Context(), &m); err != nil {
		return err
	}
	return site.RenderHTML(c, status, pages.AdminPage(m))
}

// fillAdmin fills the operators' page with the data of the store.
func (s *Pages) fillAdmin(ctx context.Context, m *pages.Admin) error {
	operators, err := s.Store.ListOperators(ctx)
	if err != nil {
		return err
	}
	m.Operators = len(operators)
	reports, err := s.Store.ListReports(ctx)
	for _, r := range reports {
		m.Reports = append(m.Reports, pages.Report{Message: r.Message, Collection: r.Collection, Match: r.Match, Writer: r.Writer.Name, Text: r.Text, By: r.By, At: r.At})
	}
	if err != nil {
		return err
	}
	failures, err := s.Store.ListUndelivered(ctx)
	for _, u := range failures {
		f := pages.Failure{ID: u.ID, Channel: string(u.Channel), Name: u.Player.Name, Why: u.Why, Since: u.Since, Tries: u.Tries, Off: u.Off}
		if u.Mail != "" {
			f.Channel = string(db.ByMail)
		}
		m.Failures = append(m.Failures, f)
	}
	if err != nil {
		return err
	}
	parked, err := s.Store.ListParked(ctx, "")
	if err != nil {
		return err
	}
	for _, p := range parked {
		m.Stuck = append(m.Stuck, pages.Stuck{Name: p.Name(), Worker: p.Worker, Item: p.Item, Since: p.Since})
	}
	pairs, err := s.Store.RatedPairs(ctx, archive.LeaderMatches)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		game, _ := match.GameNamed(p.Game)
		m.Pairs = append(m.Pairs, pages.RatedPair{Game: game, Matches: p.Matches,
			One: pages.Person{ID: p.One.ID, Name: p.One.Name}, Other: pages.Person{ID: p.Other.ID, Name: p.Other.Name}})
	}
	backups, err := s.Store.Backups(ctx, backupsOf)
	for _, b := range backups {
		m.Backups = append(m.Backups, pages.Backup(b))
	}
	if err != nil {
		return err
	}
	acts, err := s.Store.Acts(ctx)
	if err != nil {
		return err
	}
	m.Log = site.NewOperated(acts)
	activity, err := s.Store.ActivitySince(ctx, s.Now().Add(-activityOf), s.Now().Add(-lateAfter))
	m.Moves, m.Running, m.Accounts, m.Late, m.Schema = activity.Moves, activity.Running, activity.Accounts, activity.Late, activity.Schema
	return err
}

// PostAdmin carries out an act of an operator.
func (s *Pages) PostAdmin(c echo.Context) error {
	operator, err := s.requireOperator(c)
	if err != nil {
		return err
	}
	a := actOf(c, operator.ID)
	err = s.Club.Admin.Operate(c.Request().Context(), a)
	switch {
	case web.IsRefusal(err):
		status, why := site.RefusedForm(c, err)
		return s.showAdmin(c, status, pages.AdminForm{Act: string(a.Kind), Who: a.Who, Name: a.Name, Match: c.FormValue("match"), Reason: a.Reason, Problem: why})
	case err == nil && a.Kind == db.ActView:
		return site.Redirect(c, viewedPath(a.Match, a.Seat))
	}
	return site.RedirectUnless(c, err, "/admin?done=1")
}

// actOf parses the form of an act. Text that is not a number becomes 0, which is refused where it
// matters.
func actOf(c echo.Context, operator string) admin.Act {
	number := func(name string) int {
		n, _ := strconv.Atoi(strings.TrimSpace(c.FormValue(name)))
		return n
	}
	a := admin.Act{Kind: db.ActKind(c.FormValue("act")), Operator: operator, Who: c.FormValue("who"), Name: c.FormValue("name"),
		Seat: games.Seat(number("seat")), Ply: max(0, number("line")), Target: c.FormValue("target"), Reason: c.FormValue("reason")}
	address, _, _ := strings.Cut(strings.TrimSpace(c.FormValue("match")), "?")
	if a.Match = path.Base(address); address == "" {
		a.Match = ""
	}
	if a.Kind == db.ActReplace {
		if a.Who, a.Agreed = c.FormValue("by"), c.FormValue("agreed") == "1"; a.Who == "" {
			a.Level = number("level")
		}
	}
	a.Lasts = time.Duration(number("lasts")) * 24 * time.Hour
	if c.FormValue("lasts") == "0" {
		a.Lasts = admin.ForGood
	}
	if a.Kind != db.ActView {
		a.Seat = 0
	}
	return a
}

func viewedPath(match string, seat games.Seat) string {
	return "/admin" + site.MatchPath(match) + "/" + strconv.Itoa(int(seat))
}

// GetViewed answers a match as a seat sees it, to an operator who has given a reason. The page has
// no forms.
func (s *Pages) GetViewed(c echo.Context) error {
	operator, err := s.requireOperator(c)
	if err != nil {
		return err
	}
	number, _ := strconv.Atoi(c.Param("seat"))
	seat := games.Seat(number)
	f, err := s.Club.Admin.MatchAs(c.Request().Context(), operator.ID, c.Param("id"), seat)
	if err != nil {
		return err
	}
	q, err := matchpages.ParseMatchQuery(c, f)
	if err != nil {
		return err
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Notice = &views.Notice{Key: "viewing", Args: []any{"Seat", strconv.Itoa(number), "Name", views.Isolate(f.Seats[seat-1].Name)}, Good: true}
	acts, err := s.Club.Match.ActsIn(c.Request().Context(), f.Match)
	if err != nil {
		return err
	}
	m := matchpages.NewMatchModel(page, f, q, matchpages.Viewer{Seat: seat, Acts: acts, Visit: db.Visit{Told: f.Ply}})
	m.Viewed, m.You, m.Staged, m.Permissions = viewedPath(f.ID, seat), games.Spectator, "", views.Permissions{}
	return matchpages.ShowMatchPage(c, http.StatusOK, m)
}

// Command carries out a request of the command line to the site.
func (s *Pages) Command(ctx context.Context, cmd admin.Command) ([]string, error) {
	lines, err := s.Club.Admin.Command(ctx, cmd)
	for i, line := range lines {
		if s.Base != nil && strings.HasPrefix(line, "/") {
			lines[i] = s.Base.String() + line
		}
	}
	return lines, err
}
