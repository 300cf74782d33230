package handlers

import (
	"net/http"
	"net/url"
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

// A match that has ended is in the archive, found by player, opponent, result and game;
// its players have ratings and profiles; its first moves are among the openings.
func TestLookingBack(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newReader(t, site.URL)
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	for _, id := range []string{public, private} {
		ada.Play(id, 0, "F7-F8").Want(t, http.StatusOK, "")
		bo.Play(id, 1, "F10-F9").Want(t, http.StatusOK, "")
		playSome(t, []*sitetest.Client{ada, bo}, id, 3)
		bo.Play(id, 5, "offer draw").Want(t, http.StatusOK, "")
		ada.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	}
	waitArchived(t, site)

	for path, want := range map[string]bool{
		"/archive": true, "/archive?game=camelot": true, "/archive?game=cam": false, "/archive?result=lost": true, "/archive?result=won": false,
		"/archive?player=" + bo.Player.ID: true, "/archive?player=" + bo.Player.ID + "&result=won": true, "/archive?player=" + bo.Player.ID + "&result=lost": false,
		"/archive?opponent=" + ada.Player.ID: true, "/archive?player=" + ada.Player.ID + "&opponent=" + bo.Player.ID + "&since=30": true,
	} {
		stranger.open(path)
		if got := stranger.page.Find(`.ended a[href="/m/`+public+`"]`).Length() == 1; got != want {
			t.Errorf("%s shows the match: %v", path, got)
		}
		if strings.Contains(stranger.body, private) {
			t.Errorf("%s tells a stranger of the private match", path)
		}
	}
	if got := ada.MatchIDs("/archive?player=" + ada.Player.ID); len(got) != 2 {
		t.Errorf("Ada finds %v of her matches", got)
	}
	if got := ada.MatchIDs("/archive?player=" + bo.Player.ID); len(got) != 1 {
		t.Errorf("Ada finds %v of those of Bo", got)
	}

	stranger.open("/players/" + bo.Player.ID)
	if title, figures := stranger.text("h1"), stranger.text(".figures"); title != "Bo" || !strings.Contains(figures, "Finished1") || !strings.Contains(figures, "1 · 0 · 0") {
		t.Errorf("the profile of Bo: %q, %q", title, figures)
	}
	if got := stranger.text(".rated .on"); !strings.HasPrefix(got, "Camelot16") {
		t.Errorf("the rating of Bo: %q", got)
	}
	hers := reads(t, site, bo)
	hers.open("/players/" + bo.Player.ID)
	if figures := hers.text(".figures"); !strings.Contains(figures, "Finished2") {
		t.Errorf("Bo finds of their own matches %q", figures)
	}
	var api struct {
		Ratings []struct{ Matches int }
		Scores  []struct{ Matches int }
		Against []struct{ Matches int }
	}
	for who, finished := range map[*sitetest.Client]int{bo: 2, ada: 1, site.Nobody(): 1} {
		who.Get("/players/"+bo.Player.ID).Want(t, http.StatusOK, "").Read(t, &api)
		if api.Ratings[0].Matches != 1 || api.Scores[0].Matches != finished || api.Against[0].Matches != finished {
			t.Errorf("%+v reads of Bo %+v", who.Player, api)
		}
	}
	stranger.open("/ratings?game=camelot")
	if !strings.Contains(stranger.body, "Nobody has played enough") {
		t.Error("two matches make leaders")
	}

	stranger.open("/archive/openings?game=camelot")
	if got := stranger.text(".open-t .mv"); got != "F7-F8" {
		t.Fatalf("the first moves are %q", got)
	}
	stranger.open(stranger.page.Find(".open-t a").AttrOr("href", ""))
	if got := stranger.text(".open-t .mv"); got != "F10-F9" {
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
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newReader(t, site.URL)
	for range 5 {
		id := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true}).ID
		playSome(t, []*sitetest.Client{ada, bo}, id, 6)
		ada.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	}
	id := site.Start(ada, bo, map[string]any{"game": "cam", "seat": 1, "public": true, "casual": true}).ID
	playSome(t, []*sitetest.Client{ada, bo}, id, 6)
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
	if len(people) != 2 || people[0].Player.ID != bo.Player.ID || people[0].Matches != 5 || people[0].Rating <= 1500 || people[1].Rating >= 1500 {
		t.Errorf("the leaders are %+v", people)
	}
	if len(bots) != 1 || bots[0].Player.ID != db.BotPlayer(1, 1).ID || bots[0].Matches != 1 {
		t.Errorf("the bots are %+v", bots)
	}
	operator := appoint(t, site, ada, "Ada")
	operator.open("/admin")
	if got := operator.text("[aria-labelledby=pairs] li"); !strings.Contains(got, "Ada") || !strings.Contains(got, "Bo") || !strings.HasSuffix(got, "Cam · 5 matches") {
		t.Errorf("the operator reads of pairs %q", got)
	}
	stranger.open("/ratings?game=cam")
	if got := stranger.text("main .rated tbody th"); got != "Bo Ada Dagonet (computer)" {
		t.Errorf("the page lists %q", got)
	}
	stranger.open("/players/" + db.BotPlayer(1, 1).ID)
	if got := stranger.text("h1"); got != "Dagonet (computer)" {
		t.Errorf("the profile of the bot is of %q", got)
	}
}

