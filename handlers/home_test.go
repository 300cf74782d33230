package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/club/match"
	"tableronde/handlers/people"
	tablepages "tableronde/handlers/tables"
)

// Nobody waits at a table that one has for oneself: it stands apart, and counts
// for none of those that await the visitor.
func TestTablesForYourselfDoNotAwaitYou(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	ada.expect(http.StatusOK)
	alone := ada.path
	for _, want := range []struct{ count, headline string }{{"1", "One match awaits you"}, {"", "Nothing awaits you"}} {
		ada.open("/")
		if got := ada.page.Find("#turns .count").Text(); got != want.count {
			t.Errorf("the count says %q, want %q", got, want.count)
		}
		if got := ada.page.Find("h1").Text(); got != want.headline {
			t.Errorf("the headline says %q, want %q", got, want.headline)
		}
		if n := ada.page.Find(`.turns a[href="` + alone + `"]`).Length(); n != 0 {
			t.Error("the table for oneself awaits Ada")
		}
		if n := ada.page.Find(`#alone + .waits a[href="` + alone + `"]`).Length(); n != 1 {
			t.Errorf("the table for oneself is listed %d times", n)
		}
		if want.count == "1" {
			ada.post(match, 0, "E6-E8", "k")
			ada.expect(http.StatusOK)
		}
	}
	if bo.open("/"); bo.page.Find("#turns .count").Text() != "1" {
		t.Error("Bo's turn is not counted")
	}
}

// The matches that await a player come first. The ones with the least time left come before the
// others and those without a clock last, the longest waiting first. The matches that wait for
// others are sorted by the clocks of the others.
func TestHomeSortsByTimeLeft(t *testing.T) {
	for lang, next := range map[string]string{"en": "Next (4)", "fr": "Suivante (4)"} {
		s := newTestSite(t)
		ada, bo := s.Guest("Ada"), s.Guest("Bo")
		start := func(seat int, clock map[string]any) string {
			body := map[string]any{"game": "camelot", "seat": seat}
			if clock != nil {
				body["clock"] = clock
			}
			return "/m/" + s.Start(ada, bo, body).ID
		}
		move := func(time string) map[string]any { return map[string]any{"move": time, "vacation": "0s"} }
		longest := start(1, nil)
		second, lastWait := start(1, move("72h")), start(2, move("336h"))
		first, firstWait := start(1, map[string]any{"bank": "2h", "increment": "1h", "vacation": "1h"}), start(2, move("24h"))
		shortest, noClock := start(1, nil), start(2, nil)
		r := reads(t, s, ada)
		r.header.Set("Accept-Language", lang)
		r.open("/")
		links := func(list string) (all []string) {
			r.page.Find(list + " a.turn").Each(func(_ int, a *goquery.Selection) { all = append(all, a.AttrOr("href", "")) })
			return all
		}
		if diff := cmp.Diff([]string{first, second, longest, shortest}, links(".turns:not(.calm)")); diff != "" {
			t.Errorf("%s: those that await Ada (-want +got):\n%s", lang, diff)
		}
		if diff := cmp.Diff([]string{firstWait, lastWait, noClock}, links(".turns.calm")); diff != "" {
			t.Errorf("%s: those that wait (-want +got):\n%s", lang, diff)
		}
		if button := r.page.Find("#next"); button.AttrOr("href", "") != first || button.Text() != next {
			t.Errorf("%s: the button %q leads to %s", lang, button.Text(), button.AttrOr("href", ""))
		}
		if n := r.page.Find(".turn.soon").Length(); n != 1 {
			t.Errorf("%s: %d matches are the most pressing", lang, n)
		}
	}
}

