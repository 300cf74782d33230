package parker

import (
	"io"
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// shuttle returns events that lead to and fro, for ever.
func shuttle(plies int) []string {
	moves := []string{"1: C6-B6", "2: C11-B11", "1: B6-C6", "2: B11-C11"}
	events := make([]string, plies)
	for i := range events {
		events[i] = moves[i%len(moves)]
	}
	return events
}

// A long list has 40 rounds around the position shown, and all of them on request.
func TestLongListsArePartlyShown(t *testing.T) {
	events := append(shuttle(200), "1: offer draw", "2: decline draw")
	for _, tt := range []struct {
		name        string
		lang        views.Lang
		shown       int
		see         string
		first, last string
		text, link  string
	}{
		{"the present", views.English, 202, "", "61", "100", "Rounds 61 to 100 of 100. All moves", "?see=log"},
		{"in French", views.French, 202, "", "61", "100", "Tours 61 à 100 sur 100. Tous les coups", "?see=log"},
		{"the middle", views.English, 99, "", "31", "70", "Rounds 31 to 70 of 100. All moves", "?see=log&ply=99"},
		{"the beginning", views.English, 0, "", "1", "40", "Rounds 1 to 40 of 100. All moves", "?see=log&ply=0"},
		{"near the end", views.English, 199, "", "61", "100", "Rounds 61 to 100 of 100. All moves", "?see=log&ply=199"},
		{"all", views.English, 202, "log", "1", "100", "Fewer moves", ""},
		{"all of the past", views.French, 99, "log", "1", "100", "Moins de coups", "?ply=99"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := replayedMatch(t, tt.lang, tt.shown, events...)
			m.See = tt.see
			doc := viewtest.Document(t, matchPage(m))
			rounds := doc.Find("#moves tbody th")
			if got := []string{rounds.First().Text(), rounds.Last().Text()}; got[0] != tt.first || got[1] != tt.last {
				t.Errorf("rounds %v are listed, want %s to %s", got, tt.first, tt.last)
			}
			if n := rounds.Length(); n != 40 && tt.see == "" || n != 100 && tt.see != "" {
				t.Errorf("%d rounds are listed", n)
			}
			part := doc.Find(".whole")
			if got := strings.Join(strings.Fields(part.Text()), " "); got != tt.text {
				t.Errorf("below the list: %q, want %q", got, tt.text)
			}
			if got, want := viewtest.Href(part.Find("#whole-log")), m.Address()+tt.link; got != want {
				t.Errorf("it links to %s, want %s", got, want)
			}
			if now := doc.Find("#moves .now"); tt.shown > 0 && now.Length() != 1 {
				t.Errorf("%d moves are marked as the last one", now.Length())
			}
			if at := doc.Find("#moves [aria-current]"); tt.shown > 0 && at.Length() != 1 {
				t.Errorf("%d moves are marked as shown", at.Length())
			}
			if notes := doc.Find("#moves .note").Length(); (notes == 2) != (tt.last == "100") {
				t.Errorf("%d offers are listed", notes)
			}
			if steps := viewtest.Href(doc.Find("#step-prev")); tt.shown == 99 && !strings.Contains(steps, "ply=98") {
				t.Errorf("a step back leads to %s", steps)
			}
		})
	}
	if doc := viewtest.Document(t, matchPage(replayedMatch(t, views.English, 80, shuttle(80)...))); doc.Find(".whole").Length() != 0 || doc.Find("#moves tbody tr").Length() != 40 {
		t.Error("a list of 40 rounds is not shown as it is")
	}
}

// The cost of a page does not grow with the match.
func TestPageOfALongMatch(t *testing.T) {
	cost := func(plies int) float64 {
		m := replayedMatch(t, views.English, plies, shuttle(plies)...)
		return testing.AllocsPerRun(5, func() {
			if err := matchFragment(m).Render(t.Context(), io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
	if short, long := cost(300), cost(1000); long > 1.1*short {
		t.Errorf("a page takes %v allocations at ply 1000, and %v at ply 300", long, short)
	}
}
