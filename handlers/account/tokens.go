package account

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// defaultScopes are those of a token that the form for one begins with.
var defaultScopes = []string{"read", "play"}

// listTokens lists the tokens by which programs act for the visitor.
func (s *Pages) listTokens(c echo.Context, player db.Player) (list []pages.Token, err error) {
	found, err := s.Club.Keys.TokensOf(c.Request().Context(), player.ID)
	for _, t := range found {
		list = append(list, pages.Token{ID: t.ID, Name: t.Name, First: accounts.IsFirstToken(player, t),
			Scopes: accounts.ScopeNames(t.Scopes), Created: t.Created, Used: t.Used})
	}
	return list, err
}

// PostToken makes a token and shows it, this once.
func (s *Pages) PostToken(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return site.Redirect(c, "/settings")
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	name, names := form.Get("name"), form["scope"]
	secret := ""
	scopes, err := accounts.ParseScopes(names)
	if err == nil {
		_, secret, err = s.Club.Keys.CreateToken(c.Request().Context(), site.FormKey(c, player.ID), db.NewToken{Player: player.ID, Name: name, Scopes: scopes, Language: string(site.LangOf(c))}, nil)
	}
	switch done := new(db.Answered); {
	case errors.As(err, &done):
		return site.Redirect(c, "/settings#programs")
	case err == nil:
		return s.showSettings(c, http.StatusOK, func(m *pages.Settings) { m.NewToken.Made = secret })
	case !web.IsRefusal(err):
		return err
	}
	why := web.ProblemOf(err)
	return s.showSettings(c, why.Status, func(m *pages.Settings) {
		m.NewToken.Name, m.NewToken.Scopes = name, names
		m.NewToken.Problem = &views.Problem{Field: why.Field, Key: why.Code}
	})
}

// PostRevokeToken ends a token of the visitor's.
func (s *Pages) PostRevokeToken(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return site.Redirect(c, "/settings")
	}
	err := s.Club.Keys.RevokeToken(c.Request().Context(), player.ID, c.FormValue("id"))
	if errors.Is(err, db.ErrNotFound) { // it has ended already
		err = nil
	}
	return site.RedirectUnless(c, err, "/settings?saved=revoked#programs")
}
