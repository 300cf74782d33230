package handlers

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/handlers/sitetest"
)

// endedBoard has two play a short match of Camelot to its end.
func endedBoard(site *testSite, a, b *sitetest.Client, public bool) string {
	id := site.Start(a, b, map[string]any{"game": "camelot", "seat": 1, "public": public}).ID
	a.Play(id, 0, "F7-F8")
	b.Play(id, 1, "F10-F9")
	a.Play(id, 2, "resign")
	return id
}

// A player makes a collection, puts matches into it with the notes that there are, orders
// and annotates them, shows it to everybody, and deletes it; others read what they may see.
func TestCollection(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	public, private := endedBoard(site, ada, bo, true), endedBoard(site, ada, bo, false)
	note(t, ada, public, "1", "a canary in a note")
	hers, other, nobody := reads(t, site, ada), reads(t, site, bo), newStranger(t, site)

	hers.open("/m/" + public)
	hers.follow("#keep-row")
	hers.submit(`form:has(#save-collection)`, "title", " Fine\tendings ", "text", "Look at the second move.", "do", "save")
	hers.expect(http.StatusOK)
	path := hers.path
	id := strings.TrimPrefix(path, "/collections/")
	if got := hers.pageText("h1"); got != "Fine endings" {
		t.Errorf("the title is %q", got)
	}
	hers.open("/m/" + private + "/keep")
	hers.submit(`form:has(#collect)`, "do", "add")
	hers.submit(`.passed li:nth-child(2) form`, "do", "up")
	if first, _ := hers.page.Find(".passed li:first-child a").Attr("href"); !strings.HasPrefix(first, "/m/"+private) {
		t.Errorf("after moving it up the first match is %s", first)
	}
	hers.submit(`.passed li:nth-child(2) form`, "do", "out")
	hers.open("/m/" + public + "/keep")
	hers.submit(`form:has(#collect)`, "notes", "1", "do", "add")
	hers.open("/m/" + public + "?in=" + id + "&ply=1")
	if got := hers.pageText("#noted .text"); got != "a canary in a note" {
		t.Errorf("the note that was taken over is %q", got)
	}
	hers.follow("#annotate")
	hers.submit("#write", "text", "anew")
	hers.follow("#back")
	hers.follow("#note-after")
	if got := hers.pageText("#noted .text"); got != "anew" {
		t.Errorf("the note is %q", got)
	}

	checkPrivate(t, path, public, other, nobody)
	hers.open(path)
	hers.submit(`form:has(#save-collection)`, "public", "1", "do", "save")
	waitArchived(t, site)
	checkPublic(t, site, nobody, path, public, private)
	checkReported(t, site, bo, path)
	hers.send(http.MethodGet, path, nil)
	if hers.status != http.StatusNotFound {
		t.Errorf("the collection that was removed answers %d", hers.status)
	}
}

// checkPrivate checks that others read nothing of a private collection.
func checkPrivate(t *testing.T, path, public string, others ...*reader) {
	t.Helper()
	for name, r := range others {
		if r.send(http.MethodGet, path, nil); r.status != http.StatusNotFound {
			t.Errorf("reader %d opens a private collection: %d", name, r.status)
		}
		if r.open("/m/" + public + "?in=" + strings.TrimPrefix(path, "/collections/")); r.page.Find("#noted").Length() != 0 {
			t.Errorf("reader %d reads notes of a private collection", name)
		}
		if r.send(http.MethodGet, path+"/"+public, nil); r.status != http.StatusNotFound {
			t.Errorf("reader %d opens the notes of a private collection: %d", name, r.status)
		}
	}
}

