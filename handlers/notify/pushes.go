package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"tableronde/db"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/outgoing"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// shortestPush is the least time that a push service keeps a notification for an absent browser.
const shortestPush = time.Minute

// pushKey signs requests to push services (RFC 8292), and names an address of the site as contact.
type pushKey struct {
	private, Public string // in the encoding of the services
	contact         string // an address of the site
}

// newPushKey returns the key with the given private scalar of P-256.
func newPushKey(scalar []byte, base *url.URL) (pushKey, error) {
	private, err := ecdh.P256().NewPrivateKey(scalar)
	if err != nil {
		return pushKey{}, fmt.Errorf("key of pushes: %w", err)
	}
	text := base64.RawURLEncoding.EncodeToString
	k := pushKey{text(scalar), text(private.PublicKey().Bytes()), "https://localhost"}
	if base != nil { // services accept no other scheme
		k.contact = "https://" + base.Host
	}
	return k, nil
}

// pushed is the data of a push message for a browser: the data of webhooks, and the text to show.
type pushed struct {
	Call
	Title    string `json:"title"`
	Body     string `json:"body"`
	Language string `json:"language"`
}

// push sends one notification to a browser. The text is encrypted for the browser (RFC 8291), in
// messages of equal size.
func (t *Notifier) push(ctx context.Context, m notify.Message) error {
	body, _ := EncodeCall(t.Pushed(m))
	client := &pushClient{client: t.Client}
	answer, err := webpush.SendNotificationWithContext(ctx, body,
		&webpush.Subscription{Endpoint: m.Target.Address, Keys: webpush.Keys{Auth: m.Target.Auth, P256dh: m.Target.Public}},
		&webpush.Options{HTTPClient: client, Subscriber: t.Key.contact, VAPIDPublicKey: t.Key.Public, VAPIDPrivateKey: t.Key.private,
			TTL: int(PushLife(m, t.Now()) / time.Second), Urgency: PushUrgency(m), Topic: PushTopic(m)})
	switch {
	case err != nil && !client.asked:
		return &notify.SendError{Code: "bad_address", Refused: true}
	case err != nil:
		return outcome(ctx, 0, nil, err)
	case answer.StatusCode == http.StatusNotFound: // means the same as 410: RFC 8030, 7.3
		return &notify.SendError{Code: "status_404", Gone: true}
	}
	return outcome(ctx, answer.StatusCode, answer.Header, nil)
}

// pushClient sends the request of a push with a client that reaches no private network.
type pushClient struct {
	client *outgoing.Client
	asked  bool
}

// Do implements webpush.HTTPClient.
func (p *pushClient) Do(r *http.Request) (*http.Response, error) {
	p.asked = true
	status, header, err := p.client.Do(r.Context(), r)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: header, Body: http.NoBody}, nil
}

// Pushed returns the data that a browser gets.
func (t *Notifier) Pushed(m notify.Message) pushed {
	p := PageFor(m.To)
	told := pushed{Call: t.call(m), Title: p.T("site.name"), Body: p.T("tell.trial"), Language: string(p.Lang)}
	if len(m.News) > 0 {
		told.Title, told.Body = PushTitle(p, m.News[0]), pushText(p, m.News[0])
	}
	return told
}

// PushTitle returns the news of a notification in a few words.
func PushTitle(p views.Page, n notify.News) string {
	switch sentenceKey(n) {
	case "tell.turn":
		return p.T("push.turn")
	case "tell.time_low":
		return p.T("push.time_low", "Left", p.Span(n.Left))
	case "tell.offer":
		return p.T("push.offer")
	case "tell.invited":
		return p.T("push.invited")
	case "tell.started":
		return p.T("push.started")
	case "tell.drawn":
		return p.T("push.drawn")
	case "tell.won":
		return p.T("push.won")
	case "tell.placed":
		return p.T("push.placed", "Place", placeText(n), "Seats", len(n.Of.Seats))
	}
	return p.T("push.over")
}

func pushText(p views.Page, n notify.News) string {
	text := p.T("push.match", "What", pages.RowTitle(p, site.NewRow(p.Lang, n.Of.Match, n.Recipient)))
	if until := untilSentence(p, n); until != "" {
		text += " " + until
	}
	return Harmless(text)
}

// PushLife returns how long a push service should keep a notification for an absent browser: until
// the time for the decision is over.
func PushLife(m notify.Message, now time.Time) time.Duration {
	life := db.MaxWaiting
	for _, n := range m.News {
		if decides(n) && !n.Deadline.IsZero() {
			life = min(life, n.Deadline.Sub(now))
		}
	}
	return max(life, shortestPush)
}

// PushUrgency returns the urgency of a notification. One that is not urgent may wait for a phone
// that saves power.
func PushUrgency(m notify.Message) webpush.Urgency {
	for _, n := range m.News {
		live := !n.Of.Clock.IsZero() && n.Of.Clock.Control().Live()
		if n.Kind == db.NoticeTimeLow || n.Kind == db.NoticeTurn && live {
			return webpush.UrgencyHigh
		}
	}
	return webpush.UrgencyNormal
}

// PushTopic returns the topic under which a push service replaces an undelivered earlier
// notification. It reveals nothing about the match.
func PushTopic(m notify.Message) string {
	of := m.ID
	if len(m.News) > 0 {
		of = string(m.News[0].Kind) + " " + m.News[0].Match
	}
	sum := sha256.Sum256([]byte(m.Target.Auth + " " + of))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:32]
}
