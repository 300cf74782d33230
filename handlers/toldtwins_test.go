package handlers

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/twin/tables"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/mail"
	notifypages "tableronde/handlers/notify"
	"tableronde/handlers/outgoing"
	"tableronde/handlers/sitetest"
)

// lastMail keeps the mail that was sent last.
type lastMail struct{ mail.Message }

func (l *lastMail) Send(_ context.Context, m mail.Message) error {
	l.Message = m
	return nil
}

// toldNews returns what a notice tells a player of a match, with a deadline.
func toldNews(m match.Match, kind db.NoticeKind, viewer games.Seat) notify.News {
	n := db.Notice{Kind: kind, Recipient: m.Seats[viewer-1].ID, Match: m.ID, Ply: m.Ply, At: m.Started, Left: 36 * time.Hour}
	return notify.News{Delivery: db.Delivery{ID: "notice", Notice: n}, Of: m, Seat: viewer, Deadline: m.Started.Add(48 * time.Hour)}
}

// messagesOf lists everything that goes out for a notice of each kind, by all channels and
// in both languages.
func messagesOf(t *testing.T, m match.Match, viewer games.Seat) (list []string) {
	t.Helper()
	box := new(lastMail)
	tell := &notifypages.Teller{Letters: &notifypages.Letters{Mail: box}, Client: outgoing.New(outgoing.Options{}), Mute: func(string) string { return "token" },
		Now: func() time.Time { return m.Started }}
	for _, language := range []string{"en", "fr"} {
		to := db.Recipient{Player: m.Seats[viewer-1], NoticeSettings: db.NoticeSettings{Language: language}}
		for _, kind := range db.NoticeKinds {
			message := notify.Message{ID: "message", To: to, News: []notify.News{toldNews(m, kind, viewer)}}
			if err := tell.Mail(t.Context(), message); err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprintf("%s mail %+v", kind, box.Message))
			for _, format := range []string{db.FormatJSON, db.FormatDiscord, db.FormatSlack, db.FormatNtfy} {
				message.Target.Format = format
				body, _ := tell.WebhookBody(message)
				list = append(list, fmt.Sprintf("%s %s %s", kind, format, body))
			}
			body, _ := notifypages.EncodeCall(tell.Pushed(message))
			list = append(list, fmt.Sprintf("%s push %s %v %s %s", kind, body, notifypages.PushLife(message, tell.Now()), notifypages.PushUrgency(message), notifypages.PushTopic(message)))
		}
	}
	return list
}

// What goes out by mail, webhook and push tells no twins apart: not by a byte.
func TestMessagesOfTwinsAreEqual(t *testing.T) {
	for _, tab := range tables.All() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			sitetest.ForTwins(t, tab, sitetest.PairsOfTwins(), func(tw sitetest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := messagesOf(t, tw.A, tw.Viewer), messagesOf(t, tw.B, tw.Viewer)
				for i := range one {
					if one[i] != other[i] {
						t.Fatalf("a message tells twins apart:\n%s\n%s", one[i], other[i])
					}
				}
			})
		})
	}
}
