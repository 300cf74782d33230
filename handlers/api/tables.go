package api

import (
	"cmp"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
)

// tableCalls answers the calls about tables before and after a match.
type tableCalls struct{ *API }

func (a tableCalls) routes() []route {
	return []route{
		{http.MethodGet, "/games", getGames},
		{http.MethodGet, "/tables", a.getTables},
		{http.MethodGet, "/watch", a.getWatch},
		{http.MethodGet, "/invitations/:token", a.getInvitation},
		{http.MethodPost, "/matches", a.idempotent(requireCaller(a.postMatches))},
		{http.MethodPost, "/import", a.Gate.Pass(a.idempotent(requireCaller(a.postImport)))},
		{http.MethodPost, "/matches/:id/join", a.idempotent(requireCaller(a.postJoin))},
		{http.MethodPost, "/matches/:id/bots", a.idempotent(requireCaller(a.postBots))},
		{http.MethodPost, "/matches/:id/rematch", a.idempotent(requireCaller(a.postRematch))},
		{http.MethodDelete, "/matches/:id/rematch", a.idempotent(requireCaller(a.deleteRematch))},
		{http.MethodPost, "/matches/:id/withdraw", a.idempotent(requireCaller(a.postWithdraw))},
		{http.MethodPost, "/matches/:id/invite", a.idempotent(requireCaller(a.postInvite))},
		{http.MethodPost, "/matches/:id/start", a.idempotent(requireCaller(a.postStart))},
		{http.MethodPost, "/matches/:id/challenges", a.idempotent(requireCaller(a.postChallenges))},
		{http.MethodDelete, "/matches/:id/challenges/:player", requireCaller(a.deleteChallenge)},
		{http.MethodGet, "/me/challenges", requireCaller(a.getChallenges)},
		{http.MethodGet, "/me/standing", requireCaller(a.getStanding)},
		{http.MethodPost, "/me/standing", a.idempotent(requireCaller(a.postStanding))},
		{http.MethodPut, "/me/standing/:id", requireCaller(a.putStanding)},
		{http.MethodDelete, "/me/standing/:id", requireCaller(a.deleteStanding)},
	}
}

// game is an entry of the list of games.
type game struct {
	ID      string         `json:"id"`
	Version int            `json:"version"`
	Name    games.Text     `json:"name"`
	Seats   []int          `json:"seats"`
	Options []games.Option `json:"options"`
	Armies  []games.Text   `json:"armies"` // names of the seats, in games that have them
	Chance  bool           `json:"chance"`
	Hidden  bool           `json:"hidden"`
}

func getGames(c echo.Context) error {
	list := []game{}
	for _, info := range match.Games() {
		list = append(list, game{
			ID: info.ID, Version: info.Version, Name: info.Name, Seats: info.Seats,
			Options: append([]games.Option{}, info.Options...), Armies: append([]games.Text{}, info.Armies...),
			Chance: info.Chance, Hidden: info.Hidden,
		})
	}
	return c.JSON(http.StatusOK, list)
}

// tableBody describes a table to open, in a request.
type tableBody struct {
	Game    *string           `json:"game"`
	Seats   *int              `json:"seats"`
	Seat    *int              `json:"seat"`
	Options map[string]string `json:"options"`
	NoTalk  bool              `json:"no_talk"`
	Casual  bool              `json:"casual"`
	Clock   json.RawMessage   `json:"clock"`
	Wait    int               `json:"wait"`
	needs
}

// needs are the requirements of a table for each player who joins.
type needs struct {
	Played int `json:"min_played,omitempty"`
	Low    int `json:"min_rating,omitempty"`
	High   int `json:"max_rating,omitempty"`
}

// proposal returns the proposal described by the body.
func (b tableBody) proposal() (p tables.Proposal, err error) {
	p = tables.Proposal{Options: b.Options, NoTalk: b.NoTalk, Casual: b.Casual, Needs: db.Needs(b.needs)}
	if b.Game == nil {
		return p, malformed("the field \"game\" is missing")
	}
	p.Game = *b.Game
	if p.Clock, err = decodeClock(b.Clock); err != nil {
		return p, err
	}
	if p.Wait, err = tables.WaitOf(b.Wait, time.Second); err != nil {
		return p, err
	}
	if p.Seats, err = optionalPositive(b.Seats, "seats"); err != nil {
		return p, err
	}
	p.Seat, err = optionalPositive(b.Seat, "seat")
	return p, err
}

// watchAll is the API's name of db.WatchAlways.
const watchAll = "all"

