package handlers

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
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
	"tableronde/handlers/outgoing"
	"tableronde/handlers/pushtest"
	"tableronde/handlers/site"
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

// All formats get a turn in their own way, and no name of a player becomes a command.
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

// All messages to a player are in the language of the account. That is the language of the pages
// on which it was made, until another is chosen. A request for a mail in another language does not
// change it.
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
	elsewhere.signIn("Bo", goodPassword)
	if to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite)); err != nil || to.Language != "fr" {
		t.Errorf("another browser makes %q the language, %v", to.Language, err)
	}
	bo.send(http.MethodPost, "/language", url.Values{"language": {"en"}, "return": {"/"}})
	if to, err := s.Store.Recipient(t.Context(), bo.playerID(s.testSite)); err != nil || to.Language != "en" {
		t.Errorf("in %s, %q is the language, %v", m, to.Language, err)
	}
}

// An open tab, and opening the match, suppress nothing; nor do acts in another match. The player's
// own act in the match does.
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

// Messages are announced by mail and push to players who have chosen that: once, until they are
// read, and not at all if they are read first. The notice has neither the text nor its author.
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

// subscribe makes a reader's browser get pushes.
func (s *mailSite) subscribe(r *reader, b *pushtest.Browser) {
	s.T.Helper()
	r.open("/settings")
	r.submit("#push-here", "endpoint", b.Endpoint, "p256dh", b.P256dh, "auth", b.Auth)
	if r.expect(http.StatusOK); r.path != "/settings?saved=push" {
		s.T.Fatalf("subscribing led to %s: %s", r.path, r.mainText())
	}
}

// nextPush returns the next message that comes to a push service.
func (s *mailSite) nextPush(service *pushtest.Service) pushtest.Pushed {
	s.T.Helper()
	select {
	case p := <-service.Got:
		return p
	case <-time.After(20 * time.Second):
		s.T.Fatal("no push comes")
		return pushtest.Pushed{}
	}
}

// pushes lists the browsers of a reader, as they are stored.
func (s *mailSite) pushes(r *reader) (list []db.Target) {
	s.T.Helper()
	to, err := s.Store.Recipient(s.T.Context(), r.playerID(s.testSite))
	if err != nil {
		s.T.Fatal(err)
	}
	for _, t := range to.Targets {
		if t.Channel == db.ByPush {
			list = append(list, t)
		}
	}
	return list
}

// A browser subscribes on the settings page, is tried, gets a turn in the player's language, and
// is removed.
func TestPushes(t *testing.T) {
	s, clock := newToldSite(t)
	service := pushtest.Start(t, nil)
	bo := s.account("Bo", "bo@example.org")
	bo.header.Set("User-Agent", firefoxOnLinux)
	bo.open("/settings")
	browser := service.Subscribe(bo.page.Find("#push-here").AttrOr("data-key", ""))
	s.subscribe(bo, browser)
	s.subscribe(bo, browser) // once more is nothing new
	if got := s.pushes(bo); len(got) != 1 || got[0].Device != "Firefox · Linux" {
		t.Fatalf("the browsers are %+v", got)
	}
	if text := bo.mainText(); strings.Contains(text, browser.Endpoint) || !strings.Contains(bo.text("[data-endpoint] b"), "Firefox · Linux") {
		t.Errorf("the page shows the secret address, or no name: %s", text)
	}
	id := bo.page.Find("[data-target]").AttrOr("data-target", "")
	bo.send(http.MethodPost, "/settings/notices/test", url.Values{"id": {id}})
	trial := s.nextPush(service)
	if trial.Kind != "test" || bo.path != "/settings?saved=tested" || trial.Body == "" {
		t.Errorf("the test is %+v and led to %s", trial, bo.path)
	}
	bo.send(http.MethodPost, "/language", url.Values{"language": {"fr"}, "return": {"/settings"}})
	bo.open("/settings")
	bo.submit(`form[action="/settings/notices"]`)
	m := s.beginWith(bo)
	clock.Pass(t, func() bool { return len(service.Got) > 0 })
	got := s.nextPush(service)
	if got.ID == "" || got.Kind != "turn" || got.Match != m || got.Seat != 1 || got.Player.Name != "Bo" || got.Language != "fr" ||
		got.Title != "C’est à vous de jouer" || !strings.HasPrefix(got.Body, "Camelot contre ") || got.URL != mailOrigin+"/m/"+m {
		t.Errorf("the push is %+v", got)
	}
	if got.Size != trial.Size || len(got.Text) == len(trial.Text) {
		t.Errorf("a text of %d bytes is pushed in %d, one of %d in %d", len(got.Text), got.Size, len(trial.Text), trial.Size)
	}
	if seconds, err := strconv.Atoi(got.TTL); err != nil || seconds < 60 || seconds > 3*24*60*60 || got.Urgency != "normal" || len(got.Topic) != 32 || strings.Contains(got.Topic, m) {
		t.Errorf("the push has the TTL %q, urgency %q and topic %q", got.TTL, got.Urgency, got.Topic)
	}
	bo.send(http.MethodPost, "/settings/notices/remove", url.Values{"id": {id}})
	if got := s.pushes(bo); len(got) != 0 {
		t.Errorf("removed, the browsers are %+v", got)
	}
}

