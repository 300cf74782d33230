package handlers

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// Two readers play a whole game by nothing but links and forms: a table opened, the invitation
// followed, every piece and square a link, every move a form. With TABLERONDE_LONG=1 they play
// on each board for two.
func TestGameWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game, one page after the other")
	}
	t.Parallel()
	s := newTestSite(t)
	games := []string{"camelot", "camette"}
	if isLong() {
		games = append(games, "chivalry", "cam")
	}
	for _, game := range games {
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

// movable and reachable are the labels' words for pieces that can move and for squares that they
// can go to, in both languages.
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

// startForFour returns four readers and the path of a match that they have begun: the
// first has opened the table, the others came by links to their seats.
func startForFour(t *testing.T, s *testSite, game string) (seats [4]*reader, match string) {
	t.Helper()
	host := newReader(t, s.URL)
	host.open("/new?game=" + game)
	if n := host.page.Find(`input[name=seat]`).Length(); n != 5 {
		t.Fatalf("the form offers %d seats and chance, want 4 and chance", n-1)
	}
	host.submit(`form[action="/matches"]`, "name", "Ada", "seat", "1")
	host.expect(http.StatusOK)
	match = host.path
	seats[0] = host
	for i, name := range []string{"Bo", "Cy", "Di"} {
		host.open(match)
		if n := host.page.Find(`.links input`).Length(); n != 3-i {
			t.Fatalf("%d links to single seats, want %d", n, 3-i)
		}
		number := strconv.Itoa(i + 2)
		link := host.page.Find("#invite-"+number).AttrOr("value", "")
		r := newReader(t, s.URL)
		r.open(strings.TrimPrefix(link, s.URL))
		if i < 2 && r.page.Find(`input[name=seat][checked]`).AttrOr("value", "") != number {
			t.Fatalf("the link to seat %s does not choose it:\n%s", number, r.mainText())
		}
		r.submit(`form[action^="/i/"]`, "name", name)
		r.expect(http.StatusOK)
		if r.path != match {
			t.Fatalf("the invitation led to %s, want %s", r.path, match)
		}
		seats[i+1] = r
	}
	return seats, match
}

// boldMove picks the boldest of three random moves: the one that takes most, else
// ends nearest to the middle. Games among bold players end.
func boldMove(g *parker.Board, legal []string, rng *rand.Rand) string {
	boldness := func(action string) int {
		legs, err := g.Route(action)
		if err != nil {
			return -1000
		}
		file, rank := g.FileRank(legs[len(legs)-1].To)
		across, up := 2*file-g.Files()+1, 2*rank-g.Ranks()+1
		return 1000*strings.Count(action, "x") - max(across, -across) - max(up, -up)
	}
	action := legal[rng.IntN(len(legal))]
	for range 2 {
		if other := legal[rng.IntN(len(legal))]; boldness(other) > boldness(action) {
			action = other
		}
	}
	return action
}

// Four cookie jars play a game for four to an end by its rules, by the forms alone: every move is
// typed into the page of the seat that is to move. With TABLERONDE_LONG=1 they play each game.
func TestFourPlayToTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, one page after the other")
	}
	t.Parallel()
	for _, tt := range []struct {
		game string
		seed uint64 // of a short game
	}{{"chivalry-4-teams", 24}, {"chivalry-4-solo", 49}, {"grand-camelot", 48}, {"grand-cam-97", 27}, {"grand-cam-93", 27}} {
		if !isLong() && tt.game != "chivalry-4-solo" && tt.game != "grand-camelot" {
			continue
		}
		t.Run(tt.game, func(t *testing.T) {
			seats, match := startForFour(t, newTestSite(t), tt.game)
			rules, err := catalog.Find(tt.game, 0)
			if err != nil {
				t.Fatal(err)
			}
			m, err := table.New(rules, games.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(tt.seed, 4))
			for !m.Over() && m.Ply() < 300 {
				seat := m.ToAct()[0]
				action := boldMove(parker.BoardOf(tt.game), m.Legal(seat), rng)
				r := seats[seat-1]
				r.open(match)
				r.submit("#typed", "type", action)
				r.expect(http.StatusOK)
				r.submit("#move form")
				r.expect(http.StatusOK)
				if m, err = m.Play(seat, action, time.Time{}); err != nil {
					t.Fatal(err)
				}
			}
			result := m.Result()
			if result == nil || result.Reason == games.ReasonResignation {
				t.Fatalf("after %d plies the result is %v", m.Ply(), result)
			}
			for i, r := range seats {
				r.open(match)
				said := r.page.Find("#status").Text()
				won := result.Scores[games.Seat(i+1)] == 1
				if strings.HasPrefix(said, "You win") != won {
					t.Errorf("seat %d, which has %v, reads %q", i+1, result.Scores[games.Seat(i+1)], said)
				}
				if !won && !strings.Contains(said, " win") {
					t.Errorf("seat %d reads %q", i+1, said)
				}
			}
			t.Logf("%d plies, %s, winners %v", m.Ply(), result.Reason, result.Winners)
		})
	}
}

