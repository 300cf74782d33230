package handlers

import (
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/locale"
)

// startCamelot returns two readers and the path of a match of Camelot that they have
// begun; the first is to move.
func startCamelot(t *testing.T, s *testSite, public bool) (ada, bo *reader, match string) {
	t.Helper()
	ada, bo = newReader(t, s.URL), newReader(t, s.URL)
	ada.open("/new")
	listed := "0"
	if public {
		listed = "1"
	}
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot", "seat", "1", "public", listed)
	ada.expect(http.StatusOK)
	bo.open(ada.invite())
	bo.submit(`form[action^="/i/"]`, "name", "Bo")
	bo.expect(http.StatusOK)
	return ada, bo, ada.path
}

// post posts an action, as the form of the match would.
func (r *reader) post(match string, ply int, action, key string) {
	r.t.Helper()
	r.send(http.MethodPost, match, url.Values{"ply": {strconv.Itoa(ply)}, "action": {action}, "key": {key}})
}

func TestStalePostKeepsWhatWasStaged(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	ada.post(match, 0, "E6-E8", "k1")
	ada.expect(http.StatusOK)
	bo.post(match, 1, "H11-F9", "k2")
	bo.expect(http.StatusOK)

	ada.post(match, 0, "H6-F8", "k3")
	ada.expect(http.StatusConflict)
	if got := ada.page.Find("[role=alert]").Text(); !strings.Contains(got, "changed since you loaded") {
		t.Errorf("the alert says %q", got)
	}
	if got := ada.page.Find("#move input[name=action]").AttrOr("value", ""); got != "H6-F8" {
		t.Errorf("staged after the conflict: %q, want what was posted", got)
	}
	if got := ada.page.Find("#match").AttrOr("data-ply", ""); got != "2" {
		t.Errorf("the new form names ply %s, want 2", got)
	}
	ada.submit("#move form")
	ada.expect(http.StatusOK)
}

func TestSamePostTwiceMovesOnce(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	for range 2 {
		ada.post(match, 0, "E6-E8", "twice")
		ada.expect(http.StatusOK)
		if ada.page.Find("[role=alert]").Length() > 0 {
			t.Errorf("alert: %s", ada.mainText())
		}
	}
	if bo.open(match); bo.page.Find("#match").AttrOr("data-ply", "") != "1" {
		t.Error("the move was not stored exactly once")
	}
}

// refusedRequest is a request that is refused and changes nothing. MATCH stands for a
// match of Ada and Bo, OPEN for a public table of a stranger.
type refusedRequest struct {
	name   string
	by     string // of the readers in TestPostsThatAreRefused
	method string
	path   string
	form   url.Values
	status int
	says   string
}

func moveForm(ply, action string) url.Values { return url.Values{"ply": {ply}, "action": {action}} }

