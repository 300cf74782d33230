package handlers

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	notifypages "tableronde/handlers/notify"
	"tableronde/handlers/pushtest"
	"tableronde/views"
)

// received is a call that a webhook has got.
type received struct {
	body, kind, click string
}

// newReceiver starts a server that takes the calls of webhooks.
func newReceiver(t *testing.T) (address string, calls <-chan received) {
	t.Helper()
	got := make(chan received, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- received{string(body), r.Header.Get("Content-Type"), r.Header.Get("Click")}
		if r.URL.Path == "/broken" {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, got
}

func (s *mailSite) nextCall(calls <-chan received) received {
	s.T.Helper()
	select {
	case c := <-calls:
		return c
	case <-time.After(20 * time.Second):
		s.T.Fatal("no call comes")
		return received{}
	}
}

// newToldSite is a mailSite on a clock of its own whose webhooks may lead to this machine.
func newToldSite(t *testing.T) (*mailSite, *clubtest.Clock) {
	t.Helper()
	clock := clubtest.NewClock()
	return newMailSite(t, Config{Store: storetest.Open(t, clock.Now), Now: clock.Now, After: clock.After, AllowPrivateTargets: true}), clock
}

// A player adds webhooks of all formats on the settings page, tries one and removes it.
func TestWebhooks(t *testing.T) {
	s, clock := newToldSite(t)
	bo := s.account("Bo", "bo@example.org")
	address, calls := newReceiver(t)
	for _, format := range []string{"json", "discord", "slack", "ntfy"} {
		clock.Advance(time.Second)
		bo.open("/settings")
		bo.submit("#webhook-form", "url", address+"/"+format, "format", format)
		if bo.expect(http.StatusOK); bo.path != "/settings?saved=webhook" {
			t.Fatalf("a webhook of %s led to %s: %s", format, bo.path, bo.mainText())
		}
	}
	if text := bo.mainText(); strings.Contains(text, "/discord") || !strings.Contains(text, strings.TrimPrefix(address, "http://")) {
		t.Errorf("the page shows more or less than the hosts of webhooks: %s", text)
	}
	bo.send(http.MethodPost, "/settings/notices/test", url.Values{"id": {s.hookID(bo)}})
	if got := s.nextCall(calls); !strings.Contains(got.body, `"kind":"test"`) || bo.path != "/settings?saved=tested" {
		t.Errorf("the test is %+v and led to %s", got, bo.path)
	}
	bo.open("/settings")
	bo.submit("#webhook-form", "url", "http://user:pw@example.org/")
	if bo.expect(http.StatusUnprocessableEntity); !strings.Contains(bo.text("#webhook-problem"), "https://") {
		t.Errorf("an address with a password is answered with %s", bo.mainText())
	}
	bo.send(http.MethodPost, "/settings/notices/remove", url.Values{"id": {s.hookID(bo)}})
	bo.expect(http.StatusOK)
}

// All formats are told of a turn in their own way, and no name of a player becomes a command.
func TestWebhookFormats(t *testing.T) {
	s, clock := newToldSite(t)
	bo := s.account("Bo", "bo@example.org")
	address, calls := newReceiver(t)
	for _, format := range []string{"json", "discord", "slack", "ntfy"} {
		bo.open("/settings")
		bo.submit("#webhook-form", "url", address, "format", format)
	}
	m := s.beginWith(bo)
	clock.Pass(t, func() bool { return len(calls) == 4 })
	bodies := make(map[string]received)
	for range 4 {
		got := s.nextCall(calls)
		switch {
		case strings.HasPrefix(got.body, `{"id"`):
			bodies["json"] = got
		case strings.Contains(got.body, "allowed_mentions"):
			bodies["discord"] = got
		case strings.Contains(got.body, "mrkdwn"):
			bodies["slack"] = got
		default:
			bodies["ntfy"] = got
		}
	}
	var told notifypages.Call
	if err := json.Unmarshal([]byte(bodies["json"].body), &told); err != nil {
		t.Fatal(err)
	}
	if told.ID == "" || told.Kind != db.NoticeTurn || told.Match != m || told.Game != "camelot" || told.Seat != 1 || told.Player.Name != "Bo" ||
		told.URL != mailOrigin+"/m/"+m || told.At == "" {
		t.Errorf("the call is %+v", told)
	}
	for format, want := range map[string]string{
		"discord": `{"allowed_mentions":{"parse":[]},"content":"It is your turn: Camelot against Ada \\\u003c@everyone\\\u003e \u0026 co.\n` + mailOrigin + "/m/" + m + `"}`,
		"slack":   `{"mrkdwn":false,"text":"It is your turn: Camelot against Ada \u0026lt;@everyone\u0026gt; \u0026amp; co.\n` + mailOrigin + "/m/" + m + `"}`,
		"ntfy":    "It is your turn: Camelot against Ada <@everyone> & co.\n" + mailOrigin + "/m/" + m,
	} {
		if got := strings.NewReplacer("\u2068", "", "\u2069", "").Replace(bodies[format].body); got != want {
			t.Errorf("%s is told %q, want %q", format, got, want)
		}
	}
	if got := bodies["ntfy"].click; got != mailOrigin+"/m/"+m {
		t.Errorf("ntfy opens %q", got)
	}
}

// beginWith begins a match of camelot in which a reader who is signed in moves first.
func (s *mailSite) beginWith(bo *reader) string {
	s.T.Helper()
	ada := s.browser()
	ada.open("/settings")
	ada.submit(`form[action="/name"]`, "name", "Ada <@everyone> & co")
	bo.send(http.MethodPost, "/matches", url.Values{"game": {"camelot"}, "seat": {"1"}, "public": {"1"}})
	bo.expect(http.StatusOK)
	m := strings.TrimPrefix(strings.Split(bo.path, "?")[0], "/m/")
	ada.send(http.MethodPost, "/m/"+m+"/join", url.Values{})
	ada.expect(http.StatusOK)
	return m
}

// hookID returns the id of a reader's first webhook.
func (s *mailSite) hookID(r *reader) string {
	s.T.Helper()
	r.open("/settings")
	id, ok := r.page.Find(`form.acts button[formaction]`).First().Attr("value")
	if !ok {
		s.T.Fatal("there is no webhook")
	}
	return id
}

// A turn comes by mail ten minutes later, with a link that ends such mail: opening it ends
// nothing, a POST does, from a program of mail, too. Nothing in a name becomes a header.
func TestMailOfATurn(t *testing.T) {
	s, clock := newToldSite(t)
	bo := s.account("Bo", "bo@example.org")
	m := s.beginWith(bo)
	begun := clock.Now()
	clock.Pass(t, func() bool { return len(s.mails) > 0 })
	if waited := clock.Now().Sub(begun); waited < notify.MailGrace {
		t.Errorf("the mail has waited %v", waited)
	}
	got := s.next()
	mute := mailOrigin + "/mute/" + s.Store.MuteToken(bo.playerID(s.testSite))
	if got.To != "bo@example.org" || got.Unsubscribe != mute || !strings.HasPrefix(got.Subject, "It is your turn: Camelot against ") ||
		!strings.Contains(got.Text, mailOrigin+"/m/"+m+"\n") || !strings.Contains(got.Text, mute) || !strings.HasPrefix(got.Text, "Hello Bo,\n") {
		t.Errorf("the mail is %+v", got)
	}
	path := strings.TrimPrefix(mute, mailOrigin)
	scanner := s.browser()
	for range 2 {
		scanner.open(path)
	}
	scanner.send(http.MethodHead, path, nil)
	if to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite)); err != nil || !to.Has(db.NoticeTurn, db.ByMail) {
		t.Fatalf("opening the link has ended mail: %+v, %v", to.NoticeSettings, err)
	}
	scanner.send(http.MethodPost, path, url.Values{"List-Unsubscribe": {"One-Click"}})
	scanner.expect(http.StatusOK)
	if to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite)); err != nil || to.Has(db.NoticeTurn, db.ByMail) {
		t.Errorf("the post has not ended mail: %+v, %v", to.NoticeSettings, err)
	}
	bo.open("/settings")
	if _, on := bo.page.Find(`input[name="turn"][value="email"]`).Attr("checked"); on {
		t.Error("the settings say that mail of turns is on")
	}
	bo.submit(`form[action="/settings/notices"]`, "turn", "email", "digest", "7")
	to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite))
	if err != nil || !to.Has(db.NoticeTurn, db.ByMail) || to.Digest == nil || *to.Digest != 7 || to.Language != "en" {
		t.Errorf("the settings are %+v, %v", to.NoticeSettings, err)
	}
	for _, bad := range []string{"/mute/x", path + "x"} {
		scanner.send(http.MethodPost, bad, nil)
		scanner.expect(http.StatusNotFound)
	}
}