// checkPublic checks what a stranger and the API read of a public collection of a public and
// a private match.
func checkPublic(t *testing.T, site *testSite, nobody *reader, path, public, private string) {
	t.Helper()
	nobody.open("/archive?annotated=1")
	nobody.follow(`.ended a[href^="/m/` + public + `"]`)
	nobody.open("/collections")
	nobody.follow(`#public-collections ~ .passed a`)
	if got := nobody.page.Find(".passed li").Length(); got != 1 || strings.Contains(nobody.body, private) {
		t.Errorf("nobody in particular sees %d matches: %s", got, nobody.pageText("main"))
	}
	nobody.follow(".passed a")
	if got := nobody.pageText("#noted"); !strings.Contains(got, "1 of 1") {
		t.Errorf("the match in the collection says %q", got)
	}
	var api struct {
		Title string
		List  []struct{ Notes []struct{ Text string } }
	}
	site.Nobody().Get(path).Want(t, http.StatusOK, "").Read(t, &api)
	if len(api.List) != 1 || len(api.List[0].Notes) != 1 || api.List[0].Notes[0].Text != "anew" {
		t.Errorf("the API answers %+v", api)
	}
}

// checkReported has a player report a collection, and an operator remove it.
func checkReported(t *testing.T, site *testSite, by *sitetest.Client, path string) {
	t.Helper()
	other := reads(t, site, by)
	other.open(path)
	other.submit(`form:has(#report)`, "do", "report")
	cy := site.Guest("Cy")
	operator := appoint(t, site, cy, "Cy")
	operator.open("/admin")
	if !strings.Contains(operator.pageText("main"), "Fine endings") {
		t.Errorf("the report is not among %s", operator.pageText("main"))
	}
	operator.submit(".report form", "reason", "It is copied.", "act", "remove")
	operator.expect(http.StatusOK)
}

// What is wrong with a collection is said beside the form, and nothing is made.
func TestCollectionRefusals(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	hers, nobody := reads(t, site, ada), newStranger(t, site)
	hers.open("/collections")
	hers.submit(`form:has(#save-collection)`, "title", "\u200b", "do", "save")
	hers.expect(http.StatusUnprocessableEntity)
	if hers.page.Find(`#title[aria-invalid]`).Length() != 1 {
		t.Error("the field is not marked")
	}
	hers.submit(`form:has(#save-collection)`, "title", "x", "text", strings.Repeat("x", 2001), "do", "save")
	hers.expect(http.StatusUnprocessableEntity)
	going := site.Start(ada, site.Guest("Bo"), map[string]any{"game": "camelot"}).ID
	hers.send(http.MethodGet, "/m/"+going+"/keep", nil)
	hers.expect(http.StatusConflict)
	hers.send(http.MethodPost, "/collections", map[string][]string{"title": {"x"}, "match": {going}, "do": {"save"}})
	hers.expect(http.StatusConflict)
	hers.send(http.MethodGet, "/m/"+going+"/page", nil)
	hers.expect(http.StatusConflict)
	nobody.send(http.MethodPost, "/collections", map[string][]string{"title": {"x"}})
	nobody.expect(http.StatusForbidden)
	nobody.send(http.MethodGet, "/collections?skip=most", nil)
	nobody.expect(http.StatusBadRequest)
}

