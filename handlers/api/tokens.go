package api

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/web"
)

// Token is what is known of a token of the caller.
type Token struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Scopes  []string `json:"scopes"`
	Created string   `json:"created"`
	Used    *string  `json:"used"`
	Current bool     `json:"current"` // the call was made with it
}

// NewToken is the response to a new token, the only place where it is shown.
type NewToken struct {
	Secret string `json:"token"`
	Token
}

// newToken describes a token of a player; with current, the call was made.
func newToken(p db.Player, t, current db.Token) Token {
	out := Token{ID: t.ID, Name: t.Name, Scopes: accounts.ScopeNames(t.Scopes), Created: formatTime(t.Created), Used: optionalTime(t.Used), Current: t.ID == current.ID}
	switch {
	case accounts.IsFirstToken(p, t):
		out.Name = "first token"
	case t.Name == "":
		out.Name = "sign-in"
	}
	return out
}

// tokenOf returns the token that a call was made with.
func tokenOf(c echo.Context) db.Token {
	token, _ := c.Get(tokenKey).(db.Token)
	return token
}

func (a *API) getTokens(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.club.Keys.TokensOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	out := make([]Token, len(list))
	for i, t := range list {
		out[i] = newToken(player, t, tokenOf(c))
	}
	return c.JSON(http.StatusOK, out)
}

// postTokens makes a token, with no scopes but those that the call was made with.
func (a *API) postTokens(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Name   *string  `json:"name"`
		Scopes []string `json:"scopes"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Name == nil || body.Scopes == nil {
		return malformed("the fields \"name\" and \"scopes\" are needed")
	}
	scopes, err := accounts.ParseScopes(body.Scopes)
	if err != nil {
		return err
	}
	if err := requireScopes(tokenOf(in).Scopes, scopes); err != nil {
		return err
	}
	answer := func(t db.Token, secret string) string {
		return encodeText(NewToken{secret, newToken(player, t, tokenOf(in))})
	}
	token, secret, err := a.club.Keys.CreateToken(in.Request().Context(), in.key, db.NewToken{Player: player.ID, Name: *body.Name, Scopes: scopes, Language: a.language(in.Context)},
		func(t db.Token, secret string) (int, []byte) {
			return http.StatusCreated, reference{Text: answer(t, secret)}.encode()
		})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(answer(token, secret)))
}

func (a *API) deleteToken(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	return noContent(c, a.club.Keys.RevokeToken(c.Request().Context(), player.ID, c.Param("id")))
}

// checkScope refuses a call that its token is not for.
func checkScope(c echo.Context, has db.Scopes) error {
	return requireScopes(has, scopesFor(c.Request().Method, strings.TrimPrefix(c.Path(), Path)))
}

// scopesFor returns the scope that a call needs, none for those by which players get
// tokens at first.
func scopesFor(method, path string) db.Scopes {
	switch {
	case method == http.MethodGet || method == http.MethodHead:
		return db.ScopeRead
	case path == "/guests" || path == "/sessions":
		return 0
	case path == "/accounts" || path == "/me" || strings.HasPrefix(path, "/me/"):
		return db.ScopeManage
	}
	return db.ScopePlay
}

// requireScopes returns an error that names the first scope that is missing.
func requireScopes(has, needs db.Scopes) error {
	if missing := needs &^ has; missing != 0 {
		name := accounts.ScopeNames(missing)[0]
		return web.Refuse(http.StatusForbidden, "scope_missing", fmt.Sprintf("this token is not for that: it lacks the scope %q", name)).About(name)
	}
	return nil
}