var refusedRequests = []refusedRequest{
	{"an illegal move", "ada", "POST", "MATCH", moveForm("0", "E6-E9"), 422, "E6"},
	{"a piece of the other", "ada", "POST", "MATCH", moveForm("0", "E10-E9"), 422, "E10"},
	{"not one's turn", "bo", "POST", "MATCH", moveForm("0", "E10-E9"), 422, "not your turn"},
	{"words", "ada", "POST", "MATCH", moveForm("0", "castle kingside"), 422, "castle kingside"},
	{"an unknown event", "ada", "POST", "MATCH", moveForm("0", "offer tea"), 422, ""},
	{"two lines", "ada", "POST", "MATCH", moveForm("0", "E6-E8\nE10-E9"), 400, ""},
	{"a novel", "ada", "POST", "MATCH", moveForm("0", strings.Repeat("A", matchpages.MaxAction+1)), 400, ""},
	{"no ply", "ada", "POST", "MATCH", moveForm("", "E6-E8"), 400, ""},
	{"a ply from the future", "ada", "POST", "MATCH", moveForm("7", "E6-E8"), 409, "changed"},
	{"a negative ply", "ada", "POST", "MATCH", moveForm("-1", "E6-E8"), 400, ""},
	{"a seat that is none", "ada", "POST", "MATCH", url.Values{"ply": {"0"}, "action": {"E6-E8"}, "as": {"9"}}, 400, ""},
	{"the seat of the other", "ada", "POST", "MATCH", url.Values{"ply": {"0"}, "action": {"E6-E8"}, "as": {"2"}}, 403, "not yours"},
	{"a stranger's move in a private match", "stranger", "POST", "MATCH", moveForm("0", "E6-E8"), 404, "private"},
	{"a stranger's look at a private match", "stranger", "GET", "MATCH", nil, 404, "private"},
	{"a visitor's look at a private match", "visitor", "GET", "MATCH", nil, 404, "private"},
	{"a visitor's move", "visitor", "POST", "OPEN", moveForm("0", "E6-E8"), 403, "seat"},
	{"a move before the start", "stranger", "POST", "OPEN", moveForm("0", "E6-E8"), 409, ""},
	{"an unknown match", "ada", "GET", "/m/aaaaaaaaaaaa", nil, 404, "private"},
	{"an unknown invitation", "ada", "GET", "/i/aaaaaaaaaaaaaaaaaaaaaaaaaa", nil, 404, ""},
	{"a page that is none", "ada", "GET", "/nowhere", nil, 404, ""},
	{"a seat at the bottom that is none", "ada", "GET", "MATCH?turn=x", nil, 400, ""},
	{"an unknown game", "visitor", "POST", "/matches", url.Values{"game": {"chess"}, "name": {"Dee"}}, 422, ""},
	{"no name", "visitor", "POST", "/matches", url.Values{"game": {"camelot"}}, 422, "name"},
	{"a name too long", "visitor", "POST", "/matches", url.Values{"game": {"camelot"}, "name": {strings.Repeat("x", 41)}}, 422, "40"},
	{"a private table without invitation", "visitor", "POST", "MATCH/join", url.Values{"name": {"Dee"}}, 404, ""},
}

func TestPostsThatAreRefused(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	stranger := newReader(t, s.URL)
	stranger.open("/new")
	stranger.submit(`form[action="/matches"]`, "name", "Cy", "game", "camelot", "public", "1")
	paths := strings.NewReplacer("MATCH", match, "OPEN", stranger.path)
	readers := map[string]*reader{"ada": ada, "bo": bo, "stranger": stranger, "visitor": newReader(t, s.URL)}
	for _, tt := range refusedRequests {
		t.Run(tt.name, func(t *testing.T) {
			by := readers[tt.by]
			by.t = t
			by.send(tt.method, paths.Replace(tt.path), tt.form)
			if by.status != tt.status {
				t.Errorf("status %d, want %d: %s", by.status, tt.status, by.mainText())
			}
			if !strings.Contains(by.mainText(), tt.says) {
				t.Errorf("the page does not say %q: %s", tt.says, by.mainText())
			}
			if by.page.Find("main h1").Length() == 0 {
				t.Error("the answer is no page")
			}
			ada.t = t
			if ada.open(match); ada.page.Find("#match").AttrOr("data-ply", "") != "0" {
				t.Error("something was stored")
			}
		})
	}
	if log := s.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("an error was logged:\n%s", log)
	}
}

func TestForeignOriginsAreRefused(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, false)
	for name, header := range map[string]http.Header{
		"cross-site": {"Sec-Fetch-Site": {"cross-site"}},
		"same-site":  {"Sec-Fetch-Site": {"same-site"}},
		"origin":     {"Origin": {"https://elsewhere.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			req, err := http.NewRequest(http.MethodPost, s.URL+match, strings.NewReader("ply=0&action=E6-E8"))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = header.Clone()
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := ada.client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusForbidden {
				t.Errorf("status %d, want 403", res.StatusCode)
			}
		})
	}
}

