package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/outgoing"
	"tableronde/handlers/pushtest"
	"tableronde/handlers/site"
)

// subscribe has a reader's browser be told.
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

// A browser subscribes on the settings page, is tried, told of a turn in the player's
// language, and removed.
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

// A browser that its push service knows no more is told nothing any more, and the page says
// so; one that subscribes again on the same device takes its place.
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
			if text := row.Text(); !strings.Contains(text, "the browser no longer answers") || row.Find("button").Length() != 1 {
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

// No browser is told at an address in a private network.
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

// clears sends a form and reports whether the answer has the browser forget what it kept.
func (r *reader) clears(method, path string, form url.Values) bool {
	r.t.Helper()
	r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	defer func() { r.client.CheckRedirect = nil }()
	r.send(method, path, form)
	return r.answer.Get("Clear-Site-Data") == `"storage"`
}

// Who signs out, or signs in as somebody else, has the browser forget what it kept, and it
// is told nothing any more.
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
	elsewhere.open("/sign-in")
	elsewhere.submit("#enter-form", "name", "Bo", "password", goodPassword)
	s.subscribe(elsewhere, service.Subscribe(s.teller.Key.Public))
	clock.Advance(time.Minute)
	tablet := s.browser()
	tablet.open("/sign-in")
	tablet.submit("#enter-form", "name", "Bo", "password", goodPassword)
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
