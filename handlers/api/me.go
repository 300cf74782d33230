package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// Guest is the response to a new guest, and the only place where a token is shown.
type Guest struct {
	Token  string  `json:"token"`
	Player *Player `json:"player"`
}

func (a *API) postGuests(in request) error {
	name, err := a.decodeName(in)
	if err != nil {
		return err
	}
	if err := a.club.Accounts.CheckGuests(); err != nil {
		return err
	}
	answer := func(p db.Player, token string) string { return encodeText(Guest{Token: token, Player: newPlayer(p)}) }
	player, token, err := a.club.Accounts.CreateGuest(in.Request().Context(), in.key, name, func(p db.Player, token string) (int, []byte) {
		return http.StatusCreated, reference{Text: answer(p, token)}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(answer(player, token)))
}

// decodeName reads a body that holds a name.
func (a *API) decodeName(in request) (string, error) {
	var body struct {
		Name *string `json:"name"`
	}
	if err := in.decode(&body); err != nil {
		return "", err
	}
	if body.Name == nil {
		return "", malformed("the field \"name\" is missing")
	}
	return a.club.Accounts.CleanName(*body.Name)
}

func (a *API) getMe(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	return a.sendCaller(c, player)
}

// sendCaller answers with the caller.
func (a *API) sendCaller(c echo.Context, player db.Player) error {
	account, err := a.club.Accounts.HasAccount(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, &Player{ID: player.ID, Name: player.Name, Account: account, Auto: slices.Contains(match.HabitsOf(player), match.HabitAuto)})
}

// patchMe changes the name of the caller, and whether forced decisions are made.
func (a *API) patchMe(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	var body struct {
		Name *string `json:"name"`
		Auto *bool   `json:"auto_play"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Name == nil && body.Auto == nil {
		return malformed("a field \"name\" or \"auto_play\" is needed")
	}
	ctx := c.Request().Context()
	if body.Name != nil {
		name, err := a.club.Accounts.CleanName(*body.Name)
		if err == nil {
			err = a.club.Accounts.Rename(ctx, player.ID, name)
		}
		if err != nil {
			return err
		}
	}
	if body.Auto != nil {
		if err := a.club.Accounts.SetHabit(ctx, player, match.HabitAuto, *body.Auto); err != nil {
			return err
		}
	}
	if player, err = a.club.Accounts.Player(ctx, player.ID); err != nil {
		return err
	}
	return a.sendCaller(c, player)
}

// getMyMatches lists the caller's matches, the newest first.
func (a *API) getMyMatches(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	var filter db.Filter
	switch turn := c.QueryParam("turn"); turn {
	case "mine":
		filter.Turn = true
	case "":
	default:
		return malformed("turn=%.20s is not understood: say turn=mine", turn)
	}
	if filter.Over, err = readBool(c, "over"); err != nil {
		return err
	}
	left, err := readBool(c, "left")
	if err != nil {
		return err
	}
	if left != nil && *left {
		if filter != (db.Filter{}) {
			return malformed("left=true goes with nothing but a page")
		}
		filter.Left = true
	}
	after, limit, err := readPage(c)
	if err != nil {
		return err
	}
	list, next, err := a.club.Lists.MatchesOf(c.Request().Context(), player.ID, filter, after, limit)
	if err != nil {
		return web.RefuseCursor(err, errCursor)
	}
	return a.sendMatches(c, list, next, player.ID)
}

func (a *API) getMyEvents(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	return a.streams.Send(c, a.streams.PlayerFeed(player, nil, false, "message"))
}

// errProofRequired refuses to let a token alone delete an account.
var errProofRequired = web.Refuse(http.StatusForbidden, "proof_required",
	"a token alone does not delete an account: send its password, or delete it on the settings page").About("password")

// deleteMe lets the caller leave for good. The token of a guest is proof enough; the holder
// of an account sends its password, or leaves on the settings page.
func (a *API) deleteMe(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	var body struct {
		Password string `json:"password"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	ctx := c.Request().Context()
	has, err := a.club.Accounts.HasAccount(ctx, player.ID)
	switch {
	case err != nil:
		return err
	case has && body.Password == "":
		return errProofRequired
	case has:
		check := func() error { return a.club.Accounts.CheckPassword(ctx, player.ID, body.Password) }
		if err := a.signIns.Try(c.RealIP(), a.club.Accounts.NameKey(player.Name), check); err != nil {
			if web.ProblemOf(err).Code == "wrong_password" {
				err = errProofRequired
			}
			return err
		}
	}
	return noContent(c, a.club.Tables.Leave(ctx, player.ID))
}

// postAccounts makes the guest who calls an account.
func (a *API) postAccounts(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	as, err := a.decodeCredentials(in, true)
	if err != nil {
		return err
	}
	if address, err := a.club.Accounts.CheckAddress(as.Email); err == nil {
		if err := a.mailings.Allow(in.RealIP(), address); err != nil {
			return err
		}
	}
	answer := func(p db.Player) string {
		return encodeText(map[string]*Player{"player": {ID: p.ID, Name: p.Name, Account: true}})
	}
	player, err = a.club.Accounts.CreateAccount(in.Request().Context(), in.key, player.ID, as, func(p db.Player) (int, []byte) {
		return http.StatusCreated, reference{Text: answer(p)}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(answer(player)))
}

// postSessions answers a name and a password with a new token.
func (a *API) postSessions(in request) error {
	as, err := a.decodeCredentials(in, false)
	if err != nil {
		return err
	}
	ctx := in.Request().Context()
	var player db.Player
	err = a.signIns.Try(in.RealIP(), a.club.Accounts.NameKey(as.Name), func() (err error) {
		player, err = a.club.Accounts.SignIn(ctx, as.Credentials)
		return err
	})
	if err != nil {
		return err
	}
	token, err := a.club.Keys.SignInToken(ctx, player.ID)
	if err != nil {
		return err
	}
	return in.JSON(http.StatusCreated, Guest{Token: token, Player: &Player{ID: player.ID, Name: player.Name, Account: true}})
}

// decodeCredentials reads a body with a name and a password, and with an address where
// that may be given.
func (a *API) decodeCredentials(in request, address bool) (as accounts.NewAccount, err error) {
	var body struct {
		Name     *string `json:"name"`
		Password *string `json:"password"`
		Email    *string `json:"email"`
		Invite   *string `json:"invite"`
	}
	if err := in.decode(&body); err != nil {
		return as, err
	}
	if body.Email != nil {
		if !address {
			return as, malformed("there is no field \"email\"")
		}
		if _, err := a.club.Accounts.CheckAddress(*body.Email); err != nil {
			return as, err
		}
		as.Email, as.Language = *body.Email, a.language(in.Context)
	}
	if body.Invite != nil {
		if !address {
			return as, malformed("there is no field \"invite\"")
		}
		as.Invite = *body.Invite
	}
	if body.Name == nil || body.Password == nil {
		return as, malformed("the fields \"name\" and \"password\" are needed")
	}
	as.Credentials = accounts.Credentials{Name: *body.Name, Password: *body.Password}
	return as, nil
}

func encodeText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // values of this package can be encoded
	}
	return string(text)
}

// Token is the data of a token of the caller, without its secret.
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

// postTokens makes a token, with no other scopes than the call's own.
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

// scopesFor returns the scope that a call needs, none for calls by which players get tokens at
// first.
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