// All that is sent to a player is in the language of the account: of the pages on which it was
// made, until another is chosen, and whoever asks for a mail in whatever language.
func TestSentInTheLanguageOfTheAccount(t *testing.T) {
	s, clock := newToldSite(t)
	address, calls := newReceiver(t)
	bo := s.browser()
	bo.header = http.Header{"Accept-Language": {"fr-CH, fr;q=0.9"}}
	bo.open("/sign-in")
	bo.submit("#join-form", "name", "Bo", "password", goodPassword, "email", "bo@example.org")
	bo.open(s.link("bo@example.org"))
	bo.submit("#mail form")
	bo.open("/settings")
	bo.submit("#webhook-form", "url", address, "format", "ntfy")
	m := s.beginWith(bo)
	clock.Pass(t, func() bool { return len(s.mails) == 1 && len(calls) == 1 })
	if got := s.next(); got.Language != "fr" || !strings.Contains(got.Text, "À vous de jouer") {
		t.Errorf("the mail of a turn is in %q: %s", got.Language, got.Text)
	}
	if got := s.nextCall(calls); !strings.Contains(got.body, "À vous de jouer") {
		t.Errorf("a webhook is told: %s", got.body)
	}
	token, err := s.Store.FeedToken(t.Context(), bo.playerID(s.testSite))
	if err != nil {
		t.Fatal(err)
	}
	feed := s.browser() // of a program in English
	if feed.send(http.MethodGet, "/feed/"+token, nil); !strings.Contains(feed.body, "À vous de jouer") {
		t.Errorf("the feed says %s", feed.body)
	}
	stranger := s.browser()
	stranger.ask("bo@example.org")
	clock.Pass(t, func() bool { return len(s.mails) == 1 })
	if got := s.next(); got.Language != "fr" {
		t.Errorf("a link to sign in is asked for in English and written in %q", got.Language)
	}
	elsewhere := s.browser() // in English
	elsewhere.open("/sign-in")
	elsewhere.submit("#enter-form", "name", "Bo", "password", goodPassword)
	if to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite)); err != nil || to.Language != "fr" {
		t.Errorf("another browser makes %q the language, %v", to.Language, err)
	}
	bo.send(http.MethodPost, "/language", url.Values{"language": {"en"}, "return": {"/"}})
	if to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite)); err != nil || to.Language != "en" {
		t.Errorf("in %s, %q is the language, %v", m, to.Language, err)
	}
}

