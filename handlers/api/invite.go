package api

import "net/http"

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
