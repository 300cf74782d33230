package handlers

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/sitetest"
	"tableronde/views"
	"tableronde/views/locale"
)

// appoint makes the player of a client an operator, and returns a browser of theirs.
func appoint(t *testing.T, s *testSite, c *sitetest.Client, name string) *reader {
	t.Helper()
	c.Post("/accounts", map[string]any{"name": name, "password": goodPassword}, "Idempotency-Key", "account of "+name).Want(t, http.StatusCreated, "")
	if err := s.site.Club.Admin.Operate(t.Context(), admin.Act{Kind: db.ActAppoint, Who: name, Reason: "she cares"}); err != nil {
		t.Fatal(err)
	}
	return reads(t, s, c)
}

// The operators' page is nothing to everybody else.
func TestAdminIsForOperators(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	operator := appoint(t, s, ada, "Ada")
	operator.open("/settings")
	operator.follow(`a[href="/admin"]`)
	operator.expect(http.StatusOK)
	for name, r := range map[string]*reader{"another": reads(t, s, bo), "nobody": newReader(t, s.URL)} {
		for _, path := range []string{"/admin", "/admin/m/x/1"} {
			r.send(http.MethodGet, path, nil)
			if r.status != http.StatusNotFound {
				t.Errorf("%s for %s answers %d", path, name, r.status)
			}
		}
		r.send(http.MethodPost, "/admin", map[string][]string{"act": {"suspend"}, "who": {"Ada"}, "lasts": {"1"}, "reason": {"x"}})
		if r.status != http.StatusNotFound {
			t.Errorf("the form for %s answers %d", name, r.status)
		}
	}
	if acts, err := s.site.Store.Acts(t.Context()); len(acts) != 1 || err != nil {
		t.Errorf("acts: %+v, %v", acts, err)
	}
}

// An operator acts by forms, each of which is logged, and a refusal is shown in its place.
func TestAdminActs(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Start(bo, cy, map[string]any{"game": "knizia"})
	r := appoint(t, s, ada, "Ada")
	r.open("/admin")
	r.submit("#player-form", "who", "Nobody here", "act", "suspend", "lasts", "7", "reason", "rude")
	r.expect(http.StatusUnprocessableEntity)
	if got := r.page.Find("#act-problem").Text(); !strings.Contains(got, "No account has this name") {
		t.Errorf("the refusal is %q", got)
	}
	r.submit("#player-form", "who", bo.Player.ID, "act", "suspend", "lasts", "7", "reason", "rude")
	r.expect(http.StatusOK)
	if got := r.mainText(); !strings.Contains(got, "Done, and added to the log") || !strings.Contains(got, "rude") {
		t.Errorf("the page says %s", got)
	}
	bo.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusForbidden, "suspended")
	r.submit("#match-form", "match", "https://table.example/m/"+m.ID+"?ply=1", "act", "view", "seat", "2", "reason", "somebody asked")
	r.expect(http.StatusOK)
	if got := r.mainText(); r.path != "/admin/m/"+m.ID+"/2" || !strings.Contains(got, "as seat 2") || !strings.Contains(got, "Cy") {
		t.Errorf("%s shows %s", r.path, got)
	}
	if n := r.page.Find("main form[method=post]").Length(); n != 0 {
		t.Errorf("the operator can act by %d forms", n)
	}
	r.send(http.MethodGet, "/admin/m/"+m.ID+"/1", nil)
	r.expect(http.StatusNotFound)
	r.open("/admin")
	r.submit("#match-form", "match", m.ID, "act", "close", "reason", "enough")
	r.expect(http.StatusOK)
	if got := cy.Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match; !got.Over {
		t.Errorf("the match is %+v", got)
	}
	if acts, err := s.site.Store.Acts(t.Context()); err != nil || len(acts) != 4 || acts[0].Operator.Name != "Ada" {
		t.Errorf("acts: %+v, %v", acts, err)
	}
}

