package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/outgoing"
)

// Call is the body of a webhook call in db.FormatJSON.
type Call struct {
	ID     string        `json:"id"` // the same at each attempt
	Kind   db.NoticeKind `json:"kind"`
	Match  string        `json:"match"`
	Game   string        `json:"game"`
	Ply    int           `json:"ply"`
	Seat   int           `json:"seat"`
	Player calledPlayer  `json:"player"` // the recipient
	URL    string        `json:"url"`
	At     string        `json:"at"`
}

type calledPlayer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// kindTrial is the kind of a test call of a webhook.
const kindTrial db.NoticeKind = "test"

// callWebhook sends one notification to a webhook.
func (t *Notifier) callWebhook(ctx context.Context, m notify.Message) error {
	body, contentType := t.WebhookBody(m)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.Target.Address, bytes.NewReader(body))
	if err != nil {
		return &notify.SendError{Code: "bad_address", Gone: true}
	}
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("User-Agent", "Table Ronde")
	if m.Target.Format == db.FormatNtfy && len(m.News) > 0 {
		r.Header.Set("Click", t.link(m.News[0]))
	}
	status, header, err := t.Client.Do(ctx, r)
	return outcome(ctx, status, header, err)
}

// outcome converts the result of a request for the notification worker.
func outcome(ctx context.Context, status int, header http.Header, err error) error {
	failure := new(outgoing.Error)
	switch {
	case err == nil && status >= 200 && status < 300:
		return nil
	case err == nil:
		seconds, _ := strconv.Atoi(header.Get("Retry-After"))
		wait := time.Duration(min(max(seconds, 0), 24*60*60)) * time.Second
		return &notify.SendError{Code: fmt.Sprint("status_", status), Gone: status == http.StatusGone, Wait: wait}
	case errors.As(err, &failure):
		return &notify.SendError{Code: failure.Code}
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return &notify.SendError{Code: outgoing.NoAnswer}
}

// WebhookBody returns the body of a webhook call in the webhook's format.
func (t *Notifier) WebhookBody(m notify.Message) (body []byte, contentType string) {
	p := PageFor(m.To)
	text := p.T("tell.trial")
	if len(m.News) > 0 {
		text = escapeMarkup(m.Target.Format, NoticeSentence(p, m.News[0])) + "\n" + t.link(m.News[0])
	}
	switch m.Target.Format {
	case db.FormatDiscord:
		return EncodeCall(map[string]any{"content": text, "allowed_mentions": map[string]any{"parse": []string{}}})
	case db.FormatSlack:
		return EncodeCall(map[string]any{"text": text, "mrkdwn": false})
	case db.FormatNtfy:
		return []byte(text), "text/plain; charset=utf-8"
	}
	return EncodeCall(t.call(m))
}

func EncodeCall(v any) ([]byte, string) {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot fail for strings and numbers
	}
	return body, "application/json"
}

// call returns the body of db.FormatJSON.
func (t *Notifier) call(m notify.Message) Call {
	c := Call{ID: m.ID, Kind: kindTrial, Player: calledPlayer{m.To.ID, m.To.Name}, URL: t.address()}
	if len(m.News) > 0 {
		n := m.News[0]
		c.Kind, c.Match, c.Game, c.Ply, c.Seat, c.URL, c.At = n.Kind, n.Match, n.Of.Game, n.Ply, int(n.Seat), t.link(n), n.At.UTC().Format(time.RFC3339)
	}
	return c
}
