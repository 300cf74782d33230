// Package notify writes notifications and sends them by mail, webhook and push, in the language and
// the time zone of the recipient. It imports no page.
package notify

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/ladders"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/mail"
	"tableronde/handlers/outgoing"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// Notifier writes notifications and sends them over the channels that players have chosen.
type Notifier struct {
	base    *url.URL // of the links, nil if unknown
	Letters *Letters // nil for a site without mail
	Client  *outgoing.Client
	Mute    func(player string) string // returns the token of a mute link, see MuteToken of the store
	Key     pushKey
	Now     func() time.Time
}

// NewNotifier returns a Notifier. letters is nil for a site without mail. With private, webhooks
// and pushes may go to private networks.
func NewNotifier(store db.Store, base *url.URL, letters *Letters, private bool, now func() time.Time) (*Notifier, error) {
	key, err := newPushKey(store.PushKey(), base)
	return &Notifier{base: base, Letters: letters, Client: outgoing.New(outgoing.Options{AllowPrivate: private}),
		Mute: store.MuteToken, Key: key, Now: now}, err
}

// Senders returns the senders of the channels that the site has.
func (t *Notifier) Senders() map[db.NoticeChannel]notify.Sender {
	list := map[db.NoticeChannel]notify.Sender{db.ByWebhook: t.callWebhook, db.ByPush: t.push}
	if t.Letters != nil {
		list[db.ByMail] = t.Mail
	}
	return list
}

// PageFor returns a page with the language and the time zone of a recipient.
func PageFor(to db.Recipient) views.Page {
	lang, ok := locale.Parse(to.Language)
	if !ok {
		lang = views.English
	}
	p := views.Page{Lang: lang}
	if zone, err := time.LoadLocation(to.Zone); err == nil && to.Zone != "" {
		p.Zone = zone
	}
	return p
}

// NoticeSentence returns the news of a notification as a sentence.
func NoticeSentence(p views.Page, n notify.News) string {
	what := pages.RowTitle(p, site.NewRow(p.Lang, n.Of.Match, n.Recipient))
	text := p.T(sentenceKey(n), "What", what, "Name", hostName(p, n.Of.Match), "Left", p.Span(n.Left), "Place", placeText(n), "Seats", len(n.Of.Seats))
	if n.Missed {
		text += " " + p.T("tell.missed")
	}
	if n.Kind == db.NoticeInvited && n.Of.Ladder && n.Of.Result == nil {
		text += " " + p.T("ladder.stake", "Day", p.Day(n.Of.Created.Add(ladders.LadderAnswer)))
	}
	if until := untilSentence(p, n); until != "" {
		text += " " + until
	}
	return Harmless(text)
}

// hostName returns the name of the host of a table.
func hostName(p views.Page, m db.Match) string { return site.NewRow(p.Lang, m, "").Host }

// untilSentence returns the sentence with the time limit of a decision, "" for a notification about
// something else.
func untilSentence(p views.Page, n notify.News) string {
	if !decides(n) || n.Deadline.IsZero() {
		return ""
	}
	return p.T("tell.until", "When", p.When(n.Deadline))
}

// decides reports whether a notification is about a decision of its recipient.
func decides(n notify.News) bool { return n.Kind == db.NoticeTurn || n.Kind == db.NoticeTimeLow }

func sentenceKey(n notify.News) string {
	switch n.Kind {
	case db.NoticeTurn:
		return "tell.turn"
	case db.NoticeTimeLow:
		return "tell.time_low"
	case db.NoticeOffer:
		return "tell.offer"
	case db.NoticeInvited:
		if n.Of.Result == nil {
			return "tell.challenged"
		}
		return "tell.invited"
	case db.NoticeStarted:
		return "tell.started"
	case db.NoticeMessage:
		return "tell.message"
	}
	switch result := n.Of.Result; {
	case n.Of.LeftBy(n.Recipient):
		return "tell.left"
	case result == nil || len(result.Winners) == 0:
		return "tell.drawn"
	case slices.Contains(result.Winners, n.Seat):
		return "tell.won"
	case placeText(n) != "":
		return "tell.placed"
	}
	return "tell.over"
}

// placeText returns the place of the recipient in a finished match of several players.
func placeText(n notify.News) string {
	return views.PlaceText(match.GameOf(n.Of.Match), n.Of.Result, len(n.Of.Seats), n.Seat)
}

// link returns the address of a notification's subject: the match, or its messages.
func (t *Notifier) link(n notify.News) string {
	if n.Kind == db.NoticeMessage {
		return t.address("m", n.Match, "messages")
	}
	return t.address("m", n.Match)
}

// address returns an address of the site.
func (t *Notifier) address(elements ...string) string {
	if t.base == nil {
		return "/" + strings.Join(elements, "/")
	}
	return t.base.JoinPath(elements...).String()
}

// Mail sends one mail with all news of a message.
func (t *Notifier) Mail(ctx context.Context, m notify.Message) error {
	p := PageFor(m.To)
	subject, text := p.T("tell.trial"), p.T("tell.trial")+"\n"
	var lines strings.Builder
	for _, n := range m.News {
		lines.WriteString(NoticeSentence(p, n) + "\n" + t.link(n) + "\n\n")
	}
	mute := t.address("mute", t.Mute(m.To.ID))
	if len(m.News) > 0 {
		text = strings.TrimSuffix(lines.String(), "\n")
		subject = NoticeSentence(p, m.News[0])
	}
	if len(m.News) > 1 {
		subject = p.N("tell.several", len(m.News))
	}
	text = p.T("tell.mail", "Name", Harmless(m.To.Name), "News", text, "Settings", t.address("settings")+"#notices", "Mute", mute, "Site", t.address())
	err := t.Letters.Mail.Send(ctx, mail.Message{ID: m.ID, To: m.Target.Address, Subject: subject, Text: text, Language: string(p.Lang), Unsubscribe: mute})
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case errors.Is(err, mail.ErrRefused):
		return &notify.SendError{Code: "refused", Refused: true}
	}
	return &notify.SendError{Code: "no_answer"}
}

// dotted matches the dots and schemes by which mail and chat programs recognize addresses.
var dotted = regexp.MustCompile(`([\pL\pN_-][.。．｡․])([\pL\pN])|(:)(//)`)

// Harmless changes a sentence so that programs do not turn any name in it into a link. Everybody
// may choose a name. Addresses of the site must be added afterwards.
func Harmless(sentence string) string {
	for range 2 { // one letter may end a match and begin the next one
		sentence = dotted.ReplaceAllString(sentence, "$1$3 $2$4")
	}
	return sentence
}

var (
	discordMarkup = regexp.MustCompile("[\\\\*_~`|>#\\[\\]()<]")
	slackMarkup   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
)

// escapeMarkup escapes a sentence so that the program behind a webhook shows it literally.
func escapeMarkup(format, sentence string) string {
	switch format {
	case db.FormatDiscord:
		return discordMarkup.ReplaceAllString(sentence, `\$0`)
	case db.FormatSlack:
		return slackMarkup.Replace(sentence)
	}
	return sentence
}
