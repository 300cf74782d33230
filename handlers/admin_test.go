package handlers

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/club/admin"
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
	for name, r := range map[string]*reader{"another": reads(t, s, bo), "nobody": newStranger(t, s)} {
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

// An operator acts by forms, each of which is logged, and a refusal is told in its place.
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
	if got := r.mainText(); !strings.Contains(got, "Done, and logged") || !strings.Contains(got, "rude") {
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

// The page tells what needs somebody: no backup, what was not sent; and has it sent again.
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
	r := newStranger(t, s)
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

// An operator who looks at a match of cards as a seat sees its hand, which the others do
// not.
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
