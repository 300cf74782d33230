package handlers

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
	"tableronde/handlers/web"
	"tableronde/views"
)

// postAction plays what the form of a match page says.
func (s *Server) postAction(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	form, err := parseActionForm(c)
	if err != nil {
		return err
	}
	f, err := s.club.Match.Play(c.Request().Context(), match.Post{
		Once:    pageKey(c, player.ID),
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
	web.MarkStored(c, matchPath(f.ID))
	if c.FormValue("home") != "" {
		return redirectHome(c, f, player.ID)
	}
	next, err := s.nextMatch(c, f, player.ID, form.actions)
	switch {
	case err != nil:
		return err
	case next != "":
		return redirect(c, matchPath(next))
	}
	if !isHTMX(c) {
		query := url.Values{"sent": {strconv.Itoa(f.Ply)}}
		parseLook(c.FormValue, f).fill(query)
		return c.Redirect(http.StatusSeeOther, matchPath(f.ID)+"?"+query.Encode())
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
	if text := form.text(); len(form.actions) > api.MaxActions || len(text) > maxAction || strings.ContainsAny(text, "\r\n") {
		return form, web.Refuse(http.StatusBadRequest, "bad_form", "this is more than one move")
	}
	form.as, err = formSeat(c.FormValue("as"), maxSeats)
	return form, err
}

// text returns the actions in the form in which a query stages them.
func (f actionForm) text() string { return views.JoinSteps(f.actions) }

const maxSeats = 6

// showRefusal answers a post that was refused with the match as it is, the actions
// staged, and the reason.
func (s *Server) showRefusal(c echo.Context, form actionForm, err error) error {
	p := web.ProblemOf(err)
	return s.showMatch(c, form, &views.Notice{Key: p.Code, Illegal: p.Illegal}, p.Status)
}

// showMatch loads the match of a post that stored nothing and answers with it.
func (s *Server) showMatch(c echo.Context, form actionForm, notice *views.Notice, status int) error {
	player, _ := playerFrom(c)
	f, err := s.club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	return s.showPosted(c, f, form, notice, status)
}

// showPosted answers a post with the match as it is. The notice says why it was not
// played, or what was done; nil means the player's last event.
func (s *Server) showPosted(c echo.Context, f match.Match, form actionForm, notice *views.Notice, status int) error {
	player, _ := playerFrom(c)
	if notice == nil {
		notice = lastEventNotice(f, player.ID)
	}
	q := matchQuery{shown: f.Ply, as: form.as, look: parseLook(c.FormValue, f)}
	if !notice.Good && !table.IsSurrounding(form.actions[0]) {
		q.staged = form.text()
	}
	if f.Solo {
		q.as = 0
	}
	m, err := s.matchModel(c, f, q)
	if err != nil {
		return err
	}
	m.Notice = notice
	m.Page.Path = matchPath(f.ID)
	c.Response().Header().Set("HX-Replace-Url", q.path(f))
	return s.showMatchPage(c, status, m)
}
