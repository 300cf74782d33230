package handlers

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/handlers/sitetest"
)

// Moves are tried from any position by links alone, and moves that were tried may become a
// conditional move.
func TestAnalysisWithoutScripts(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := conditionTable(t, s)
	before := strings.Join(ada.moves(match), " ")
	bo.open(match)
	bo.follow("a#analysis")
	for _, squares := range [][2]string{{"C6", "C7"}, {"D10", "C9"}} {
		bo.follow("#sq-" + squares[0])
		bo.follow("#sq-" + squares[1])
		bo.follow("#next")
	}
	if got := strings.Join(strings.Fields(bo.page.Find(".tree").Text()), " "); got != "2. Ada C6-C7 Bo D10-C9 not kept" {
		t.Errorf("the page says that %q was tried", got)
	}
	bo.follow("#conditional")
	bo.submit(`form:has(#keep)`)
	bo.expect(http.StatusOK)
	if n := bo.page.Find(".conditions .cond").Length(); n != 1 {
		t.Errorf("%d conditions are kept", n)
	}
	if got := strings.Join(ada.moves(match), " "); got != before {
		t.Errorf("it has played %s", got)
	}

	// From a position of the past; a move that is not legal there is refused in words.
	bo.open(match + "/analysis?ply=1&line=F10-F9")
	if bo.page.Find("#tried-1").Length() != 1 || bo.page.Find("#conditional").Length() != 0 {
		t.Errorf("from the past it says %q", bo.mainText())
	}
	bo.follow("#before")
	bo.follow("#after")
	bo.open(match + "/analysis?line=C6-C9")
	if bo.page.Find("#problem").Text() == "" {
		t.Error("an illegal move is tried in silence")
	}
	bo.send(http.MethodGet, match+"/analysis?ply=99", nil)
	bo.expect(http.StatusBadRequest)

	// A viewer who may watch the match may try moves; for others there is no such page.
	eve := newReader(t, s.URL)
	eve.open(match + "/analysis")
	eve.send(http.MethodGet, "/m/aaaaaaaaaaaa/analysis", nil)
	eve.expect(http.StatusNotFound)
}

// tree returns the page's view of an analysis: its moves in their order, the branches in brackets.
func (r *reader) tree() string {
	r.page.Find(".tree details.branch").Each(func(_ int, branch *goquery.Selection) {
		branch.Find("summary").First().Remove()
		branch.BeforeHtml(" ( ")
		branch.AfterHtml(" ) ")
	})
	r.page.Find(".tree .vh, .tree .n").Remove()
	return strings.Join(strings.Fields(r.page.Find("details.root[open] .tree").First().Text()), " ")
}

// Lines, with notes, are kept as a tree, by links and forms alone, and are there when
// their owner comes back; for everybody else nothing has changed.
func TestAnalysisIsKept(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := conditionTable(t, s)
	path := match + "/analysis"
	eve := newReader(t, s.URL)
	eve.open(path)
	if eve.page.Find("main form, main textarea").Length() != 0 || eve.page.Find(`main a[href="/sign-in"]`).Length() != 1 {
		t.Errorf("a stranger, for whom nothing can be kept, reads %q", eve.mainText())
	}
	bo.open(path)
	bo.try("C6", "C7")
	bo.try("D10", "C9")
	bo.submit(`form.keep-line`)
	bo.expect(http.StatusOK)
	if bo.page.Find("#done[role=status]").Length() != 1 || bo.page.Find("#keep").Length() != 0 {
		t.Errorf("after keeping, the page says %q", bo.mainText())
	}
	bo.follow("#step-first")
	bo.try("J6", "K7")
	bo.submit(`form.note-line`, "note", "<b>Not yet</b>\nsaid Bo") // which keeps the line
	bo.expect(http.StatusOK)
	if got := bo.tree(); got != "C6-C7 ( J6-K7 <b>Not yet</b> said Bo ) D10-C9" {
		t.Errorf("the tree is %q", got)
	}
	bo.open(path) // another day
	bo.follow(`.branch .tree a`)
	if got := bo.page.Find("textarea#note").Text(); got != "<b>Not yet</b>\nsaid Bo" {
		t.Errorf("the note is %q", got)
	}
	bo.submit(`form.promote-line`)
	if got := bo.tree(); got != "J6-K7 <b>Not yet</b> said Bo ( C6-C7 D10-C9 )" {
		t.Errorf("promoted, the tree is %q", got)
	}
	bo.follow(`.branch .tree a`)
	bo.submit(`form.cut-line`)
	if got := bo.tree(); got != "J6-K7 <b>Not yet</b> said Bo" || bo.page.Find(".branch").Length() != 0 {
		t.Errorf("after the cut, the tree is %q", got)
	}
	bo.open("/me")
	if got := strings.Join(strings.Fields(bo.page.Find(".studies .log a").Text()), " "); got != "Camelot: Ada and Bo · a moment ago" {
		t.Errorf("the page of Bo lists %q", got)
	}
	bo.follow(".studies .log a")
	ada.open("/me")
	if ada.page.Find(".studies").Length() != 0 {
		t.Error("the page of Ada lists analyses")
	}
	ada.open(path)
	if ada.page.Find("#none").Length() != 1 || strings.Contains(ada.body, "Not yet") {
		t.Errorf("Ada reads %q", ada.mainText())
	}
	ada.post(match, 2, "J6-K7", "plays")
	bo.open(path) // from the position after it; the other one is folded
	if got := strings.Join(strings.Fields(bo.page.Find("details.root .tree .tag").Text()), " "); got != "played" {
		t.Errorf("what was played is told as %q", got)
	}
}

