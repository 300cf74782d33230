package handlers

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games/record"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
)

// upload posts the import form as a browser does: fields, and a file of that
// content unless it is "".
func (r *reader) upload(fields map[string]string, file string) {
	r.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			r.t.Fatal(err)
		}
	}
	part, err := form.CreateFormFile("file", "game.txt")
	if err != nil {
		r.t.Fatal(err)
	}
	if _, err := io.WriteString(part, file); err != nil {
		r.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.sendBody("/import", form.FormDataContentType(), &body)
}

func (r *reader) sendBody(path, kind string, body io.Reader) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.site+path, body)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Accept-Language", r.header.Get("Accept-Language"))
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	r.status, r.body, r.answer, r.path = res.StatusCode, string(text), res.Header, res.Request.URL.RequestURI()
	if r.page, err = goquery.NewDocumentFromReader(bytes.NewReader(text)); err != nil {
		r.t.Fatal(err)
	}
}

// grandStart is the beginning of a game for four, in four columns.
const grandStart = `
    Red      Green     Blue      Yellow
1.  H5-H6    H12-H11   E9-F9     L9-K9
2.  I5-I6    I12-I11   E8-F8     L8-K8
`

func TestImport(t *testing.T) {
	s := newTestSite(t)
	whole, err := os.ReadFile("../cmd/tableronde/testdata/nolan-chaxx.txt")
	if err != nil {
		t.Fatal(err)
	}
	tagged := "[White \"Nolan\"]\n[Black \"CHAXX 1.05\"]\n[Date \"2008\"]\n[Result \"0-1\"]\n" + sitetest.Nolan
	for _, tt := range []struct {
		name, game, text string
		file             bool
		plies            int
		title, strips    string
	}{
		{"a bare list, guessed", "", sitetest.Nolan, false, 34, "An imported game", "White"},
		{"a bare list of a game chosen", "camelot", sitetest.Nolan, false, 34, "An imported game", "Black"},
		{"with names and date", "", tagged, false, 34, "Nolan – CHAXX 1.05, 2008", "CHAXX 1.05"},
		{"four columns", "grand-camelot", grandStart, false, 8, "An imported game", "Yellow"},
		{"a record in a file", "", string(whole), true, 35, "Nolan – CHAXX 1.05", "Nolan"},
		{"lines that end in CR LF", "", strings.ReplaceAll(sitetest.Nolan, "\n", "\r\n"), false, 34, "An imported game", "White"},
		{"a position without moves", "", "[Game \"cam\"]\n[Seats \"2\"]\n[Option.position \"cam 2 D5/D9\"]\n1-0", false, 0, "An imported game", "White"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, s.URL)
			r.open("/import")
			fields := map[string]string{"key": r.page.Find("input[name=key]").AttrOr("value", ""), "game": tt.game, "text": tt.text}
			file := ""
			if tt.file {
				file, fields["text"] = tt.text, "not this"
			}
			r.upload(fields, file)
			r.expect(http.StatusOK)
			if !strings.HasPrefix(r.path, "/m/") {
				t.Fatalf("led to %s: %s", r.path, r.mainText())
			}
			if got := r.page.Find("h1").Text(); !strings.Contains(got, tt.title) {
				t.Errorf("the headline is %q, want %q", got, tt.title)
			}
			if got := r.page.Find(".strip .who").Text(); !strings.Contains(got, tt.strips) {
				t.Errorf("the strips say %q, want %q", got, tt.strips)
			}
			if n := r.page.Find(".moves a").Length(); n != tt.plies {
				t.Errorf("%d moves, want %d", n, tt.plies)
			}
			match := r.path
			r.open(match + "/record")
			again, err := record.Parse(strings.NewReader(r.body))
			if err != nil || len(again.Events()) != tt.plies {
				t.Errorf("the record has %d moves (%v)", len(again.Events()), err)
			}
			if tt.plies > 0 {
				r.open(match + "?ply=1")
				r.follow("#setup-from")
			}
		})
	}
}

