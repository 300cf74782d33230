package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/talk"
	"tableronde/handlers/web"
)

// Message is a message of a match.
type Message struct {
	ID    string    `json:"id"`
	Match string    `json:"match"`
	By    *Player   `json:"by"`
	To    talk.Room `json:"to"`
	Text  string    `json:"text"`
	At    string    `json:"at"`
}

func newMessage(m db.Match, said db.Message) Message {
	return Message{ID: said.ID, Match: said.Match, By: newPlayer(said.Writer), To: talk.RoomOf(m, said), Text: said.Text, At: formatTime(said.At)}
}

// conversation is the messages of a match that the caller reads.
type conversation struct {
	Rooms    []talk.Room `json:"rooms"`
	Unread   int         `json:"unread"`
	Messages []Message   `json:"messages"`
}

// tie is the caller's relation to another player.
type tie struct {
	Player *Player    `json:"player"`
	Kind   db.TieKind `json:"kind"`
	Since  string     `json:"since"`
}

// company lists the calls by which players write to each other and choose the players they meet.
func (a *API) company() []route {
	return []route{
		{http.MethodGet, "/matches/:id/messages", a.getMessages, nil},
		{http.MethodPost, "/matches/:id/messages", a.idempotent(a.postMessages), nil},
		{http.MethodPost, "/matches/:id/messages/seen", a.idempotent(a.postSeen), nil},
		{http.MethodPost, "/matches/:id/messages/:message/report", a.idempotent(a.postReport), nil},
		{http.MethodGet, "/matches/:id/notes", a.getNotes, nil},
		{http.MethodPut, "/matches/:id/notes/:ply", a.putNote, nil},
		{http.MethodGet, "/me/ties", a.getTies, nil},
		{http.MethodPut, "/me/ties/:player", a.putTie, nil},
		{http.MethodDelete, "/me/ties/:player", a.deleteTie, nil},
	}
}

// getMessages answers with messages of a match that the caller reads, the last first.
func (a *API) getMessages(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	t, err := a.club.Talk.Talk(c.Request().Context(), c.Param("id"), player.ID, c.QueryParam("after"))
	if err != nil {
		return web.RefuseCursor(err, errCursor)
	}
	out := conversation{Rooms: t.Rooms, Unread: t.Unread, Messages: []Message{}}
	for _, said := range t.Messages {
		out.Messages = append(out.Messages, newMessage(t.Match.Match, said))
	}
	if t.More {
		linkNext(c, t.Messages[len(t.Messages)-1].ID)
	}
	return c.JSON(http.StatusOK, out)
}

// postMessages stores a message of the caller.
func (a *API) postMessages(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		To   talk.Room `json:"to"`
		Text string    `json:"text"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if err := web.Allow(a.talks, player.ID); err != nil {
		return err
	}
	id := in.Param("id")
	f, said, err := a.club.Talk.Say(in.Request().Context(), in.key, id, player.ID, body.To, body.Text, func(said db.Message) (int, []byte) {
		return http.StatusCreated, reference{Match: id, Said: said.ID}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSON(http.StatusCreated, newMessage(f.Match, said))
}

// answerSaid answers again with a message that was stored.
func (a *API) answerSaid(in request, ref reference, status int) error {
	player, _ := caller(in)
	f, said, err := a.club.Talk.Said(in.Request().Context(), ref.Match, player.ID, ref.Said)
	if err != nil {
		return err
	}
	return in.JSON(status, newMessage(f.Match, said))
}

// postSeen notes that the caller has seen all messages of a match.
func (a *API) postSeen(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	f, err := a.club.Match.Match(in.Request().Context(), in.Param("id"), player.ID)
	if err == nil {
		err = a.club.Talk.SeenTalk(in.Request().Context(), f, player.ID)
	}
	return noContent(in, err)
}

// postReport reports a message.
func (a *API) postReport(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	return noContent(in, a.club.Talk.Report(in.Request().Context(), in.Param("id"), player.ID, in.Param("message")))
}

// getTies lists the caller's relations to others.
func (a *API) getTies(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.tiesOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, list)
}

func (a *API) tiesOf(ctx context.Context, player string) ([]tie, error) {
	list, err := a.club.Talk.Ties(ctx, player)
	out := []tie{}
	for _, t := range list {
		out = append(out, tie{newPlayer(t.Other), t.Kind, formatTime(t.Since)})
	}
	return out, err
}

// putTie stores the caller's relation to another player.
func (a *API) putTie(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	var body struct {
		Kind db.TieKind `json:"kind"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Kind == "" {
		return malformed("the field \"kind\" is missing")
	}
	return noContent(c, a.club.Talk.SetTie(c.Request().Context(), player.ID, c.Param("player"), body.Kind))
}

// deleteTie deletes the caller's relation to another player.
func (a *API) deleteTie(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	return noContent(c, a.club.Talk.SetTie(c.Request().Context(), player.ID, c.Param("player"), ""))
}

// addTalk adds the player's messages, reports, and relations to others.
func (x *export) addTalk(ctx context.Context) error {
	type said struct {
		ID    string `json:"id"`
		Match string `json:"match"`
		Text  string `json:"text"`
		At    string `json:"at"`
	}
	written := []said{}
	err := x.a.club.Talk.EachMessage(ctx, x.player.ID, func(m db.Message) error {
		written = append(written, said{m.ID, m.Match, m.Text, formatTime(m.At)})
		return nil
	})
	if err != nil {
		return err
	}
	reported, err := x.a.club.Talk.ReportedBy(ctx, x.player.ID)
	if err != nil {
		return err
	}
	ties, err := x.a.tiesOf(ctx, x.player.ID)
	if err != nil || len(written)+len(reported)+len(ties) == 0 {
		return err
	}
	return x.addJSON("people.json", map[string]any{"messages": written, "reported": reported, "ties": ties})
}