// A position is found however it is named: by moves on the board, as text, or from the
// analysis; and the matches that passed it are chosen by player, side, result and rating.
func TestFindPosition(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newReader(t, site.URL)
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.Play(id, 0, "F7-F8").Want(t, http.StatusOK, "")
	bo.Play(id, 1, "F10-F9").Want(t, http.StatusOK, "")
	playSome(t, []*sitetest.Client{ada, bo}, id, 4) // long enough to be rated
	ada.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	waitArchived(t, site)

	stranger.open("/archive/openings?game=camelot")
	follow := func(square string) {
		t.Helper()
		href := stranger.page.Find("#sq-"+square).AttrOr("href", "")
		if href == "" {
			t.Fatalf("%s leads nowhere", square)
		}
		stranger.open(href)
	}
	follow("F7")
	if got := stranger.text("#status"); !strings.HasPrefix(got, "You can also play on the board") {
		t.Errorf("while a piece is chosen: %q", got)
	}
	follow("F8")
	if got := stranger.text(".open-t .mv"); got != "F10-F9" {
		t.Errorf("after a move on the board the answers are %q", got)
	}

	stranger.open("/m/" + id + "/analysis?ply=1")
	found := stranger.page.Find("#find").AttrOr("href", "")
	stranger.open(found)
	if got := stranger.text(".open-t .mv"); got != "F10-F9" || stranger.page.Find(`.passed a[href="/m/`+id+`?ply=2"]`).Length() != 1 {
		t.Errorf("from the analysis the answers are %q", got)
	}
	stranger.open(stranger.page.Find(".open-t a").AttrOr("href", ""))
	if got := stranger.text(".began [aria-current]"); !strings.Contains(got, "F10-F9") || stranger.text("#openings h1") == "" {
		t.Errorf("on from a position: %q", got)
	}

	checkChosen(t, site, stranger, ada, bo)
	var answer struct {
		Game, Start string
		Line        []string
		Next        []struct{ Move string }
	}
	position, _ := url.Parse(found)
	site.Nobody().Get("/openings?"+position.RawQuery+"&line=F10-F9").Want(t, http.StatusOK, "").Read(t, &answer)
	if answer.Game != "camelot" || answer.Start != position.Query().Get("position") || len(answer.Line) != 1 || len(answer.Next) != 1 {
		t.Errorf("the API finds %+v", answer)
	}
}