// A browser that its push service has dropped gets nothing any more, and the page says so; one
// that subscribes again on the same device takes its place.
func TestDeadPushes(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusGone} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			s, clock := newToldSite(t)
			service := pushtest.Start(t, nil)
			bo := s.account("Bo", "bo@example.org")
			key := s.teller.Key.Public
			browser := service.Subscribe(key)
			s.subscribe(bo, browser)
			service.Answer(browser, status)
			s.beginWith(bo)
			clock.Pass(t, func() bool { list := s.pushes(bo); return len(list) == 1 && !list[0].Off.IsZero() })
			bo.open("/settings")
			row := bo.page.Find("[data-target]")
			if text := row.Text(); !strings.Contains(text, "the browser does not answer") || row.Find("button").Length() != 1 {
				t.Errorf("the page says %s", text)
			}
			service.Answer(browser, http.StatusCreated)
			s.beginWith(bo)
			other := service.Subscribe(key)
			s.subscribe(bo, other)
			if got := s.pushes(bo); len(got) != 1 || got[0].Address != other.Endpoint {
				t.Errorf("after another subscription: %+v", got)
			}
			s.beginWith(bo)
			clock.Pass(t, func() bool { return len(service.Got) > 0 })
			if got := s.nextPush(service); got.To != other {
				t.Errorf("a push has come to %s", got.To.Endpoint)
			}
		})
	}
}

// A push service that is busy or fails is asked again, when it says so, under the same id.
func TestPushIsTriedAgain(t *testing.T) {
	for _, status := range []int{http.StatusTooManyRequests, http.StatusInternalServerError} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			s, clock := newToldSite(t)
			service := pushtest.Start(t, nil)
			bo := s.account("Bo", "bo@example.org")
			browser := service.Subscribe(s.teller.Key.Public)
			s.subscribe(bo, browser)
			service.Answer(browser, status)
			s.beginWith(bo)
			clock.Pass(t, func() bool { return s.pushes(bo)[0].Tried > 0 })
			failed := clock.Now()
			bo.open("/settings")
			if text := bo.text("[data-target]"); !strings.Contains(text, "it answers "+strconv.Itoa(status)) {
				t.Errorf("the page says %s", text)
			}
			service.Answer(browser, http.StatusCreated)
			clock.Pass(t, func() bool { return len(service.Got) > 0 })
			if waited := clock.Now().Sub(failed); status == http.StatusTooManyRequests && waited < 10*time.Minute {
				t.Errorf("it was asked again after %v, and said 10 minutes", waited)
			}
			if got := s.nextPush(service); got.Kind != "turn" || got.ID == "" || s.pushes(bo)[0].Address != browser.Endpoint {
				t.Errorf("the push is %+v", got)
			}
		})
	}
}