func (a tableCalls) postMatches(in request, host db.Player) error {
	var body struct {
		tableBody
		Public       bool               `json:"public"`
		Solo         bool               `json:"solo"`
		Watch        string             `json:"watch"`
		Bots         map[games.Seat]int `json:"bots"`
		Challenge    string             `json:"challenge"`
		Contribution string             `json:"contribution"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	p, err := body.proposal()
	if err != nil {
		return err
	}
	p.Public, p.Solo, p.Bots = body.Public, body.Solo, body.Bots
	if body.Watch != watchAll {
		p.Watch = db.Watch(body.Watch)
	}
	if p.Contribution, err = match.CleanContribution(body.Contribution); err != nil {
		return err
	}
	if body.Challenge != "" {
		if p.Challenged, err = a.findChallenged(in, host.ID, body.Challenge); err != nil {
			return err
		}
	}
	f, err := a.Club.Tables.OpenTable(in.Request().Context(), in.key, host.ID, p, noteStatus(http.StatusCreated))
	return a.answerMatch(in, http.StatusCreated, host.ID, f, err)
}

// postImport makes a solo table of the caller with a game that was played elsewhere.
func (a tableCalls) postImport(in request, host db.Player) error {
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
	f, err := a.Club.Tables.Import(in.Request().Context(), in.key, host.ID, got, noteStatus(http.StatusCreated))
	return a.answerMatch(in, http.StatusCreated, host.ID, f, err)
}

// parseFilter reads the filter of open tables from the query.
func parseFilter(c echo.Context) (db.TableFilter, error) {
	seats, err := web.ParseCount(cmp.Or(c.QueryParam("seats"), "0"), 0)
	if err != nil {
		return db.TableFilter{}, malformed("seats has to be a number from 1")
	}
	return tables.FilterTables(c.QueryParam("game"), seats, c.QueryParam("pace"))
}

// getTables lists the public tables that wait for players.
func (a tableCalls) getTables(c echo.Context) error {
	after, limit, err := readPage(c)
	if err != nil {
		return err
	}
	player, _ := caller(c)
	f, err := parseFilter(c)
	if err != nil {
		return err
	}
	if c.QueryParam("fitting") == "true" {
		list, err := a.Club.Tables.FittingTables(c.Request().Context(), player.ID, f, limit)
		return a.sendMatches(c, list, "", player.ID, err)
	}
	list, next, err := a.Club.Tables.OpenTables(c.Request().Context(), player.ID, f, after, limit)
	return a.sendMatches(c, list, next, player.ID, err)
}

// getWatch lists public matches for spectators.
func (a tableCalls) getWatch(c echo.Context) error {
	_, limit, err := readPage(c)
	if err != nil {
		return err
	}
	over, err := readBool(c, "over")
	if err != nil {
		return err
	}
	list, err := a.Club.Lists.PublicMatches(c.Request().Context(), over != nil && *over, limit)
	player, _ := caller(c)
	return a.sendMatches(c, list, "", player.ID, err)
}

func (a tableCalls) getInvitation(c echo.Context) error {
	player, _ := caller(c)
	f, err := a.Club.Tables.MatchByInvite(c.Request().Context(), c.Param("token"), player.ID)
	if err != nil {
		return err
	}
	return a.sendMatch(c, f, recipient{status: http.StatusOK, player: player.ID})
}

func (a tableCalls) postJoin(in request, player db.Player) error {
	var body struct {
		Seat         *int   `json:"seat"`
		Invite       string `json:"invite"`
		Contribution string `json:"contribution"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	seat, err := optionalPositive(body.Seat, "seat")
	if err != nil {
		return err
	}
	j := tables.Joining{Match: in.Param("id"), Player: player.ID, Name: player.Name, Seat: seat, Invite: body.Invite}
	if j.Contribution, err = match.CleanContribution(body.Contribution); err != nil {
		return err
	}
	f, err := a.Club.Tables.Join(in.Request().Context(), in.key, j, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}

// postBots gives an open seat to a bot.
func (a tableCalls) postBots(in request, player db.Player) error {
	var body struct {
		Seat  *int `json:"seat"`
		Level *int `json:"level"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Seat == nil || body.Level == nil {
		return malformed("give \"seat\" and \"level\"")
	}
	f, err := a.Club.Tables.SeatBot(in.Request().Context(), in.key, in.Param("id"), player.ID, games.Seat(*body.Seat), *body.Level, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}

// postStart starts a table of the caller before all its seats are taken.
func (a tableCalls) postStart(in request, player db.Player) error {
	var body struct {
		Level *int `json:"level"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	level, err := optionalPositive(body.Level, "level")
	if err != nil {
		return err
	}
	f, err := a.Club.Tables.StartNow(in.Request().Context(), in.key, in.Param("id"), player.ID, level, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}

// postInvite renews or withdraws the invitation to a table.
func (a tableCalls) postInvite(in request, player db.Player) error {
	var body struct {
		Do string `json:"do"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	change := a.Club.Tables.RenewInvite
	switch body.Do {
	case "renew":
	case "withdraw":
		change = a.Club.Tables.WithdrawInvite
	default:
		return malformed(`"do" is either "renew" or "withdraw"`)
	}
	f, err := change(in.Request().Context(), in.key, in.Param("id"), player.ID, noteStatus(http.StatusOK))
	return a.answerMatch(in, http.StatusOK, player.ID, f, err)
}

func (a tableCalls) postWithdraw(in request, player db.Player) error {
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	if err := a.Club.Tables.Withdraw(in.Request().Context(), in.Param("id"), player.ID); err != nil {
		return err
	}
	return a.sendNoted(in, http.StatusOK, reference{Text: "{}"}, func() error { return in.JSONBlob(http.StatusOK, []byte("{}")) })
}
