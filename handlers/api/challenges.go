package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
)

// findChallenged returns the id of the challenged player. It returns an error if the caller has
// challenged too many players in a short time.
func (a tableCalls) findChallenged(in request, by, who string) (string, error) {
	p, err := a.Club.Tables.FindChallenged(in.Request().Context(), by, who)
	if err == nil {
		err = web.Allow(a.Talks, by)
	}
	return p.ID, err
}

// decodePlayer reads a body that names a player.
func decodePlayer(in request) (string, error) {
	var body struct {
		Player string `json:"player"`
	}
	if err := in.decode(&body); err != nil {
		return "", err
	}
	if body.Player == "" {
		return "", malformed("the field \"player\" is missing")
	}
	return body.Player, nil
}

// postChallenges reserves a seat at the caller's table for a player, and asks that player to take
// it.
func (a tableCalls) postChallenges(in request, player db.Player) error {
	name, err := decodePlayer(in)
	if err != nil {
		return err
	}
	asked, err := a.findChallenged(in, player.ID, name)
	if err != nil {
		return err
	}
	f, err := a.Club.Tables.Challenge(in.Request().Context(), in.key, in.Param("id"), player.ID, asked, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}

// deleteChallenge declines a challenge to the caller, or takes back one by the caller.
func (a tableCalls) deleteChallenge(c echo.Context, player db.Player) error {
	ctx, id, asked := c.Request().Context(), c.Param("id"), c.Param("player")
	var err error
	if asked == player.ID {
		_, err = a.Club.Tables.DeclineChallenge(ctx, db.Once{}, id, asked, nil)
	} else {
		_, err = a.Club.Tables.TakeBackChallenge(ctx, db.Once{}, id, player.ID, asked, nil)
	}
	return noContent(c, err)
}

// getChallenges lists the tables with a seat reserved for the caller.
func (a tableCalls) getChallenges(c echo.Context, player db.Player) error {
	list, err := a.Club.Tables.Challenges(c.Request().Context(), player.ID)
	return a.sendMatches(c, list, "", player.ID, err)
}