// checkChosen checks how the pages and the API choose among the matches that passed the
// first position of Camelot: one that the second player has won.
func checkChosen(t *testing.T, site *testSite, stranger *reader, ada, bo *sitetest.Client) {
	t.Helper()
	for query, want := range map[string]int{
		"player=" + ada.Player.ID: 1, "player=" + ada.Player.ID + "&seat=2": 0, "player=" + bo.Player.ID + "&seat=2&result=won": 1, "player=" + bo.Player.ID + "&result=lost": 0,
		"result=lost": 1, "result=won": 0, "result=drawn": 0, "since=30": 1, "rating=1400": 0, "rating=1000": 1,
	} {
		stranger.open("/archive/openings?game=camelot&" + query)
		if got := stranger.page.Find(".passed li").Length(); got != want {
			t.Errorf("%s finds %d matches, want %d", query, got, want)
		}
		var answer struct{ Matches int }
		if strings.Contains(query, "since") {
			query = "since=2020-01-01T00:00:00Z"
		}
		site.Nobody().Get("/openings?game=camelot&"+query).Want(t, http.StatusOK, "").Read(t, &answer)
		if answer.Matches != want {
			t.Errorf("the API finds %d matches by %s, want %d", answer.Matches, query, want)
		}
	}
	for query, status := range map[string]int{"position=cam+1+Z9": 422, "game=knizia": 422, "game=camelot&player=Nobody+of+this+name": 422, "game=camelot&rating=9999": 422, "game=camelot&seat=7&player=" + ada.Player.ID: 400, "game=camelot&m=Z9&try=Z9": 200} {
		if stranger.send(http.MethodGet, "/archive/openings?"+query, nil); stranger.status != status {
			t.Errorf("%s answers %d, want %d", query, stranger.status, status)
		}
	}
}

// Once all hands are open, positions show them all, or only the hands that one of the players saw.
// While a match goes on, nobody else's hand is shown whatever the address says.
func TestReplayThroughTheEyesOfAPlayer(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "seat": 1, "public": true}).ID
	r := newReader(t, site.URL)
	r.open("/m/" + id)
	before := r.text("main")
	if r.open("/m/" + id + "?eyes=1"); r.text("main") != before || r.page.Find(".eyes").Length() != 0 {
		t.Error("a spectator looks through the eyes of a player while the match goes on")
	}
	for _, c := range []*sitetest.Client{ada, bo} {
		var match struct {
			Ply   int
			Legal []string
		}
		if c.Get("/matches/"+id).Want(t, http.StatusOK, "").Read(t, &match); len(match.Legal) > 0 {
			c.Play(id, match.Ply, match.Legal[0]).Want(t, http.StatusOK, "")
			break
		}
	}
	ada.Play(id, ada.Get("/matches/"+id).Match.Ply, "resign").Want(t, http.StatusOK, "")
	texts := map[string]string{}
	for _, eyes := range []string{"", "1", "2"} {
		r.open("/m/" + id + "?ply=0&eyes=" + eyes)
		if r.page.Find(".eyes a").Length() != 3 {
			t.Fatalf("there is no choice of eyes: %s", r.text("main"))
		}
		texts[eyes] = r.text("main")
		if href := r.page.Find("#step-next").AttrOr("href", ""); eyes != "" && !strings.Contains(href, "eyes="+eyes) {
			t.Errorf("the next position is at %q", href)
		}
	}
	if texts[""] == texts["1"] || texts["1"] == texts["2"] {
		t.Error("all eyes see the same")
	}
}

// endedBoard has two play a short match of Camelot to its end.
func endedBoard(site *testSite, a, b *sitetest.Client, public bool) string {
	id := site.Start(a, b, map[string]any{"game": "camelot", "seat": 1, "public": public}).ID
	a.Play(id, 0, "F7-F8")
	b.Play(id, 1, "F10-F9")
	a.Play(id, 2, "resign")
	return id
}

