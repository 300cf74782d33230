package handlers

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/sitetest"
)

// waitArchived waits until the site has archived all matches that have ended.
func waitArchived(t *testing.T, site *testSite) {
	t.Helper()
	for range 500 {
		if ids, err := site.site.Store.Unarchived(t.Context(), 1); err != nil {
			t.Fatal(err)
		} else if len(ids) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("a match is not archived after five seconds")
}

// idOf returns the id of a player.
func idOf(t *testing.T, c *sitetest.Client) string {
	t.Helper()
	var me struct{ ID string }
	c.Get("/me").Want(t, http.StatusOK, "").Read(t, &me)
	return me.ID
}

// playPlies plays the first legal actions of a match of two, from a ply to another.
func playPlies(t *testing.T, id string, from, to int, seats ...*sitetest.Client) {
	t.Helper()
	for ply := from; ply < to; ply++ {
		who := seats[ply%len(seats)]
		who.Play(id, ply, who.Get("/matches/" + id).Match.Legal[0]).Want(t, http.StatusOK, "")
	}
}

// pageText returns the words of an element of the page that is open.
func (r *reader) pageText(selector string) string {
	return strings.Join(strings.Fields(r.page.Find(selector).Text()), " ")
}

// A match that has ended is in the archive, found by player, opponent, result and game;
// its players have ratings and profiles; its first moves are among the openings.
func TestLookingBack(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newStranger(t, site)
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	for _, id := range []string{public, private} {
		ada.Play(id, 0, "F7-F8").Want(t, http.StatusOK, "")
		bo.Play(id, 1, "F10-F9").Want(t, http.StatusOK, "")
		playPlies(t, id, 2, 5, ada, bo)
		bo.Play(id, 5, "offer draw").Want(t, http.StatusOK, "")
		ada.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	}
	waitArchived(t, site)

	for path, want := range map[string]bool{
		"/archive": true, "/archive?game=camelot": true, "/archive?game=cam": false, "/archive?result=lost": true, "/archive?result=won": false,
		"/archive?player=" + idOf(t, bo): true, "/archive?player=" + idOf(t, bo) + "&result=won": true, "/archive?player=" + idOf(t, bo) + "&result=lost": false,
		"/archive?opponent=" + idOf(t, ada): true, "/archive?player=" + idOf(t, ada) + "&opponent=" + idOf(t, bo) + "&since=30": true,
	} {
		stranger.open(path)
		if got := stranger.page.Find(`.ended a[href="/m/`+public+`"]`).Length() == 1; got != want {
			t.Errorf("%s shows the match: %v", path, got)
		}
		if strings.Contains(stranger.body, private) {
			t.Errorf("%s tells a stranger of the private match", path)
		}
	}
	if got := ada.MatchIDs("/archive?player=" + idOf(t, ada)); len(got) != 2 {
		t.Errorf("Ada finds %v of her matches", got)
	}
	if got := ada.MatchIDs("/archive?player=" + idOf(t, bo)); len(got) != 1 {
		t.Errorf("Ada finds %v of those of Bo", got)
	}

	stranger.open("/players/" + idOf(t, bo))
	if title, figures := stranger.pageText("h1"), stranger.pageText(".figures"); title != "Bo" || !strings.Contains(figures, "Finished1") || !strings.Contains(figures, "1 · 0 · 0") {
		t.Errorf("the profile of Bo: %q, %q", title, figures)
	}
	if got := stranger.pageText(".rated .on"); !strings.HasPrefix(got, "Camelot16") {
		t.Errorf("the rating of Bo: %q", got)
	}
	hers := reads(t, site, bo)
	hers.open("/players/" + idOf(t, bo))
	if figures := hers.pageText(".figures"); !strings.Contains(figures, "Finished2") {
		t.Errorf("Bo finds of their own matches %q", figures)
	}
	var api struct {
		Ratings []struct{ Matches int }
		Scores  []struct{ Matches int }
		Against []struct{ Matches int }
	}
	for who, finished := range map[*sitetest.Client]int{bo: 2, ada: 1, site.Nobody(): 1} {
		who.Get("/players/"+idOf(t, bo)).Want(t, http.StatusOK, "").Read(t, &api)
		if api.Ratings[0].Matches != 1 || api.Scores[0].Matches != finished || api.Against[0].Matches != finished {
			t.Errorf("%+v reads of Bo %+v", who.Player, api)
		}
	}
	stranger.open("/ratings?game=camelot")
	if !strings.Contains(stranger.body, "Nobody has played enough") {
		t.Error("two matches make leaders")
	}

	stranger.open("/archive/openings?game=camelot")
	if got := stranger.pageText(".open-t .mv"); got != "F7-F8" {
		t.Fatalf("the first moves are %q", got)
	}
	stranger.open(stranger.page.Find(".open-t a").AttrOr("href", ""))
	if got := stranger.pageText(".open-t .mv"); got != "F10-F9" {
		t.Errorf("the answers are %q", got)
	}
	if link := stranger.page.Find(".passed a").AttrOr("href", ""); link != "/m/"+public+"?ply=2" {
		t.Errorf("the match that passed: %q", link)
	}
}

func TestLookingBackRefuses(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	nobody := site.Nobody()
	for path, code := range map[string]string{
		"/archive?game=chess": "unknown_game", "/archive?player=Nobody": "unknown_player", "/archive?result=most": "unknown_result",
		"/ratings?game=chess": "unknown_game", "/ratings": "unknown_game", "/openings?game=knizia": "no_openings", "/openings?game=cam&line=A1-A1": "illegal_action",
	} {
		nobody.Get(path).Want(t, http.StatusUnprocessableEntity, code)
	}
	nobody.Get("/archive?since=yesterday").Want(t, http.StatusBadRequest, "malformed")
	nobody.Get("/ratings?game=cam&bots=x").Want(t, http.StatusBadRequest, "malformed")
	nobody.Get("/players/nobody").Want(t, http.StatusNotFound, "not_found")
}

// Five rated matches make a leader; the computer is rated apart.
func TestLeaders(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newStranger(t, site)
	for range 5 {
		id := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true}).ID
		playPlies(t, id, 0, 6, ada, bo)
		ada.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	}
	id := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true, "casual": true}).ID
	playPlies(t, id, 0, 6, ada, bo)
	bo.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	short := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true})
	if !short.Rated {
		t.Error("a match under way says that it does not count")
	}
	if bo.Play(short.ID, 0, "resign").Want(t, http.StatusOK, "").Match.Rated {
		t.Error("a match that ended early says that it counts")
	}
	if stranger.open("/m/" + short.ID); !strings.Contains(stranger.body, "before its sixth move") {
		t.Error("the page of a match that ended early does not say that it does not count")
	}
	own := ada.Post("/matches", map[string]any{"game": "cam", "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match.ID
	ada.Play(own, 0, "resign").Want(t, http.StatusOK, "")
	waitArchived(t, site)
	var people, bots []struct {
		Player  struct{ ID, Name string }
		Rating  float64
		Matches int
	}
	site.Nobody().Get("/ratings?game=cam").Want(t, http.StatusOK, "").Read(t, &people)
	site.Nobody().Get("/ratings?game=cam&bots=true").Want(t, http.StatusOK, "").Read(t, &bots)
	if len(people) != 2 || people[0].Player.ID != idOf(t, bo) || people[0].Matches != 5 || people[0].Rating <= 1500 || people[1].Rating >= 1500 {
		t.Errorf("the leaders are %+v", people)
	}
	if len(bots) != 1 || bots[0].Player.ID != db.BotPlayer(1, 1).ID || bots[0].Matches != 1 {
		t.Errorf("the bots are %+v", bots)
	}
	operator := appoint(t, site, ada, "Ada")
	operator.open("/admin")
	if got := operator.pageText("[aria-labelledby=pairs] li"); !strings.Contains(got, "Ada") || !strings.Contains(got, "Bo") || !strings.HasSuffix(got, "Cam · 5 matches") {
		t.Errorf("the operator reads of pairs %q", got)
	}
	stranger.open("/ratings?game=cam")
	if got := stranger.pageText("main .rated tbody th"); got != "Bo Ada Page (computer)" {
		t.Errorf("the page lists %q", got)
	}
	stranger.open("/players/" + db.BotPlayer(1, 1).ID)
	if got := stranger.pageText("h1"); got != "Page (computer)" {
		t.Errorf("the profile of the bot is of %q", got)
	}
}
