package handlers

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/table"
)

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

// Four cookie jars play each game for four to an end by its rules, by the forms
// alone: every move is typed into the page of the seat that is to move.
func TestFourPlayToTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, one page after the other")
	}
	for _, tt := range []struct {
		game string
		seed uint64 // of a short game
	}{{"chivalry-4-teams", 24}, {"chivalry-4-solo", 49}, {"grand-camelot", 48}, {"grand-cam-97", 27}, {"grand-cam-93", 27}} {
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
		want := "Cy would resign. Ada must resign too"
		if i == 0 {
			want = "Cy, your partner, would resign."
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
	link := strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)
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