func TestAnswersAreSafe(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	for _, path := range []string{"/", "/tables", "/new", "/rules", "/rules/camelot", match, match + "?m=E6", "/nowhere"} {
		ada.send(http.MethodGet, path, nil)
		if got := ada.answer.Get("Content-Security-Policy"); got != site.ContentSecurityPolicy {
			t.Errorf("%s: Content-Security-Policy = %q", path, got)
		}
		if got := ada.answer.Get("Cache-Control"); !strings.Contains(got, "no-store") {
			t.Errorf("%s: Cache-Control = %q, want no-store", path, got)
		}
		if n := ada.page.Find("[style], script:not([src]), [onclick], [hx-on]").Length(); n > 0 {
			t.Errorf("%s has %d inline styles or scripts", path, n)
		}
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	invite := bo.client.Jar.Cookies(u)
	if len(invite) == 0 {
		t.Fatal("no session cookie was set")
	}
	log := s.Log.String()
	for _, c := range append(invite, ada.client.Jar.Cookies(u)...) {
		if strings.Contains(log, c.Value) {
			t.Errorf("the log holds the cookie %s", c.Name)
		}
	}
	if strings.Contains(log, "/i/") && !strings.Contains(log, "/i/:token") {
		t.Error("the log holds an invitation")
	}
}

func TestCookiesAreMarked(t *testing.T) {
	for _, tt := range []struct {
		name   string
		secure bool
		want   string
	}{{"loopback", false, "tableronde="}, {"https", true, "__Host-tableronde="}} {
		t.Run(tt.name, func(t *testing.T) {
			s := newTestSite(t)
			s.site.Secure = tt.secure
			s.site.Sessions = site.NewSessions(s.site.Store, tt.secure)
			r := newReader(t, s.URL)
			r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
			cookie := r.answer.Get("Set-Cookie")
			if !strings.HasPrefix(cookie, tt.want) || !strings.Contains(cookie, "HttpOnly") ||
				!strings.Contains(cookie, "SameSite=Lax") || strings.Contains(cookie, "; Secure") != tt.secure {
				t.Errorf("Set-Cookie: %s", cookie)
			}
			if n := len(r.answer.Values("Set-Cookie")); n != 1 {
				t.Errorf("%d cookies were set, want 1", n)
			}
		})
	}
}

// TestFormSentTwiceOpensOneTable sends the first form of a visitor twice at
// once, before the answer has brought a cookie.
func TestFormSentTwiceOpensOneTable(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/new")
	_, form := r.formFields(`form[action="/matches"]`)
	form.Set("name", "Ada")
	form.Set("game", "camelot")
	paths := make([]string, 4)
	var wg sync.WaitGroup
	for i := range paths {
		wg.Add(1)
		one := newReader(t, s.URL)
		go func() {
			defer wg.Done()
			one.send(http.MethodPost, "/matches", form)
			paths[i] = one.path
			if one.page.Find("#invite").Length() == 0 {
				t.Errorf("post %d did not lead to the table of the sender: %d %s", i, one.status, one.mainText())
			}
		}()
	}
	wg.Wait()
	for _, path := range paths {
		if path != paths[0] || !strings.HasPrefix(path, "/m/") {
			t.Errorf("the form led to %v", paths)
		}
	}
}

// faultCase is a refusal that a page shows. The path of its request names a match of
// faultTables as BOARD, WAITING, GOING, OVER or ALONE.
type faultCase struct {
	code   string
	status int
	by     string // of the people of faultTables
	method string
	path   string
	form   url.Values
	match  bool // it leads back to the match
	en, fr string
}

var faultCases = []faultCase{
	{"bad_query", 400, "ada", "GET", "GOING?ply=99", nil, true, "A broken link", "Lien rompu"},
	{"bad_seat", 400, "ada", "GET", "GOING?as=9", nil, true, "Unknown seat", "Place inconnue"},
	{"bad_form", 400, "ada", "POST", "GOING", url.Values{"ply": {"x"}}, true, "Request not understood", "Demande illisible"},
	{"unknown_language", 400, "ada", "POST", "/language", url.Values{"language": {"tlh"}}, false, "Unknown language", "Langue inconnue"},
	{"not_seated", 403, "eve", "POST", "BOARD/rematch", url.Values{}, true, "No seat of yours", "Aucune place à vous"},
	{"not_seated", 403, "eve", "GET", "GOING/orders", nil, true, "No seat of yours", "Aucune place à vous"},
	{"not_seated", 403, "eve", "GET", "OVER/orders", nil, true, "No seat of yours", "Aucune place à vous"},
	{"not_seated", 403, "eve", "GET", "WAITING/orders", nil, true, "No seat of yours", "Aucune place à vous"},
	{"foreign_seat", 403, "ada", "GET", "GOING/orders?as=2", nil, true, "Not your seat", "Pas votre place"},
	{"not_host", 403, "bo", "POST", "WAITING/withdraw", url.Values{}, true, "Only for the host", "Réservé à l’hôte"},
	{"hidden", 403, "ada", "GET", "GOING/record", nil, true, "Not open yet", "Pas encore ouvert"},
	{"foreign_origin", 403, "thief", "POST", "BOARD", nil, true, "From elsewhere", "Venu d’ailleurs"},
	{"not_found", 404, "ada", "GET", "/m/aaaaaaaaaaaa/orders", nil, false, "This square is not on the board", "Cette case n’est pas sur le plateau"},
	{"not_found", 404, "ada", "GET", "ALONE/orders", nil, false, "This square is not on the board", "Cette case n’est pas sur le plateau"},
	{"method_not_allowed", 405, "ada", "GET", "BOARD/rematch", nil, false, "Not this way", "Pas ainsi"},
	{"not_started", 409, "ada", "POST", "WAITING/orders", url.Values{}, true, "Not yet", "Pas encore"},
	{"not_started", 409, "ada", "GET", "WAITING/record", nil, true, "Not yet", "Pas encore"},
	{"over", 409, "ada", "POST", "OVER/orders", url.Values{}, true, "The match is over", "La partie est finie"},
	{"not_over", 409, "ada", "POST", "BOARD/rematch", url.Values{}, true, "The match goes on", "La partie continue"},
	{"started", 409, "ada", "POST", "BOARD/withdraw", url.Values{}, true, "The match has begun", "La partie a commencé"},
	{"taken", 409, "eve", "POST", "WAITING/join", url.Values{"seat": {"1"}}, true, "Somebody was faster", "Quelqu’un a été plus rapide"},
	{"too_large", 413, "ada", "POST", "BOARD", url.Values{"move": {strings.Repeat("x", web.MaxBody)}}, true, "Too large", "Trop grand"},
	{"no_orders", 422, "ada", "POST", "ALONE/orders", url.Values{}, true, "No advance orders", "Pas d’ordres d’avance"},
	{"unknown_game", 422, "eve", "POST", "/solo", url.Values{"game": {"chess"}}, false, "Unknown game", "Jeu inconnu"},
	{"invalid_seats", 422, "eve", "POST", "/solo", url.Values{"game": {"knizia"}, "seats": {"6"}}, false, "Something to correct", "Un point à corriger"},
	{"invalid_option", 422, "eve", "POST", "/solo", url.Values{"game": {"knizia"}, "option.knizia.window": {"x"}}, false, "Something to correct", "Un point à corriger"},
	{"invalid_contribution", 422, "eve", "POST", "/solo", url.Values{"game": {"knizia"}, "contribution": {"a\tb"}}, false, "Something to correct", "Un point à corriger"},
	{"key_reused", 422, "ada", "POST", "/solo", url.Values{"game": {"knizia"}, "key": {"used"}}, false, "Sent before", "Déjà envoyé"},
}

// A refusal on a page says which fault there is, why, and how to go on, each in a sentence for its
// own case.
func TestFaultsSayWhatWhyAndWhatNow(t *testing.T) {
	f := newFaultTables(t, newCardSite(t))
	for _, tt := range faultCases {
		t.Run(tt.code+" "+tt.method+" "+strconv.Itoa(tt.status), func(t *testing.T) {
			by, path := f.people()[tt.by], f.paths().Replace(tt.path)
			by.t = t
			for lang, title := range map[string]string{"en": tt.en, "fr": tt.fr} {
				by.header.Set("Accept-Language", lang)
				by.send(tt.method, path, tt.form)
				if by.status != tt.status {
					t.Fatalf("status %d, want %d: %s", by.status, tt.status, by.mainText())
				}
				main := by.page.Find("main")
				if got := main.Find("h1").Text(); got != title {
					t.Errorf("the headline is %q, want %q", got, title)
				}
				if why, want := main.Find(".lead").Text(), sentence(views.Lang(lang), tt.code, tt.status, ""); why != want {
					t.Errorf("the page says why: %q, want %q", why, want)
				}
				if now, want := main.Find(".lead + p").Text(), sentence(views.Lang(lang), tt.code, tt.status, ".now"); now != want {
					t.Errorf("the page says what now: %q, want %q", now, want)
				}
				if back := main.Find(".btn.primary").AttrOr("href", ""); strings.HasPrefix(back, "/m/") != tt.match {
					t.Errorf("it leads to %q", back)
				}
			}
		})
	}
}

// faultTables are people, and tables in every state, for requests that go wrong.
type faultTables struct {
	ada, bo    *reader // at all tables, the first in the first seat
	eve, thief *reader // at none; the thief's form comes from another site
	board      string  // Camelot, begun
	waiting    string  // for bo
	going      string  // cards, begun
	over       string  // cards, left by ada
	alone      string  // Camelot, ada's solo table
}

// people are the readers by their names.
func (m faultTables) people() map[string]*reader {
	return map[string]*reader{"ada": m.ada, "bo": m.bo, "eve": m.eve, "thief": m.thief}
}

// paths puts the matches in the place of their names.
func (m faultTables) paths() *strings.Replacer {
	return strings.NewReplacer("BOARD", m.board, "WAITING", m.waiting, "GOING", m.going, "OVER", m.over, "ALONE", m.alone)
}

func newFaultTables(t *testing.T, s *testSite) faultTables {
	t.Helper()
	f := faultTables{ada: newReader(t, s.URL), bo: newReader(t, s.URL), eve: newReader(t, s.URL), thief: newReader(t, s.URL)}
	f.thief.header.Set("Sec-Fetch-Site", "cross-site")
	table := func(game string, begun bool) string {
		f.ada.send(http.MethodPost, "/matches", url.Values{"name": {"Ada"}, "game": {game}, "seats": {"2"}, "seat": {"1"}, "public": {"1"}})
		f.ada.expect(http.StatusOK)
		if begun {
			f.bo.send(http.MethodPost, f.ada.path+"/join", url.Values{"name": {"Bo"}})
			f.bo.expect(http.StatusOK)
		}
		return f.ada.path
	}
	f.board, f.going, f.over, f.waiting = table("camelot", true), table("knizia", true), table("kutschke", true), table("knizia", false)
	f.ada.post(f.over, 0, "resign", "leaves")
	f.ada.expect(http.StatusOK)
	f.eve.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	f.ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}, "key": {"used"}})
	f.ada.expect(http.StatusOK)
	f.alone = f.ada.path
	return f
}

