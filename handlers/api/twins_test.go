package api_test

import (
	"encoding/json"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/sitetest"
)

// response is an answer of the API about a match.
type response struct {
	name string
	tell func(tw sitetest.Twins, f match.Match) any
}

// responses lists the answers of the API.
var responses = []response{
	{"MATCH", func(tw sitetest.Twins, f match.Match) any { return api.NewMatch(f, tw.Player(), tw.Viewer) }},
	{"the story", func(tw sitetest.Twins, f match.Match) any {
		if f.IsOver() { // then it reveals parts that nobody had before
			return nil
		}
		return api.NewStory(f, tw.Viewer, max(0, f.Ply-12))
	}},
	{"the record", func(_ sitetest.Twins, f match.Match) any {
		if _, err := f.Record(nil); !f.IsOver() {
			return err.Error()
		}
		return nil
	}},
}

// leakyResponses reveal hidden parts.
var leakyResponses = []response{
	{"the log as it is stored", func(tw sitetest.Twins, f match.Match) any {
		m := api.NewMatch(f, tw.Player(), tw.Viewer)
		m.Log = api.LogOf(f.Events)
		return m
	}},
	{"the open position", func(_ sitetest.Twins, f match.Match) any { return f.Table.State().View(games.Omniscient) }},
	{"the story for all", func(_ sitetest.Twins, f match.Match) any { return api.NewStory(f, games.Omniscient, max(0, f.Ply-12)) }},
	{"what others may do", func(_ sitetest.Twins, f match.Match) any {
		var all [][]string
		for seat := range f.Seats {
			all = append(all, roomstest.Legal(f, games.Seat(seat+1)))
		}
		return all
	}},
	{"the seed", func(_ sitetest.Twins, f match.Match) any { return f.Table.Setup().Fixed }},
	{"how many may act", func(_ sitetest.Twins, f match.Match) any {
		n := 0
		for seat := range f.Seats {
			n += len(roomstest.Legal(f, games.Seat(seat+1)))
		}
		return n
	}},
}

func bytesOf(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Twins get the same answers from every call of the API.
func TestAPITwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 4)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			sitetest.ForTwins(t, tab, pairs, func(tw sitetest.Twins) {
				for _, told := range responses {
					if a, b := bytesOf(t, told.tell(tw, tw.A)), bytesOf(t, told.tell(tw, tw.B)); a != b {
						t.Errorf("%s tells twins apart:\n%s\n%s", told.name, a, b)
					}
				}
			})
		})
	}
}

// A test that finds nothing must be able to.
func TestAPITwinsCatchLeaks(t *testing.T) {
	t.Parallel()
	missed := slices.Clone(leakyResponses)
	sitetest.ForTwins(t, clubtest.TwinTables()[0], 200, func(tw sitetest.Twins) {
		missed = slices.DeleteFunc(missed, func(leak response) bool {
			return bytesOf(t, leak.tell(tw, tw.A)) != bytesOf(t, leak.tell(tw, tw.B))
		})
	})
	for _, leak := range missed {
		t.Errorf("not caught: %s", leak.name)
	}
}