// Analyses that cannot be kept are refused in words, with the note that was typed.
func TestAnalysisRefusals(t *testing.T) {
	s := newTestSite(t)
	_, bo, match := conditionTable(t, s)
	path := match + "/analysis"
	long := strings.Repeat("é", 501)
	for name, tt := range map[string]struct {
		form   url.Values
		status int
		said   string
	}{
		"a long note":       {url.Values{"do": {"note"}, "ply": {"2"}, "note": {long}}, http.StatusUnprocessableEntity, "500 characters"},
		"an illegal move":   {url.Values{"do": {"keep"}, "ply": {"2"}, "line": {"C6-C9"}}, http.StatusUnprocessableEntity, "C6"},
		"a long line":       {url.Values{"do": {"keep"}, "ply": {"2"}, "line": {strings.Repeat("a ", 41)}}, http.StatusUnprocessableEntity, "40 moves"},
		"what is not there": {url.Values{"do": {"cut"}, "ply": {"2"}, "line": {"C6-C7"}}, http.StatusConflict, "no longer in your analysis"},
		"no position":       {url.Values{"do": {"keep"}}, http.StatusBadRequest, ""},
		"one to come":       {url.Values{"do": {"keep"}, "ply": {"3"}}, http.StatusUnprocessableEntity, "does not have this position"},
		"nothing to do":     {url.Values{"do": {"play"}, "ply": {"2"}}, http.StatusBadRequest, ""},
	} {
		bo.send(http.MethodPost, path, tt.form)
		if bo.status != tt.status || !strings.Contains(bo.mainText(), tt.said) {
			t.Errorf("%s: status %d, %q", name, bo.status, bo.mainText())
		}
		if note := tt.form.Get("note"); note != "" && bo.page.Find("textarea#note").Text() != note {
			t.Errorf("%s: the note comes back as %q", name, bo.page.Find("textarea#note").Text())
		}
	}
	eve := newReader(t, s.URL)
	eve.send(http.MethodPost, path, url.Values{"do": {"note"}, "ply": {"2"}, "note": {"mine"}})
	eve.expect(http.StatusForbidden)
}

// A guest who becomes an account keeps the analysis; a player who leaves does not.
func TestAnalysisStaysWithItsOwner(t *testing.T) {
	s := newTestSite(t)
	_, bo, match := conditionTable(t, s)
	path := match + "/analysis"
	bo.send(http.MethodPost, path, url.Values{"do": {"note"}, "ply": {"2"}, "note": {"a secret of Bo"}})
	bo.send(http.MethodPost, "/account", url.Values{"name": {"Bo of Camelot"}, "password": {"correct horse battery staple"}})
	bo.expect(http.StatusOK)
	bo.open(path)
	if !strings.Contains(bo.body, "a secret of Bo") {
		t.Errorf("with an account one reads %q", bo.mainText())
	}
	again := newReader(t, s.URL)
	again.send(http.MethodPost, "/sign-in", url.Values{"name": {"Bo of Camelot"}, "password": {"correct horse battery staple"}})
	again.open(path)
	if !strings.Contains(again.body, "a secret of Bo") {
		t.Errorf("elsewhere one reads %q", again.mainText())
	}
}

