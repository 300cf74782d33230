package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db/dbtest"
	"tableronde/db/storetest"
)

// Whoever asks for the page of a match again, at any process, gets the one that would
// be made for them now, whatever they or others have done since.
func TestNothingIsStale(t *testing.T) {
	sites := newTwoSites(t, time.Now)
	ada, bo, path := startCamelot(t, sites[0], true)
	cy, nobody := newReader(t, sites[0].URL), newReader(t, sites[0].URL)
	cy.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	alone := cy.path
	host, joining := newReader(t, sites[0].URL), newReader(t, sites[0].URL)
	host.open("/new")
	host.submit(`form[action="/matches"]`, "name", "Di", "game", "camelot", "seat", "1", "public", "1")
	table := host.path
	gone := newReader(t, sites[0].URL)
	gone.client.Jar = bo.client.Jar
	viewers := []*reader{ada, bo, cy, nobody, gone, host, joining}
	if testing.Short() && os.Getenv(storetest.Variable) == "" {
		viewers = viewers[:2]
	}

	for _, step := range []struct {
		name string
		do   func()
	}{
		{"nothing", func() {}},
		{"a move", func() { ada.post(path, 0, "E6-E8", "k0") }},
		{"a reply at the other process", func() { bo.at(sites[1]).post(path, 1, "H11-F9", "k1") }},
		{"an offer", func() { ada.post(path, 2, "offer draw", "k2") }},
		{"joining", func() {
			joining.open(table)
			joining.submit(`form[action$="/join"]`, "name", "Ed")
			joining.expect(http.StatusOK)
		}},
		{"another language", func() { bo.send(http.MethodPost, "/language", url.Values{"language": {"fr"}, "path": {path}}) }},
		{"another theme", func() { ada.send(http.MethodPost, "/theme", url.Values{"theme": {"dark"}}) }},
		{"another name", func() { ada.send(http.MethodPost, "/name", url.Values{"name": {"Ada Lovelace"}}) }},
		{"a turn elsewhere", func() { startBetween(t, bo, ada) }},
		{"a move elsewhere", func() { cy.post(alone, 0, "E6-E8", "k3") }},
		{"signing out", func() { gone.client.Jar = nil }},
		{"the end", func() { bo.post(path, 3, "resign", "k4") }},
		{"an offer of a rematch", func() { ada.send(http.MethodPost, path+"/rematch", url.Values{"key": {"k5"}}) }},
	} {
		step.do()
		for i, v := range viewers {
			for _, page := range []string{path, path + "?turn=2", alone, table} {
				for j, site := range slices.Compact(slices.Clone(sites[:])) {
					comparePage(t, fmt.Sprintf("after %s: %s, viewer %d, process %d", step.name, page, i, j), v.at(site), page)
				}
			}
		}
	}
}

// Kept pages of cards show each viewer their own hand, and the others' to nobody.
func TestKeptPagesAreOfOneViewer(t *testing.T) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		m := newCardPage(t, game)
		viewers := []*reader{m.host, m.guest, newReader(t, m.site.URL)}
		for range 6 {
			m.play()
			for i, v := range viewers {
				comparePage(t, fmt.Sprintf("%s, viewer %d", game, i), v, "/m/"+m.id)
			}
		}
	}
}

// Somebody without an account gets a form with a key of its own: the one of somebody
// else behind the same address would make both of them one guest.
func TestVisitorsShareNoKey(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot", "seat", "1", "public", "1")
	keys := make(map[string]bool)
	for range 3 {
		visitor := newReader(t, s.URL)
		visitor.open(ada.path)
		_, form := visitor.formFields(`form[action$="/join"]`)
		keys[form.Get("key")] = true
	}
	if len(keys) != 3 || keys[""] {
		t.Errorf("%d keys for 3 visitors: %v", len(keys), keys)
	}
}

// Two tabs show the same page, kept, and so the same key: what either posts is done.
func TestTabsOfOneKey(t *testing.T) {
	s := newTestSite(t)
	ada, bo, path := startCamelot(t, s, false)
	for ply, post := range []struct {
		by     *reader
		action string
	}{{ada, "E6-E8"}, {ada, "offer draw"}, {bo, "decline draw"}, {bo, "H11-F9"}, {ada, "offer undo 0"}} {
		post.by.post(path, ply, post.action, "one key")
		post.by.expect(http.StatusOK)
	}
	if f, err := s.store.Match(t.Context(), strings.TrimPrefix(path, "/m/")); err != nil || f.Ply != 5 {
		t.Errorf("ply %d, %v, want 5", f.Ply, err)
	}
}

// A page is not kept for long, since it tells times.
func TestKeptPagesEnd(t *testing.T) {
	clock := dbtest.NewClock()
	s := newTwoSites(t, clock.Now)[0]
	ada, _, path := startCamelot(t, s, false)
	path += "?ask=resign"
	for range 2 {
		ada.open(path)
	}
	kept := keyOn(ada)
	ada.open(path)
	_, known := s.store.Version("", "")
	if again := keyOn(ada); known && again != kept {
		t.Error("the page was made anew at once")
	}
	clock.Advance(pageLifetime)
	if ada.open(path); keyOn(ada) == kept {
		t.Error("the page was kept for longer")
	}
}

// newTwoSites returns the site as two processes serve it: the same one twice, where the
// store belongs to one process alone.
func newTwoSites(t *testing.T, now func() time.Time) (sites [2]*testSite) {
	t.Helper()
	place := storetest.New(t)
	for i := range sites {
		store := storetest.OpenAt(t, place, now)
		sites[i] = newTestSiteOn(t, Config{Store: store, Now: now})
		if store.Feed() == nil {
			return [2]*testSite{sites[0], sites[0]}
		}
	}
	return sites
}

// at returns the same browser at another process.
func (r *reader) at(site *testSite) *reader {
	other := *r
	other.site = site.URL
	return &other
}

// startBetween opens a table of one player that another joins.
func startBetween(t *testing.T, host, guest *reader) {
	t.Helper()
	host.open("/new")
	host.submit(`form[action="/matches"]`, "game", "cam", "seat", "2", "public", "0")
	guest.open(strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), host.site))
	guest.submit(`form[action^="/i/"]`)
	guest.expect(http.StatusOK)
}

// comparePage asks for a page three times as browsers do, and compares each with the
// page in no coding, which is always made anew.
func comparePage(t *testing.T, what string, r *reader, path string) {
	t.Helper()
	r.header = r.header.Clone()
	ask := func(coding string) string {
		r.header.Set("Accept-Encoding", coding)
		r.send(http.MethodGet, path, nil)
		return fmt.Sprint(r.status) + withoutPassing(r.body)
	}
	asked := [3]string{}
	for i := range asked {
		r.header.Del("Accept-Encoding") // the client asks for gzip
		r.send(http.MethodGet, path, nil)
		asked[i] = fmt.Sprint(r.status) + withoutPassing(r.body)
	}
	made := ask("identity")
	for i, page := range asked {
		if page != made {
			t.Fatalf("%s: the page is stale when asked for the %d. time:\n%s", what, i+1, cmp.Diff(made, page))
		}
	}
}

// withoutPassing returns a page without what two pages made one after the other differ in.
func withoutPassing(page string) string {
	for _, attribute := range []string{`name="key" value="`, `data-since="`, `data-tag="`} {
		parts := strings.Split(page, attribute)
		for i, part := range parts[1:] {
			_, parts[i+1], _ = strings.Cut(part, `"`)
		}
		page = strings.Join(parts, "")
	}
	return page
}

func keyOn(r *reader) string { return r.page.Find("input[name=key]").AttrOr("value", "") }
