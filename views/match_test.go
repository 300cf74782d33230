package views_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func TestStepsAreRead(t *testing.T) {
	for staged, want := range map[string][]string{
		"": nil, ";": nil, "play R3": {"play R3"}, " play  R3 ; end;": {"play R3", "end"},
	} {
		if got := views.SplitSteps(staged); !slices.Equal(got, want) {
			t.Errorf("SplitSteps(%q) = %q, want %q", staged, got, want)
		}
	}
	party := views.Party{ID: "a", Seats: []views.Seat{{You: true}}}
	m := views.Draft{Position: views.Position{Party: party, Look: views.Look{Sort: "value", Bottom: 1}}, Staged: "play R3"}
	bare := views.Draft{Position: views.Position{Party: views.Party{ID: "a"}, Look: views.Look{Bottom: 1}}}
	for got, want := range map[string]string{
		m.Further("end"):           "/m/a?m=play+R3%3Bend&sort=value",
		m.Staging(nil, "outwit 1"): "/m/a?sort=value&try=outwit+1",
		m.Seeing("", "discard"):    "/m/a?m=play+R3&see=discard",
		m.Asks("resign"):           "/m/a?ask=resign&m=play+R3&sort=value",
		bare.Staging(nil, ""):      "/m/a",
	} {
		if got != want {
			t.Errorf("address %q, want %q", got, want)
		}
	}
}

// The actions of the others stand on top of the bar: the newest passage, and the earlier ones on
// demand.
func TestNewsStandAboveTheHand(t *testing.T) {
	var m views.Match
	m.Party = views.Party{Page: viewtest.Page(views.English, "/m/a"), ID: "a", Game: viewtest.Info(t, "knizia"), You: 1,
		Seats: []views.Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}, {Name: "Viviane"}}}
	m.Started, m.Bottom, m.ToAct, m.Ply, m.Shown, m.Seen = true, 1, []games.Seat{1}, 4, 4, 1
	m.Log = []views.Event{{Seat: 1}, {Seat: 2}, {Seat: 3}, {Seat: 2}}
	m.Story = []views.Entry{{1, 1, 1, "I.", false}, {2, 2, 2, "Two.", false}, {3, 3, 3, "Three.", false}, {4, 4, 2, "Four.", false}}
	table := views.Table{Class: "knizia", Away: templ.Raw(`<p id="own">the trick</p>`), Hand: templ.Raw(`<ul id="hand"></ul>`)}
	doc := viewtest.Document(t, views.MatchPage(&m, &table))
	if got := strings.Join(strings.Fields(doc.Find("#bar #since summary").Text()), " "); got != "Since your last visit: Four. and 2 more" {
		t.Errorf("the news are summed up as %q", got)
	}
	if got := viewtest.Texts(doc.Find("#since li")); !slices.Equal(got, []string{"Three.", "Two."}) {
		t.Errorf("before that: %q", got)
	}
	if doc.Find("#since > #own:first-child").Length() != 1 || doc.Find(".aloft:has(#since) ~ #hand").Length() != 1 {
		t.Error("the block of the game is not on top of the hand")
	}
	m.Seen = 3
	if got := strings.Join(strings.Fields(viewtest.Document(t, views.MatchPage(&m, &table)).Find("#since > p:last-child").Text()), " "); got != "Since your last visit: Four." {
		t.Errorf("one passage is told as %q", got)
	}
	m.Seen = 4
	if viewtest.Document(t, views.MatchPage(&m, &table)).Find("#since, #own").Length() != 0 {
		t.Error("there is news where everything was seen")
	}
}

// A match of three sides or more ends with the place of each, the same place for equals.
func TestEndsOfManySayThePlace(t *testing.T) {
	info := viewtest.Info(t, "kutschke")
	r := &games.Result{Scores: map[games.Seat]float64{1: 3, 2: 9, 3: 15, 4: 3}, Winners: []games.Seat{3}, Reason: "target"}
	for seat, want := range map[games.Seat]string{0: "", 1: "3–4", 2: "2", 3: "", 4: "3–4"} {
		if got := views.PlaceText(info, r, 4, seat); got != want {
			t.Errorf("seat %d is in place %q, want %q", seat, got, want)
		}
	}
	m := views.Position{Started: true, Result: r, Party: views.Party{Page: viewtest.Page(views.English, "/m/a"), Game: info, You: 2,
		Seats: []views.Seat{{Name: "Knight 1"}, {Name: "Ada", You: true}, {Name: "Knight 3"}, {Name: "Knight 4"}}}}
	if got, want := m.Outcome(), "Knight 3 wins. You are in place 2 of 4."; got != want {
		t.Errorf("the match says %q, want %q", got, want)
	}
	if got := views.PlaceText(viewtest.Info(t, "grand-camelot"), &games.Result{Winners: []games.Seat{1, 3}}, 4, 2); got != "" {
		t.Errorf("of two teams one is in place %q", got)
	}
}