// TestImportedRecord hands out an imported record as it came, until somebody has played on.
func TestImportedRecord(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.upload(map[string]string{"text": "[White \"Nolan\"]\n[Date \"2008.05.??\"]\n[Event \"Cup\"]\n[Result \"0-1\"]\n1.E6-E8 H11-F9"}, "")
	r.expect(http.StatusOK)
	match := r.path
	r.open(match + "/record")
	for _, want := range []string{`[Seat1 "Nolan"]`, `[Date "2008.05.??"]`, `[Event "Cup"]`, `[Result "0-1"]`, "1: E6-E8\n2: H11-F9\n"} {
		if !strings.Contains(r.body, want) {
			t.Errorf("the record lacks %s:\n%s", want, r.body)
		}
	}
	if strings.Contains(r.body, "Seat2") {
		t.Errorf("the record names somebody who did not play:\n%s", r.body)
	}
	first := r.body
	r.upload(map[string]string{"text": first}, "")
	again := r.path
	if r.open(again + "/record"); r.body != first {
		t.Errorf("imported again it reads\n%s\nwant\n%s", r.body, first)
	}
	r.post(match, 2, "H6-F8", "k")
	r.expect(http.StatusOK)
	if r.open(match + "/record"); !strings.Contains(r.body, `[Result "*"]`) || !strings.Contains(r.body, "1: H6-F8") {
		t.Errorf("after another move:\n%s", r.body)
	}
	r.open("/")
	if said := r.mainText(); !strings.Contains(said, "Nolan – ?, Cup, 2008.05.??: H6-F8") {
		t.Errorf("home says %s", said)
	}
}

func TestImportBreaksOff(t *testing.T) {
	s := newTestSite(t)
	for _, tt := range []struct {
		name, language, game, text string
		where, why                 string
		played                     int
	}{
		{"an illegal move", "en", "", "1.E6-E8 H11-F9\n2.H6-F8 F11-F7 3.G6-G8", "Line 2, move 2 — Black: F11-F7", "F11", 3},
		{"in French", "fr", "", "1.E6-E8 H11-F9\n2.H6-F8 bonjour", "Ligne 2, coup 2 — Noirs : bonjour", "n’est pas un coup.", 3},
		{"no moves", "en", "", "to be or not to be", "Line 1", "not a move", 0},
		{"nothing", "en", "", "", "The text as a whole", "The text has no moves.", 0},
		{"an open comment", "fr", "", "1.E6-E8 {et", "Ligne 1", "Un commentaire commence par {", 0},
		{"a record of another game", "en", "cam", "[Game \"camelot\"]\n[Seats \"2\"]\n1: E6-E8\n", "The text as a whole", "This is a game of camelot, not of cam.", 0},
		{"a turn that is another's", "en", "", "[Game \"camelot\"]\n[Seats \"2\"]\n1: E6-E8\n1: D6-D8\n", "Line 4 — White: D6-D8", "another army’s turn", 1},
		{"a move after the end", "en", "", "[Game \"camelot\"]\n[Seats \"2\"]\n1: resign\n2: E10-E9\n", "Line 4 — Black: E10-E9", "ended before this move", 1},
		{"seats that do not fit", "fr", "", "[Game \"camelot\"]\n[Seats \"4\"]\n1: E6-E8\n", "Le texte dans son ensemble", "nombre de places", 0},
		{"a line that is none", "en", "", "[Game \"camelot\"]\n[Seats \"2\"]\n1: E6-E8\nnow what\n", "Line 4", "SEAT: ACTION", 1},
		{"a binary", "en", "", "\x00\x01\xff", "Line 1", "control character", 0},
		{"markup", "en", "", "1.E6-E8 <script>alert(1)</script>", "Line 1, move 1 — Black: <script>alert", "not a move", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, s.URL)
			r.header.Set("Accept-Language", tt.language)
			r.upload(map[string]string{"game": tt.game, "text": tt.text, "key": "k" + tt.name}, "")
			r.expect(http.StatusUnprocessableEntity)
			alert := r.page.Find("#break").Text()
			if !strings.Contains(alert, tt.where) || !strings.Contains(alert, tt.why) {
				t.Errorf("the page says %q, want %q and %q", alert, tt.where, tt.why)
			}
			kept := r.page.Find("#text").Text()
			if want := strings.ToValidUTF8(tt.text, "\uFFFD"); strings.TrimPrefix(kept, "\n") != want && tt.name != "a binary" {
				t.Errorf("the field holds %q, want %q", kept, want)
			}
			if got := r.page.Find("#game option[selected]").AttrOr("value", ""); got != tt.game {
				t.Errorf("the game chosen is %q", got)
			}
			if got := r.page.Find("#part").Length() == 1; got != (tt.played > 0) {
				t.Errorf("a part is on offer: %v", got)
			}
			if tt.played == 0 {
				return
			}
			r.upload(map[string]string{"game": tt.game, "text": tt.text, "part": "1", "key": r.page.Find("input[name=key]").AttrOr("value", "")}, "")
			r.expect(http.StatusOK)
			if got := r.page.Find(".moves a").Length(); got != tt.played {
				t.Errorf("%d moves were imported, want %d", got, tt.played)
			}
		})
	}
	if log := s.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("an error was logged:\n%s", log)
	}
}