// An analysis of a match that its owner does not see any more can be removed.
func TestAnalysisOfAHiddenMatch(t *testing.T) {
	s := newTestSite(t)
	ada, bo, eve := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Eve")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	ada.Post("/matches/"+m.ID+"/show", map[string]any{}).Want(t, http.StatusOK, "")
	eve.Put("/matches/"+m.ID+"/analysis", map[string]any{"from": []any{map[string]any{"after": 0, "note": "hers"}}}).Want(t, http.StatusOK, "")
	ada.Post("/matches/"+m.ID+"/hide", map[string]any{}).Want(t, http.StatusOK, "")
	r := reads(t, s, eve)
	r.open("/me")
	if r.page.Find(".studies form").Length() != 1 || r.page.Find(".studies a").Length() != 0 || strings.Contains(r.page.Find(".studies").Text(), "Ada") {
		t.Errorf("Eve reads %q", r.mainText())
	}
	r.submit(".studies form")
	r.expect(http.StatusOK)
	if r.page.Find(".studies").Length() != 0 {
		t.Errorf("after that she reads %q", r.mainText())
	}
}

// awaitReview opens the review of a match until it is made. Until then the page shows the
// progress, and has a link to reload it.
func (r *reader) awaitReview(match string) {
	r.t.Helper()
	r.open(match + "/review")
	for deadline := time.Now().Add(time.Minute); r.page.Find("#look-again").Length() > 0; r.follow("#look-again") {
		if r.page.Find("progress").Length() != 1 || r.page.Find("#review").AttrOr("hx-trigger", "") == "" {
			r.t.Fatalf("while the review is made: %s", r.mainText())
		}
		if time.Now().After(deadline) {
			r.t.Fatal("waited in vain")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A match that is over is reviewed by links alone, from its page on; the better move is
// played on the analysis board.
func TestReviewWithoutScripts(t *testing.T) {
	s := newTestSiteOn(t, Config{ReviewNodes: 3_000})
	ada, bo, match := conditionTable(t, s)
	ada.open(match + "/review")
	if ada.path != match {
		t.Errorf("the review of a match under way leads to %s", ada.path)
	}
	ada.post(match, 2, "H6-I5", "plays")
	bo.post(match, 3, "G10-G9", "plays")
	ada.post(match, 4, "resign", "resigns")
	bo.open(match)
	bo.follow("a#review")
	bo.awaitReview(match)
	if rows := bo.page.Find(".judged tbody tr").Length(); rows != 4 {
		t.Errorf("%d moves are judged: %s", rows, bo.mainText())
	}
	if got := bo.page.Find(".judged [aria-current]").Length(); got != 1 {
		t.Errorf("%d moves are looked at", got)
	}
	moments := bo.page.Find("#moments a")
	if n := moments.Length(); n < 1 || n > 3 {
		t.Errorf("%d moments: %s", n, bo.mainText())
	}
	moments.Each(func(_ int, link *goquery.Selection) {
		words := strings.TrimSpace(link.Find("b").First().Text())
		if !strings.HasSuffix(words, ".") {
			t.Errorf("a moment is %q", words)
		}
		look := newReader(t, s.URL)
		look.open(link.AttrOr("href", ""))
		if got := look.page.Find("#moments [aria-current]").Length(); got != 1 {
			t.Errorf("%d moments are shown at %s", got, link.AttrOr("href", ""))
		}
	})
	for i := range bo.page.Find(".judged tbody a").Length() {
		link := bo.page.Find(".judged tbody a").Eq(i)
		href := link.AttrOr("href", "")
		look := newReader(t, s.URL)
		look.open(href) // the match is public
		if better := look.page.Find("#better").Text(); better != "" {
			look.follow("#analyse")
			if got := look.page.Find("#tried-1").Text(); !strings.Contains(got, better) {
				t.Errorf("the analysis shows %q, want %s", got, better)
			}
		}
	}
	bo.send(http.MethodGet, match+"/review?ply=99", nil)
	bo.expect(http.StatusBadRequest)
	bo.send(http.MethodGet, "/m/aaaaaaaaaaaa/review", nil)
	bo.expect(http.StatusNotFound)
}

// notesOf returns a player's notes on a match, as the API answers them.
func notesOf(t *testing.T, by *sitetest.Client, match string) string {
	t.Helper()
	var got struct {
		Notes []struct {
			Ply  *int
			Text string
		}
	}
	by.Get("/matches/"+match+"/notes").Want(t, http.StatusOK, "").Read(t, &got)
	text, err := json.Marshal(got.Notes)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// note has a player note something of a place in a match.
func note(t *testing.T, by *sitetest.Client, match, place, text string) {
	t.Helper()
	by.Put("/matches/"+match+"/notes/"+place, map[string]any{"text": text}).Want(t, http.StatusNoContent, "")
}

// Every player with a name can note anything on a match of every game, and on each of its
// positions, while it is played and afterwards. Nobody else reads the notes anywhere.
func TestNotesAreTheirPlayersAlone(t *testing.T) {
	t.Parallel()
	const canary = "a canary of notes"
	site := newTestSite(t)
	for _, info := range gamesToTry() {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			players, id := seatAll(t, site, info)
			eve := site.Guest("Eve")
			stream := players[1].Listen("/me/events")
			stream.Begun()
			before := players[1].Get("/matches/" + id).Body
			for _, by := range []*sitetest.Client{players[0], eve} {
				note(t, by, id, "all", canary+" of all")
				note(t, by, id, "0", canary+" at the beginning")
			}
			if got := players[1].Get("/matches/" + id).Body; string(got) != string(before) {
				t.Errorf("the match differs once others have noted something:\n%s\n%s", before, got)
			}
			ply := playSome(t, players, id, 6)
			note(t, players[0], id, "1", canary+" at one")
			want := `[{"Ply":null,"Text":"a canary of notes of all"},{"Ply":0,"Text":"a canary of notes at the beginning"},{"Ply":1,"Text":"a canary of notes at one"}]`
			if got := notesOf(t, players[0], id); got != want {
				t.Errorf("the notes are %s, want %s", got, want)
			}
			if got := notesOf(t, players[1], id); got != "[]" {
				t.Errorf("another reads %s", got)
			}
			players[0].Put("/matches/"+id+"/notes/"+"9999", map[string]any{"text": "x"}).Want(t, http.StatusUnprocessableEntity, "invalid_place")
			for _, p := range players {
				if m := p.Get("/matches/"+id).Want(t, http.StatusOK, "").Match; !m.Over {
					p.Play(id, m.Ply, "resign").Want(t, http.StatusOK, "")
				}
			}
			if got := notesOf(t, players[0], id); got != want {
				t.Errorf("after the end the notes are %s", got)
			}
			other := reads(t, site, players[1])
			for _, path := range []string{"/m/" + id, "/m/" + id + "/notes", "/m/" + id + "/messages", "/m/" + id + "/record", "/m/" + id + "?ply=1", "/me"} {
				if other.open(path); strings.Contains(other.body, "canary") {
					t.Errorf("%s tells another's notes after %d plies", path, ply)
				}
			}
			for _, path := range []string{"", "/record", "/story"} {
				if body := string(players[1].Get("/matches/" + id + path).Body); strings.Contains(body, "canary") {
					t.Errorf("%s tells another's notes", path)
				}
			}
		})
	}
	if strings.Contains(site.Log.String(), "canary") {
		t.Error("the log tells notes")
	}
}

// The page of notes works without scripts: typed notes are kept, changed and removed, for the
// match as a whole and for one of its positions.
func TestNotesPage(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	playSome(t, []*sitetest.Client{ada, bo}, id, 4)
	r := reads(t, site, ada)
	page := "/m/" + id + "/notes"
	r.open(page)
	r.submit("#write", "text", "What now? <b>Think</b>")
	r.open(page + "?ply=all")
	r.submit("#write", "text", "Of the whole")
	if list := r.page.Find(".remarks li").Length(); list != 2 || !strings.Contains(r.page.Find(".remarks").Text(), "What now? <b>Think</b>") {
		t.Errorf("%d notes: %s", list, r.mainText())
	}
	r.open(page + "?ply=all")
	if got := r.page.Find("#remark").Text(); got != "Of the whole" {
		t.Errorf("the form has %q", got)
	}
	r.submit("#write", "do", "remove")
	if list := r.page.Find(".remarks li").Length(); list != 1 || r.page.Find("#notice").Length() != 1 {
		t.Errorf("%d notes after one was removed: %s", list, r.mainText())
	}
	r.send(http.MethodPost, page, url.Values{"ply": {"2"}, "text": {strings.Repeat("é", 2001)}})
	r.expect(http.StatusUnprocessableEntity)
	if got := r.page.Find("#remark").Text(); len(got) != 4002 || r.page.Find(".problem").Length() != 1 {
		t.Errorf("a note that is too long is not shown again: %d bytes", len(got))
	}
	r.open("/m/" + id + "?ply=2")
	if href := r.page.Find("#notes").AttrOr("href", ""); href != page+"?ply=2" {
		t.Errorf("a position of the past leads to its note by %q", href)
	}
	nobody := newReader(t, site.URL)
	if status := nobody.statusOf(page); status != http.StatusNotFound {
		t.Errorf("a stranger gets %d", status)
	}
}