// No push goes to an address in a private network.
func TestPushesReachNoPrivateNetwork(t *testing.T) {
	s := newMailSite(t, Config{})
	service := pushtest.Start(t, nil)
	bo := s.account("Bo", "bo@example.org")
	s.subscribe(bo, service.Subscribe(s.teller.Key.Public))
	bo.send(http.MethodPost, "/settings/notices/test", url.Values{"id": {s.pushes(bo)[0].ID}})
	if bo.path != "/settings?saved=test_failed" || s.pushes(bo)[0].Why != outgoing.NoAnswer || len(service.Got) != 0 {
		t.Errorf("the test led to %s: %+v", bo.path, s.pushes(bo)[0])
	}
	bo.send(http.MethodPost, "/settings/notices/push", url.Values{"endpoint": {"https://push.example/"}, "p256dh": {"AAAA"}, "auth": {"AAAA"}})
	bo.expect(http.StatusUnprocessableEntity)
}

// clears sends a form and reports whether the answer makes the browser forget its stored data.
func (r *reader) clears(method, path string, form url.Values) bool {
	r.t.Helper()
	r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	defer func() { r.client.CheckRedirect = nil }()
	r.send(method, path, form)
	return r.answer.Get("Clear-Site-Data") == `"storage"`
}

// Signing out, or signing in as somebody else, makes the browser forget its stored data, and it
// gets no more notices.
func TestSigningOutEndsPushes(t *testing.T) {
	s, clock := newToldSite(t)
	service := pushtest.Start(t, nil)
	s.account("Ada", "ada@example.org")
	bo := s.account("Bo", "bo@example.org")
	s.subscribe(bo, service.Subscribe(s.teller.Key.Public))
	if bo.answer.Get(site.PlayerHeader) != bo.playerID(s.testSite) || bo.answer.Get("Content-Language") != "en" {
		t.Errorf("the header says %v", bo.answer)
	}
	elsewhere := s.browser()
	elsewhere.signIn("Bo", goodPassword)
	s.subscribe(elsewhere, service.Subscribe(s.teller.Key.Public))
	clock.Advance(time.Minute)
	tablet := s.browser()
	tablet.signIn("Bo", goodPassword)
	s.subscribe(tablet, service.Subscribe(s.teller.Key.Public))
	bo.open("/settings")
	bo.send(http.MethodPost, "/sessions", url.Values{"end": {bo.page.Find(`button[name="end"]:not([value="others"])`).First().AttrOr("value", "")}})
	if list := s.pushes(bo); len(list) != 2 {
		t.Errorf("a session ended elsewhere: the browsers are %+v", list)
	}
	cleared := bo.clears(http.MethodPost, "/sign-out", nil)
	if list := s.pushes(elsewhere); !cleared || len(list) != 1 {
		t.Errorf("signed out: cleared is %v, and the browsers are %+v", cleared, list)
	}
	if bo.open("/"); bo.answer.Get(site.PlayerHeader) != site.Nobody {
		t.Errorf("signed out, the header says %v", bo.answer)
	}
	id := elsewhere.playerID(s.testSite)
	if !elsewhere.clears(http.MethodPost, "/sign-in", url.Values{"name": {"Ada"}, "password": {goodPassword}}) {
		t.Error("signing in as somebody else clears nothing")
	}
	if to, err := s.Store.Recipient(t.Context(), id); err != nil || len(to.Targets) != 0 {
		t.Errorf("signed in as somebody else, the browsers are %+v, %v", to.Targets, err)
	}
}

// A service worker renews the subscription of its browser, as long as the player wants it; a
// browser that was removed elsewhere stays so.
func TestPushIsRenewed(t *testing.T) {
	s, _ := newToldSite(t)
	service := pushtest.Start(t, nil)
	bo := s.account("Bo", "bo@example.org")
	key := s.teller.Key.Public
	renew := func(want int) *pushtest.Browser {
		t.Helper()
		b := service.Subscribe(key)
		bo.send(http.MethodPost, "/settings/notices/push", url.Values{"renew": {"1"}, "endpoint": {b.Endpoint}, "p256dh": {b.P256dh}, "auth": {b.Auth}})
		bo.expect(want)
		return b
	}
	renew(http.StatusNotFound) // nobody has asked for pushes
	s.subscribe(bo, service.Subscribe(key))
	b := renew(http.StatusOK)
	list := s.pushes(bo)
	if len(list) != 1 || list[0].Address != b.Endpoint {
		t.Fatalf("renewed, the browsers are %+v", list)
	}
	bo.send(http.MethodPost, "/settings/notices/remove", url.Values{"id": {list[0].ID}})
	renew(http.StatusNotFound)
	if list := s.pushes(bo); len(list) != 0 {
		t.Errorf("removed, the browsers are %+v", list)
	}
}