// The page shows the faults that need an operator: no backup, unsent mails and notices; and has
// them sent again.
func TestAdminTellsWhatNeedsSomebody(t *testing.T) {
	s := newTestSite(t)
	ada := s.Guest("Ada")
	r := appoint(t, s, ada, "Ada")
	r.header.Set("Accept-Language", "fr")
	hook, err := s.site.Store.AddTarget(t.Context(), db.Once{}, db.NewTarget{Player: ada.Player.ID, Channel: db.ByWebhook, Address: "https://example.org/secret-path", Format: db.FormatJSON, Kinds: db.NoticeKinds}, nil)
	if err == nil {
		err = s.site.Store.SwitchOff(t.Context(), hook.ID, "refused")
	}
	if err != nil {
		t.Fatal(err)
	}
	r.open("/admin")
	if got := r.page.Find("h1").Text(); got != "2 choses vous attendent" {
		t.Errorf("the headline is %q", got)
	}
	if strings.Contains(r.body, "secret-path") {
		t.Error("the page tells the address of a webhook")
	}
	r.submit(`form:has(button[value=retry])`, "act", "retry")
	r.expect(http.StatusOK)
	if err := s.site.Store.NoteBackup(t.Context(), db.Backup{At: time.Now(), Bytes: 412_000_000, Took: time.Second}); err != nil {
		t.Fatal(err)
	}
	r.open("/admin")
	if got := r.mainText(); !strings.Contains(got, "412 Mo") {
		t.Errorf("the page says %s", got)
	}
}

// Work that has failed too often is on the page and in the metrics, until it is released or
// dropped there.
func TestAdminReleasesAndDropsStuckWork(t *testing.T) {
	s := newTestSite(t)
	r := appoint(t, s, s.Guest("Ada"), "Ada")
	for _, w := range s.site.Club.Workers(rooms.Means{Send: func(context.Context, db.Mail) error { return nil }}) {
		for _, lang := range []views.Lang{views.English, views.French} {
			if key := "admin.work." + w.Name; w.Round == nil && !locale.Has(lang, key) {
				t.Errorf("%s has no %s", lang, key)
			}
		}
	}
	for _, item := range []string{"one", "two"} {
		if err := s.site.Store.Park(t.Context(), db.Parked{Worker: "notices", Item: item, Failures: 5}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want ...string) {
		t.Helper()
		var out bytes.Buffer
		if s.site.WriteMetrics(&out); !strings.Contains(out.String(), fmt.Sprintf("tableronde_parked_work %d\n", len(want))) {
			t.Errorf("%d items are not in the metrics", len(want))
		}
		var got []string
		r.open("/admin")
		r.page.Find("#work ~ table input[name=target]").Each(func(_ int, in *goquery.Selection) { got = append(got, in.AttrOr("value", "")) })
		if !slices.Equal(got, want) {
			t.Errorf("the page has %v, want %v", got, want)
		}
	}
	check("notices one", "notices two")
	r.submit("#work ~ table tr:first-child form", "act", "release")
	r.expect(http.StatusOK)
	check("notices two")
	r.submit("#work ~ table tr:first-child form", "act", "drop")
	r.expect(http.StatusOK)
	check()
	if list, err := s.site.Store.ListParked(t.Context(), "notices"); err != nil || len(list) != 1 || !list[0].Dropped {
		t.Errorf("parked are %+v, %v", list, err)
	}
}

// Metrics have routes and numbers, and nothing of players, whatever visitors ask for.
func TestMetricsNameNobody(t *testing.T) {
	s := newTestSite(t)
	ada := s.Guest("Zephirine")
	m := s.Start(ada, s.Guest("Bo"), map[string]any{"game": "camelot"})
	ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, "")
	r := newReader(t, s.URL)
	for _, path := range []string{"/m/" + m.ID, "/no-such-page-1", "/no-such-page-2"} {
		r.send(http.MethodGet, path, nil)
	}
	var out bytes.Buffer
	s.site.WriteMetrics(&out)
	text := out.String()
	for _, want := range []string{`route="/api/v1/matches/:id"`, "tableronde_request_seconds_bucket", "tableronde_ready 1", "go_goroutines", "tableronde_streams 0"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the metrics:\n%s", want, text)
		}
	}
	for _, bad := range []string{"Zephirine", m.ID, ada.Player.ID, ada.Token, "no-such-page"} {
		if strings.Contains(text, bad) {
			t.Errorf("the metrics tell %s", bad)
		}
	}
}