func TestTeamResignsTogether(t *testing.T) {
	seats, match := startForFour(t, newTestSite(t), "grand-camelot")
	seats[2].open(match + "?ask=resign")
	if said := seats[2].mainText(); !strings.Contains(said, "Ada must resign too") {
		t.Errorf("the question does not name the partner: %s", said)
	}
	seats[2].submit(".ask form")
	for i, r := range seats {
		r.open(match)
		want := "Cy would like to resign. Ada must resign too"
		if i == 0 {
			want = "Cy, your partner, would like to resign."
		}
		if !strings.Contains(r.mainText(), want) {
			t.Errorf("seat %d is not told of the wish: %s", i+1, r.mainText())
		}
		if r.page.Find("#seat-3 .tag").Text() != "would resign" {
			t.Errorf("seat %d: the strip says %q", i+1, r.page.Find("#seat-3 .tag").Text())
		}
	}
	seats[0].open(match + "?ask=resign")
	if said := seats[0].mainText(); !strings.Contains(said, "won by Bo and Di") {
		t.Errorf("the question does not say who wins: %s", said)
	}
	seats[0].submit(".ask form")
	for i, want := range []string{"Green and Yellow win: Bo and Di.", "You win with Di: Green and Yellow.", "Green and Yellow win: Bo and Di.", "You win with Bo: Green and Yellow."} {
		seats[i].open(match)
		if got := seats[i].page.Find("#status").Text(); !strings.HasPrefix(got, want) {
			t.Errorf("seat %d reads %q, want %q", i+1, got, want)
		}
	}
}

func TestArmyLeavesTheBoard(t *testing.T) {
	seats, match := startForFour(t, newTestSite(t), "chivalry-4-solo")
	seats[1].open(match + "?ask=resign")
	if said := seats[1].mainText(); !strings.Contains(said, "Your army leaves the board") {
		t.Errorf("the question: %s", said)
	}
	seats[1].submit(".ask form")
	seats[0].open(match)
	if got := seats[0].page.Find("#seat-2 .tag").Text(); got != "has resigned" {
		t.Errorf("the strip says %q", got)
	}
	if n := seats[0].page.Find(`[aria-label*="yellow knight"]`).Length(); n != 0 {
		t.Errorf("%d yellow knights are left", n)
	}
	if said := seats[0].mainText(); !strings.Contains(said, "Bo resigned, and the army left the board") {
		t.Errorf("the story is not told: %s", said)
	}
	seats[2].open(match + "?ask=resign")
	seats[2].submit(".ask form")
	seats[3].open(match + "?ask=resign")
	seats[3].submit(".ask form")
	seats[2].open(match)
	if got := seats[2].page.Find("#status").Text(); !strings.HasPrefix(got, "White wins: Ada.") {
		t.Errorf("the end reads %q", got)
	}
}

func TestDrawNeedsAllFour(t *testing.T) {
	seats, match := startForFour(t, newTestSite(t), "grand-cam-97")
	seats[1].open(match + "?ask=offer+draw")
	if said := seats[1].mainText(); !strings.Contains(said, "All must agree: Ada, Cy and Di") {
		t.Errorf("the question: %s", said)
	}
	seats[1].submit(".ask form")
	seats[0].open(match)
	if said := seats[0].mainText(); !strings.Contains(said, "Bo offers a draw. Still to answer: you, Cy and Di.") {
		t.Errorf("seat 1 reads: %s", said)
	}
	seats[2].open(match)
	seats[2].submit(`.offer form:has([value="accept draw"])`)
	seats[3].open(match)
	if said := seats[3].mainText(); !strings.Contains(said, "Agreed so far: Bo and Cy. Still to answer: Ada and you.") {
		t.Errorf("seat 4 reads: %s", said)
	}
	seats[3].submit(`.offer form:has([value="accept draw"])`)
	seats[0].open(match)
	seats[0].submit(`.offer form:has([value="accept draw"])`)
	if said := seats[0].mainText(); !strings.Contains(said, "The match is drawn.") {
		t.Errorf("after all have agreed: %s", said)
	}
}