// The service worker asks in which matches a decision is owed.
func TestMyTurns(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	id := strings.TrimPrefix(match, "/m/")
	for who, want := range map[*reader]string{ada: `{"turns":["` + id + `"]}`, bo: `{"turns":[]}`, newReader(t, s.URL): `{"turns":[]}`} {
		if who.open("/me/turns"); strings.TrimSpace(who.body) != want {
			t.Errorf("the turns are %s, want %s", who.body, want)
		}
	}
}

// A name is no link and no markup in anything that is sent: in mails about accounts, which go to
// any address, in all formats of webhooks, pushes, feeds and calendars. Links of the site stay.
func TestNamesAreHarmlessWhereTheyAreSent(t *testing.T) {
	s, clock := newToldSite(t)
	const evil = "http://evil.example/win"
	eve := s.browser()
	eve.open("/sign-in")
	eve.submit("#join-form", "name", evil, "password", goodPassword, "email", "victim@example.org")
	if m := s.next(); strings.Contains(m.Text+m.Subject, "evil.example") || strings.Contains(m.Text, "http://evil") || !strings.Contains(m.Text, mailOrigin+"/mail/") {
		t.Errorf("a stranger is sent %s", m.Text)
	}
	bo := s.account("Bo", "bo@example.org")
	address, calls := newReceiver(t)
	for _, format := range []string{"discord", "slack", "ntfy"} {
		bo.open("/settings")
		bo.submit("#webhook-form", "url", address, "format", format)
	}
	eve.send(http.MethodPost, "/name", url.Values{"name": {"[*x*](evil.example) <@1> `b`"}})
	eve.expect(http.StatusOK)
	bo.send(http.MethodPost, "/matches", url.Values{"game": {"camelot"}, "seat": {"1"}, "public": {"1"}, "pace": {"move-3d"}})
	m := strings.TrimPrefix(strings.Split(bo.path, "?")[0], "/m/")
	eve.send(http.MethodPost, "/m/"+m+"/join", url.Values{})
	clock.Pass(t, func() bool { return len(calls) == 3 })
	var sent []string
	for range 3 {
		sent = append(sent, s.nextCall(calls).body)
	}
	all := strings.Join(sent, "\n")
	for _, want := range []string{`\\[\\*x\\*\\]\\(evil. example\\) \\\u003c@1\\\u003e \\` + "`b\\\\`", `"mrkdwn":false`, `\u0026lt;@1\u0026gt;`, "[*x*](evil. example) <@1>"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not in what webhooks are told:\n%s", want, all)
		}
	}
	token, err := s.Store.FeedToken(t.Context(), bo.playerID(s.testSite))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/feed/", "/calendar/"} {
		rec := httptest.NewRecorder()
		req := httptest.NewRequest(http.MethodGet, mailOrigin+path+token, nil)
		s.Handler().ServeHTTP(rec, req)
		text := strings.ReplaceAll(rec.Body.String(), "\r\n ", "")
		if rec.Code != http.StatusOK || !strings.Contains(text, "evil. example") || strings.Contains(text, "evil.example") {
			t.Errorf("%s: %d, %s", path, rec.Code, text)
		}
	}
	for _, k := range []db.MailKind{db.MailConfirm, db.MailEnter, db.MailPassword, db.MailAddress} {
		if got := (&notifypages.Letters{Base: s.site.Base}).Write(db.Mail{NewMail: db.NewMail{Kind: k, Language: string(views.French)}, Name: evil}); strings.Contains(got.Text, "evil.example") {
			t.Errorf("a mail of kind %s says %s", k, got.Text)
		}
	}
}
