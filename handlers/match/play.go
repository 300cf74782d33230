package match

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/api"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// PostAction plays the action of a form on the match page.
func (s *Pages) PostAction(c echo.Context, player db.Player) error {
	form, err := parseActionForm(c)
	if err != nil {
		return err
	}
	f, err := s.Club.Match.Play(c.Request().Context(), match.Post{
		Once:    site.PageKey(c, player.ID),
		Match:   c.Param("id"),
		Player:  player.ID,
		As:      form.as,
		Ply:     form.ply,
		Actions: form.actions,

		TakesBack: form.actions[0] == views.TakeBack,
		Seen:      true,
	})
	if err != nil {
		return s.answerUnplayed(c, form, player, err)
	}
	web.MarkStored(c, site.MatchPath(f.ID))
	if c.FormValue("home") != "" {
		return site.Redirect(c, "/?"+url.Values{"done": {lastEventKey(f, player.ID)}}.Encode())
	}
	next, err := s.NextMatch(c, f, player.ID, form.actions)
	switch {
	case err != nil:
		return err
	case next != "":
		return site.Redirect(c, site.MatchPath(next))
	}
	return s.showPosted(c, f, form, player, nil, http.StatusOK)
}

// actionForm is a form of the match page.
type actionForm struct {
	ply     int
	actions []string // at least one
	staged  string   // the actions in the form in which a query stages them
	as      games.Seat
}

func parseActionForm(c echo.Context) (form actionForm, err error) {
	for _, action := range c.Request().Form["action"] {
		if action = strings.TrimSpace(action); action != "" {
			form.actions = append(form.actions, action)
		}
	}
	if len(form.actions) == 0 {
		form.actions = []string{""}
	}
	form.ply, err = strconv.Atoi(c.FormValue("ply"))
	if err != nil || form.ply < 0 {
		return form, web.Refuse(http.StatusBadRequest, "bad_form", "the form lacks the ply: open the page and send it again")
	}
	form.staged = views.JoinSteps(form.actions)
	if len(form.actions) > api.MaxActions || len(form.staged) > MaxAction || strings.ContainsAny(form.staged, "\r\n") {
		return form, web.Refuse(http.StatusBadRequest, "bad_form", "the form has more than one move: send one move at a time")
	}
	form.as, err = FormSeat(c.FormValue("as"), MaxSeats)
	return form, err
}

const MaxSeats = 6

// answerUnplayed answers a post that stored nothing with the present match. After a refusal, the
// page has the actions staged and the reason.
func (s *Pages) answerUnplayed(c echo.Context, form actionForm, player db.Player, err error) error {
	var notice *views.Notice
	var done *db.Answered
	p := web.ProblemOf(err)
	switch {
	case errors.As(err, &done):
		p.Status = http.StatusOK
	case web.IsRefusal(err) && p.Status != http.StatusNotFound:
		notice = &views.Notice{Key: p.Code, Illegal: p.Illegal}
	default:
		return err
	}
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	return s.showPosted(c, f, form, player, notice, p.Status)
}

// showPosted answers a post with the match as it is. The notice says why the action was not
// played; nil means that it was. Without scripts a played action leads to the page of the match.
func (s *Pages) showPosted(c echo.Context, f match.Match, form actionForm, player db.Player, notice *views.Notice, status int) error {
	q := MatchQuery{Shown: f.Ply, as: form.as, Look: ParseLook(c.FormValue, f)}
	switch {
	case notice == nil && !site.IsHTMX(c):
		query := lookQuery(q.Look)
		query.Set("sent", strconv.Itoa(f.Ply))
		return c.Redirect(http.StatusSeeOther, site.MatchPath(f.ID)+"?"+query.Encode())
	case notice == nil:
		notice = &views.Notice{Key: lastEventKey(f, player.ID), Good: true}
	case !table.IsSurrounding(form.actions[0]):
		q.staged = form.staged
	}
	if f.Solo {
		q.as = 0
	}
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	m.Notice = notice
	m.Page.Path = site.MatchPath(f.ID)
	c.Response().Header().Set("HX-Replace-Url", q.path(f))
	return ShowMatchPage(c, status, m)
}

// lastEventKey returns the catalog key for a player's last event.
func lastEventKey(f match.Match, player string) string {
	own := f.SeatsOf(player)
	log := f.Table.Log()
	i := len(log) - 1
	for ; i >= 0; i-- {
		resigned := func(e table.Event) bool { return e.Seat == log[i].Seat && e.Text == "resign" }
		if slices.Contains(own, log[i].Seat) && (table.IsSurrounding(log[i].Text) || !slices.ContainsFunc(log[:i], resigned)) {
			break // later events are the server's
		}
	}
	if i < 0 {
		return "sent"
	}
	before, after := f.Table.At(i), f.Table.At(i+1)
	switch key := views.EventKey(log[i].Text); {
	case !table.IsSurrounding(log[i].Text):
		if slices.Contains(before.DrawOffer().Awaited, log[i].Seat) && after.DrawOffer().By == 0 && !after.Over() {
			return "sent_declined"
		}
		return "sent"
	case key == "accept_draw" && after.Over():
		return "draw_agreed"
	case key == "accept_undo" && f.Solo, key == "offer_undo" && f.IsPractice():
		return "take_back"
	case key == "timeout":
		return "sent"
	default:
		return key
	}
}

