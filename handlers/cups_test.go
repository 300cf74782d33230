package handlers

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// A cup is made by its form, found in the list, joined by a stranger with a name, left, and
// started by its host. Its matches lead back to it.
func TestCupByItsPages(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	r := reads(t, site, ada)
	r.open("/cups")
	if !strings.Contains(r.mainText(), "No cup is being played") {
		t.Errorf("an empty list: %s", r.mainText())
	}
	r.open("/cups/new?game=camette")
	r.submit(`form[action="/cups"]`, "title", "  ", "places", "4", "bots", "1", "level", "1")
	if !strings.Contains(r.mainText(), "has no name") {
		t.Errorf("without a name: %s", r.mainText())
	}
	r.submit(`form[action="/cups"]`, "title", "Autumn Cup", "places", "4", "bots", "1", "level", "1", "invited", "1")
	if !strings.HasPrefix(r.path, "/cups/") || !strings.Contains(r.mainText(), "2 of 4 places are taken") {
		t.Fatalf("made: %s: %s", r.path, r.mainText())
	}
	path := r.path
	link := r.page.Find("#invitation").AttrOr("value", "")
	stranger := newReader(t, site.URL)
	stranger.open(path)
	if strings.Contains(stranger.mainText(), "Join") || strings.Contains(stranger.mainText(), link) {
		t.Errorf("without invitation: %s", stranger.mainText())
	}
	stranger.open(link[strings.Index(link, "/cups/"):])
	stranger.submit(`form[action^="/cups/"]`, "do", "join", "name", "ada")
	if !strings.Contains(stranger.mainText(), "has this name or a similar one") {
		t.Errorf("with the name of another: %s", stranger.mainText())
	}
	stranger.submit(`form[action^="/cups/"]`, "do", "join", "name", "Bo")
	if !strings.Contains(stranger.mainText(), "3 of 4 places are taken") {
		t.Errorf("joined: %s", stranger.mainText())
	}
	stranger.submit(`form[action^="/cups/"]`, "do", "leave")
	if !strings.Contains(stranger.mainText(), "2 of 4 places are taken") {
		t.Errorf("left: %s", stranger.mainText())
	}
	checkCupUnderWay(t, site, ada, r, path)
}

// checkCupUnderWay has two more join a cup of four, which starts with them, and views it as a
// player who plays in it and withdraws.
func checkCupUnderWay(t *testing.T, site *testSite, ada *sitetest.Client, r *reader, path string) {
	t.Helper()
	var f api.WholeCup
	ada.Get(path).Read(t, &f)
	for _, name := range []string{"Cy", "Di"} {
		site.Guest(name).Post(path+"/join", map[string]any{"invite": f.Invite}).Want(t, http.StatusOK, "")
	}
	for range 200 {
		if ada.Get(path).Read(t, &f); len(f.Matches) > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if len(f.Matches) != 2 {
		t.Fatalf("the cup is %+v", f)
	}
	r.open("/cups")
	if !strings.Contains(r.mainText(), "Your cups") || !strings.Contains(r.mainText(), "Under way, with 4 players") {
		t.Errorf("the list: %s", r.mainText())
	}
	r.open(path)
	own := r.page.Find(`.duel.mine .to a`).AttrOr("href", "")
	if own == "" || r.page.Find(".cross tbody tr").Length() != 4 {
		t.Fatalf("under way: %s", r.mainText())
	}
	r.open(own)
	if r.page.Find(`a[href="`+path+`"]`).Length() == 0 {
		t.Error("the match does not lead to its cup")
	}
	r.open(path)
	r.submit(`form[action^="/cups/"]`, "do", "leave")
	if !strings.Contains(r.mainText(), "left") {
		t.Errorf("withdrawn: %s", r.mainText())
	}
}