// The page counts and lists the visitor's matches, and nobody else's.
func TestOwnPageListsMatches(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	startCamelot(t, s, true) // of others
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camette"}})
	check := func(r *reader, path string, want ...string) {
		t.Helper()
		r.open(path)
		var rows []string
		for _, row := range r.page.Find(".matches .turn").EachIter() {
			rows = append(rows, strings.Join(strings.Fields(row.Find(".what").Text()), " "))
		}
		if got := strings.Join(rows, "; "); got != strings.Join(want, "; ") {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	tally := func(r *reader) string {
		var counts []string
		for _, li := range r.page.Find(".tally li").EachIter() {
			counts = append(counts, strings.TrimSpace(li.Text()))
		}
		return strings.Join(counts, ", ")
	}
	check(ada, "/me", "Camette nothing played yet", "Camelot against Bo You begin")
	if got, want := tally(ada), "1 awaits you, 2 under way, 0 open tables, 0 finished"; got != want {
		t.Errorf("Ada's counts are %q, want %q", got, want)
	}
	check(bo, "/me", "Camelot against Ada Waiting for Ada")
	ada.post(match, 0, "resign", "k")
	check(ada, "/me?list=over", "Camelot against Bo Lost to Bo")
	check(bo, "/me?list=over", "Camelot against Ada Won against Ada")
	if got := tally(bo); got != "0 await you, 0 under way, 0 open tables, 1 finished" || !strings.Contains(bo.mainText(), "1 won, 0 lost, 0 drawn") {
		t.Errorf("Bo's counts are %q, the page says %s", got, bo.mainText())
	}
	check(bo, "/me")
	for range people.MeRows {
		bo.send(http.MethodPost, "/solo", url.Values{"game": {"cam"}})
	}
	ada.open("/me")
	bo.open("/me")
	if bo.page.Find(".pages a").Length() != 0 {
		t.Error("a list of one page has another")
	}
	bo.send(http.MethodPost, "/solo", url.Values{"game": {"grand-camelot"}})
	bo.open("/me")
	bo.follow(".pages a[rel=next]")
	if rows := bo.page.Find(".matches .turn").Length(); rows != 1 || bo.page.Find(".pages a").Length() != 1 {
		t.Errorf("the second page has %d rows", rows)
	}
	bo.send(http.MethodGet, "/me?after=zzzzzzzzzzzzzzzzzzzz", nil)
	bo.expect(http.StatusBadRequest)
}

// publicMatches returns a page's part about matches of others: the address behind the picture, and
// the addresses and words of both lists.
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

// A stranger sees at home the state of a public match, and in lists the other matches to watch;
// nothing of private matches.
func TestHomeShowsPublicMatches(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newReader(t, site.URL)
	ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "") // for herself
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

// A player of a match sees it only among their own.
func TestOwnMatchesAreNotToWatch(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, _, match := startCamelot(t, site, true)
	for _, path := range []string{"/", "/tables"} {
		if shown, live, _ := ada.publicMatches(path); shown == match || live != "" {
			t.Errorf("%s offers Ada %q, %q", path, shown, live)
		}
	}
	if shown, _, _ := newReader(t, site.URL).publicMatches("/"); shown != match {
		t.Errorf("a stranger is shown %q, want %q", shown, match)
	}
}

// A match of cards is in the list without a word of its play, and has no picture.
func TestHiddenMatchesAreListedOnly(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	info, _ := match.GameNamed("knizia")
	players, id := seatAll(t, site, info)
	playSome(t, players, id, 6)
	stranger := newReader(t, site.URL)
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
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newReader(t, site.URL)
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
	r := newReader(t, newTestSite(t).URL)
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

func BenchmarkHome(b *testing.B) {
	site := newTestSite(b)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	for range 2 * tablepages.PublicRows {
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

// The page of several matches shows the matches of its address, and nothing of one that the
// visitor may not see; one of them alone is asked for again.
func TestWatchSeveral(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newReader(t, site.URL)
	one := site.Start(ada, bo, map[string]any{"game": "camette", "seat": 1, "public": true}).ID
	two := site.Start(bo, ada, map[string]any{"game": "cam", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camette", "seat": 1}).ID
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "public": true}).ID
	shown := func(path string) string {
		stranger.open(path)
		var ids []string
		for _, id := range []string{one, two, private, cards} {
			if stranger.page.Find("#watch-"+id+"[data-watch]").Length() == 1 {
				ids = append(ids, id)
			}
		}
		return strings.Join(ids, " ")
	}
	for path, want := range map[string]string{
		"/watch": one + " " + two, "/watch?game=cam": two, "/watch?game=chivalry": "", "/watch?m=" + two + "&m=" + two: two,
		"/watch?m=" + private + "&m=" + one + "&m=none": one, "/watch?m=" + cards: "",
	} {
		if got := shown(path); got != want {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
		if strings.Contains(stranger.body, "#watch-"+private) {
			t.Errorf("%s tells a stranger of the private match", path)
		}
	}
	if got := shown("/watch?m=" + private + "&m=" + one + "&m=none"); got != one || !strings.Contains(stranger.text(`[role="alert"]`), "2 matches of this address") {
		t.Errorf("what is missing is told as %q", stranger.text(`[role="alert"]`))
	}
	stranger.header.Set("HX-Request", "true")
	stranger.open("/watch?m=" + two)
	if stranger.page.Find("main").Length() != 0 || stranger.page.Find("article").Length() != 1 || stranger.text(".acts b") != "Bo" {
		t.Errorf("to htmx, one match is %s", stranger.body)
	}
	if stranger.send(http.MethodGet, "/watch?m="+private, nil); stranger.status != http.StatusNotFound {
		t.Errorf("a private match: %d", stranger.status)
	}
	stranger.header.Del("HX-Request")
	if stranger.send(http.MethodGet, "/watch?game=chess", nil); stranger.status != http.StatusUnprocessableEntity {
		t.Errorf("a game that there is not: %d", stranger.status)
	}
}

// taps returns how many links, one after the other, lead from the home page to an element that a
// selector finds; -1 if more than most do. Only links count, as without scripts.
func (r *reader) taps(selector string, most int) int {
	r.t.Helper()
	seen, next := map[string]bool{"/": true}, []string{"/"}
	for n := 0; n <= most; n++ {
		pages := next
		next = nil
		for _, path := range pages {
			r.open(path)
			if r.page.Find(selector).Length() > 0 {
				return n
			}
			r.page.Find("a[href^='/']").Each(func(_ int, a *goquery.Selection) {
				path, _, _ := strings.Cut(a.AttrOr("href", ""), "#")
				place, _, _ := strings.Cut(path, "?")
				if !seen[place] && !strings.HasPrefix(place, "/rules/") && !strings.HasPrefix(place, "/m/") {
					seen[place] = true
					next = append(next, path)
				}
			})
		}
	}
	return -1
}

// Everything about people and clocks is found from the home page by following links, in both
// languages. A stranger, a guest and an account all find it.
func TestPeopleFindTheirWay(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		s := newMailSite(t, Config{})
		stranger, guest := s.browser(), s.browser()
		guest.open("/settings")
		guest.submit("#naming", "name", "Ada")
		account := s.account("Bo", "bo@example.org")
		everybody := map[string]int{
			"#naming": 1, `form[action="/habits"]`: 1, `form[action="/theme"]`: 1, "main form[action='/language']": 1, // the settings
			"#pace input[name=pace]": 1, "#pace input[name=weekends]": 1, // how much time there is
		}
		players := map[string]int{
			`a[href="/device"]`: 1, "form[action='/device']": 2, ".sessions": 1, `form[action^="/settings/tokens"]`: 1,
			`form[action="/settings/export"]`: 1, `form[action="/settings/leave"]`: 2,
		}
		for name, tt := range map[string]struct {
			*reader
			finds []map[string]int
		}{
			"a stranger": {stranger, []map[string]int{everybody, {"#enter-form": 1, "#join-form": 1, "#mail-form": 1, "#typed-code": 1}}},
			"a guest":    {guest, []map[string]int{everybody, players, {"#enter-form": 2, "#join-form": 2, "#mail-form": 2, "#typed-code": 3}}},
			"an account": {account, []map[string]int{everybody, players, {"#password": 1, "#address": 1, "form[action='/sign-out']": 1}}},
		} {
			tt.header.Set("Accept-Language", lang)
			for _, finds := range tt.finds {
				for selector, most := range finds {
					if n := tt.taps(selector, most); n < 0 {
						t.Errorf("%s (%s) does not find %s by %d links", name, lang, selector, most)
					}
				}
			}
		}
	}
}