// An operator who views a match of cards as a seat sees its hand, which the others do not.
func TestViewedHands(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	operator, other := appoint(t, s, ada, "Ada"), reads(t, s, cy)
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		m := s.Start(bo, cy, map[string]any{"game": game})
		if other.open("/m/" + m.ID); other.page.Find("main .hand").Length() == 0 {
			t.Errorf("%s: a player sees no hand", game)
		}
		for _, seat := range []string{"1", "2"} {
			operator.open("/admin")
			operator.submit("#match-form", "match", m.ID, "act", "view", "seat", seat, "reason", "x")
			if operator.page.Find("main .hand").Length() == 0 || operator.page.Find("main form[method=post]").Length() > 0 {
				t.Errorf("%s as seat %s shows %s", game, seat, operator.mainText())
			}
		}
	}
}

// A suspended player can still read, take their data along and leave, and nothing else: each
// answer gives the reason and the end, in their language.
func TestSuspendedPlayersLookOn(t *testing.T) {
	const why = "rude to <b>Bo</b>"
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "public": true})
	r := reads(t, s, ada)
	r.header.Set("Accept-Language", "fr")
	if err := s.site.Club.Admin.Operate(t.Context(), admin.Act{Kind: db.ActSuspend, Who: ada.Player.ID, Lasts: 48 * time.Hour, Reason: why}); err != nil {
		t.Fatal(err)
	}
	ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, "")
	got := ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusForbidden, "suspended")
	if !strings.Contains(string(got.Body), "rude to") || !strings.Contains(string(got.Body), "suspended you until") {
		t.Errorf("the API says %s", got.Body)
	}
	r.open("/m/" + m.ID)
	r.expect(http.StatusOK)
	for path, form := range map[string]url.Values{"/m/" + m.ID: {"ply": {"0"}, "action": {"E6-E8"}}, "/matches": {"game": {"camelot"}}, "/name": {"name": {"Eve"}}} {
		r.send(http.MethodPost, path, form)
		r.expect(http.StatusForbidden)
		if got := r.mainText(); !strings.Contains(got, "Vous êtes suspendu") || !strings.Contains(got, why) || strings.Contains(r.body, "<b>Bo") {
			t.Errorf("POST %s says %s", path, got)
		}
	}
	r.open("/settings")
	if got := r.page.Find("details:has(#operated)").Text(); !strings.Contains(got, "Un opérateur vous a suspendu") || !strings.Contains(got, why) {
		t.Errorf("the settings say %q", got)
	}
	r.send(http.MethodPost, "/settings/export", nil)
	r.expect(http.StatusOK)
	ada.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
}

