package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

const meRows = 20

var errOlderMatches = web.Refuse(http.StatusBadRequest, "bad_query", "this link to older matches is broken")

// savedNotices are the confirmations on the visitor's own page, by what was saved.
var savedNotices = map[string]string{"name": "renamed", "link": "linked", "account": "account_made", "password": "password_changed"}

// getMe answers the visitor's own page.
func (s *Server) getMe(c echo.Context) error {
	m, err := s.meModel(c)
	if err != nil {
		return err
	}
	if key := savedNotices[c.QueryParam("saved")]; key != "" && m.Player != "" {
		m.Notice = &views.Notice{Key: key, Args: []any{"Name", m.Player}, Good: true}
	}
	return renderHTML(c, http.StatusOK, pages.MePage(m))
}

// meModel finds what the visitor's page shows. The query names the list of
// matches (list=over for those that have ended) and where it goes on (after).
func (s *Server) meModel(c echo.Context) (pages.Me, error) {
	page, err := s.newPage(c)
	if err != nil {
		return pages.Me{}, err
	}
	m := pages.Me{Page: page, Games: club.Games(), Over: c.QueryParam("list") == "over", Older: web.Cursor(c) != ""}
	m.Form = pages.NameForm{Return: "/me?saved=name", Key: newKey()}
	if !page.DefaultName {
		m.Form.Name = page.Player
	}
	ctx := c.Request().Context()
	player, ok := playerFrom(c)
	if !ok {
		m.Public, err = s.publicMatches(ctx, "", true)
		return m, err
	}
	tally, err := s.matches.Tally(ctx, player.ID)
	if err != nil {
		return pages.Me{}, err
	}
	m.Tally = pages.Tally(tally)
	if m.Account, err = s.matches.HasAccount(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	list, next, err := s.matches.MatchesOf(ctx, player.ID, db.Filter{Over: &m.Over}, web.Cursor(c), meRows)
	if err != nil {
		return pages.Me{}, web.RefuseCursor(err, errOlderMatches)
	}
	m.Next = next
	for _, match := range list {
		m.Matches = append(m.Matches, newRow(match, player.ID))
	}
	if len(list) == 0 {
		m.Public, err = s.publicMatches(ctx, player.ID, true)
	}
	return m, err
}

// postName gives the visitor a name, from now on and at every table. A name that
// cannot be is asked for again on the visitor's own page.
func (s *Server) postName(c echo.Context) error {
	err := s.takeName(c)
	if err == nil {
		return redirect(c, localPath(c.FormValue("return")))
	}
	if !web.IsRefusal(err) {
		return err
	}
	why := web.ProblemOf(err)
	m, err := s.meModel(c)
	if err != nil {
		return err
	}
	m.Path = "/me"
	m.Form.Name, m.Form.Return = c.FormValue("name"), localPath(c.FormValue("return"))
	m.Form.Problem = &views.Problem{Field: why.Field, Key: why.Code}
	return renderHTML(c, why.Status, pages.MePage(m))
}

// takeName renames the visitor; one without a name yet becomes a guest.
func (s *Server) takeName(c echo.Context) error {
	player, known := playerFrom(c)
	if !known {
		_, err := s.requireVisitor(c)
		return err
	}
	name, err := s.matches.CleanName(c.FormValue("name"))
	if err != nil {
		return err
	}
	return s.matches.Rename(c.Request().Context(), player.ID, name)
}
