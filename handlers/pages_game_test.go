package handlers

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/views/locale"
)

// TestGameWithoutScripts plays a whole game of each board for two between two
// readers, by nothing but links and forms: a table opened, the invitation
// followed, every piece and square a link, every move a form.
func TestGameWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game, one page after the other")
	}
	s := newTestSite(t)
	for _, game := range []string{"camelot", "chivalry", "cam", "camette"} {
		t.Run(game, func(t *testing.T) { playWithoutScripts(t, s, game) })
	}
}

func playWithoutScripts(t *testing.T, s *testSite, game string) {
	ada, bo := newReader(t, s.URL), newReader(t, s.URL)
	ada.open("/")
	ada.follow(`a[href="/new?game=` + game + `"]`)
	ada.submit(`form[action="/matches"]`, "name", "Ada", "seat", "1")
	ada.expect(http.StatusOK)
	match := ada.path
	invite := ada.page.Find("#invite").AttrOr("value", "")
	bo.open(strings.TrimPrefix(invite, s.URL))
	bo.submit(`form[action^="/i/"]`, "name", "Bo")
	bo.expect(http.StatusOK)
	if bo.path != match {
		t.Fatalf("the invitation led to %s, want %s", bo.path, match)
	}

	rng := rand.New(rand.NewPCG(1, 2))
	players := [2]*reader{ada, bo}
	const most = 400
	moves := 0
	for ; moves < most; moves++ {
		r := players[moves%2]
		r.open(match)
		if r.page.Find("#move").Length() == 0 {
			break
		}
		r.move(match, rng)
	}
	if moves == most {
		ada.open(match + "?ask=resign")
		ada.submit(`.ask form`)
	}
	for _, r := range players {
		r.open(match)
		if r.page.Find(`form[action$="/rematch"]`).Length() != 1 {
			t.Errorf("after %d moves the match is not over:\n%s", moves, r.mainText())
		}
	}
	t.Logf("the game took %d moves", moves)

	bo.submit(`form[action$="/rematch"]`)
	bo.expect(http.StatusOK)
	ada.open(match)
	ada.submit(`form:has(#accept-rematch)`)
	ada.expect(http.StatusOK)
	if ada.path == match {
		t.Error("the rematch is the same match")
	}
	if bo.open(match); bo.page.Find(`a[href="`+ada.path+`"]`).Length() == 0 {
		t.Error("the other player sees no link to the rematch")
	}
	ada.open(match + "/record")
	if !strings.HasPrefix(ada.body, `[Game "`+game+`"]`) {
		t.Errorf("the record begins with %.40q", ada.body)
	}
}

// move makes one move: a piece that can move, then squares it may go to until
// the move is whole, then Confirm.
func (r *reader) move(match string, rng *rand.Rand) {
	r.t.Helper()
	r.open(match + "?try=all")
	pieces := squares(r.page, movable...)
	if len(pieces) == 0 {
		r.t.Fatalf("no piece can move:\n%s", r.mainText())
	}
	r.open(pieces[rng.IntN(len(pieces))])
	for {
		targets := squares(r.page, reachable...)
		whole := r.page.Find(`#move input[name=action]`).Length() > 0
		if whole && (len(targets) == 0 || rng.IntN(2) == 0) {
			break
		}
		if len(targets) == 0 {
			r.t.Fatalf("%s: neither whole nor to be continued:\n%s", r.path, r.mainText())
		}
		r.open(targets[rng.IntN(len(targets))])
	}
	r.submit("#move form")
	r.expect(http.StatusOK)
}

// movable and reachable are what labels say of pieces that can move and of squares that
// they can go to, in both languages.
var movable, reachable = labels("move", "capture"), labels("step", "canter", "jump", "charge", "castle_move")

func labels(keys ...string) (words []string) {
	for _, lang := range []locale.Lang{locale.English, locale.French} {
		for _, key := range keys {
			words = append(words, locale.T(lang, "square."+key))
		}
	}
	return words
}

// squares lists the links of the squares whose label has one of some words.
func squares(page *goquery.Document, words ...string) []string {
	var links []string
	page.Find(`[role=gridcell] a[href]`).Each(func(_ int, a *goquery.Selection) {
		label := a.AttrOr("aria-label", "")
		for _, w := range words {
			if strings.Contains(label, w) {
				links = append(links, a.AttrOr("href", ""))
				return
			}
		}
	})
	return links
}
