package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// matchCalls answers the calls about matches.
type matchCalls struct{ *API }

func (a matchCalls) routes() []route {
	return []route{
		{http.MethodGet, "/matches/:id", a.getMatch},
		{http.MethodGet, "/matches/:id/legal", a.getLegal},
		{http.MethodPost, "/matches/:id/actions", a.idempotent(requireCaller(a.postActions))},
		{http.MethodPost, "/matches/:id/show", a.idempotent(requireCaller(a.setShown(true)))},
		{http.MethodPost, "/matches/:id/hide", a.idempotent(requireCaller(a.setShown(false)))},
		{http.MethodPost, "/matches/:id/share", a.idempotent(requireCaller(a.postShare))},
		{http.MethodPost, "/matches/:id/unshare", a.idempotent(requireCaller(a.changeShown(a.Club.Tables.Unshare)))},
		{http.MethodGet, "/shared/:token", a.getMatch},
		{http.MethodGet, "/shared/:token/record", a.getRecord},
		{http.MethodGet, "/shared/:token/story", a.getStory},
		{http.MethodGet, "/matches/:id/events", a.getMatchEvents},
		{http.MethodGet, "/matches/:id/record", a.getRecord},
		{http.MethodGet, "/matches/:id/story", a.getStory},
		{http.MethodGet, "/matches/:id/orders", requireCaller(a.getOrders)},
		{http.MethodPut, "/matches/:id/orders", requireCaller(a.putOrders)},
		{http.MethodGet, "/me/matches", requireCaller(a.getMyMatches)},
		{http.MethodGet, "/me/events", requireCaller(a.getMyEvents)},
		{http.MethodGet, "/matches/:id/messages", requireCaller(a.getMessages)},
		{http.MethodPost, "/matches/:id/messages", a.idempotent(requireCaller(a.postMessages))},
		{http.MethodPost, "/matches/:id/messages/seen", a.idempotent(requireCaller(a.postSeen))},
		{http.MethodPost, "/matches/:id/messages/:message/report", a.idempotent(requireCaller(a.postReport))},
	}
}

// MaxActions is the most actions in one post.
const MaxActions = 64

var (
	errNeedsToken     = web.Refuse(http.StatusUnauthorized, "unauthorized", "only public matches can be seen without a token: send one")
	errTooManyActions = web.Refuse(http.StatusUnprocessableEntity, "too_many_actions", fmt.Sprintf("this post has more than %d actions: split it", MaxActions)).About("actions")
)

// recipient is the viewer of the match in a response, and the response's status.
type recipient struct {
	status int
	player string
	as     games.Seat
	since  int // the first ply of the log
}

// readRecipient reads from a request for which viewer the response shows the match.
func readRecipient(c echo.Context, status int, player string) (r recipient, err error) {
	r.status, r.player = status, player
	if r.as, err = asSeat(c); err != nil {
		return r, err
	}
	if text := c.QueryParam("since"); text != "" {
		if r.since, err = web.ParseCount(text, 0); err != nil {
			return r, malformed("since=%.20s is not a ply", text)
		}
	}
	return r, nil
}

// sendMatch answers with a match as a player sees it.
func (a *API) sendMatch(c echo.Context, f match.Match, r recipient) error {
	seat, err := f.SeatFor(r.player, r.as)
	if err != nil {
		return err
	}
	m := newMatch(f, r.player, seat, r.since)
	m.Watching = a.Club.Match.Watchers(f.Match)
	if m.Unread, err = a.Club.Talk.Unread(c.Request().Context(), f.Match, r.player); err != nil {
		return err
	}
	return sendMatchJSON(c, r.status, m.Log, m.withoutLog())
}

// answerMatch answers a call that has changed or created a match.
func (a *API) answerMatch(in request, status int, player string, f match.Match, err error) error {
	if err != nil {
		return err
	}
	return a.sendMatch(in, setLocation(in, f, status), recipient{status: status, player: player})
}

// sendMatches answers with a page of a list, or returns the error of the list. If there is a next
// page, a header links to it.
func (a *API) sendMatches(c echo.Context, list []db.Match, next, player string, err error) error {
	if err != nil {
		return web.RefuseCursor(err, errCursor)
	}
	page := make([]Row, len(list))
	for i, m := range list {
		seat := match.SeatOf(m, player)
		if seat != 0 && m.Solo && len(m.ToAct) > 0 {
			seat = m.ToAct[0]
		}
		page[i] = newRow(m, a.Club.Match.TimesOf(m), player, seat)
	}
	if next != "" {
		linkNext(c, next)
	}
	return c.JSON(http.StatusOK, page)
}

