package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
)

// Token describes a token of the caller, without its secret.
type Token struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Scopes  []string `json:"scopes"`
	Created string   `json:"created"`
	Used    *string  `json:"used"`
	Current bool     `json:"current"` // this call used it
}

// NewToken is the response to a new token. The token itself is shown only here.
type NewToken struct {
	Secret string `json:"token"`
	Token
}

// newToken describes a token t of a player. current is the token of the call.
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

func (a accountCalls) getTokens(c echo.Context, player db.Player) error {
	list, err := a.Store.TokensOf(c.Request().Context(), player.ID)
	return answerList(c, func(t db.Token) Token { return newToken(player, t, tokenOf(c)) }, list, err)
}

// postTokens makes a token. It can have only scopes of the call's own token.
func (a accountCalls) postTokens(in request, player db.Player) error {
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
	token, secret, err := a.Club.Keys.CreateToken(in.Request().Context(), in.key, db.NewToken{Player: player.ID, Name: *body.Name, Scopes: scopes, Language: a.Language(in.Context)},
		func(t db.Token, secret string) (int, []byte) {
			return http.StatusCreated, reference{Text: answer(t, secret)}.encode()
		})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(answer(token, secret)))
}

func (a accountCalls) deleteToken(c echo.Context, player db.Player) error {
	return noContent(c, a.Club.Keys.RevokeToken(c.Request().Context(), player.ID, c.Param("id")))
}
