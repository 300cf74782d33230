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

// conversation is a page of the messages that the caller may read in a match.
type conversation struct {
	Rooms    []talk.Room `json:"rooms"`
	Unread   int         `json:"unread"`
	Messages []Message   `json:"messages"`
}

// getMessages answers with the messages that the caller may read in a match, the latest first.
func (a matchCalls) getMessages(c echo.Context, player db.Player) error {
	t, err := a.Club.Talk.Talk(c.Request().Context(), c.Param("id"), player.ID, c.QueryParam("after"))
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
func (a matchCalls) postMessages(in request, player db.Player) error {
	var body struct {
		To   talk.Room `json:"to"`
		Text string    `json:"text"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if err := web.Allow(a.Talks, player.ID); err != nil {
		return err
	}
	id := in.Param("id")
	f, said, err := a.Club.Talk.Say(in.Request().Context(), in.key, id, player.ID, body.To, body.Text, func(said db.Message) (int, []byte) {
		return http.StatusCreated, reference{Match: id, Said: said.ID}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSON(http.StatusCreated, newMessage(f.Match, said))
}

// answerSaid repeats the answer with a stored message.
func (a *API) answerSaid(in request, ref reference, status int) error {
	player, _ := caller(in)
	f, said, err := a.Club.Talk.Said(in.Request().Context(), ref.Match, player.ID, ref.Said)
	if err != nil {
		return err
	}
	return in.JSON(status, newMessage(f.Match, said))
}

// postSeen records that the caller has seen all messages of a match.
func (a matchCalls) postSeen(in request, player db.Player) error {
	f, err := a.Club.Match.Match(in.Request().Context(), in.Param("id"), player.ID)
	if err == nil {
		err = a.Club.Talk.SeenTalk(in.Request().Context(), f, player.ID)
	}
	return noContent(in, err)
}

// postReport reports a message.
func (a matchCalls) postReport(in request, player db.Player) error {
	return noContent(in, a.Club.Talk.Report(in.Request().Context(), in.Param("id"), player.ID, in.Param("message")))
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
	err := x.Club.Talk.EachMessage(ctx, x.player.ID, func(m db.Message) error {
		written = append(written, said{m.ID, m.Match, m.Text, formatTime(m.At)})
		return nil
	})
	if err != nil {
		return err
	}
	reported, err := x.Store.ReportedBy(ctx, x.player.ID)
	if err != nil {
		return err
	}
	ties, err := x.Store.TiesOf(ctx, x.player.ID)
	if err != nil || len(written)+len(reported)+len(ties) == 0 {
		return err
	}
	return x.addJSON("people.json", map[string]any{"messages": written, "reported": reported, "ties": listOf(ties, newTie)})
}
