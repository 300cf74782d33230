package parker

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// replayedMatch returns a match after events, with the position after shown of them on the page.
func replayedMatch(t *testing.T, lang views.Lang, shown int, events ...string) views.Match {
	t.Helper()
	rules, err := catalog.Find("camelot", 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if m, err = m.Play(games.Seat(e[0]-'0'), e[3:], time.Time{}); err != nil {
			t.Fatalf("play %s: %v", e, err)
		}
	}
	return viewtest.ModelOf(m, lang, shown)
}

// Offers stand between the moves, but are no positions, and give no numbers.
var withOffers = slices.Concat(viewtest.NolanEvents(3), []string{"2: offer draw", "1: decline draw"}, viewtest.NolanEvents(8)[3:], []string{"1: offer draw", "2: accept draw"})

func TestReplayStepsFromMoveToMove(t *testing.T) {
	for _, tt := range []struct {
		name, prev, next string
		events           []string
		shown            int
		bar, where       string
	}{
		{"the beginning", "", "?ply=1", withOffers, 0, "The beginning Position 0 of 8", "The beginning — position 0 of 8"},
		{"before an offer", "?ply=2", "?ply=6", withOffers, 3, "2. Aliénor: H6-F8. Position 3 of 8", "2. Aliénor: H6-F8 — position 3 of 8"},
		{"an offer, from the list of moves", "?ply=2", "?ply=6", withOffers, 4, "Gauvain offers a draw. Position 3 of 8", "2. Aliénor: H6-F8 — position 3 of 8"},
		{"after an offer", "?ply=3", "?ply=7", withOffers, 6, "2. Gauvain: F11-H9. Position 4 of 8", "2. Gauvain: F11-H9 — position 4 of 8"},
		{"a capture", "?ply=8", "", withOffers, 9, "4. Aliénor: E8xC10xC12, one man and one knight captured. Position 7 of 8", "4. Aliénor: E8xC10xC12, one man and one knight captured — position 7 of 8"},
		{"the end", "?ply=9", "", withOffers, 12, "The match is drawn.", "4. Gauvain: D10-C11 — position 8 of 8"},
		{"before going back", "?ply=1", "", slices.Concat(viewtest.NolanEvents(2), []string{"1: offer undo 0", "2: accept undo"}), 2, "1. Gauvain: H11-F9. Position 2 of 2", "1. Gauvain: H11-F9 — position 2 of 2"},
		{"after going back", "?ply=2", "", slices.Concat(viewtest.NolanEvents(2), []string{"1: offer undo 0", "2: accept undo"}), 4, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := replayedMatch(t, views.English, tt.shown, tt.events...)
			doc := viewtest.Document(t, matchPage(m))
			for id, want := range map[string]string{"#step-prev": tt.prev, "#step-next": tt.next} {
				got := strings.TrimPrefix(viewtest.Href(doc.Find(id)), "/m/k3zq5dbv7n2a")
				if got != want {
					t.Errorf("%s leads to %q, want %q", id, got, want)
				}
			}
			if got := strings.Join(strings.Fields(doc.Find("#status").Text()), " "); !strings.Contains(got, tt.bar) {
				t.Errorf("status %q, want %q in it", got, tt.bar)
			}
			if got := doc.Find("#where").Text(); got != tt.where {
				t.Errorf("below the steps: %q, want %q", got, tt.where)
			}
		})
	}
	doc := viewtest.Document(t, matchPage(replayedMatch(t, views.French, 9, withOffers...)))
	if got, want := doc.Find("#where").Text(), "4. Aliénor\u00a0: E8xC10xC12, un homme et un chevalier pris — position 7 sur 8"; got != want {
		t.Errorf("in French: %q, want %q", got, want)
	}
	if got := doc.Find("#match").AttrOr("data-say", ""); !strings.Contains(got, "un homme et un chevalier pris. Position 7 sur 8.") {
		t.Errorf("the live region says %q", got)
	}
	if got := doc.Find("#history").AttrOr("data-stops", ""); got != "0-3 6-10" {
		t.Errorf("the keys step by %q", got)
	}
}

// The request to go back names a move by the number it has in the list.
func TestGoingBackNamesTheNumberOfTheList(t *testing.T) {
	m := replayedMatch(t, views.English, 7, slices.Concat(viewtest.NolanEvents(3), []string{"2: offer draw", "1: decline draw"}, viewtest.NolanEvents(4)[3:], []string{"1: offer undo 2"})...)
	if got := viewtest.Document(t, matchPage(m)).Find("#moves tbody th").Map(func(_ int, s *goquery.Selection) string { return s.Text() }); !slices.Equal(got, []string{"1", "2", "2"}) {
		t.Errorf("rounds %q", got)
	}
	m.You, m.Seats[0].You, m.Seats[1].You = 2, false, true
	if got := viewtest.Document(t, matchPage(m)).Find("#bar").Text(); !strings.Contains(got, "asks to take moves back to before 2. H6-F8.") {
		t.Errorf("bar says %q", got)
	}
}

func TestKeysStepWhereNothingElseIsToBeDone(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(4)...)
	staged, asking := withStaged(m, "C6"), m
	asking.Confirm = "resign"
	earlier := replayedMatch(t, views.English, 2, viewtest.NolanEvents(4)...)
	over := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "1: resign")
	for name, tt := range map[string]struct {
		m    views.Match
		want string
	}{
		"in play": {m, "aside"}, "a staged move": {staged, ""}, "a question": {asking, ""}, "the past": {earlier, "all"}, "the end": {over, "all"},
	} {
		doc := viewtest.Document(t, matchPage(tt.m))
		if got := doc.Find("#match").AttrOr("data-steps", "none"); got != tt.want {
			t.Errorf("%s: keys step %q, want %q", name, got, tt.want)
		}
		if got := strings.Contains(doc.Find("#board").AttrOr("aria-label", ""), "With Shift"); got != (tt.want == "all") {
			t.Errorf("%s: the board tells of the keys: %v", name, got)
		}
	}
}
