package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// accountCalls answers the calls about players and their accounts.
type accountCalls struct{ *API }

func (a accountCalls) routes() []route {
	return []route{
		{http.MethodPost, "/guests", web.PerAddress(a.Guests)(a.idempotent(a.postGuests))},
		{http.MethodPost, "/accounts", a.idempotent(requireCaller(a.postAccounts))},
		{http.MethodPost, "/sessions", a.idempotent(a.postSessions)},
		{http.MethodGet, "/me", requireCaller(a.getMe)},
		{http.MethodPatch, "/me", requireCaller(a.patchMe)},
		{http.MethodDelete, "/me", requireCaller(a.deleteMe)},
		{http.MethodGet, "/me/export", requireCaller(a.SendExport)},
		{http.MethodGet, "/me/tokens", requireCaller(a.getTokens)},
		{http.MethodPost, "/me/tokens", a.idempotent(requireCaller(a.postTokens))},
		{http.MethodDelete, "/me/tokens/:id", requireCaller(a.deleteToken)},
	}
}

// Guest is the response to a new guest. Its token is shown only here.
type Guest struct {
	Token  string  `json:"token"`
	Player *Player `json:"player"`
}

func (a accountCalls) postGuests(in request) error {
	name, err := a.decodeName(in)
	if err != nil {
		return err
	}
	if err := a.Club.Accounts.CheckGuests(); err != nil {
		return err
	}
	answer := func(p db.Player, token string) string { return encodeText(Guest{Token: token, Player: newPlayer(p)}) }
	player, token, err := a.Club.Accounts.CreateGuest(in.Request().Context(), in.key, name, func(p db.Player, token string) (int, []byte) {
		return http.StatusCreated, reference{Text: answer(p, token)}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(answer(player, token)))
}

// decodeName reads a body with a name.
func (a accountCalls) decodeName(in request) (string, error) {
	var body struct {
		Name *string `json:"name"`
	}
	if err := in.decode(&body); err != nil {
		return "", err
	}
	if body.Name == nil {
		return "", malformed("the field \"name\" is missing")
	}
	return a.Club.Accounts.CleanName(*body.Name)
}

// getMe answers with the caller's data.
func (a accountCalls) getMe(c echo.Context, player db.Player) error {
	account, err := a.Club.Accounts.HasAccount(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, &Player{ID: player.ID, Name: player.Name, Account: account, Auto: slices.Contains(match.HabitsOf(player), match.HabitAuto)})
}

// patchMe changes the caller's name and whether forced decisions are made for them.
func (a accountCalls) patchMe(c echo.Context, player db.Player) error {
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
		name, err := a.Club.Accounts.CleanName(*body.Name)
		if err == nil {
			err = a.Club.Accounts.Rename(ctx, player.ID, name)
		}
		if err != nil {
			return err
		}
	}
	if body.Auto != nil {
		if err := a.Club.Accounts.SetHabit(ctx, player, match.HabitAuto, *body.Auto); err != nil {
			return err
		}
	}
	player, err := a.Store.Player(ctx, player.ID)
	if err != nil {
		return err
	}
	return a.getMe(c, player)
}

// errProofRequired refuses to let a token alone delete an account.
var errProofRequired = web.Refuse(http.StatusForbidden, "proof_required",
	"a token alone does not delete an account: send its password, or delete it on the settings page").About("password")

// deleteMe removes the caller from the site. For a guest the token suffices. An account must send
// its password, or leave on the settings page.
func (a accountCalls) deleteMe(c echo.Context, player db.Player) error {
	var body struct {
		Password string `json:"password"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	ctx := c.Request().Context()
	has, err := a.Club.Accounts.HasAccount(ctx, player.ID)
	switch {
	case err != nil:
		return err
	case has && body.Password == "":
		return errProofRequired
	case has:
		check := func() error { return a.Club.Accounts.CheckPassword(ctx, player.ID, body.Password) }
		if err := a.SignIns.Try(c.RealIP(), a.Club.Accounts.NameKey(player.Name), check); err != nil {
			if web.ProblemOf(err).Code == "wrong_password" {
				err = errProofRequired
			}
			return err
		}
	}
	return noContent(c, a.Club.Tables.Leave(ctx, player.ID))
}

// postAccounts turns the calling guest into an account.
func (a accountCalls) postAccounts(in request, player db.Player) error {
	as, err := a.decodeCredentials(in, true)
	if err != nil {
		return err
	}
	if address, err := a.Club.Accounts.CheckAddress(as.Email); err == nil {
		if err := a.Mailings.Allow(in.RealIP(), address); err != nil {
			return err
		}
	}
	newJSON := func(p db.Player) map[string]*Player {
		return map[string]*Player{"player": {ID: p.ID, Name: p.Name, Account: true}}
	}
	player, err = a.Club.Accounts.CreateAccount(in.Request().Context(), in.key, player.ID, as, noteMade(newJSON))
	return answerMade(in, newJSON, player, err)
}

// postSessions answers a name and a password with a new token.
func (a accountCalls) postSessions(in request) error {
	as, err := a.decodeCredentials(in, false)
	if err != nil {
		return err
	}
	ctx := in.Request().Context()
	var player db.Player
	err = a.SignIns.Try(in.RealIP(), a.Club.Accounts.NameKey(as.Name), func() (err error) {
		player, err = a.Club.Accounts.SignIn(ctx, as.Credentials)
		return err
	})
	if err != nil {
		return err
	}
	token, err := a.Club.Keys.SignInToken(ctx, player.ID)
	if err != nil {
		return err
	}
	return in.JSON(http.StatusCreated, Guest{Token: token, Player: &Player{ID: player.ID, Name: player.Name, Account: true}})
}

// decodeCredentials reads a body with a name and a password, and with an address if allowed.
func (a accountCalls) decodeCredentials(in request, address bool) (as accounts.NewAccount, err error) {
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
			return as, malformed("the field \"email\" is unknown here")
		}
		if _, err := a.Club.Accounts.CheckAddress(*body.Email); err != nil {
			return as, err
		}
		as.Email, as.Language = *body.Email, a.Language(in.Context)
	}
	if body.Invite != nil {
		if !address {
			return as, malformed("the field \"invite\" is unknown here")
		}
		as.Invite = *body.Invite
	}
	if body.Name == nil || body.Password == nil {
		return as, malformed("the fields \"name\" and \"password\" are needed")
	}
	as.Credentials = accounts.Credentials{Name: *body.Name, Password: *body.Password}
	return as, nil
}