// An open tab, and looking at the match, suppress nothing; nor does what one does in another
// match. One's own act in the match does.
func TestOpenTabSuppressesNothing(t *testing.T) {
	s, clock := newToldSite(t)
	service := pushtest.Start(t, nil)
	bo := s.account("Bo", "bo@example.org")
	s.subscribe(bo, service.Subscribe(s.teller.Key.Public))
	waits := s.beginWith(bo)
	stream, err := bo.client.Get(mailOrigin + "/events?match=" + waits)
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream: %+v, %v", stream, err)
	}
	defer stream.Body.Close()
	clock.Pass(t, func() bool { return len(service.Got) > 0 })
	if got := s.nextPush(service); got.Match != waits || got.Kind != "turn" || s.Streams() != 1 {
		t.Errorf("with %d open streams the push is %+v", s.Streams(), got)
	}
	answered := s.beginWith(bo)
	bo.post("/m/"+answered, 0, "E6-E8", "")
	bo.open("/m/" + waits)
	bo.expect(http.StatusOK)
	clock.Pass(t, func() bool { return len(s.mails) > 0 })
	if got := s.next(); !strings.Contains(got.Text, "/m/"+waits+"\n") || strings.Contains(got.Text, answered) {
		t.Errorf("the mail says %s", got.Text)
	}
}

