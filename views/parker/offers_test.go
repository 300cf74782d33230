package parker

import (
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// Both sides see an open offer, with the buttons on the side that owes an answer.
func TestOffersAreToldToBothSides(t *testing.T) {
	for _, tt := range []struct {
		name   string
		events []string
		as     games.Seat
		want   string
		status string
	}{
		{"to whoever is to move", []string{"1: I7-I8", "2: E10-E9", "2: offer draw"}, 1, "Gauvain offers a draw. A move declines it. Decline Accept", "Your turn: choose a piece."},
		{"to whoever waits", []string{"1: I7-I8", "1: offer draw"}, 1, "You have offered a draw. Gauvain has not answered yet.", "Gauvain to move."},
		{"out of turn", []string{"1: I7-I8", "2: offer draw"}, 1, "Gauvain offers a draw. The offer stands until you move. Decline Accept", "An offer awaits your answer. Gauvain to move."},
		{"to take back", []string{"1: I7-I8", "2: E10-E9", "2: offer undo 1"}, 1, "Gauvain asks to take moves back to before 1. E10-E9. Decline Accept", "Your turn: choose a piece."},
		{"to go back, one's own", []string{"1: I7-I8", "1: offer undo 0"}, 1, "You have asked to take back your move. Gauvain has not answered yet.", "Gauvain to move."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := viewtest.Document(t, matchPage(viewtest.Played(t, views.English, "camelot", tt.events...)))
			if got := viewtest.Spaced(doc.Find("#bar > .pending")); got != tt.want {
				t.Errorf("offer = %q, want %q", got, tt.want)
			}
			if got := viewtest.Spaced(doc.Find("#status").Contents().First()); got != tt.status {
				t.Errorf("status = %q, want %q", got, tt.status)
			}
		})
	}
}

func TestTableOfOneOffersNothing(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	m.Solo = true
	for i := range m.Seats {
		m.Seats[i].You = true
	}
	doc := viewtest.Document(t, matchPage(m))
	if got := doc.Find("[href*='ask=']").Length(); got != 0 {
		t.Errorf("%d things to ask for at a table of one", got)
	}
	if got := doc.Find("form:has(#take-back) [name=action]").AttrOr("value", ""); got != views.TakeBack {
		t.Errorf("taking back posts %q", got)
	}
	m.Path = nil
	if viewtest.Document(t, matchPage(m)).Find("#take-back").Length() != 0 {
		t.Error("nothing was played, and it can be taken back")
	}
}

func TestRematchIsToldToAll(t *testing.T) {
	over := func(seats int, r views.Rematching) views.Match {
		m := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: resign")
		if seats == 4 {
			m = viewtest.Played(t, views.English, "chivalry-4-teams")
			m.Result = &games.Result{Winners: []games.Seat{1, 3}, Reason: "castle"}
		}
		m.Rematching, m.Permissions.Rematch = r, r.By == 0 || r.Declined != 0 && r.By != 1
		return m
	}
	for _, tt := range []struct {
		name  string
		m     views.Match
		want  string
		posts []string
	}{
		{"nothing yet", over(2, views.Rematching{}), "", []string{"/rematch"}},
		{"one's own", over(2, views.Rematching{By: 1, Votes: views.Votes{Agreed: []games.Seat{1}, Awaited: []games.Seat{2}}}),
			"You have offered a rematch. Gauvain has not answered yet. Take the offer back", []string{"/rematch/decline"}},
		{"of another", over(2, views.Rematching{By: 2, Votes: views.Votes{Agreed: []games.Seat{2}, Awaited: []games.Seat{1}}}),
			"Gauvain would like a rematch. Decline Accept", []string{"/rematch/decline", "/rematch"}},
		{"accepted", over(4, views.Rematching{By: 2, Votes: views.Votes{Agreed: []games.Seat{1, 2}, Awaited: []games.Seat{3, 4}}}),
			"Gauvain would like a rematch. You have accepted. Viviane and Yvain have not answered yet.", nil},
		{"declined", over(2, views.Rematching{By: 1, Declined: 2, Votes: views.Votes{Agreed: []games.Seat{1}}}), "Gauvain declined the rematch.", nil},
		{"declined by oneself", over(2, views.Rematching{By: 2, Declined: 1, Votes: views.Votes{Agreed: []games.Seat{2}}}),
			"You declined the rematch that Gauvain offered.", []string{"/rematch"}},
		{"declined by another", over(4, views.Rematching{By: 2, Declined: 3, Votes: views.Votes{Agreed: []games.Seat{2}}}),
			"Viviane declined the rematch that Gauvain offered.", []string{"/rematch"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := viewtest.Document(t, matchPage(tt.m))
			if got := viewtest.Spaced(doc.Find("#offer-rematch")); got != tt.want {
				t.Errorf("told %q, want %q", got, tt.want)
			}
			var posts []string
			for _, form := range doc.Find("#bar form").EachIter() {
				posts = append(posts, form.AttrOr("action", "")[len("/m/k3zq5dbv7n2a"):])
			}
			if !slices.Equal(posts, tt.posts) {
				t.Errorf("forms post to %q, want %q", posts, tt.posts)
			}
		})
	}
}