// The games of the past are read from the first start on, in both languages, found by the
// names of who played and in the openings; they count for nobody, and what an operator
// removes does not come back.
func TestGamesOfThePast(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	add := func() {
		t.Helper()
		site.AddAnnals(t.Context())
		waitArchived(t, site)
	}
	add()
	add()
	r := newStranger(t, site)
	for path, want := range map[string]int{"/archive": 4, "/archive?annotated=1": 4, "/archive?player=chaxx": 1, "/archive?player=nolan&game=camelot": 1, "/archive?player=nolan&game=cam": 0, "/archive?player=Danielle": 1} {
		if r.open(path); r.page.Find(".ended tbody tr").Length() != want {
			t.Errorf("%s lists %d games, want %d: %s", path, r.page.Find(".ended tbody tr").Length(), want, r.pageText("main"))
		}
	}
	r.open("/archive/openings?game=camelot&line=E6-E8")
	if got := r.pageText(".open-t"); !strings.Contains(got, "H11-F9") || !strings.Contains(r.pageText(".passed"), "2008") {
		t.Errorf("the openings have %q, %q", got, r.pageText(".passed"))
	}
	for language, want := range map[string]string{"en": "The mistake that decides", "fr": "L’erreur qui décide"} {
		r.header.Set("Accept-Language", language)
		r.open("/collections/recorded-games")
		r.follow(".passed a")
		r.open(r.path[:strings.Index(r.path, "ply=")] + "ply=5")
		if got := r.pageText("#noted"); !strings.Contains(got, want) {
			t.Errorf("in %s the note is %q", language, got)
		}
	}
	r.header.Set("Accept-Language", "fr")
	r.open("/m/annals-00002?in=rule-books&ply=20")
	r.follow("#keep-row")
	r.follow("#page")
	if !strings.Contains(r.body, "dame") {
		t.Errorf("the file has no notes: %.200s", r.body)
	}
	if r.open("/m/annals-00002?in=rule-books&ply=20"); strings.Contains(r.body, "Legend") || strings.Contains(r.body, "Légende") {
		t.Error("the bot that holds the seats is named")
	}
	if r.send(http.MethodGet, "/players/bot-5-000001", nil); strings.Contains(r.body, "annals") {
		t.Errorf("the games are in a profile: %s", r.pageText("main"))
	}

	cy := site.Guest("Cy")
	operator := appoint(t, site, cy, "Cy")
	operator.open("/collections/recorded-games")
	operator.submit(".passed form", "reason", "It is not ours.", "act", "remove")
	operator.expect(http.StatusOK)
	add()
	if r.send(http.MethodGet, "/m/annals-00001", nil); r.status != http.StatusNotFound {
		t.Errorf("the game that was removed answers %d", r.status)
	}
}

// A match that is over is downloaded as one file, with all that its page shows and nothing else.
func TestOneFile(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada <b>"), site.Guest("Bo")
	id := endedBoard(site, ada, bo, true)
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "public": true})
	bo.Play(cards.ID, cards.Ply, "resign").Want(t, http.StatusOK, "")
	closed := site.Start(ada, bo, map[string]any{"game": "knizia", "public": true, "watch": "live"})
	bo.Play(closed.ID, closed.Ply, "resign").Want(t, http.StatusOK, "")
	r, hers := newStranger(t, site), reads(t, site, ada)
	for _, match := range []string{id, cards.ID} {
		r.open("/m/" + match + "/page")
		r.expect(http.StatusOK)
		if disposition := r.answer.Get("Content-Disposition"); !strings.HasSuffix(disposition, match+`.html"`) {
			t.Errorf("the file is called %s", disposition)
		}
		if strings.Contains(r.body, "http://") || strings.Contains(r.body, "https://") || strings.Contains(r.body, "<b>") || r.page.Find("[src], link, [href^='/']").Length() != 0 {
			t.Errorf("the file asks for something else: %.300s", r.body)
		}
		if r.page.Find("meta[http-equiv=Content-Security-Policy]").Length() != 1 || r.page.Find(".moves details[open]").Length() < 2 {
			t.Errorf("the file has %d open positions", r.page.Find(".moves details[open]").Length())
		}
	}
	if r.open("/m/" + id + "/page"); r.page.Find(".moves svg").Length() != 4 || !strings.Contains(r.pageText("header"), "Bo wins") {
		t.Errorf("the file of a board has %d positions, %q", r.page.Find(".moves svg").Length(), r.pageText("header"))
	}
	if r.send(http.MethodGet, "/m/"+closed.ID+"/page", nil); r.status == http.StatusOK {
		t.Error("a match that is closed to others is downloaded")
	}
	hers.open("/m/" + closed.ID + "/page")
	hers.expect(http.StatusOK)
	if !strings.Contains(hers.pageText(".moves pre"), "hand") {
		t.Errorf("the positions are %.200q", hers.pageText(".moves pre"))
	}
}