// The page of a match shows its players, and everybody who may see it, the acts of operators
// there, in a match of cards as on a board.
func TestOperatedMatchesTell(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	for _, game := range []string{"camelot", "knizia", "shannon", "kutschke"} {
		m := s.Start(ada, bo, map[string]any{"game": game, "public": true})
		r, spectator := reads(t, s, ada), newReader(t, s.URL)
		if r.open("/m/" + m.ID); r.page.Find("#operated-title").Length() != 0 {
			t.Errorf("%s: at first the page tells of operators", game)
		}
		for _, a := range []admin.Act{{Kind: db.ActView, Match: m.ID, Seat: 2, Reason: "somebody asked"}, {Kind: db.ActClose, Match: m.ID, Reason: "made by mistake"}} {
			if err := s.site.Club.Admin.Operate(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		for _, page := range []*reader{r, spectator} {
			page.open("/m/" + m.ID)
			got := page.page.Find(".operated").Text()
			if !strings.Contains(got, "looked at this match as seat 2") || !strings.Contains(got, "somebody asked") || !strings.Contains(got, "closed this match") {
				t.Errorf("%s: the page tells %q", game, got)
			}
			if !strings.Contains(page.mainText(), "counts for nobody") {
				t.Errorf("%s: the page says %s", game, page.mainText())
			}
		}
	}
}

// The acts of operators about a player are in their export, and are deleted with them, a name in
// an act as well.
func TestActsAreExportedAndGo(t *testing.T) {
	const canary = "canarius"
	s := newTestSite(t)
	ada := s.Guest("Ada")
	for _, a := range []admin.Act{
		{Kind: db.ActSuspend, Lasts: time.Hour, Reason: canary}, {Kind: db.ActLift, Reason: canary}, {Kind: db.ActRename, Name: canary, Reason: "x"}, {Kind: db.ActRename, Name: "Eve", Reason: canary},
	} {
		a.Who = ada.Player.ID
		if err := s.site.Club.Admin.Operate(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	archive := ada.Get("/me/export").Want(t, http.StatusOK, "").Body
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(r, "player.json")
	if n := strings.Count(string(text), canary); n != 4 || err != nil {
		t.Errorf("the export has it %d times, %v:\n%s", n, err, text)
	}
	ada.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
	if acts, err := s.site.Store.Acts(t.Context()); len(acts) != 0 || err != nil {
		t.Errorf("acts are left: %+v, %v", acts, err)
	}
}

// mustOperate has the command line do something.
func mustOperate(t *testing.T, s *testSite, a admin.Act) {
	t.Helper()
	if err := s.site.Club.Admin.Operate(t.Context(), a); err != nil {
		t.Fatalf("%+v: %v", a, err)
	}
}

// A muted player reads why and until when, writes nothing, and plays on.
func TestMutedPlayersPlayOn(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	mustOperate(t, s, admin.Act{Kind: db.ActMute, Who: ada.Player.ID, Lasts: 48 * time.Hour, Reason: "rude to <b>Bo</b>"})
	got := ada.Post("/matches/"+m.ID+"/messages", map[string]any{"text": "x"}).Want(t, http.StatusForbidden, "muted")
	if !strings.Contains(got.Error.Message, "muted you until") || !strings.Contains(got.Error.Message, "rude to") {
		t.Errorf("the API says %q", got.Error.Message)
	}
	for lang, says := range map[string]string{"en": "An operator has muted you until", "fr": "Un opérateur vous a ôté la parole"} {
		r := reads(t, s, ada)
		r.header.Set("Accept-Language", lang)
		r.open("/m/" + m.ID + "/messages")
		if text := r.page.Find("#silent").Text(); !strings.Contains(text, says) || !strings.Contains(text, "rude to <b>Bo</b>") || r.page.Find("#say").Length() != 0 {
			t.Errorf("the page says %q", text)
		}
		r.send(http.MethodPost, "/m/"+m.ID+"/messages", url.Values{"text": {"x"}})
		r.expect(http.StatusForbidden)
		if text := r.mainText(); !strings.Contains(text, says) || !strings.Contains(text, "rude to <b>Bo</b>") {
			t.Errorf("the refusal says %q", text)
		}
		r.open("/settings")
		if text := r.page.Find("details:has(#operated)").Text(); !strings.Contains(text, says) {
			t.Errorf("the settings say %q", text)
		}
	}
	ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	note(t, ada, m.ID, "all", "a note")
	say(t, bo, m.ID, "", "he goes on")
	mustOperate(t, s, admin.Act{Kind: db.ActUnmute, Who: ada.Player.ID, Reason: "sorry"})
	say(t, ada, m.ID, "", "back")
}

// In every game an operator gives a seat to somebody who has agreed, or to the computer:
// they play on with its hand, the one before sees nothing more, and all at the table read
// of it.
func TestReplacedPlayers(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	for _, info := range gamesToTry() {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			players, id := seatAll(t, site, info)
			private := site.Seat(map[string]any{"game": info.ID, "seats": info.Seats[0]}, players...)
			playSome(t, players, private.ID, 3)
			gawain := site.Guest("Gawain of " + info.ID)
			before := players[1].Get("/matches/"+private.ID).Want(t, http.StatusOK, "").Match
			a := admin.Act{Kind: db.ActReplace, Match: private.ID, Seat: 2, Who: gawain.Player.ID, Reason: "Bo is ill"}
			if err := site.site.Club.Admin.Operate(t.Context(), a); club.ErrorOf(err).Code != "not_agreed" {
				t.Errorf("without consent: %v", err)
			}
			a.Agreed = true
			mustOperate(t, site, a)
			if err := site.site.Club.Admin.Operate(t.Context(), a); club.ErrorOf(err).Code != "cannot_sit" {
				t.Errorf("once more: %v", err)
			}
			now := gawain.Get("/matches/"+private.ID).Want(t, http.StatusOK, "").Match
			if string(now.State) != string(before.State) || now.You == nil || *now.You != 2 {
				t.Errorf("the seat is %v and sees\n%s\nbefore\n%s", now.You, now.State, before.State)
			}
			players[1].Get("/matches/"+private.ID).Want(t, http.StatusNotFound, "not_found")
			r := reads(t, site, players[0])
			if r.open("/m/" + private.ID); !strings.Contains(r.mainText(), "has given seat 2 to another player") || !strings.Contains(r.mainText(), "Bo is ill") {
				t.Errorf("the page says %s", r.mainText())
			}
			players[1] = gawain
			playSome(t, players, private.ID, 3)
			if !match.BotsPlay(info.ID) {
				return
			}
			mustOperate(t, site, admin.Act{Kind: db.ActReplace, Match: id, Seat: 2, Level: 2, Reason: "x"})
			if m, err := site.site.Store.Match(t.Context(), id); err != nil || m.Seats[1].Bot != 2 || m.StandsFor == nil || m.StandsFor[1].Name != "Player 2" {
				t.Errorf("the bot is not seated: %+v, for %+v, %v", m.Seats, m.StandsFor, err)
			}
		})
	}
}

// Acts before an operator gave a seat away are named as the old player's, later acts as the new
// one's. That holds on the page of the match, in the file of one page, in the record and in the
// page made of it. The new player is a person, a bot, or a bot after a bot.
func TestReplacedPlayersAreNamedByPly(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range []string{"chivalry-4-solo", "knizia"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			info, _ := match.GameNamed(game)
			var players []*sitetest.Client
			for _, name := range []string{"Ada", "Bo", "Cy", "Di"} {
				players = append(players, s.Guest(name))
			}
			m := s.Seat(map[string]any{"game": info.ID, "seats": 4}, players...)
			eve := s.Guest("Eve")
			playSome(t, players, m.ID, 30)
			give := func(a admin.Act) {
				t.Helper()
				a.Kind, a.Match, a.Seat, a.Reason = db.ActReplace, m.ID, 2, "x"
				mustOperate(t, s, a)
			}
			give(admin.Act{Who: eve.Player.ID, Agreed: true})
			players[1] = eve
			playSome(t, players, m.ID, 12)
			give(admin.Act{Level: 2})
			give(admin.Act{Level: 4})
			for _, p := range []*sitetest.Client{players[0], players[2], players[3]} {
				p.Play(m.ID, s.mustMatch(t, "/m/"+m.ID).Ply, "resign").Want(t, http.StatusOK, "")
			}
			if f := s.mustMatch(t, "/m/"+m.ID); !f.Over || f.StandsFor[1].Name != "Eve" {
				t.Fatalf("over %v, the bot plays on for %+v", f.Over, f.StandsFor)
			}
			r := reads(t, s, players[0])
			r.open("/m/" + m.ID + "/record")
			record := r.body
			for _, part := range []string{`[Held.2.`, `"Bo"]`, `"Eve"]`, "2: player\n", "2: bot 2\n2: bot 4\n"} {
				if !strings.Contains(record, part) {
					t.Errorf("the record lacks %q:\n%s", part, record)
				}
			}
			for _, page := range []string{"/m/" + m.ID, "/m/" + m.ID + "/page"} {
				r.open(page)
				for _, part := range []string{"Bo", "Eve takes over", "Gareth (computer) takes over", "Palamedes (computer) takes over"} {
					if text := r.page.Find("main").Text(); !strings.Contains(text, part) && (part != "Bo" || game == "knizia" || page != "/m/"+m.ID) {
						t.Errorf("%s does not tell %q: %s", page, part, text)
					}
				}
			}
		})
	}
}