func TestRematchOfFourMovesSeatsOn(t *testing.T) {
	seats, match := startForFour(t, newTestSite(t), "grand-cam-93")
	for _, i := range []int{0, 2} {
		seats[i].open(match + "?ask=resign")
		seats[i].submit(".ask form")
	}
	for _, i := range []int{3, 0, 2, 1} {
		seats[i].open(match)
		seats[i].submit(`form[action$="/rematch"]`)
		seats[i].expect(http.StatusOK)
	}
	next := seats[1].path
	if next == match {
		t.Fatal("the rematch is the same match")
	}
	for i, r := range seats {
		r.open(match)
		if r.page.Find(`a[href="`+next+`"]`).Length() == 0 {
			t.Errorf("seat %d sees no link to the rematch", i+1)
		}
		r.open(next)
		own := r.page.Find(".seat-b .strip").AttrOr("id", "")
		if want := "seat-" + strconv.Itoa((i+1)%4+1); own != want {
			t.Errorf("who had seat %d has %s, want %s", i+1, own, want)
		}
	}
}

// A link to a seat that is taken says so, and offers those that are left.
func TestTakenSeatIsNotOfferedAgain(t *testing.T) {
	s := newTestSite(t)
	host, late := newReader(t, s.URL), newReader(t, s.URL)
	host.open("/new?game=chivalry-4-teams")
	host.submit(`form[action="/matches"]`, "name", "Ada", "seat", "3")
	link := host.invite()
	late.open(link + "?seat=3")
	if got := late.page.Find("[role=alert]").Text(); !strings.Contains(got, "taken this seat") {
		t.Errorf("a link to a taken seat says %q", got)
	}
	if got := late.page.Find(".company").Text(); !strings.Contains(got, "Ada") || !strings.Contains(got, "Red, with White") {
		t.Errorf("at the table: %q", got)
	}
	late.submit(`form[action^="/i/"]`, "name", "Bo", "seat", "1")
	late.expect(http.StatusOK)
	if got := late.page.Find("#status").Text(); !strings.Contains(got, "Waiting for two players") {
		t.Errorf("the bar says %q", got)
	}
	if late.page.Find(`#match[hx-get][hx-trigger]`).Length() != 1 {
		t.Error("the page would miss who else comes")
	}
}

// TestTypedMove types moves without scripts: an unambiguous move is staged, and played by Confirm
// alone.
func TestTypedMove(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/rules/camelot")
	r.submit(`form[action="/solo"]`)
	r.expect(http.StatusOK)
	match, _, _ := strings.Cut(r.path, "?")
	staged := func() string { return r.page.Find("#move input[name=action]").AttrOr("value", "") }

	r.open(match + "?turn=2")
	r.submit("#typed", "type", "ｅ６－e8")
	r.expect(http.StatusOK)
	if want := match + "?m=E6-E8&turn=2"; r.path != want || staged() != "E6-E8" {
		t.Fatalf("typing leads to %s with %q staged, want %s", r.path, staged(), want)
	}
	if r.page.Find("#match").AttrOr("data-ply", "") != "0" {
		t.Fatal("a typed move is played before it is confirmed")
	}
	r.submit("#move form")
	r.expect(http.StatusOK)
	if r.page.Find("#match").AttrOr("data-ply", "") != "1" {
		t.Fatalf("the move is not played: %s", r.mainText())
	}

	for _, tt := range []struct{ text, want string }{
		{"E9", "could be"},
		{"E10 E99", "no square E99"},
		{"good luck", "is not a move"},
	} {
		r.send(http.MethodGet, match+"?type="+url.QueryEscape(tt.text), nil)
		r.expect(http.StatusUnprocessableEntity)
		if !strings.Contains(r.page.Find("#notice").Text(), tt.want) || staged() != "" {
			t.Errorf("%q: %s", tt.text, r.mainText())
		}
		if got := r.page.Find("#type").AttrOr("value", ""); got != tt.text {
			t.Errorf("the box holds %q after %q was refused", got, tt.text)
		}
	}

	// Nothing is typed into a match that one only watches.
	other := newReader(t, s.URL)
	other.send(http.MethodGet, match+"?type=E10-E9", nil)
	if other.status != http.StatusNotFound && (other.status != http.StatusOK || other.page.Find("#move").Length() > 0) {
		t.Errorf("a stranger who types gets %d: %s", other.status, other.mainText())
	}
}
