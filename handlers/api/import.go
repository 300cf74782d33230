package api

import (
	"net/http"

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
