package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
)

const (
	MaxActions = 64 // of one post
	pageSize   = 20 // matches of a list
	maxPage    = 50

	watchAll = "all" // db.WatchAlways, as the API calls it
)

var (
	errNeedsToken     = web.Refuse(http.StatusUnauthorized, "unauthorized", "without a token only public matches can be seen")
	errTooManyActions = web.Refuse(http.StatusUnprocessableEntity, "too_many_actions", fmt.Sprintf("at most %d actions fit in one post", MaxActions)).About("actions")
)

// game is an entry of the list of games.
type game struct {
	ID      string         `json:"id"`
	Version int            `json:"version"`
	Name    games.Text     `json:"name"`
	Seats   []int          `json:"seats"`
	Options []games.Option `json:"options"`
	Armies  []games.Text   `json:"armies"` // a name for each seat, where seats have one
	Chance  bool           `json:"chance"`
	Hidden  bool           `json:"hidden"`
}

func (a *API) getGames(c echo.Context) error {
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

// tableBody is a request's description of a table to open.
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

// proposal returns the proposal that the body makes.
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

func (a *API) postMatches(in request) error {
	host, err := requireCaller(in)
	if err != nil {
		return err
	}
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
	f, err := a.club.Tables.OpenTable(in.Request().Context(), in.key, host.ID, p, noteStatus(http.StatusCreated))
	if err != nil {
		return err
	}
	return a.sendMatch(in, setLocation(in, f, http.StatusCreated), recipient{status: http.StatusCreated, player: host.ID})
}

// optionalPositive returns 0 if n is nil; n must otherwise be at least 1.
func optionalPositive(n *int, field string) (int, error) {
	if n == nil {
		return 0, nil
	}
	if *n < 1 {
		return 0, club.InvalidField("invalid_"+field, field, "%q counts from 1: it cannot be %d", field, *n)
	}
	return *n, nil
}

// loadMatch returns the match of a call if its caller may see it, or the one behind the link in
// the path. A call without a token for a match that is not public gets an error that asks for a
// token.
func (a *API) loadMatch(c echo.Context) (match.Match, string, error) {
	player, ok := caller(c)
	if token := c.Param("token"); token != "" {
		f, err := a.club.Match.MatchByShare(c.Request().Context(), token)
		return f, player.ID, err
	}
	f, err := a.club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if !ok && errors.Is(err, db.ErrNotFound) {
		err = errNeedsToken
	}
	return f, player.ID, err
}

func (a *API) getMatch(c echo.Context) error {
	player, _ := caller(c)
	r, err := readRecipient(c, http.StatusOK, player.ID)
	if err != nil {
		return err
	}
	f, _, err := a.loadMatch(c)
	if err != nil {
		return err
	}
	return a.sendMatch(c, f, r)
}

func (a *API) getInvitation(c echo.Context) error {
	player, _ := caller(c)
	f, err := a.club.Tables.MatchByInvite(c.Request().Context(), c.Param("token"), player.ID)
	if err != nil {
		return err
	}
	return a.sendMatch(c, f, recipient{status: http.StatusOK, player: player.ID})
}

func (a *API) postJoin(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Seat         *int   `json:"seat"`
		Invite       string `json:"invite"`
		Contribution string `json:"contribution"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	j := tables.Joining{Match: in.Param("id"), Player: player.ID, Name: player.Name, Invite: body.Invite}
	if j.Seat, err = optionalPositive(body.Seat, "seat"); err != nil {
		return err
	}
	if j.Contribution, err = match.CleanContribution(body.Contribution); err != nil {
		return err
	}
	f, err := a.club.Tables.Join(in.Request().Context(), in.key, j, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// postBots gives an open seat to a bot.
func (a *API) postBots(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
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
	f, err := a.club.Tables.SeatBot(in.Request().Context(), in.key, in.Param("id"), player.ID, games.Seat(*body.Seat), *body.Level, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

func (a *API) postActions(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Ply     *int      `json:"ply"`
		Action  *string   `json:"action"`
		Actions []*string `json:"actions"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	switch {
	case body.Ply == nil:
		return malformed("the field \"ply\" is missing: name the ply of the match that you saw")
	case (body.Action == nil) == (body.Actions == nil):
		return malformed("give either \"action\" or \"actions\"")
	case body.Action != nil:
		body.Actions = []*string{body.Action}
	case len(body.Actions) == 0:
		return malformed("\"actions\" is empty")
	case slices.Contains(body.Actions, nil):
		return malformed("an action of \"actions\" is null")
	case len(body.Actions) > MaxActions:
		return errTooManyActions
	}
	actions := make([]string, len(body.Actions))
	for i, action := range body.Actions {
		actions[i] = *action
	}
	r, err := readRecipient(in, http.StatusOK, player.ID)
	if err != nil {
		return err
	}
	f, err := a.club.Match.Play(in.Request().Context(), match.Post{
		Once: in.key, Match: in.Param("id"), Player: player.ID, As: r.as,
		Ply: *body.Ply, Actions: actions, Note: noteStatus(http.StatusOK),
	})
	if err != nil {
		return err
	}
	web.MarkStored(in, "/m/"+f.ID)
	return a.sendMatch(in, f, r)
}

func (a *API) postWithdraw(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	if err := a.club.Tables.Withdraw(in.Request().Context(), in.Param("id"), player.ID); err != nil {
		return err
	}
	return a.sendText(in, http.StatusOK, "{}")
}

func (a *API) getMatchEvents(c echo.Context) error {
	f, _, err := a.loadMatch(c)
	if err != nil {
		return err
	}
	player, _ := caller(c)
	return a.streams.Send(c, a.streams.MatchFeed(f.ID, player))
}

func (a *API) getRecord(c echo.Context) error {
	f, _, err := a.loadMatch(c)
	if err != nil {
		return err
	}
	text, err := a.club.Match.Record(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", text)
}

// getTables lists the public tables that wait for players.
// parseFilter reads which open tables a call asks for.
func parseFilter(c echo.Context) (db.TableFilter, error) {
	seats, err := web.ParseCount(cmp.Or(c.QueryParam("seats"), "0"), 0)
	if err != nil {
		return db.TableFilter{}, malformed("seats has to be a number from 1")
	}
	return tables.FilterTables(c.QueryParam("game"), seats, c.QueryParam("pace"))
}

func (a *API) getTables(c echo.Context) error {
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
		list, err := a.club.Tables.FittingTables(c.Request().Context(), player.ID, f, limit)
		if err != nil {
			return err
		}
		return a.sendMatches(c, list, "", player.ID)
	}
	list, next, err := a.club.Tables.OpenTables(c.Request().Context(), player.ID, f, after, limit)
	if err != nil {
		return web.RefuseCursor(err, errCursor)
	}
	return a.sendMatches(c, list, next, player.ID)
}

// linkNext sets the header that links to the next page of a list.
func linkNext(c echo.Context, after string) {
	query := c.QueryParams()
	query.Set("after", after)
	link := url.URL{Path: c.Request().URL.Path, RawQuery: query.Encode()}
	c.Response().Header().Set("Link", "<"+link.String()+`>; rel="next"`)
}

// sendMatches answers with a page of a list. If the list goes on, a header links to
// the next page.
func (a *API) sendMatches(c echo.Context, list []db.Match, next, player string) error {
	page := make([]Row, len(list))
	for i, m := range list {
		seat := match.SeatOf(m, player)
		if seat != 0 && m.Solo && len(m.ToAct) > 0 {
			seat = m.ToAct[0]
		}
		page[i] = newRow(m, a.club.Match.TimesOf(m), player, seat)
	}
	if next != "" {
		linkNext(c, next)
	}
	return c.JSON(http.StatusOK, page)
}

var errCursor = malformed("after names no match: take it from the link to the next page, or give the id of the last match")

// readBool reads a value of the query by its name, true or false, nil for none.
func readBool(c echo.Context, name string) (*bool, error) {
	switch text := c.QueryParam(name); text {
	case "true", "false":
		is := text == "true"
		return &is, nil
	case "":
		return nil, nil
	default:
		return nil, malformed("%s=%.20s is neither true nor false", name, text)
	}
}

// readPage reads which page of a list is asked for.
func readPage(c echo.Context) (after string, limit int, err error) {
	after = web.Cursor(c)
	text := c.QueryParam("limit")
	if text == "" {
		return after, pageSize, nil
	}
	if limit, err = web.ParseCount(text, 1); err != nil || limit > maxPage {
		return "", 0, malformed("limit=%.20s is not from 1 to %d: name a number in between, and follow the links to further pages", text, maxPage)
	}
	return after, limit, nil
}