// sentence returns the catalog's sentence for a refusal, by its code or else its status.
func sentence(lang views.Lang, code string, status int, part string) string {
	if key := "fault." + code + part; locale.Has(lang, key) {
		return locale.T(lang, key)
	}
	return locale.T(lang, "fault."+strconv.Itoa(status)+part)
}

// Where there is nothing to order, the page of the match says how things are.
func TestOrdersLeadToTheMatch(t *testing.T) {
	f := newFaultTables(t, newCardSite(t))
	for name, match := range map[string]string{"before the match": f.waiting, "after it": f.over} {
		f.ada.open(match + "/orders?saved=1")
		if f.ada.path != match {
			t.Errorf("%s the orders lead to %s", name, f.ada.path)
		}
	}
	if f.ada.open(f.going + "/orders"); f.ada.path != f.going+"/orders" {
		t.Errorf("the orders of a match that goes on lead to %s", f.ada.path)
	}
}

// Every refusal that is not the API's alone has a sentence of its own. A refusal for the state of
// a match or the rights of a player has a headline and advice.
func TestEveryRefusalHasItsSentences(t *testing.T) {
	var files []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && path == "api" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") && path != "club/errors.go" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	status := map[string]string{"taken": "Conflict", "key_reused": "UnprocessableEntity", "illegal_action": "UnprocessableEntity", "too_large": "RequestEntityTooLarge"}
	made := regexp.MustCompile(`(?:[Rr]efuse\((?:http\.Status)?(\w+), |InvalidField\()"(\w+)"`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range made.FindAllStringSubmatch(string(text), -1) {
			status[m[2]] = m[1]
		}
	}
	delete(status, "unauthorized") // asks for a token, which pages do not use
	if len(status) < 25 {
		t.Fatalf("only %d refusals are found", len(status))
	}
	for code, status := range status {
		parts := []string{""}
		if status == "Conflict" || status == "Forbidden" {
			parts = append(parts, ".title", ".now")
		}
		for _, part := range parts {
			if !locale.Has(views.English, "fault."+code+part) {
				t.Errorf("fault.%s%s is missing", code, part)
			}
		}
	}
}
