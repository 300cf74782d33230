package handlers

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/games/twin"
	"tableronde/handlers/api"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
)

// twins are two matches that one viewer cannot tell apart by the rules: what the
// site makes of them must not either.
type twins struct {
	viewer games.Seat // or games.Spectator
	a, b   club.Match
	rng    *rand.Rand
}

// forTwins has pairs of matches of a game checked.
func forTwins(t testing.TB, tab twin.Table, pairs int, check func(twins)) {
	t.Helper()
	clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
		check(twins{tw.Viewer, stored(tab.Rules, tw.A), stored(tab.Rules, tw.B), tw.Rng})
	})
}

// stored is a match of a game as it would be stored.
func stored(rules games.Ruleset, tab table.Match) club.Match {
	return club.Match{Match: clubtest.Stored(rules, tab), Rules: rules, Table: tab}
}

// player is the id of the viewer, "" for a spectator.
func (tw twins) player() string {
	if tw.viewer == games.Spectator {
		return ""
	}
	return tw.a.Seats[tw.viewer-1].ID
}

// telling is something that the site tells of a match.
type telling struct {
	name string
	tell func(tw twins, f club.Match) any
}

// tellings are what the API answers.
var tellings = []telling{
	{"MATCH", func(tw twins, f club.Match) any { return api.NewMatch(f, tw.player(), tw.viewer) }},
	{"the story", func(tw twins, f club.Match) any {
		if f.IsOver() { // then it tells what nobody knew before
			return nil
		}
		return api.NewStory(f, tw.viewer, max(0, f.Ply-12))
	}},
	{"the record", func(_ twins, f club.Match) any {
		if _, err := f.Record(); !f.IsOver() {
			return err.Error()
		}
		return nil
	}},
}

// leakyTellings tell what they should not.
var leakyTellings = []telling{
	{"the log as it is stored", func(tw twins, f club.Match) any {
		m := api.NewMatch(f, tw.player(), tw.viewer)
		for i, e := range f.Events {
			m.Log[i].Action = e.Text
		}
		return m
	}},
	{"the open position", func(_ twins, f club.Match) any { return f.Table.State().View(games.Omniscient) }},
	{"the story for all", func(_ twins, f club.Match) any { return api.NewStory(f, games.Omniscient, max(0, f.Ply-12)) }},
	{"what others may do", func(_ twins, f club.Match) any {
		var all [][]string
		for seat := range f.Seats {
			all = append(all, legalOf(f, games.Seat(seat+1)))
		}
		return all
	}},
	{"the seed", func(_ twins, f club.Match) any { return f.Table.Setup().Fixed }},
	{"how many may act", func(_ twins, f club.Match) any {
		n := 0
		for seat := range f.Seats {
			n += len(legalOf(f, games.Seat(seat+1)))
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
	pairs := max(effort.N(40), 10)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			forTwins(t, tab, pairs, func(tw twins) {
				for _, told := range tellings {
					if a, b := bytesOf(t, told.tell(tw, tw.a)), bytesOf(t, told.tell(tw, tw.b)); a != b {
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
	for _, leak := range leakyTellings {
		t.Run(leak.name, func(t *testing.T) {
			t.Parallel()
			caught := 0
			forTwins(t, clubtest.TwinTables()[0], 200, func(tw twins) {
				if bytesOf(t, leak.tell(tw, tw.a)) != bytesOf(t, leak.tell(tw, tw.b)) {
					caught++
				}
			})
			if caught == 0 {
				t.Error("not caught")
			}
		})
	}
}

// legalOf lists what a seat may post of the game's actions.
func legalOf(f club.Match, seat games.Seat) []string {
	list, _ := f.Legal(seat)
	return list
}
