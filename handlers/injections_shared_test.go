package handlers

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/club"
)

// What people write in collections is shown as they typed it, and does nothing: on the pages of
// the collection, beside the match, and in the API.
func TestInjectionsIntoCollections(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "cam", "public": true}).ID
	bo.Play(id, 0, "resign").Want(t, http.StatusOK, "")
	texts, taken := injections(t), 0
	for _, text := range texts {
		c, err := site.site.Club.Archive.SaveCollection(t.Context(), db.Collection{Player: db.Player{ID: ada.Player.ID}, Title: text, Text: text, Public: true})
		if err == nil {
			err = site.site.Club.Archive.Collect(t.Context(), ada.Player.ID, c.ID, id, 0, false)
		}
		if err == nil {
			err = site.site.Club.Archive.Annotate(t.Context(), ada.Player.ID, c.ID, id, 1, text)
		}
		if err != nil {
			if !club.IsRefusal(err) {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		taken++
		r := reads(t, site, bo)
		for _, path := range []string{"/collections", "/collections/" + c.ID, "/m/" + id + "?in=" + c.ID} {
			r.open(path)
			checkInert(t, path, r.page)
			if !strings.Contains(strings.Map(onlyPlain, r.page.Text()), strings.Map(onlyPlain, c.Title)) {
				t.Errorf("%s does not show %q", path, c.Title)
			}
		}
		bo.Get("/collections/"+c.ID).Want(t, http.StatusOK, "")
		if err := site.site.Club.Archive.DeleteCollection(t.Context(), ada.Player.ID, c.ID); err != nil {
			t.Fatal(err)
		}
	}
	if taken < len(texts)*3/10 {
		t.Errorf("only %d of the texts are taken: the test looks at nothing", taken)
	}
}

// The same holds for the titles of cups.
func TestInjectionsIntoCups(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, texts, taken := site.Guest("Ada"), injections(t), 0
	for _, text := range texts {
		got := ada.Post("/cups", map[string]any{"title": text, "game": "cam", "format": "swiss", "places": 4, "plays": true})
		if got.Status == http.StatusUnprocessableEntity {
			continue
		}
		var made struct{ ID, Title string }
		got.Want(t, http.StatusCreated, "").Read(t, &made)
		taken++
		r := reads(t, site, ada)
		for _, path := range []string{"/cups", "/cups/" + made.ID} {
			r.open(path)
			checkInert(t, path, r.page)
			if !strings.Contains(strings.Map(onlyPlain, r.page.Text()), strings.Map(onlyPlain, made.Title)) {
				t.Errorf("%s does not show %q", path, made.Title)
			}
		}
		ada.Post("/cups/"+made.ID+"/call-off", map[string]any{}).Want(t, http.StatusOK, "")
	}
	if taken < len(texts)*3/10 {
		t.Errorf("only %d of the titles are taken: the test looks at nothing", taken)
	}
}

// checkOutside checks what shows a match outside of the site: the frame, the moving picture
// and the file.
func checkOutside(t *testing.T, site *testSite, id, name string) {
	t.Helper()
	for _, path := range []string{"/m/" + id + "/embed", "/m/" + id + "/page", "/m/" + id + "/moving.svg"} {
		answer, err := http.Get(site.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		page, err := goquery.NewDocumentFromReader(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		checkInert(t, path, page)
		if answer.StatusCode != http.StatusOK || !strings.Contains(strings.Map(onlyPlain, page.Text()), strings.Map(onlyPlain, name)) {
			t.Errorf("%s: status %d, without %q", path, answer.StatusCode, name)
		}
	}
}
