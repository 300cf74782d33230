package api

import (
	"encoding/json"
	"net/http"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
)

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
