// Package cups has the pages of cups: the list, a cup with its rounds, and the form for a new cup.
// It imports the form of a table.
package cups

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/cup"
	"tableronde/handlers/club/cups"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	tablespages "tableronde/handlers/tables"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// cupRows is the number of cups of each kind on a page.
const cupRows = 20

// GetCups answers the list of cups.
func (s *Pages) GetCups(c echo.Context, page views.Page) error {
	player, _ := site.PlayerFrom(c)
	m := pages.Cups{Page: page}
	for _, list := range []struct {
		state db.CupState
		into  *[]pages.CupRow
	}{{"", &m.Own}, {db.CupOpen, &m.Open}, {db.CupRunning, &m.Running}, {db.CupOver, &m.Over}} {
		if list.state == "" && player.ID == "" {
			continue
		}
		cups, err := s.Club.Cups.Cups(c.Request().Context(), db.CupFilter{State: list.state, Player: player.ID, Limit: cupRows})
		if err != nil {
			return err
		}
		for _, one := range cups {
			if list.state != "" || one.Ended.IsZero() {
				*list.into = append(*list.into, newCupRow(one))
			}
		}
	}
	return site.RenderHTML(c, http.StatusOK, pages.CupsPage(m))
}

// roundsShown is the number of rounds that the page of a cup shows at first.
const roundsShown = 6

func newCupRow(f cups.Cup) pages.CupRow {
	info, _ := match.GameNamed(f.Table.Game)
	r := pages.CupRow{ID: f.ID, Title: f.Title, Game: info, Format: f.Format, Places: f.Places, Entered: f.Entered, Starts: f.Starts, ByDate: f.ByDate,
		Invited: f.Invited, Started: f.Started, Ended: f.Ended, You: f.AsEntrant}
	if f.Table.Clock != nil {
		r.Control = *f.Table.Clock
	}
	return r
}

// GetNewCup answers the form for a new cup.
func (s *Pages) GetNewCup(c echo.Context) error {
	m, err := s.newCupForm(c, c.QueryParam("game"))
	if err != nil {
		return err
	}
	if _, ok := match.GameNamed(m.Game); m.Game != "" && !ok {
		return tables.ErrUnknownGame
	}
	m.Places, m.Level = 8, 3
	if info, _ := match.GameNamed(m.Game); m.Game != "" && !slices.Contains(info.Seats, 2) {
		m.Places = slices.Max(info.Seats)
	}
	return site.RenderHTML(c, http.StatusOK, pages.NewCupPage(m))
}

// newCupForm returns the empty form for a cup of a game.
func (s *Pages) newCupForm(c echo.Context, game string) (pages.NewCup, error) {
	page, err := s.NewPage(c)
	return pages.NewCup{NewTable: pages.NewTable{Page: page, Games: match.Games(), Game: game, Waits: tablespages.MayWait(game), Timed: true, Key: site.NewKey()}}, err
}

// parseCup parses the form of a cup. start is the chosen kind of start.
func (s *Pages) parseCup(c echo.Context) (n cups.NewCup, start string, err error) {
	n = cups.NewCup{Title: c.FormValue("title"), Invited: c.FormValue("invited") == "1", Plays: c.FormValue("plays") == "1"}
	n.Format, n.Lot = cup.Format(c.FormValue("format")), c.FormValue("lot") == "1"
	n.Table = tables.Proposal{Game: c.FormValue("game"), Casual: c.FormValue("casual") == "1", Options: tablespages.FormOptions(c)}
	for _, field := range []struct {
		name string
		into *int
	}{{"places", &n.Places}, {"rounds", &n.Rounds}, {"games", &n.Games}, {"bots", &n.Bots}, {"level", &n.Level}} {
		if *field.into, err = web.ParseCount(cmp.Or(c.FormValue(field.name), "0"), 0); err != nil {
			return n, start, web.Refuse(http.StatusBadRequest, "bad_form", "a number is missing in the form: fill in every number")
		}
	}
	if n.Table.Wait, err = tablespages.ParseWait(c, n.Table.Options); err == nil {
		n.Table.Clock, err = tablespages.ParsePace(c)
	}
	if start = c.FormValue("start"); err == nil && start != "" {
		var hours int
		if hours, err = web.ParseCount(start, 1); err != nil || hours > 24*366 {
			return n, start, web.Refuse(http.StatusBadRequest, "bad_form", "the form lacks the number of hours: choose the start")
		}
		n.ByDate, n.Starts = true, s.Now().Add(time.Duration(hours)*time.Hour)
	}
	return n, start, err
}

// PostCups creates the cup of a form and redirects to it.
func (s *Pages) PostCups(c echo.Context) error {
	n, start, err := s.parseCup(c)
	if err == nil {
		n, err = s.Club.Cups.CheckCup(n) // refuse it before creating a guest account
	}
	var made cups.Cup
	if err == nil {
		made, err = s.makeCup(c, n)
	}
	if web.IsRefusal(err) {
		return s.showCupFormAgain(c, n, start, web.ProblemOf(err))
	}
	return site.RedirectUnless(c, err, cupPath(made.ID))
}

