package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/site"
)

// Who is invited sees how the match begins, from the side they would have, and in
// short how it is played.
func TestInvitationShowsTheGame(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, stranger := site.Guest("Ada"), newStranger(t, site)
	for game, want := range map[string]struct{ label, said string }{
		"camelot":       {"You play Black, at the bottom: ten men and four knights.", "At one sitting it takes about 45 min."},
		"grand-camelot": {"Each army has eight men and four knights.", "Red to move first."},
		"knizia":        {"", "A red tournament: 10 against 7."},
	} {
		made := ada.Post("/matches", map[string]any{"game": game, "seat": 1}).Want(t, http.StatusCreated, "").Match
		stranger.open(made.Invite)
		if got := stranger.page.Find("#invitation .start svg.board").AttrOr("aria-label", ""); !strings.HasPrefix(got, want.label) {
			t.Errorf("%s: the picture is called %q", game, got)
		}
		if n := stranger.page.Find("#invitation .brief dd").Length(); n != 3 || !strings.Contains(stranger.mainText(), want.said) {
			t.Errorf("%s: %d sentences in short; the page says %q", game, n, stranger.mainText())
		}
	}
}

// A link to a seat shows the board from there. Once the match has begun, the link
// leads those who play to it; everybody else is told that it has ended, and nothing
// of the match, by pages, pictures and the API.
func TestInvitationEndsWithTheLastSeat(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, stranger := s.Guest("Ada"), s.Guest("Bo"), newStranger(t, s)
	made := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 2}).Want(t, http.StatusCreated, "").Match
	stranger.open(made.Invite + "?seat=1")
	if label := stranger.page.Find(".start svg.board").AttrOr("aria-label", ""); !strings.HasPrefix(label, "You play White, at the bottom") {
		t.Errorf("the picture is called %q", label)
	}
	bo.Post("/matches/"+made.ID+"/join", map[string]any{"invite": made.Invite[strings.LastIndex(made.Invite, "/")+1:]}).Want(t, http.StatusOK, "")
	bo.Play(made.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	token := strings.TrimPrefix(made.Invite, "/i/")
	third := newReader(t, s.URL)
	third.send(http.MethodPost, "/solo", url.Values{"game": {"cam"}})
	for _, r := range []*reader{stranger, third} {
		for _, path := range []string{made.Invite, made.Invite + "?seat=1", made.Invite + "/picture.svg", made.Invite + "/picture.png"} {
			r.send(http.MethodGet, path, nil)
			r.expect(http.StatusGone)
			if r.page.Find("svg.board").Length() != 0 || r.meta("og:image") != "" || strings.Contains(r.body, "E8") || strings.Contains(r.body, made.ID) || strings.Contains(r.body, "Ada") {
				t.Errorf("%s shows the match: %s", path, r.body)
			}
			if !strings.Contains(r.mainText(), "this invitation has ended.Ask for another one, or look for an open table.") {
				t.Errorf("%s says %q", path, r.mainText())
			}
		}
		r.send(http.MethodPost, made.Invite, url.Values{"name": {"Cy"}, "key": {site.NewKey()}})
		r.expect(http.StatusGone)
	}
	if stranger.hasSession() {
		t.Error("the visitor has become a guest for nothing")
	}
	third.header.Set("HX-Request", "true")
	if third.send(http.MethodGet, made.Invite, nil); third.answer.Get("HX-Redirect") != made.Invite {
		t.Errorf("an open page is not told to go: %d %s", third.status, third.body)
	}
	s.Nobody().Get("/invitations/"+token).Want(t, http.StatusGone, "invitation_ended")
	s.Guest("Cy").Get("/invitations/"+token).Want(t, http.StatusGone, "invitation_ended")
	bo.Get("/invitations/"+token).Want(t, http.StatusOK, "")
}

// The form of an invitation that is sent twice, before the visitor is known, takes
// the last seat once and leads to the match both times.
func TestInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	made := s.Guest("Ada").Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	form := url.Values{"name": {"Bo"}, "key": {site.NewKey()}}
	for range 2 {
		bo := newReader(t, s.URL)
		bo.send(http.MethodPost, made.Invite, form)
		bo.expect(http.StatusOK)
		if path, _, _ := strings.Cut(bo.path, "?"); path != "/m/"+made.ID {
			t.Errorf("the form leads to %s: %s", bo.path, bo.mainText())
		}
	}
}

