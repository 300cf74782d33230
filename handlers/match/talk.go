package match

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/talk"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// Limits of messages by one player: one every few seconds in the long run.
const (
	TalkRate  rate.Limit = 1. / 4
	TalkBurst            = 20
)

// GetTalk answers the messages of a match, for visitors who may read some of them.
func (s *Pages) GetTalk(c echo.Context) error {
	return s.showTalk(c, http.StatusOK, pages.Talk{Done: c.QueryParam("done")})
}

// showTalk renders the page of messages, or only the messages for htmx. They count as seen, unless
// the page is hidden.
func (s *Pages) showTalk(c echo.Context, status int, m pages.Talk) error {
	ctx := c.Request().Context()
	player, _ := site.PlayerFrom(c)
	t, err := s.Club.Talk.Talk(ctx, c.Param("id"), player.ID, c.QueryParam("before"))
	if err != nil {
		return web.RefuseCursor(err, site.ErrOlderMatches)
	}
	if m.Match, err = s.MatchModel(c, t.Match, MatchQuery{Shown: t.Match.Ply}); err != nil {
		return err
	}
	m.Page.Path, m.Older = site.MatchPath(m.ID)+"/messages", c.QueryParam("before") != ""
	for _, room := range t.Rooms {
		m.Rooms = append(m.Rooms, string(room))
	}
	if t.More {
		m.Before = t.Messages[len(t.Messages)-1].ID
	}
	for _, said := range t.Messages {
		m.Messages = append(m.Messages, pages.Message{ID: said.ID, Player: said.Writer.ProfileID(), Name: said.Writer.Name, Own: said.Writer.ID == player.ID,
			Seat: match.SeatOf(t.Match.Match, said.Writer.ID), Room: string(talk.RoomOf(t.Match.Match, said)), Text: said.Text, At: said.At})
	}
	m.Unread = t.Unread
	var barred *accounts.SuspendedError
	if err := s.Club.Accounts.CheckSilent(ctx, player.ID); errors.As(err, &barred) {
		m.Silent = views.Operated{Act: string(barred.Act), Until: barred.Until, Reason: barred.Reason}.Text(m.Page)
	} else if err != nil {
		return err
	}
	ties, err := s.Store.TiesOf(ctx, player.ID)
	if err != nil {
		return err
	}
	m.People = peopleOf(t, player, ties)
	if c.Request().Header.Get(site.HiddenPage) == "" && !m.Older {
		if err := s.Club.Talk.SeenTalk(ctx, t.Match, player.ID); err != nil {
			return err
		}
	}
	if site.IsHTMX(c) {
		return site.RenderHTML(c, status, pages.TalkList(m))
	}
	return site.RenderHTML(c, status, pages.TalkPage(m))
}

// heard returns the latest message in a match for a player, nil if the player has written it.
func (s *Pages) heard(ctx context.Context, f match.Match, player string) (*views.Heard, error) {
	said, ok, err := s.Club.Talk.Latest(ctx, f.Match, player)
	if err != nil || !ok || said.Writer.ID == player {
		return nil, err
	}
	return &views.Heard{ID: said.ID, Name: said.Writer.Name, Text: said.Text}, nil
}

// peopleOf lists the people that the player may favor, mute or block: the other players, and the
// authors of messages.
func peopleOf(t talk.Talk, player db.Player, ties []db.Tie) (people []pages.Person) {
	kinds := make(map[string]db.TieKind, len(ties))
	for _, tie := range ties {
		kinds[tie.Other.ID] = tie.Kind
	}
	listed := map[string]bool{player.ID: true, "": true}
	add := func(p db.Player) {
		if !listed[p.ID] && p.Bot == 0 {
			people = append(people, pages.Person{ID: p.ID, Name: p.Name, Kind: string(kinds[p.ID])})
		}
		listed[p.ID] = true
	}
	for _, p := range t.Match.Seats {
		add(p)
	}
	for _, said := range t.Messages {
		add(said.Writer)
	}
	return people
}

// PostTalk stores a message, or a report of a message.
func (s *Pages) PostTalk(c echo.Context, player db.Player) error {
	ctx, id := c.Request().Context(), c.Param("id")
	back := site.MatchPath(id) + "/messages"
	if message := c.FormValue("report"); message != "" {
		return site.RedirectUnless(c, s.Club.Talk.Report(ctx, id, player.ID, message), back+"?done=reported")
	}
	err := web.Allow(s.Talks, player.ID)
	text := c.FormValue("text")
	if quick := c.FormValue("quick"); quick != "" {
		text = quick
	}
	if err == nil {
		_, _, err = s.Club.Talk.Say(ctx, site.FormKey(c, player.ID), id, player.ID, talk.Room(c.FormValue("to")), text, func(db.Message) (int, []byte) { return http.StatusSeeOther, nil })
	}
	var before *db.Answered
	refused := club.ErrorOf(err)
	switch {
	case errors.As(err, &before):
		err = nil
	case err != nil && refused.Field == "text":
		return s.showTalk(c, http.StatusUnprocessableEntity, pages.Talk{Text: text, To: c.FormValue("to"), Problem: &views.Problem{Field: "text", Key: refused.Code}})
	}
	return site.RedirectUnless(c, err, back+"#say")
}

// PostTie stores the visitor's relation to another player.
func (s *Pages) PostTie(c echo.Context, player db.Player) error {
	err := s.Club.Talk.SetTie(c.Request().Context(), player.ID, c.FormValue("player"), db.TieKind(c.FormValue("kind")))
	return site.RedirectUnless(c, err, site.LocalPath(c.FormValue("return")))
}