// GetOrders answers the page of a seat's advance orders. The query may fill it with orders other
// than the stored ones. Before and after the match, the match page is shown instead.
func (s *Pages) GetOrders(c echo.Context, player db.Player) error {
	err := s.showOrders(c, player, http.StatusOK, views.Orders{Form: c.QueryParams(), Saved: c.QueryParam("saved") == "1"})
	switch {
	case errors.Is(err, match.ErrNotStarted), errors.Is(err, match.ErrOver):
		return site.Redirect(c, site.MatchPath(c.Param("id")))
	case errors.Is(err, match.ErrNoOrders):
		return db.ErrNotFound
	}
	return err
}

// PostOrders stores advance orders, or withdraws the stored ones.
func (s *Pages) PostOrders(c echo.Context, player db.Player) error {
	form := c.Request().Form
	as, err := FormSeat(c.FormValue("as"), MaxSeats)
	if err != nil {
		return err
	}
	id := c.Param("id")
	f, err := s.Club.Match.Match(c.Request().Context(), id, player.ID)
	if err != nil {
		return err
	}
	family, _ := families.Of(f.Game)
	if family.Written == nil {
		return match.ErrNoOrders
	}
	if c.FormValue("withdraw") != "" {
		_, err = s.Club.Match.SetOrders(c.Request().Context(), id, player.ID, as, "")
		return site.RedirectUnless(c, err, site.MatchPath(id))
	}
	_, err = s.Club.Match.SetOrders(c.Request().Context(), id, player.ID, as, family.Written(form))
	var why *games.Illegal
	switch {
	case errors.As(err, &why), errors.Is(err, match.ErrOrdersLong):
		p := web.ProblemOf(err)
		return s.showOrders(c, player, http.StatusUnprocessableEntity, views.Orders{Form: form, Problem: &views.Problem{Key: p.Code, Illegal: p.Illegal}})
	case err != nil:
		return err
	}
	query := url.Values{"saved": {"1"}}
	if as != 0 {
		query.Set("as", c.FormValue("as"))
	}
	return site.Redirect(c, site.MatchPath(id)+"/orders?"+query.Encode())
}

func (s *Pages) showOrders(c echo.Context, player db.Player, status int, m views.Orders) error {
	ctx, id := c.Request().Context(), c.Param("id")
	f, err := s.Club.Match.Match(ctx, id, player.ID)
	if err != nil {
		return err
	}
	family, _ := families.Of(f.Game)
	if family.Orders == nil {
		return match.ErrNoOrders
	}
	as, err := FormSeat(c.FormValue("as"), len(f.Seats))
	if err != nil {
		return err
	}
	kept, err := s.Club.Match.SeatOrders(ctx, id, player.ID, as)
	if err != nil {
		return err
	}
	m.Text = kept.Text
	if m.Match, err = s.MatchModel(c, f, MatchQuery{Shown: f.Ply, as: as}); err != nil {
		return err
	}
	m.Acted = actedOrders(m.Match, family, kept.Acted)
	if f.Table.ConditionalMoves() {
		m.Explored = Explore(c.QueryParam, f.Table)
	}
	m.Page.Path = site.MatchPath(id) + "/orders"
	m.ViewAt = func(ply int) games.View { return f.Table.At(ply).State().View(m.You) }
	return site.RenderHTML(c, status, family.Orders(m))
}

// actedOrders lists the events that orders have posted, the latest first.
func actedOrders(m views.Match, family views.Family, plies []int) []views.ActedOrder {
	var all []views.ActedOrder
	for _, ply := range slices.Backward(plies) {
		if ply >= len(m.Log) {
			continue
		}
		text := m.Log[ply].Text
		if family.Story != nil && ply < len(m.Told) {
			text = ""
			for _, entry := range family.Story(views.Storyteller{Page: m.Page, Game: m.Game, Name: func(seat games.Seat) string { return m.NameAt(seat, ply) }, You: m.You, Told: m.Told[ply : ply+1]}) {
				text += " " + entry.Text
			}
		}
		all = append(all, views.ActedOrder{Ply: ply + 1, Text: strings.TrimSpace(text)})
	}
	return all
}

// mostExplored is the most moves of an analysis.
const mostExplored = 40

// Explore returns the position after moves from a position of a match. In the query, line has the
// moves, m the staged move, and try a square.
func Explore(value func(string) string, m table.Match) views.Explored {
	e := views.Explored{Staged: value("m"), Probe: value("try")}
	words := strings.Fields(value("line"))
	state, steps, err := learn.PlayLine(m.State(), words[:min(len(words), mostExplored)])
	for _, step := range steps {
		e.Line = append(e.Line, views.TriedMove(step))
	}
	if err != nil {
		e.Bad = web.ProblemOf(err).Illegal
	}
	if toAct := state.ToAct(); len(toAct) == 1 {
		e.Mover = toAct[0]
	}
	e.View = state.View(e.Mover)
	return e
}
