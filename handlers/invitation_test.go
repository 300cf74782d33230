package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
)

// An invited player sees the start of the match, from the side they would have, and in short its
// rules.
func TestInvitationShowsTheGame(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, stranger := site.Guest("Ada"), newReader(t, site.URL)
	for game, want := range map[string]struct{ label, said string }{
		"camelot":       {"You play Black, at the bottom: ten men and four knights.", "Played in one go, it takes about 45 min."},
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

// A link to a seat shows the board from there. Once the match has begun, the link leads its
// players to it. Everybody else reads that it has ended, and gets nothing of the match, by pages,
// pictures and the API.
func TestInvitationEndsWithTheLastSeat(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, stranger := s.Guest("Ada"), s.Guest("Bo"), newReader(t, s.URL)
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

// A form that is sent twice, before the browser has got its cookie, takes the last seat once and
// leads to the match both times: at a public table and by an invitation.
func TestSeatIsTakenOnce(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada := s.Guest("Ada")
	for _, public := range []bool{true, false} {
		made := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": public}).Want(t, http.StatusCreated, "").Match
		match, form := "/m/"+made.ID, url.Values{"name": {"Bo"}, "key": {site.NewKey()}}
		for range 2 {
			bo := newReader(t, s.URL)
			bo.send(http.MethodPost, map[bool]string{true: match + "/join", false: made.Invite}[public], form)
			bo.expect(http.StatusOK)
			if path, _, _ := strings.Cut(bo.path, "?"); path != match {
				t.Errorf("the form leads to %s: %s", bo.path, bo.mainText())
			}
		}
	}
}

// The host renews and withdraws the link, on the page and by the API; links that no
// longer count lead nowhere.
func TestHostChangesTheInvitation(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	host, stranger := newReader(t, site.URL), newReader(t, site.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", "Ada")
	match := host.path
	link := func() string { return host.invite() }
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
	newReader(t, s.URL).open("/i/" + made.Invite)
	ada.Player.ID = host.ID
	reads := reads(t, s, ada)
	reads.open("/m/" + made.ID)
	if !strings.Contains(reads.mainText(), "The link that you sent still works") || reads.page.Find("#invite").Length() != 0 || reads.page.Find("#invite-withdraw").Length() != 1 {
		t.Errorf("the page says %q", reads.mainText())
	}
	reads.submit("#invite-renew")
	if reads.page.Find("#invite").Length() != 1 {
		t.Errorf("after renewing the page says %q", reads.mainText())
	}
}

// challengeByForm has somebody challenge a player by the form of a new table, and returns
// the path of the table.
func challengeByForm(t *testing.T, ada *reader, who string) string {
	t.Helper()
	ada.open("/new?game=cam")
	ada.submit(`form[action="/matches"]`, "public", "named", "challenge", who)
	ada.expect(http.StatusOK)
	if !strings.HasPrefix(ada.path, "/m/") {
		t.Fatalf("the form leads to %s: %s", ada.path, ada.mainText())
	}
	return ada.path
}

// withAccount gives a guest an account of the same name.
func withAccount(t *testing.T, guest *sitetest.Client) *sitetest.Client {
	t.Helper()
	guest.Post("/accounts", map[string]any{"name": guest.Player.Name, "password": "nine white swans"}).Want(t, http.StatusCreated, "")
	return guest
}

// A player who is challenged by name finds that on the home page and in the private feed. The
// terms are on a page of its own, and the player accepts there: the match begins.
func TestChallengeIsAccepted(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), withAccount(t, s.Guest("Bo"))
	host, guest := reads(t, s, ada), reads(t, s, bo)
	match := challengeByForm(t, host, "bo")
	if text := host.mainText(); !strings.Contains(text, "Waiting for the answer of Bo") || host.page.Find("#invite").Length() > 0 {
		t.Errorf("the host reads %s", text)
	}
	stranger := newReader(t, s.URL)
	stranger.open(ada.Get("/matches/" + match[len("/m/"):]).Match.Invite)
	if text := stranger.mainText(); !strings.Contains(text, "Somebody else has just taken this seat") {
		t.Errorf("somebody with the link reads %s", text)
	}
	host.open("/")
	if text := host.mainText(); !strings.Contains(text, "Waiting for the answer of Bo") {
		t.Errorf("the home page of the host: %s", text)
	}
	guest.open("/")
	if text := guest.mainText(); !strings.Contains(text, "Ada asks you to play") {
		t.Errorf("the home page: %s", text)
	}
	guest.open("/settings")
	feed := guest.page.Find("#feed-atom").AttrOr("value", "")
	if guest.open(strings.TrimPrefix(feed, s.URL)); !strings.Contains(guest.body, "Ada asks you to play: Cam") {
		t.Errorf("the feed at %s: %s", feed, guest.body)
	}
	guest.open(match)
	if guest.path != match+"/challenge" || !strings.Contains(guest.mainText(), "Ada asks you to play Cam") {
		t.Errorf("the table leads to %s: %s", guest.path, guest.mainText())
	}
	guest.submit(`form[action="` + match + `/join"]`)
	if guest.path != match || guest.page.Find("#invite").Length() > 0 {
		t.Errorf("having accepted, one is at %s", guest.path)
	}
	if got := ada.Get("/matches/" + match[len("/m/"):]).Match; got.Started == nil {
		t.Error("the match has not begun")
	}
	if guest.open(match + "/challenge"); guest.path != match {
		t.Errorf("the challenge that was accepted leads to %s", guest.path)
	}
}

// A player who declines is led home and reads so; the host sees it and can ask somebody else, or
// take that back. A second answer is refused as too late.
func TestChallengeIsDeclinedAndTakenBack(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), withAccount(t, s.Guest("Bo")), s.Guest("Cy")
	ada.Put("/me/ties/"+cy.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	host, guest, friend := reads(t, s, ada), reads(t, s, bo), reads(t, s, cy)
	match := challengeByForm(t, host, "Bo")
	guest.open("/")
	guest.submit(`form[action="` + match + `/challenge"]`)
	if guest.path != "/?done=decline_challenge" || !strings.Contains(guest.mainText(), "You have declined") || strings.Contains(guest.mainText(), "Ada asks") {
		t.Errorf("having declined, one reads at %s: %s", guest.path, guest.mainText())
	}
	if guest.send(http.MethodGet, match, nil); guest.status != http.StatusNotFound {
		t.Errorf("who has declined gets %d", guest.status)
	}
	host.open(match)
	if !strings.Contains(host.mainText(), "Bo has declined") || host.page.Find("#invite").Length() == 0 {
		t.Errorf("the host reads %s", host.mainText())
	}
	host.submit(`#challenge form`, "do", "ask", "challenge", "Cy")
	if !strings.Contains(host.mainText(), "Waiting for the answer of Cy") {
		t.Errorf("the host has asked Cy and reads %s", host.mainText())
	}
	friend.open(match)
	host.submit(`form[action="`+match+`/challenge"]`, "do", "take_back")
	if strings.Contains(host.mainText(), "Cy") || host.page.Find("#invite").Length() == 0 {
		t.Errorf("the host has taken that back and reads %s", host.mainText())
	}
	friend.send(http.MethodPost, match+"/join", url.Values{"seat": {"2"}})
	if friend.status != http.StatusNotFound {
		t.Errorf("a challenge that was taken back is accepted: %d", friend.status)
	}
}

// Each wrong name has a message of its own, on the form as it was filled in.
func TestWhoCannotBeChallenged(t *testing.T) {
	s := newTestSite(t)
	ada, bo := withAccount(t, s.Guest("Ada")), withAccount(t, s.Guest("Bo"))
	s.Guest("Cy")
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	r := reads(t, s, ada)
	for who, code := range map[string]string{"Cy": "nobody_named", "": "nobody_named", "ada": "challenge_self", "Bo": "challenge_blocked"} {
		r.open("/new?game=cam")
		r.submit(`form[action="/matches"]`, "public", "named", "challenge", who)
		if r.status != http.StatusUnprocessableEntity || r.page.Find("#rival").AttrOr("value", "") != who || r.page.Find("#named[checked]").Length() != 1 {
			t.Errorf("%q: %d, %s", who, r.status, r.mainText())
		}
		if who != "" {
			ada.Post("/matches", map[string]any{"game": "cam", "challenge": who}).Want(t, http.StatusUnprocessableEntity, code)
		}
	}
	ada.Post("/matches", map[string]any{"game": "cam", "public": true, "challenge": s.Guest("Dan").Player.ID}).Want(t, http.StatusUnprocessableEntity, "invalid_challenge")
	public := bo.Post("/matches", map[string]any{"game": "cam", "public": true}).Want(t, http.StatusCreated, "").Match
	bo.Post("/matches/"+public.ID+"/challenges", map[string]any{"player": "Ada"}).Want(t, http.StatusUnprocessableEntity, "invalid_challenge")
	if n := len(ada.MatchIDs("/me/matches")); n != 0 {
		t.Errorf("%d tables were opened", n)
	}
}

// timeStamp matches a time in answers of the API.
var timeStamp = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`)

// A blocked player gets the same answers about a challenge as about one that nobody answers. The
// player who has blocked them gets no notice of it and does not see it.
func TestChallengeAcrossABlock(t *testing.T) {
	s := newTestSite(t)
	bo := s.Guest("Bo")
	before := ""
	for _, blocked := range []bool{false, true} {
		ada := s.Guest("Ada")
		if blocked {
			bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
		}
		r := reads(t, s, ada)
		r.open("/new?game=cam&with=" + bo.Player.ID)
		r.submit(`form[action="/matches"]`, "seat", "1")
		id := r.path[len("/m/"):]
		pages := r.mainText()
		for _, path := range []string{"/", "/m/" + id, "/me", "/new?with=" + bo.Player.ID} {
			r.open(path)
			pages += "\n" + r.mainText()
		}
		pages += "\n" + string(ada.Get("/matches/"+id).Body) + string(ada.Post("/matches/"+id+"/challenges", map[string]any{"player": bo.Player.ID}).Body)
		pages = ownWords.ReplaceAllString(timeStamp.ReplaceAllString(pages, "t"), "x")
		if before != "" && pages != before {
			t.Errorf("a host who is blocked sees\n%s\nand not\n%s", pages, before)
		}
		before = pages
		other := reads(t, s, bo)
		other.send(http.MethodGet, "/m/"+id+"/challenge", nil)
		listed := slices.Contains(bo.MatchIDs("/me/challenges"), id)
		joined := bo.Post("/matches/"+id+"/join", map[string]any{}).Status
		if blocked && (listed || other.status != http.StatusNotFound || joined != http.StatusNotFound) {
			t.Errorf("across a block: listed %v, page %d, joined %d", listed, other.status, joined)
		}
		if !blocked && (!listed || other.status != http.StatusOK || joined != http.StatusOK) {
			t.Errorf("without a block: listed %v, page %d, joined %d", listed, other.status, joined)
		}
	}
}

// Challenges are as few as messages.
func TestChallengesAreBounded(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	refused := 0
	for range matchpages.TalkBurst + 5 {
		m := ada.Post("/matches", map[string]any{"game": "cam", "challenge": bo.Player.ID})
		if m.Status == http.StatusTooManyRequests {
			refused++
			continue
		}
		ada.Post("/matches/"+m.Match.ID+"/withdraw", struct{}{})
	}
	if refused == 0 {
		t.Error("challenges have no end")
	}
}