// linkNext sets the header with the link to the next page.
func linkNext(c echo.Context, after string) {
	query := c.QueryParams()
	query.Set("after", after)
	link := url.URL{Path: c.Request().URL.Path, RawQuery: query.Encode()}
	c.Response().Header().Set("Link", "<"+link.String()+`>; rel="next"`)
}

var errCursor = malformed("after names no match: take it from the link to the next page, or give the id of the last match")

// getMyMatches lists the caller's matches, the newest first.
func (a matchCalls) getMyMatches(c echo.Context, player db.Player) error {
	over, err := readBool(c, "over")
	if err != nil {
		return err
	}
	filter := db.Filter{Over: over}
	switch turn := c.QueryParam("turn"); turn {
	case "mine":
		filter.Turn = true
	case "":
	default:
		return malformed("turn=%.20s is not understood: say turn=mine", turn)
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
	list, next, err := a.Club.Lists.MatchesOf(c.Request().Context(), player.ID, filter, after, limit)
	return a.sendMatches(c, list, next, player.ID, err)
}

func (a matchCalls) getMyEvents(c echo.Context, player db.Player) error {
	return a.Streams.Send(c, a.Streams.PlayerFeed(player, nil, false, "message"))
}

// loadMatch returns the match of a call if its caller may see it, or the match of the link in the
// path. Without a token, a private match gets an error that asks for a token.
func (a matchCalls) loadMatch(c echo.Context) (match.Match, string, error) {
	player, ok := caller(c)
	if token := c.Param("token"); token != "" {
		f, err := a.Club.Match.MatchByShare(c.Request().Context(), token)
		return f, player.ID, err
	}
	f, err := a.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if !ok && errors.Is(err, db.ErrNotFound) {
		err = errNeedsToken
	}
	return f, player.ID, err
}

// loadSeat returns the match of a call, and the seat from which the caller sees it.
func (a matchCalls) loadSeat(c echo.Context) (match.Match, games.Seat, error) {
	as, err := asSeat(c)
	if err != nil {
		return match.Match{}, 0, err
	}
	f, player, err := a.loadMatch(c)
	if err != nil {
		return match.Match{}, 0, err
	}
	seat, err := f.SeatFor(player, as)
	return f, seat, err
}

func (a matchCalls) getMatch(c echo.Context) error {
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

// getLegal lists the caller's legal actions that begin on a square or, in card games, with given
// words, in pages.
func (a matchCalls) getLegal(c echo.Context) error {
	from, after := c.QueryParam("from"), cmp.Or(c.QueryParam("after"), "0")
	if from == "" {
		return malformed("say from=SQUARE")
	}
	skip, err := web.ParseCount(after, 0)
	if err != nil {
		return malformed("after=%.20s is not a number of actions", after)
	}
	f, seat, err := a.loadSeat(c)
	if err != nil {
		return err
	}
	legal, more := f.LegalFrom(seat, from, skip)
	if more {
		linkNext(c, strconv.Itoa(skip+len(legal)))
	}
	return c.JSON(http.StatusOK, append([]string{}, legal...))
}

func (a matchCalls) postActions(in request, player db.Player) error {
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
	f, err := a.Club.Match.Play(in.Request().Context(), match.Post{
		Once: in.key, Match: in.Param("id"), Player: player.ID, As: r.as,
		Ply: *body.Ply, Actions: actions, Note: noteStatus(http.StatusOK),
	})
	if err != nil {
		return err
	}
	web.MarkStored(in, "/m/"+f.ID)
	return a.sendMatch(in, f, r)
}

func (a matchCalls) getMatchEvents(c echo.Context) error {
	f, _, err := a.loadMatch(c)
	if err != nil {
		return err
	}
	player, _ := caller(c)
	return a.Streams.Send(c, a.Streams.MatchFeed(f.ID, player))
}

func (a matchCalls) getRecord(c echo.Context) error {
	f, _, err := a.loadMatch(c)
	if err != nil {
		return err
	}
	text, err := a.Club.Match.Record(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", text)
}
