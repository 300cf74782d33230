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
	"testing"

	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/locale"
)

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
	{"bad_seat", 400, "ada", "GET", "GOING?as=9", nil, true, "No such seat", "Pas de telle place"},
	{"bad_form", 400, "ada", "POST", "GOING", url.Values{"ply": {"x"}}, true, "This cannot be read", "Demande illisible"},
	{"unknown_language", 400, "ada", "POST", "/language", url.Values{"language": {"tlh"}}, false, "Unknown language", "Langue inconnue"},
	{"not_seated", 403, "eve", "POST", "BOARD/rematch", url.Values{}, true, "No seat of yours", "Aucune place à vous"},
	{"not_seated", 403, "eve", "GET", "GOING/orders", nil, true, "No seat of yours", "Aucune place à vous"},
	{"not_seated", 403, "eve", "GET", "OVER/orders", nil, true, "No seat of yours", "Aucune place à vous"},
	{"not_seated", 403, "eve", "GET", "WAITING/orders", nil, true, "No seat of yours", "Aucune place à vous"},
	{"foreign_seat", 403, "ada", "GET", "GOING/orders?as=2", nil, true, "Not your seat", "Pas votre place"},
	{"not_host", 403, "bo", "POST", "WAITING/withdraw", url.Values{}, true, "For the host alone", "Réservé à l’hôte"},
	{"hidden", 403, "ada", "GET", "GOING/record", nil, true, "Not open yet", "Pas encore ouvert"},
	{"foreign_origin", 403, "thief", "POST", "BOARD", nil, true, "From elsewhere", "Venu d’ailleurs"},
	{"not_found", 404, "ada", "GET", "/m/aaaaaaaaaaaa/orders", nil, false, "Nothing here", "Rien ici"},
	{"not_found", 404, "ada", "GET", "ALONE/orders", nil, false, "Nothing here", "Rien ici"},
	{"method_not_allowed", 405, "ada", "GET", "BOARD/rematch", nil, false, "Not this way", "Pas ainsi"},
	{"not_started", 409, "ada", "POST", "WAITING/orders", url.Values{}, true, "Not yet", "Pas encore"},
	{"not_started", 409, "ada", "GET", "WAITING/record", nil, true, "Not yet", "Pas encore"},
	{"over", 409, "ada", "POST", "OVER/orders", url.Values{}, true, "The match is over", "La partie est finie"},
	{"not_over", 409, "ada", "POST", "BOARD/rematch", url.Values{}, true, "The match goes on", "La partie continue"},
	{"started", 409, "ada", "POST", "BOARD/withdraw", url.Values{}, true, "The match has begun", "La partie a commencé"},
	{"taken", 409, "eve", "POST", "WAITING/join", url.Values{"seat": {"1"}}, true, "Somebody was faster", "Quelqu’un a été plus rapide"},
	{"too_large", 413, "ada", "POST", "BOARD", url.Values{"move": {strings.Repeat("x", web.MaxBody)}}, true, "Too large", "Trop grand"},
	{"no_orders", 422, "ada", "POST", "ALONE/orders", url.Values{}, true, "No standing orders", "Pas d’ordres permanents"},
	{"unknown_game", 422, "eve", "POST", "/solo", url.Values{"game": {"chess"}}, false, "No such game", "Pas de tel jeu"},
	{"invalid_seats", 422, "eve", "POST", "/solo", url.Values{"game": {"knizia"}, "seats": {"6"}}, false, "Something to correct", "Un point à corriger"},
	{"invalid_option", 422, "eve", "POST", "/solo", url.Values{"game": {"knizia"}, "option.knizia.window": {"x"}}, false, "Something to correct", "Un point à corriger"},
	{"invalid_contribution", 422, "eve", "POST", "/solo", url.Values{"game": {"knizia"}, "contribution": {"a\tb"}}, false, "Something to correct", "Un point à corriger"},
	{"key_reused", 422, "ada", "POST", "/solo", url.Values{"game": {"knizia"}, "key": {"used"}}, false, "Sent before", "Déjà envoyé"},
}

// A refusal that a page shows says what is in the way, why, and what now, each in
// a sentence for its own case.
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

// sentence returns what the catalog says of a refusal, by its code or else its status.
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

// Every refusal that is not the API's alone has a sentence of its own, and what is
// refused for the state of a match or the rights of a player a headline and advice.
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
	delete(status, "unauthorized") // asks for a token, which pages do not know
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
