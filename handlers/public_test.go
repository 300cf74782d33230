package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/club/match"
	"tableronde/handlers/tables"
)

// PublicMatches returns what a page shows of matches of others: the address behind the
// picture, and the addresses and words of both lists.
func (r *reader) publicMatches(path string) (shown, live, over string) {
	r.t.Helper()
	r.open(path)
	rows := func(id string) string {
		list := r.page.Find("[aria-labelledby=" + id + "] .public a")
		var all []string
		for i := range list.Length() {
			all = append(all, list.Eq(i).AttrOr("href", "")+" "+list.Eq(i).Find("b").Text()+": "+list.Eq(i).Find(".what > span").Text())
		}
		return strings.Join(all, "\n")
	}
	return r.page.Find(".shown a").AttrOr("href", ""), rows("public-live"), rows("public-over")
}

// A stranger sees at home how a public match stands, and in lists what else there
// is to watch; nothing of private matches.
func TestHomeShowsPublicMatches(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newStranger(t, site)
	for _, path := range []string{"/", "/tables", "/me"} {
		if shown, live, over := stranger.publicMatches(path); shown != "/rules/camelot" || live+over != "" {
			t.Errorf("%s without matches shows %q, %q, %q", path, shown, live, over)
		}
	}
	first := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true}).ID
	second := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "chivalry", "seat": 1, "public": false}).ID
	ada.Play(second, 0, "E6-E8").Want(t, http.StatusOK, "")
	for _, path := range []string{"/", "/tables", "/me"} {
		shown, live, over := stranger.publicMatches(path)
		if want := "/m/" + first + " Ada – Bo: Cam · Waiting for Ada"; shown != "/m/"+second || live != want || over != "" {
			t.Errorf("%s shows %q, %q, %q, want %q and %q", path, shown, live, over, "/m/"+second, want)
		}
		if said := stranger.page.Find(".shown").Text(); !strings.Contains(said, "Ada played E6-E8") || strings.Contains(said, "ago ago") {
			t.Errorf("%s says %q", path, said)
		}
		if n := stranger.page.Find(".shown .lastmark").Length(); n != 2 {
			t.Errorf("%s: the last move is marked by %d squares, want 2", path, n)
		}
		if strings.Contains(stranger.body, private) {
			t.Errorf("%s tells of the private match", path)
		}
	}
	if ply := stranger.page.Find(".shown[data-watch]").AttrOr("data-ply", ""); ply != "1" {
		t.Errorf("the picture follows the match from ply %q", ply)
	}
	bo.Play(second, 1, "resign").Want(t, http.StatusOK, "")
	if shown, _, over := stranger.publicMatches("/"); shown != "/m/"+first || over != "/m/"+second+" Ada – Bo: Camelot · Ada wins. By resignation." {
		t.Errorf("after the end of a match: %q, %q", shown, over)
	}
	bo.Play(first, 0, "resign").Want(t, http.StatusOK, "")
	if shown, live, _ := stranger.publicMatches("/"); shown != "/m/"+first || live != "" || stranger.page.Find("[data-watch]").Length() != 0 {
		t.Errorf("after the end of all: %q, %q", shown, live)
	}
}

// Who plays a match sees it among their own alone.
func TestOwnMatchesAreNotToWatch(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, _, match := startCamelot(t, site, true)
	for _, path := range []string{"/", "/tables"} {
		if shown, live, _ := ada.publicMatches(path); shown == match || live != "" {
			t.Errorf("%s offers Ada %q, %q", path, shown, live)
		}
	}
	if shown, _, _ := newStranger(t, site).publicMatches("/"); shown != match {
		t.Errorf("a stranger is shown %q, want %q", shown, match)
	}
}

// A match of cards is in the list without a word of what was played, and has no
// picture.
func TestHiddenMatchesAreListedOnly(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	info, _ := match.GameNamed("knizia")
	players, id := seatAll(t, site, info)
	playSome(t, players, id, 6)
	stranger := newStranger(t, site)
	shown, live, _ := stranger.publicMatches("/")
	if shown != "/rules/camelot" || !strings.HasPrefix(live, "/m/"+id+" Player 1 – Player 2: Knizia’s Camelot · Waiting for Player ") {
		t.Errorf("shown %q, live %q", shown, live)
	}
	log := site.Nobody().Get("/matches/"+id).Want(t, http.StatusOK, "").Match.Log
	if last := log[len(log)-1]; last.Action != "" && strings.Contains(live, last.Action) {
		t.Errorf("home tells %q", last.Action)
	}
}

// A match that cannot be read breaks no page.
func TestBrokenMatchIsNotShown(t *testing.T) {
	t.Parallel()
	var unreadable atomic.Bool
	site := newTestSiteOn(t, Config{Rules: func(game string, version int) (games.Ruleset, error) {
		if unreadable.Load() && game == "camelot" {
			return nil, errors.New("no such rules")
		}
		return catalog.Find(game, version)
	}})
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newStranger(t, site)
	broken := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true}).ID
	good := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.Play(broken, 0, "resign").Want(t, http.StatusOK, "")
	bo.Play(good, 0, "resign").Want(t, http.StatusOK, "")
	site.site.Club.Match.Evict(broken)
	site.site.Club.Match.Evict(good)
	unreadable.Store(true)
	defer unreadable.Store(false)
	if shown, _, _ := stranger.publicMatches("/"); shown != "/m/"+broken {
		t.Errorf("shown %q, want the match that can be read", shown)
	}
	if !strings.Contains(site.Log.String(), good) {
		t.Error("the log does not tell of the match that cannot be read")
	}
}

// An empty list of tables leads to one of each game, or of the game asked for.
func TestEmptyLobbyOffersTables(t *testing.T) {
	t.Parallel()
	r := newStranger(t, newTestSite(t))
	r.open("/tables")
	if got, want := r.page.Find(".openers a").Length(), len(match.Games()); got != want {
		t.Errorf("%d games are offered, want %d", got, want)
	}
	r.open("/tables?game=cam")
	if n := r.page.Find(".openers a").Length(); n != 1 {
		t.Errorf("%d games are offered beside the tables of one", n)
	}
	r.follow(".openers a")
	if _, form := r.formFields(`form[action="/matches"]`); form.Get("game") != "cam" || form.Get("public") != "1" {
		t.Errorf("the form opens %v", form)
	}
	r.submit(`form[action="/matches"]`, "name", "Ada")
	r.open("/tables")
	if n := r.page.Find(".openers").Length(); n != 0 {
		t.Error("games are offered beside an open table")
	}
}

// Matches that a player has for oneself are not to watch before they are shown.
func TestSoloMatchesAreNotToWatch(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	host := newStranger(t, site)
	host.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	if shown, live, over := newStranger(t, site).publicMatches("/"); shown != "/rules/camelot" || live+over != "" {
		t.Errorf("a stranger is shown %q, %q, %q", shown, live, over)
	}
}

func BenchmarkHome(b *testing.B) {
	site := newTestSite(b)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	for range 2 * tables.PublicRows {
		id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
		ada.Play(id, 0, "E6-E8").Want(b, http.StatusOK, "")
	}
	for b.Loop() {
		res, err := http.Get(site.URL + "/")
		if err != nil || res.StatusCode != http.StatusOK {
			b.Fatal(res, err)
		}
		if err := res.Body.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
