package match

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/api"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
)

// PostAction plays what the form of a match page says.
func (s *Pages) PostAction(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	form, err := parseActionForm(c)
	if err != nil {
		return err
	}
	f, err := s.Club.Match.Play(c.Request().Context(), match.Post{
		Once:    site.PageKey(c, player.ID),
		Match:   c.Param("id"),
		Player:  player.ID,
		As:      form.as,
		Ply:     form.ply,
		Actions: form.actions,

		TakesBack: form.actions[0] == views.TakeBack,
		Seen:      true,
	})
	var done *db.Answered
	switch {
	case errors.As(err, &done):
		return s.showMatch(c, form, nil, http.StatusOK)
	case err != nil && web.IsRefusal(err) && web.ProblemOf(err).Status != http.StatusNotFound:
		return s.showRefusal(c, form, err)
	case err != nil:
		return err
	}
	web.MarkStored(c, site.MatchPath(f.ID))
	if c.FormValue("home") != "" {
		return site.RedirectHome(c, f, player.ID)
	}
	next, err := s.NextMatch(c, f, player.ID, form.actions)
	switch {
	case err != nil:
		return err
	case next != "":
		return site.Redirect(c, site.MatchPath(next))
	}
	if !site.IsHTMX(c) {
		query := url.Values{"sent": {strconv.Itoa(f.Ply)}}
		ParseLook(c.FormValue, f).fill(query)
		return c.Redirect(http.StatusSeeOther, site.MatchPath(f.ID)+"?"+query.Encode())
	}
	return s.showPosted(c, f, form, nil, http.StatusOK)
}

// actionForm is a post of the match page.
type actionForm struct {
	ply     int
	actions []string // at least one
	as      games.Seat
}

func parseActionForm(c echo.Context) (form actionForm, err error) {
	values, err := c.FormParams()
	if err != nil {
		return form, web.Refuse(http.StatusBadRequest, "bad_form", "the form cannot be read")
	}
	for _, action := range values["action"] {
		if action = strings.TrimSpace(action); action != "" {
			form.actions = append(form.actions, action)
		}
	}
	if len(form.actions) == 0 {
		form.actions = []string{""}
	}
	form.ply, err = strconv.Atoi(c.FormValue("ply"))
	if err != nil || form.ply < 0 {
		return form, web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say at which ply it was made")
	}
	if text := form.text(); len(form.actions) > api.MaxActions || len(text) > MaxAction || strings.ContainsAny(text, "\r\n") {
		return form, web.Refuse(http.StatusBadRequest, "bad_form", "this is more than one move")
	}
	form.as, err = FormSeat(c.FormValue("as"), MaxSeats)
	return form, err
}

// text returns the actions in the form in which a query stages them.
func (f actionForm) text() string { return views.JoinSteps(f.actions) }

const MaxSeats = 6

// showRefusal answers a post that was refused with the match as it is, the actions
// staged, and the reason.
func (s *Pages) showRefusal(c echo.Context, form actionForm, err error) error {
	p := web.ProblemOf(err)
	return s.showMatch(c, form, &views.Notice{Key: p.Code, Illegal: p.Illegal}, p.Status)
}

// showMatch loads the match of a post that stored nothing and answers with it.
func (s *Pages) showMatch(c echo.Context, form actionForm, notice *views.Notice, status int) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	return s.showPosted(c, f, form, notice, status)
}

// showPosted answers a post with the match as it is. The notice says why it was not
// played, or what was done; nil means the player's last event.
func (s *Pages) showPosted(c echo.Context, f match.Match, form actionForm, notice *views.Notice, status int) error {
	player, _ := site.PlayerFrom(c)
	if notice == nil {
		notice = site.LastEventNotice(f, player.ID)
	}
	q := MatchQuery{Shown: f.Ply, as: form.as, Look: ParseLook(c.FormValue, f)}
	if !notice.Good && !table.IsSurrounding(form.actions[0]) {
		q.staged = form.text()
	}
	if f.Solo {
		q.as = 0
	}
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	m.Notice = notice
	m.Page.Path = site.MatchPath(f.ID)
	c.Response().Header().Set("HX-Replace-Url", q.path(f))
	return s.ShowMatchPage(c, status, m)
}
