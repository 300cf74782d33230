package api

import (
	"net/http"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
)

// rematch is a pending or declined offer of a rematch.
type rematch struct {
	Seat     games.Seat   `json:"seat"`     // the seat that offers it
	Accepted []games.Seat `json:"accepted"` // including the seat that offers it
	Awaited  []games.Seat `json:"awaited"`  // seats that have not answered
	Declined *games.Seat  `json:"declined"` // the seat that has declined; null for none
	Until    string       `json:"until"`
}

// newRematch returns the offer of a rematch, nil if there is none or the rematch exists. It
// includes an expired offer; clients compare until.
func newRematch(m db.Match) *rematch {
	o := m.Offered
	if o.By == 0 || m.Rematch != "" {
		return nil
	}
	return &rematch{Seat: o.By, Accepted: append([]games.Seat{}, o.Accepted...), Awaited: append([]games.Seat{}, m.Asked...), Declined: optional(o.Declined), Until: formatTime(o.Until)}
}

func (a tableCalls) postRematch(in request, player db.Player) error {
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
	f, err := a.Club.Tables.Rematch(in.Request().Context(), in.key, in.Param("id"), player.ID, contribution, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}

func (a tableCalls) deleteRematch(in request, player db.Player) error {
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	f, err := a.Club.Tables.DeclineRematch(in.Request().Context(), in.key, in.Param("id"), player.ID, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}