// At cards a seat that has resigned plays again when an operator gives it to somebody.
func TestReplacedPlayersReturn(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			info, _ := match.GameNamed(game)
			players := []*sitetest.Client{s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")}
			m := s.Seat(map[string]any{"game": info.ID, "seats": 3}, players...)
			players[1].Play(m.ID, m.Ply, "resign").Want(t, http.StatusOK, "")
			players[1] = s.Guest("Eve")
			mustOperate(t, s, admin.Act{Kind: db.ActReplace, Match: m.ID, Seat: 2, Who: players[1].Player.ID, Agreed: true, Reason: "x"})
			for range 60 {
				if now := players[1].Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match; slices.Contains(now.ToAct, 2) {
					players[1].Play(m.ID, now.Ply, now.Legal[0]).Want(t, http.StatusOK, "")
					return
				}
				playSome(t, players, m.ID, 1)
			}
			t.Error("the seat has not returned")
		})
	}
}

// An operator cannot seat a player who may not sit at the table either.
func TestWhoCannotReplace(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, cy, dan := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy"), s.Guest("Dan")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	ada.Put("/me/ties/"+cy.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	mustOperate(t, s, admin.Act{Kind: db.ActSuspend, Who: dan.Player.ID, Lasts: time.Hour, Reason: "x"})
	for name, tt := range map[string]struct {
		act  admin.Act
		code string
	}{
		"seated":    {admin.Act{Seat: 2, Who: ada.Player.ID, Agreed: true}, "cannot_sit"},
		"blocked":   {admin.Act{Seat: 2, Who: cy.Player.ID, Agreed: true}, "cannot_sit"},
		"suspended": {admin.Act{Seat: 2, Who: dan.Player.ID, Agreed: true}, "cannot_sit"},
		"alike":     {admin.Act{Seat: 2, Who: s.Guest("Аdа").Player.ID, Agreed: true}, "cannot_sit"},
		"nobody":    {admin.Act{Seat: 2, Who: "nobody", Agreed: true}, "unknown_player"},
		"no seat":   {admin.Act{Seat: 3, Who: s.Guest("Eve").Player.ID, Agreed: true}, "unknown_seat"},
		"no level":  {admin.Act{Seat: 2, Level: 6}, "no_such_bot"},
	} {
		tt.act.Kind, tt.act.Match, tt.act.Reason = db.ActReplace, m.ID, "x"
		if err := s.site.Club.Admin.Operate(t.Context(), tt.act); err == nil || club.ErrorOf(err).Code != tt.code {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	if err := s.site.Club.Admin.Operate(t.Context(), admin.Act{Kind: db.ActReplace, Match: m.ID, Seat: 2, Level: 1, Reason: "x"}); err == nil {
		t.Error("a seat of a match that is over is given away")
	}
}
