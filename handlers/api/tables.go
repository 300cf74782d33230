package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// postImport makes a table of the caller's own with a game that was played elsewhere.
func (a *API) postImport(in request) error {
	host, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Text *string `json:"text"`
		Game string  `json:"game"`
		Part bool    `json:"part"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Text == nil {
		return malformed("the field \"text\" is missing")
	}
	got, err := tables.Transcript{Game: body.Game, Text: *body.Text, Partial: body.Part}.Read()
	if err != nil {
		return err
	}
	f, err := a.club.Tables.Import(in.Request().Context(), in.key, host.ID, got, noteStatus(http.StatusCreated))
	if err != nil {
		return err
	}
	return a.sendMatch(in, setLocation(in, f, http.StatusCreated), recipient{status: http.StatusCreated, player: host.ID})
}

// postInvite renews or withdraws the invitation to a table.
func (a *API) postInvite(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Do string `json:"do"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	change := a.club.Tables.RenewInvite
	switch body.Do {
	case "renew":
	case "withdraw":
		change = a.club.Tables.WithdrawInvite
	default:
		return malformed(`"do" is either "renew" or "withdraw"`)
	}
	f, err := change(in.Request().Context(), in.key, in.Param("id"), player.ID, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// rematch is an offer of a rematch that stands, or that was declined.
type rematch struct {
	Seat     games.Seat   `json:"seat"`     // who offers it
	Accepted []games.Seat `json:"accepted"` // including the seat that offers it
	Awaited  []games.Seat `json:"awaited"`  // who has not answered yet
	Declined *games.Seat  `json:"declined"` // who has declined it; null: nobody
	Until    string       `json:"until"`
}

// newRematch returns nil if nothing was offered or the rematch exists. It does not check whether
// the offer has expired: until says so.
func newRematch(m db.Match) *rematch {
	o := m.Offered
	if o.By == 0 || m.Rematch != "" {
		return nil
	}
	offer := &rematch{Seat: o.By, Accepted: append([]games.Seat{}, o.Accepted...), Awaited: append([]games.Seat{}, m.Asked...), Until: formatTime(o.Until)}
	if o.Declined != 0 {
		offer.Declined = &o.Declined
	}
	return offer
}

func (a *API) postRematch(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Contribution string `json:"contribution"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	contribution, err := match.CleanContribution(body.Contribution)
	if err != nil {
		return err
	}
	f, err := a.club.Tables.Rematch(in.Request().Context(), in.key, in.Param("id"), player.ID, contribution, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

func (a *API) deleteRematch(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	f, err := a.club.Tables.DeclineRematch(in.Request().Context(), in.key, in.Param("id"), player.ID, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// getWatch lists public matches for spectators.
func (a *API) getWatch(c echo.Context) error {
	_, limit, err := readPage(c)
	if err != nil {
		return err
	}
	over, err := readBool(c, "over")
	if err != nil {
		return err
	}
	list, err := a.club.Lists.PublicMatches(c.Request().Context(), over != nil && *over, limit)
	if err != nil {
		return err
	}
	player, _ := caller(c)
	return a.sendMatches(c, list, "", player.ID)
}

// setShown makes a match public that is over, or takes that back.
func (a *API) setShown(shown bool) func(request) error {
	return func(in request) error {
		return a.changeShown(in, func(player string) (match.Match, error) {
			return a.club.Tables.SetShown(in.Request().Context(), in.Param("id"), player, shown)
		})
	}
}

func (a *API) postUnshare(in request) error {
	return a.changeShown(in, func(player string) (match.Match, error) {
		return a.club.Tables.Unshare(in.Request().Context(), in.Param("id"), player)
	})
}

// changeShown lets the caller change who may see a match, and answers with it.
func (a *API) changeShown(in request, change func(player string) (match.Match, error)) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	f, err := change(player.ID)
	if err != nil {
		return err
	}
	return a.sendNoted(in, http.StatusOK, newReference(f.Match), func() error {
		return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
	})
}

func (a *API) postShare(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	path := func(token string) string { return `{"path":"/w/` + token + `"}` }
	answer := func(token string) (int, []byte) { return http.StatusCreated, reference{Text: path(token)}.encode() }
	token, err := a.club.Tables.Share(in.Request().Context(), in.key, in.Param("id"), player.ID, answer)
	if err != nil {
		return fmt.Errorf("share match: %w", err)
	}
	return in.JSONBlob(http.StatusCreated, []byte(path(token)))
}