// Messages are told by mail and push to who has chosen that: once, until they are read, and
// not at all if they are read meanwhile. Nothing tells what is written, or by whom.
func TestMessagesAreNoticed(t *testing.T) {
	s, clock := newToldSite(t)
	bo := s.account("Bo", "bo@example.org")
	address, calls := newReceiver(t)
	bo.open("/settings")
	if bo.page.Find(`input[name=message][value=email][checked]`).Length() != 0 || bo.page.Find(`input[name=message][value=page][checked]`).Length() != 1 {
		t.Error("unless they choose, players are told of messages elsewhere than in pages")
	}
	bo.submit("#webhook-form", "url", address, "format", "json", "kind", "message")
	bo.send(http.MethodPost, "/settings/notices", url.Values{"message": {"email", "webhook"}})
	m := s.beginWith(bo)
	f, err := s.site.Store.Match(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	other := f.Seats[0].ID
	if f.Seats[0].Name == "Bo" {
		other = f.Seats[1].ID
	}
	say := func(text string) {
		t.Helper()
		if _, _, err := s.site.Club.Talk.Say(t.Context(), db.Once{}, m, other, "", text, nil); err != nil {
			t.Fatal(err)
		}
	}
	say("read at once")
	bo.open("/m/" + m + "/messages")
	clock.Advance(time.Hour)
	say("a canary")
	say("one more canary")
	clock.Pass(t, func() bool { return len(s.mails) > 0 })
	got := s.next()
	if !strings.Contains(got.Subject, "There are messages for you") || !strings.Contains(got.Text, "/m/"+m+"/messages\n") || strings.Contains(got.Text+got.Subject, "canary") {
		t.Errorf("the mail is %+v", got)
	}
	clock.Pass(t, func() bool { return len(calls) > 0 })
	for len(calls) > 0 {
		if call := s.nextCall(calls); !strings.Contains(call.body, `"kind":"message"`) || strings.Contains(call.body, "canary") {
			t.Errorf("the webhook is told %+v", call)
		}
	}
	clock.Advance(time.Hour)
	if len(s.mails) != 0 {
		t.Errorf("there is one more mail: %+v", s.next())
	}
}

// In a match of more than two players, the notification of the end gives the player's place.
func TestTheEndOfManyIsToldWithThePlace(t *testing.T) {
	of := match.Match{Match: db.Match{Game: "kutschke", Seats: make([]db.Player, 4),
		Result: &games.Result{Scores: map[games.Seat]float64{1: 9, 2: 3, 3: 3, 4: 15}, Winners: []games.Seat{4}, Reason: "target"}}}
	n := notify.News{Delivery: db.Delivery{Notice: db.Notice{Kind: db.NoticeOver}}, Of: of, Seat: 1}
	p := views.Page{Lang: views.English}
	if got, want := notifypages.NoticeSentence(p, n), "The match is over, and you are in place 2 of 4: "; !strings.HasPrefix(got, want) {
		t.Errorf("the mail says %q", got)
	}
	if got, want := notifypages.PushTitle(p, n), "You are in place 2 of 4"; got != want {
		t.Errorf("the push says %q", got)
	}
}
