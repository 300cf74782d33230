package views

import (
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/guides"
	"tableronde/games/lessons"
)

// A visitor who has lost is led to a lesson, or to the guided round of a card game. One who has
// won is not.
func TestHelpfulLesson(t *testing.T) {
	for _, rules := range catalog.All() {
		game := rules.Info()
		m := Position{
			Party:  Party{Game: game, You: 2, Seats: []Seat{{}, {You: true}}},
			Result: &games.Result{Winners: []games.Seat{1}},
		}
		want := "/learn/" + game.ID + "/1"
		if list := lessons.Of(game.ID); len(list) > 0 {
			want = "/learn/" + game.ID + "/" + strconv.Itoa(list[len(list)-1].Step)
		} else if _, ok := guides.Of(game.ID); !ok {
			t.Errorf("%s has neither lessons nor a guided round", game.ID)
		}
		if got := m.helpfulLesson(); got != want {
			t.Errorf("lost at %s: %q, want %q", game.ID, got, want)
		}
		m.Result.Winners = []games.Seat{2}
		if got := m.helpfulLesson(); got != "" {
			t.Errorf("won at %s: %q, want none", game.ID, got)
		}
	}
}

// The change of a rating has its sign, and all of its drawing is on the scale.
func TestRatingChange(t *testing.T) {
	for _, tt := range []struct {
		change RatingChange
		gain   string
	}{
		{RatingChange{Before: 1512, After: 1527, Deviation: 60}, "+15"},
		{RatingChange{Before: 1502, After: 1498.4, Deviation: 60}, "−4"},
		{RatingChange{Before: 1500, After: 1500.2, Deviation: 350}, "+0"},
		{RatingChange{Before: 1900, After: 1700, Deviation: 40}, "−200"},
	} {
		c := tt.change
		if got := c.gain(); got != tt.gain {
			t.Errorf("%+v gains %s, want %s", c, got, tt.gain)
		}
		for _, points := range []float64{c.Before, c.After, c.After - 2*c.Deviation, c.After + 2*c.Deviation} {
			if at := c.place(points); at < 0 || at > 100 {
				t.Errorf("%+v: %v is at %v %%", c, points, at)
			}
		}
		if strings.Contains(c.drawing(), "%!") {
			t.Errorf("%+v is drawn as %s", c, c.drawing())
		}
	}
}

// The deciding moment is the largest turn that may decide the match. The largest turns of all come in
// the order of play.
func TestRankTurns(t *testing.T) {
	turn := func(title string, seat games.Seat, size int) Turn {
		return Turn{Highlight{Title: title}, seat, size}
	}
	var f Finale
	f.Rank([]Turn{turn("a", 1, 4), turn("b", 2, 9), turn("c", 1, 6), turn("d", 1, 6), turn("e", 2, 1)}, func(t Turn) bool { return t.Seat == 1 })
	var titles string
	for _, h := range f.Turns {
		titles += h.Title
	}
	if f.Moment.Title != "c" || titles != "bcd" {
		t.Errorf("the moment is %q, the turns are %q", f.Moment.Title, titles)
	}
	var none Finale
	if none.Rank(nil, func(Turn) bool { return true }); none.Moment.Title != "" || len(none.Turns) > 0 {
		t.Errorf("without turns: %+v", none)
	}
}