// makeCup creates a cup of the visitor. A form that is sent twice creates one cup.
func (s *Pages) makeCup(c echo.Context, n cups.NewCup) (cups.Cup, error) {
	player, err := s.RequireVisitor(c)
	if err != nil {
		return cups.Cup{}, err
	}
	made, err := s.Club.Cups.MakeCup(c.Request().Context(), site.FormKey(c, player.ID), player.ID, n, func(f cups.Cup) (int, []byte) {
		return http.StatusSeeOther, []byte(f.ID)
	})
	var done *db.Answered
	if errors.As(err, &done) && done.Status == http.StatusSeeOther {
		return s.Club.Cups.Cup(c.Request().Context(), string(done.Note), player.ID)
	}
	return made, err
}

// showCupFormAgain shows the filled-in form again, with the refusal.
func (s *Pages) showCupFormAgain(c echo.Context, n cups.NewCup, start string, why web.Problem) error {
	m, err := s.newCupForm(c, n.Table.Game)
	if err != nil {
		return err
	}
	m.Page.Path = "/cups/new"
	m.Title, m.Format, m.Places, m.Rounds, m.CupGames, m.Lot, m.Invited = c.FormValue("title"), n.Format, n.Places, n.Rounds, n.Games, n.Lot, n.Invited
	m.Watches, m.Bots, m.Level, m.Start = !n.Plays, n.Bots, n.Level, start
	m.Options, m.Casual, m.Hours, m.Pace = n.Table.Options, n.Table.Casual, int(n.Table.Wait/time.Hour), c.FormValue("pace")
	m.Weekends, m.Defaults, m.Name = c.FormValue("weekends") == "1", c.FormValue("defaults"), c.FormValue("name")
	m.Problem = &views.Problem{Field: why.Field, Key: why.Code, Illegal: why.Illegal}
	return site.RenderHTML(c, why.Status, pages.NewCupPage(m))
}

func cupPath(id string) string { return "/cups/" + id }

// GetCup answers the page of a cup.
func (s *Pages) GetCup(c echo.Context) error {
	return s.showCup(c, http.StatusOK, c.QueryParam("invite"), nil)
}

func (s *Pages) showCup(c echo.Context, status int, invite string, problem *views.Problem) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Cups.Cup(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	m := newCupModel(page, f, player.ID)
	m.Round, m.RoundPaging = views.PartOf(m.Round, site.FirstShown(c, "rounds"), roundsShown, site.PartAt(cupPath(f.ID), "rounds", ""))
	m.Key, m.Problem, m.Name = site.NewKey(), problem, c.FormValue("name")
	if m.Token == "" {
		m.Token = invite
	}
	m.CanJoin = s.Club.Cups.CanJoinCup(c.Request().Context(), f.ID, player.ID, "", m.Token) == nil
	if problem != nil {
		m.Page.Path = cupPath(f.ID)
	}
	return site.RenderHTML(c, status, pages.CupPage(m))
}

// PostCup joins, leaves, starts or calls off a cup.
func (s *Pages) PostCup(c echo.Context) error {
	ctx, id, invite := c.Request().Context(), c.Param("id"), c.FormValue("invite")
	player, known := site.PlayerFrom(c)
	var err error
	switch do := c.FormValue("do"); {
	case do == "join":
		err = s.joinCup(c, id, invite)
	case !slices.Contains([]string{"leave", "start", "off"}, do):
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
	case !known:
		return site.ErrNoPlayer
	case do == "leave":
		_, err = s.Club.Cups.LeaveCup(ctx, id, player.ID)
	case do == "start":
		_, err = s.Club.Cups.StartCup(ctx, id, player.ID)
	default:
		_, err = s.Club.Cups.CallOffCup(ctx, id, player.ID)
	}
	if web.IsRefusal(err) {
		if status, why := site.RefusedForm(c, err); status != http.StatusNotFound {
			return s.showCup(c, status, invite, why)
		}
	}
	return site.RedirectUnless(c, err, cupPath(id))
}

// joinCup enters the visitor, who becomes a guest if needed. A form that is sent twice is accepted.
func (s *Pages) joinCup(c echo.Context, id, invite string) error {
	ctx := c.Request().Context()
	player, known := site.PlayerFrom(c)
	if !known && !s.tables.WasSentBefore(c) {
		name, err := s.Club.Accounts.CleanName(c.FormValue("name"))
		if err == nil {
			err = s.Club.Cups.CanJoinCup(ctx, id, "", name, invite)
		}
		if err != nil {
			return err
		}
	}
	player, err := s.RequireVisitor(c)
	if err != nil {
		return err
	}
	f, err := s.Club.Cups.Cup(ctx, id, player.ID)
	if err != nil || f.NumberOf(player.ID) >= 0 {
		return err
	}
	_, err = s.Club.Cups.JoinCup(ctx, id, player, invite)
	return err
}

// Pages are the pages of cups.
type Pages struct {
	*site.Site
	tables *tablespages.Pages
}

// New returns the pages of the cups of a site.
func New(s *site.Site, forms *tablespages.Pages) *Pages { return &Pages{Site: s, tables: forms} }
