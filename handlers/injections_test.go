package handlers

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/learn"
	"tableronde/handlers/sitetest"
)

// injections returns texts of testdata/injections.txt, each with the word "pwned": all of them,
// or fewer where effort reduces tests.
func injections(t *testing.T) (list []string) {
	t.Helper()
	file, err := os.Open("testdata/injections.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var text string
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil || !strings.Contains(text, "pwned") {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		list = append(list, text)
	}
	if len(list) < 200 {
		t.Fatalf("%d texts, want 200", len(list))
	}
	var sample []string
	for i, step := 0, max(1, len(list)/max(effort.N(len(list)), 20)); i < len(list); i += step {
		sample = append(sample, list[i])
	}
	return sample
}

// textual are the attributes in which text of players may stand.
var textual = []string{"aria-label", "alt", "content", "title", "value", "data-say"}

// checkInert checks that a player's text has become no element of a page and no attribute that
// does anything.
func checkInert(t *testing.T, what string, page *goquery.Document) {
	t.Helper()
	page.Find("*").Each(func(_ int, s *goquery.Selection) {
		node := s.Get(0)
		if slices.Contains([]string{"iframe", "object", "embed", "base", "marquee", "template", "xss", "math", "audio", "video", "animate", "set"}, node.Data) {
			t.Errorf("%s: there is a <%s>", what, node.Data)
		}
		for _, a := range node.Attr {
			if strings.HasPrefix(a.Key, "on") && a.Key != "on" || a.Key == "style" || a.Key == "srcdoc" || strings.Contains(a.Val, "pwned") && !slices.Contains(textual, a.Key) {
				t.Errorf("%s: <%s> has %s=%q", what, node.Data, a.Key, a.Val)
			}
		}
		if node.Data == "script" || node.Data == "style" {
			if strings.Contains(s.Text(), "pwned") {
				t.Errorf("%s: <%s> holds what was typed", what, node.Data)
			}
		}
	})
	for n := range page.Get(0).Descendants() {
		if n.Type == html.CommentNode && strings.Contains(n.Data, "pwned") {
			t.Errorf("%s: a comment holds what was typed", what)
		}
	}
}

// Text of people in messages and notes is shown as they typed it, and does nothing: on pages and
// in the API. Its invisible characters are left out.
func TestInjectionsIntoTexts(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := ""
	var want []string
	check := func() {
		t.Helper()
		got, _ := textsOf(t, bo, id)
		slices.Reverse(got)
		if !slices.Equal(got, want) {
			t.Errorf("the API tells %q, want %q", got, want)
		}
		r := reads(t, site, bo)
		r.open("/m/" + id + "/messages")
		checkInert(t, "messages", r.page)
		checkTexts(t, r.page.Find("#messages .said .text"), want)
		r = reads(t, site, ada)
		for from := 0; from < len(want); from += learn.RemarksShown {
			r.open("/m/" + id + "/notes?from=" + strconv.Itoa(from+1))
			checkInert(t, "notes", r.page)
			checkTexts(t, r.page.Find(".remarks .text"), want[from:min(len(want), from+learn.RemarksShown)])
		}
		r.open("/m/" + id)
		checkInert(t, "the match", r.page)
		want = nil
	}
	for i, text := range injections(t) {
		if i%40 == 0 {
			if id != "" {
				check()
			}
			id = site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
			playSome(t, []*sitetest.Client{ada, bo}, id, 40)
		}
		_, said, err := site.site.Club.Talk.Say(t.Context(), db.Once{}, id, ada.Player.ID, "", text, nil)
		if err == nil {
			err = site.site.Club.Learn.SetRemark(t.Context(), id, ada.Player.ID, len(want), text)
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if seen := strings.Map(onlyPlain, norm.NFC.String(text)); seen != strings.Map(onlyPlain, said.Text) {
			t.Errorf("%q is kept as %q", text, said.Text)
		}
		want = append(want, said.Text)
	}
	check()
}

// onlyPlain keeps the characters of ASCII that one sees.
func onlyPlain(r rune) rune {
	if r > ' ' && r < 0x7f {
		return r
	}
	return -1
}

// checkTexts checks that elements hold some texts and nothing else.
func checkTexts(t *testing.T, got *goquery.Selection, want []string) {
	t.Helper()
	if got.Length() != len(want) {
		t.Errorf("%d texts, want %d", got.Length(), len(want))
		return
	}
	got.Each(func(i int, s *goquery.Selection) {
		if s.Text() != want[i] || s.Children().Length() != 0 {
			t.Errorf("%q is shown as %q, with %d elements", want[i], s.Text(), s.Children().Length())
		}
	})
}

// A name that could do harm is refused with a reason, or shown as it is typed wherever it
// stands: on pages, in the API, in feeds, mails, pushes and calls of webhooks.
func TestInjectionsIntoNames(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	bo := site.Guest("Bo")
	texts, taken := injections(t), 0
	for i, text := range texts {
		body, err := json.Marshal(map[string]string{"name": text})
		if err != nil {
			t.Fatal(err)
		}
		got := site.Nobody().Call(http.MethodPost, "/guests", body, "X-Forwarded-For", fmt.Sprintf("2001:db8:%x::1", i+1))
		if got.Status == http.StatusUnprocessableEntity {
			if !strings.HasPrefix(got.Error.Code, "name_") || got.Error.Field != "name" {
				t.Errorf("%q is refused with %s", text, got.Body)
			}
			continue
		}
		taken++
		var guest struct {
			Token  string
			Player struct{ ID, Name string }
		}
		got.Want(t, http.StatusCreated, "").Read(t, &guest)
		if want := strings.Join(strings.Fields(text), " "); strings.Map(onlyPlain, want) != strings.Map(onlyPlain, guest.Player.Name) {
			t.Errorf("%q is called %q", text, guest.Player.Name)
		}
		other := site.Client(guest.Token)
		id := site.Start(bo, other, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
		for _, path := range []string{"/m/" + id, "/m/" + id + "/messages", "/m/" + id + "/notes"} {
			r := reads(t, site, bo)
			r.open(path)
			checkInert(t, path, r.page)
			if !strings.Contains(strings.Join(strings.Fields(r.page.Text()), " "), guest.Player.Name) {
				t.Errorf("%s does not show %q", path, guest.Player.Name)
			}
		}
		checkNameIsTold(t, site, id, guest.Player.Name)
		other.Play(id, 0, "resign").Want(t, http.StatusOK, "")
		checkOutside(t, site, id, guest.Player.Name)
		record := string(bo.Get("/matches/"+id+"/record").Want(t, http.StatusOK, "").Body)
		if head, _, _ := strings.Cut(record, "\n\n"); strings.Count(head, "\n[") > 20 || strings.Contains(head, "\n"+guest.Player.Name) {
			t.Errorf("the record of %q is %s", guest.Player.Name, record)
		}
	}
	waitArchived(t, site)
	for _, path := range []string{"/", "/tables", "/me", "/archive", "/players/" + bo.Player.ID} {
		r := reads(t, site, bo)
		r.open(path)
		checkInert(t, path, r.page)
	}
	checkFeed(t, site, bo)
	if taken < len(texts)*3/10 {
		t.Errorf("only %d of the names are taken: the test looks at nothing", taken)
	}
}

// Text in the tags of an imported game is shown unchanged, as the title of the match.
func TestInjectionsIntoTitles(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, texts, taken := site.Guest("Ada"), injections(t), 0
	for _, text := range texts {
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
		got := ada.Post("/import", map[string]any{"game": "cam", "text": fmt.Sprintf("[Game \"cam\"]\n[Version \"1\"]\n[Seats \"2\"]\n[Seat1 \"%s\"]\n[Event \"%s\"]\n\n1: resign\n", quoted, quoted)})
		if got.Status == http.StatusUnprocessableEntity {
			continue
		}
		id := got.Want(t, http.StatusCreated, "").Match.ID
		taken++
		r := reads(t, site, ada)
		for _, path := range []string{"/m/" + id, "/me?list=over", "/m/" + id + "/notes"} {
			r.open(path)
			checkInert(t, path, r.page)
		}
	}
	if taken < len(texts)*3/10 {
		t.Errorf("only %d of the titles are taken: the test looks at nothing", taken)
	}
}

// checkNameIsTold checks the messages that go out to the first seat of a match where another has a
// name.
func checkNameIsTold(t *testing.T, site *testSite, id, name string) {
	t.Helper()
	f, err := site.site.Club.Match.Match(t.Context(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := namesInMessages(t, f, name); err != nil {
		t.Errorf("%q: %v", name, err)
	}
}

// namesInMessages checks all messages that go out about a match: mail has no more lines of a
// header than without the name, and JSON stays one value.
func namesInMessages(t *testing.T, f match.Match, name string) error {
	t.Helper()
	for _, text := range messagesOf(t, f, games.Seat(1)) {
		kind, body, _ := strings.Cut(text, "{")
		if strings.Contains(kind, " json ") || strings.Contains(kind, " discord ") || strings.Contains(kind, " slack ") {
			decoder := json.NewDecoder(strings.NewReader("{" + body))
			var value map[string]any
			if err := decoder.Decode(&value); err != nil || decoder.More() {
				return fmt.Errorf("%s: %w: %s", kind, err, text)
			}
			if value["pwned"] != nil {
				return fmt.Errorf("%s has a field of the name", kind)
			}
		}
		if strings.Contains(kind, " slack ") && strings.Contains(body, "<!channel>") || strings.Contains(kind, " discord ") && !strings.Contains(body, "allowed_mentions") {
			return errors.New(kind + " calls everybody: " + body)
		}
	}
	return nil
}

// checkFeed checks that a player's feed is Atom and nothing else.
func checkFeed(t *testing.T, site *testSite, by *sitetest.Client) {
	t.Helper()
	token, err := site.site.Store.FeedToken(t.Context(), by.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(site.URL + "/feed/" + token)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	names := 0
	for decoder := xml.NewDecoder(answer.Body); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the feed is no XML: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Space != "http://www.w3.org/2005/Atom" {
				t.Errorf("the feed has %v", e.Name)
			}
		case xml.CharData:
			names += strings.Count(string(e), "pwned")
		case xml.Comment, xml.Directive:
			t.Errorf("the feed has %q", e)
		}
	}
	if names == 0 {
		t.Error("the feed names nobody")
	}
}

// Text of people in collections is shown as they typed it, and does nothing: on the pages of the
// collection, beside the match, and in the API.
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
		if err := site.site.Store.DeleteCollection(t.Context(), c.ID, ada.Player.ID); err != nil {
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

// checkOutside checks the forms in which a match is shown outside of the site: the frame, the
// moving picture and the file.
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
