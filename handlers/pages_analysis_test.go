package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// Moves are tried from any position by links alone, and what was tried may become a
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

	// Whoever may watch the match may try moves; others do not know that it is there.
	eve := newReader(t, s.URL)
	eve.open(match + "/analysis")
	eve.send(http.MethodGet, "/m/aaaaaaaaaaaa/analysis", nil)
	eve.expect(http.StatusNotFound)
}

// tree returns what the page shows of an analysis: its moves in their order, what has
// branched off in brackets.
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

// What cannot be kept is refused in words, with the note that was typed.
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
		"what is not there": {url.Values{"do": {"cut"}, "ply": {"2"}, "line": {"C6-C7"}}, http.StatusConflict, "not in your analysis"},
		"no position":       {url.Values{"do": {"keep"}}, http.StatusBadRequest, ""},
		"one to come":       {url.Values{"do": {"keep"}, "ply": {"3"}}, http.StatusUnprocessableEntity, "no such position"},
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

// A guest who becomes an account keeps the analysis; who leaves does not.
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