// The host renews and withdraws the link, on the page and by the API; links that no
// longer count lead nowhere.
func TestHostChangesTheInvitation(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	host, stranger := newReader(t, site.URL), newStranger(t, site)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", "Ada")
	match := host.path
	link := func() string { return strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), site.URL) }
	leads := func(link string, status int) {
		t.Helper()
		for _, path := range []string{link, link + "/picture.svg"} {
			if stranger.send(http.MethodGet, path, nil); stranger.status != status {
				t.Errorf("%s: %d, want %d", path, stranger.status, status)
			}
		}
	}
	first := link()
	leads(first, http.StatusOK)
	host.submit("#invite-renew")
	second := link()
	leads(first, http.StatusNotFound)
	leads(second, http.StatusOK)
	host.submit("#invite-withdraw")
	leads(second, http.StatusNotFound)
	if link() != "" || !strings.Contains(host.mainText(), "No link leads to this table.") || host.page.Find("#invite-withdraw").Length() != 0 {
		t.Errorf("without a link: %s", host.mainText())
	}
	host.submit("#invite-renew")
	leads(link(), http.StatusOK)
	host.send(http.MethodPost, match+"/invite", url.Values{"do": {"nothing"}})
	host.expect(http.StatusBadRequest)

	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	made := ada.Post("/matches", map[string]any{"game": "grand-camelot", "seats": 4, "public": true}).Want(t, http.StatusCreated, "").Match
	bo.Post("/matches/"+made.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "")
	path := "/matches/" + made.ID + "/invite"
	renewed := ada.Post(path, map[string]any{"do": "renew"}, "Idempotency-Key", "k").Want(t, http.StatusOK, "").Match.Invite
	if again := ada.Post(path, map[string]any{"do": "renew"}, "Idempotency-Key", "k").Want(t, http.StatusOK, "").Match.Invite; renewed == made.Invite || again != renewed {
		t.Errorf("renewed from %q to %q, then %q", made.Invite, renewed, again)
	}
	leads(made.Invite, http.StatusNotFound)
	bo.Post(path, map[string]any{"do": "withdraw"}).Want(t, http.StatusForbidden, "not_host")
	ada.Post(path, map[string]any{"do": "sell"}).Want(t, http.StatusBadRequest, "malformed")
	if got := ada.Post(path, map[string]any{"do": "withdraw"}).Want(t, http.StatusOK, "").Match.Invite; got != "" {
		t.Errorf("withdrawn, the invitation is %q", got)
	}
	leads(renewed, http.StatusNotFound)
	begun := site.Start(ada, bo, map[string]any{"game": "camelot"})
	ada.Post("/matches/"+begun.ID+"/invite", map[string]any{"do": "renew"}).Want(t, http.StatusConflict, "started")
}

// Under another key the page cannot show the link, which goes on to work, and
// offers a new one.
func TestLinkOfAnotherKeyIsNotShown(t *testing.T) {
	t.Parallel()
	storetest.NeedFile(t)
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, nil)
	host, err := store.CreatePlayer(t.Context(), "Ada")
	if err != nil {
		t.Fatal(err)
	}
	_, token, err := store.CreateToken(t.Context(), db.Once{}, db.NewToken{Player: host.ID, Scopes: db.AllScopes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	made, err := store.CreateMatch(t.Context(), db.Once{}, db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Host: host.ID, ToAct: []games.Seat{1}}, nil)
	if err := errors.Join(err, store.Close(), os.Remove(path+".key")); err != nil {
		t.Fatal(err)
	}
	s := newTestSiteOn(t, Config{Store: storetest.OpenAt(t, path, nil)})
	ada := s.Client(token)
	if got := ada.Get("/matches/"+made.ID).Want(t, http.StatusOK, "").Match.Invite; got != "" {
		t.Errorf("the invitation is %q", got)
	}
	newStranger(t, s).open("/i/" + made.Invite)
	reads := newReader(t, s.URL)
	ctx, err := s.site.Sessions.Load(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	s.site.Sessions.Put(ctx, site.SessionPlayer, host.ID)
	cookie, _, err := s.site.Sessions.Commit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	reads.header.Set("Cookie", s.site.Sessions.Cookie.Name+"="+cookie)
	reads.open("/m/" + made.ID)
	if !strings.Contains(reads.mainText(), "The link that you sent still works") || reads.page.Find("#invite").Length() != 0 || reads.page.Find("#invite-withdraw").Length() != 1 {
		t.Errorf("the page says %q", reads.mainText())
	}
	reads.submit("#invite-renew")
	if reads.page.Find("#invite").Length() != 1 {
		t.Errorf("after renewing the page says %q", reads.mainText())
	}
}