// A player makes a collection and puts matches into it with their notes. The player orders and
// annotates them, shows the collection to everybody, and deletes it; others read the matches they
// may see.
func TestCollection(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	public, private := endedBoard(site, ada, bo, true), endedBoard(site, ada, bo, false)
	note(t, ada, public, "1", "a canary in a note")
	hers, other, nobody := reads(t, site, ada), reads(t, site, bo), newReader(t, site.URL)

	hers.open("/m/" + public)
	hers.follow("#keep-row")
	hers.submit(`form:has(#save-collection)`, "title", " Fine\tendings ", "text", "Look at the second move.", "do", "save")
	hers.expect(http.StatusOK)
	path := hers.path
	id := strings.TrimPrefix(path, "/collections/")
	if got := hers.text("h1"); got != "Fine endings" {
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
	if got := hers.text("#noted .text"); got != "a canary in a note" {
		t.Errorf("the note that was taken over is %q", got)
	}
	hers.follow("#annotate")
	hers.submit("#write", "text", "anew")
	hers.follow("#back")
	hers.follow("#note-after")
	if got := hers.text("#noted .text"); got != "anew" {
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

// checkPublic checks the view of a stranger and of the API on a public collection of a public and
// a private match.
func checkPublic(t *testing.T, site *testSite, nobody *reader, path, public, private string) {
	t.Helper()
	nobody.open("/archive?annotated=1")
	nobody.follow(`.ended a[href^="/m/` + public + `"]`)
	nobody.open("/collections")
	nobody.follow(`#public-collections ~ .passed a`)
	if got := nobody.page.Find(".passed li").Length(); got != 1 || strings.Contains(nobody.body, private) {
		t.Errorf("nobody in particular sees %d matches: %s", got, nobody.text("main"))
	}
	nobody.follow(".passed a")
	if got := nobody.text("#noted"); !strings.Contains(got, "1 of 1") {
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
	if !strings.Contains(operator.text("main"), "Fine endings") {
		t.Errorf("the report is not among %s", operator.text("main"))
	}
	operator.submit(".report form", "reason", "It is copied.", "act", "remove")
	operator.expect(http.StatusOK)
}

// The faults of a collection are shown beside the form, and nothing is made.
func TestCollectionRefusals(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	hers, nobody := reads(t, site, ada), newReader(t, site.URL)
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

// Historic games can be read from the first start on, in both languages. They are found by the
// names of their players and in the openings. They count for nobody, and a game that an operator
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
	r := newReader(t, site.URL)
	for path, want := range map[string]int{"/archive": 4, "/archive?annotated=1": 4, "/archive?player=chaxx": 1, "/archive?player=nolan&game=camelot": 1, "/archive?player=nolan&game=cam": 0, "/archive?player=Danielle": 1} {
		if r.open(path); r.page.Find(".ended tbody tr").Length() != want {
			t.Errorf("%s lists %d games, want %d: %s", path, r.page.Find(".ended tbody tr").Length(), want, r.text("main"))
		}
	}
	r.open("/archive/openings?game=camelot&line=E6-E8")
	if got := r.text(".open-t"); !strings.Contains(got, "H11-F9") || !strings.Contains(r.text(".passed"), "2008") {
		t.Errorf("the openings have %q, %q", got, r.text(".passed"))
	}
	for language, want := range map[string]string{"en": "The mistake that decides", "fr": "L’erreur qui décide"} {
		r.header.Set("Accept-Language", language)
		r.open("/collections/recorded-games")
		r.follow(".passed a")
		r.open(r.path[:strings.Index(r.path, "ply=")] + "ply=5")
		if got := r.text("#noted"); !strings.Contains(got, want) {
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
		t.Errorf("the games are in a profile: %s", r.text("main"))
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
	r, hers := newReader(t, site.URL), reads(t, site, ada)
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
	if r.open("/m/" + id + "/page"); r.page.Find(".moves svg").Length() != 4 || !strings.Contains(r.text("header"), "Bo wins") {
		t.Errorf("the file of a board has %d positions, %q", r.page.Find(".moves svg").Length(), r.text("header"))
	}
	if r.send(http.MethodGet, "/m/"+closed.ID+"/page", nil); r.status == http.StatusOK {
		t.Error("a match that is closed to others is downloaded")
	}
	hers.open("/m/" + closed.ID + "/page")
	hers.expect(http.StatusOK)
	if !strings.Contains(hers.text(".moves pre"), "hand") {
		t.Errorf("the positions are %.200q", hers.text(".moves pre"))
	}
}