func TestImportLimits(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	moves := strings.Repeat(" ; a comment that goes on and on and on and on and on and on\n", 16000) + sitetest.Nolan
	if len(moves) < 900_000 || len(moves) > record.MaxSize {
		t.Fatalf("the text has %d bytes", len(moves))
	}
	r.upload(map[string]string{"text": ""}, moves)
	r.expect(http.StatusOK)
	r.upload(map[string]string{"text": moves}, "")
	r.expect(http.StatusOK)
	long := strings.Repeat(" ", record.MaxSize) + sitetest.Nolan
	for _, file := range []bool{false, true} {
		if r.upload(map[string]string{"text": long}, ""); file {
			r.upload(nil, long)
		}
		r.expect(http.StatusRequestEntityTooLarge)
	}
	r.upload(nil, strings.Repeat("x", 3<<20))
	r.expect(http.StatusRequestEntityTooLarge)
	if r.page.Find("main h1").Length() == 0 {
		t.Error("the answer is no page")
	}
	// Without a length, the limit is found on the way.
	r.sendBody("/import", "multipart/form-data; boundary=x", io.MultiReader(
		strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n"), strings.NewReader(strings.Repeat("y", 3<<20)), strings.NewReader("\r\n--x--\r\n")))
	r.expect(http.StatusRequestEntityTooLarge)
	for name, body := range map[string]string{"multipart/form-data; boundary=x": "--x\r\nbroken", "multipart/form-data": "text=1"} {
		r.sendBody("/import", name, strings.NewReader(body))
		r.expect(http.StatusBadRequest)
	}
	r.send(http.MethodGet, "/import?game=chess", nil)
	r.expect(http.StatusUnprocessableEntity)
	r.upload(map[string]string{"text": sitetest.Nolan, "game": "chess"}, "")
	r.expect(http.StatusUnprocessableEntity)
	if log := s.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("an error was logged:\n%s", log)
	}
}

// TestImportSentTwice opens one table, for both senders of the form: a player, or a visitor before
// the first answer has brought a cookie.
func TestImportSentTwice(t *testing.T) {
	s := newTestSite(t)
	key, mine := site.NewKey(), site.NewKey()
	paths := make([]string, 6)
	var wg sync.WaitGroup
	for i := range paths {
		one := newReader(t, s.URL)
		wg.Go(func() {
			one.upload(map[string]string{"text": sitetest.Nolan, "key": key}, "")
			paths[i] = one.path
			if one.status != http.StatusOK {
				t.Errorf("post %d: status %d: %s", i, one.status, one.mainText())
			}
		})
	}
	wg.Wait()
	for _, path := range paths {
		if path != paths[0] || !strings.HasPrefix(path, "/m/") {
			t.Errorf("the form led to %v", paths)
		}
	}
	r := newReader(t, s.URL)
	r.upload(map[string]string{"text": sitetest.Nolan, "key": mine}, "")
	first := r.path
	if r.upload(map[string]string{"text": sitetest.Nolan, "key": mine}, ""); r.path != first {
		t.Errorf("the second time it led to %s, not %s", r.path, first)
	}
	r.upload(map[string]string{"text": sitetest.Nolan + " resigns", "key": mine}, "")
	r.expect(http.StatusUnprocessableEntity)
}

// A match that is reached the greatest length can only be ended.
func TestLongMatchesCanOnlyEnd(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	m := ada.Post("/import", map[string]any{"text": shuttles(match.MaxEvents - 1)}).Want(t, http.StatusCreated, "").Match
	m = ada.Play(m.ID, m.Ply, sitetest.Shuttle[m.Ply%len(sitetest.Shuttle)]).Want(t, http.StatusOK, "").Match
	for _, action := range []string{sitetest.Shuttle[0], "offer undo 1", "abort"} {
		got := ada.Play(m.ID, match.MaxEvents, action).Want(t, http.StatusUnprocessableEntity, "illegal_action")
		if !strings.Contains(got.Error.Message, "reached the greatest length") {
			t.Errorf("%s is refused by %q", action, got.Error.Message)
		}
	}
	ada.Play(m.ID, match.MaxEvents, "resign").Want(t, http.StatusOK, "")
	r := newReader(t, site.URL)
	r.upload(map[string]string{"text": shuttles(match.MaxEvents)}, "")
	r.send(http.MethodPost, strings.SplitN(r.path, "?", 2)[0], url.Values{"ply": {"2000"}, "action": {sitetest.Shuttle[0]}})
	if r.expect(http.StatusUnprocessableEntity); !strings.Contains(r.mainText(), "reached the greatest length") {
		t.Errorf("the page says %s", r.mainText())
	}
}
