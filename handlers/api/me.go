package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
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
