package parker

import (
	"slices"
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// The actions of the others at a board stand on top of the bar, in every turn.
func TestNewsOfABoard(t *testing.T) {
	for _, tt := range []struct {
		name   string
		m      views.Match
		change func(*views.Match)
		want   string
	}{
		{"a step", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9"), func(m *views.Match) { m.Seen, m.Visit = 1, m.Now }, "Since your last visit: Gauvain played E10-E9. Show again"},
		{"before one's eyes", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9"), func(m *views.Match) { m.Seen = 1 }, "Gauvain played E10-E9. Show again"},
		{"in French", viewtest.Played(t, views.French, "camelot", viewtest.NolanEvents(12)...), func(m *views.Match) { m.Seen, m.Visit = 10, m.Now },
			"Depuis votre dernière visite : Gauvain a joué I10-G8xE6xE8xG8xG6xE6xC8 et pris cinq hommes et un chevalier. Revoir"},
		{"a capture is compulsory, and more", viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(12)...), func(m *views.Match) { m.Seen, m.Visit = 8, m.Now },
			"Since your last visit: Gauvain played I10-G8xE6xE8xG8xG6xE6xC8 and captured five men and one knight. and 1 more Show again"},
		{"the others are to act", viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(13)...), func(m *views.Match) { m.Seen, m.Visit = 11, m.Now },
			"Since your last visit: Gauvain played I10-G8xE6xE8xG8xG6xE6xC8 and captured five men and one knight."},
		{"an offer that stands says so itself", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9", "2: offer draw"), func(m *views.Match) { m.Seen = 1 }, "Gauvain played E10-E9. Show again"},
		{"an answer", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "1: offer draw", "2: decline draw"), func(m *views.Match) { m.Seen = 2 }, "Gauvain declines the draw."},
		{"an offer that was answered", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9", "2: offer draw", "1: decline draw"), func(m *views.Match) { m.Seen = 1 }, "Gauvain played E10-E9. Show again"},
		{"the end", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: resign"), func(m *views.Match) { m.Seen = 1 }, "Gauvain resigned."},
		{"nothing", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9"), nil, ""},
		{"at a table of one", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9"), func(m *views.Match) { m.Seen, m.Solo = 0, true }, ""},
		{"a piece was touched", viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9"), func(m *views.Match) { m.Staged = "C6" }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.change != nil {
				tt.change(&tt.m)
			}
			doc := viewtest.Document(t, matchPage(tt.m))
			if got := viewtest.Spaced(doc.Find("#bar > #since")); got != tt.want {
				t.Errorf("news = %q, want %q", got, tt.want)
			}
		})
	}
}

// Captured pieces stay as ghosts until the visitor has touched a piece, after
// single jumps too, and the way of the move is drawn.
func TestGhosts(t *testing.T) {
	single := viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(11)...)
	for i := range single.Seats {
		single.Seats[i].You = i == 1
	}
	single.You, single.Bottom, single.Seen = 2, 2, 10
	doc := viewtest.Document(t, matchPage(single))
	if n := doc.Find("#board .fallen .ghost").Length(); n != 1 || doc.Find("#board .fallen .gone").Length() != 1 || doc.Find("#lastpath").Length() != 1 {
		t.Errorf("%d ghosts after a single jump", n)
	}
	if got := squareLabel(doc, "F9"); got != "F9, empty, a piece was captured here" {
		t.Errorf("the square says %q", got)
	}
	single.Seen = 11
	if n := viewtest.Document(t, matchPage(single)).Find(".fallen, #lastpath").Length(); n != 0 {
		t.Errorf("%d traces of a move that is known", n)
	}
	missed := viewtest.Played(t, views.English, "camelot", append(viewtest.NolanEvents(12), "2: offer draw")...)
	missed.Seen, missed.Visit = 8, missed.Now
	long := viewtest.Document(t, matchPage(missed))
	var falls []string
	ways := make(map[string]int) // stops by the final square
	for track := range strings.SplitSeq(long.Find("#again").AttrOr("data-film", ""), ";") {
		if words := strings.Fields(track); words[1][0] == 'x' {
			falls = append(falls, words[1])
		} else {
			ways[words[1]] = (len(words) - 2) / 3
		}
	}
	slices.Sort(falls)
	// E10-E12, G8xE10 and I10-G8xG6xE6xE8xG8xE6xC8, each after the time of a leg.
	if want := []string{"x10", "x11", "x12", "x4", "x7", "x8", "x9"}; !slices.Equal(falls, want) || ways["C8"] != 9 {
		t.Errorf("pieces move by stops %v, and fall at %q, want %q", ways, falls, want)
	}
}

// Without a script the last move is shown again over the position before it.
func TestAgain(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(12)...)
	viewtest.LookAgain(t, &m)
	doc := viewtest.Document(t, matchPage(m))
	if got := doc.Find("#board .path").Length(); got != 7 {
		t.Errorf("%d legs are drawn, want 7", got)
	}
	if got := doc.Find("#status").Text(); !strings.HasPrefix(got, "Gauvain played I10-G8xE6") {
		t.Errorf("status %q", got)
	}
	if got := doc.Find("#match").AttrOr("data-url", ""); got != "/m/k3zq5dbv7n2a?again=1" {
		t.Errorf("a reload asks for %q", got)
	}
}

// Each line of the news has the film of its move alone, and leads to the position after the move. A piece
// that has gone on is hidden where it stands now. A piece that was captured since is hidden nowhere.
func TestEachNewsHasItsFilm(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(12)...)
	m.Seen = 6
	doc := viewtest.Document(t, matchPage(m))
	all := doc.Find("#again").AttrOr("data-film", "")
	var films, hrefs []string
	for _, link := range doc.Find("#since a.event, #news a.event").EachIter() {
		films, hrefs = append(films, link.AttrOr("data-film", "")), append(hrefs, link.AttrOr("href", ""))
	}
	address := m.Address()
	if want := []string{address, address + "?ply=10", address + "?ply=8"}; !slices.Equal(hrefs, want) {
		t.Errorf("the lines lead to %q, want %q", hrefs, want)
	}
	if want := []string{"m-sable E12 0 180 260 1 180 260 2 180 180", "k-sable - 0 140 260 1 140 260 2 100 220"}; !slices.Equal(films[1:], want) {
		t.Errorf("the films of lone moves are %q, want %q", films[1:], want)
	}
	if !strings.Contains(films[0], "k-sable C8 ") || strings.Count(films[0], ";") != 6 || films[0] == all {
		t.Errorf("the film of the latest move is %q", films[0])
	}
}
