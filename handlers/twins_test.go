package handlers

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/games/twin"
	"tableronde/games/twin/tables"
	"tableronde/games/twin/wager"
)

// twins are two matches that one viewer cannot tell apart by the rules: what the
// site makes of them must not either.
type twins struct {
	viewer games.Seat // or games.Spectator
	a, b   folded
	orders func(*rand.Rand, games.State, games.Seat) string
	rng    *rand.Rand
}

// player is the id of the viewer, "" for a spectator.
func (tw twins) player() string {
	if tw.viewer == games.Spectator {
		return ""
	}
	return tw.a.Seats[tw.viewer-1].ID
}

// twinTables are the games of hidden cards, as package twin has to know them.
func twinTables() []twin.Table {
	small := twin.Table{
		Rules:  cardRules[0],
		Setups: []games.Setup{{Seats: 2}, {Seats: 3}, {Seats: 4, Options: map[string]string{"window": "5"}}},
		Shows: func(viewer games.Seat, f games.Fact) bool {
			return f.Kind == "draw" && f.Seat == viewer || f.Kind == "stolen" && (f.Seat == viewer || f.Other == viewer)
		},
		Secret: func(_ games.Seat, now games.State, s twin.Step) bool {
			v, was := now.View(games.Open).(wager.View), s.Before.View(games.Open).(wager.View)
			return v.Phase == "bid" && was.Phase == "bid" && v.Round == was.Round
		},
		Orders: func(*rand.Rand, games.State, games.Seat) string { return "shield 6 5 4 3 2 1" },
	}
	return append([]twin.Table{small}, tables.All()...)
}

// forTwins makes pairs of matches of a game and has each checked, and some more in
// which somebody has chosen otherwise in secret. They are the same at every run.
func forTwins(t testing.TB, tab twin.Table, pairs int, check func(twins)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(pairs), 7))
	if different := ofTwins(t, tab, tab.Replay(rng), rng, pairs, check); different < pairs/8 {
		t.Errorf("of %d pairs only %d differ", pairs, different)
	}
	ofTwins(t, tab, tab.Part(rng), rng, pairs/3, check)
}

// ofTwins has so many pairs checked, and counts those that differ.
func ofTwins(t testing.TB, tab twin.Table, list iter.Seq2[twin.Pair, error], rng *rand.Rand, pairs int, check func(twins)) int {
	t.Helper()
	made, different := 0, 0
	for p, err := range list {
		if made == pairs {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !p.Replays() {
			continue
		}
		made++
		if p.Different() {
			different++
		}
		a, b, err := tables.Matches(p)
		if err != nil {
			t.Fatal(err)
		}
		check(twins{p.Viewer, stored(tab.Rules, a), stored(tab.Rules, b), tab.Orders, rng})
		if t.Failed() {
			t.Fatalf("pair %d for viewer %d, after %d actions", made, p.Viewer, len(p.A.Past))
		}
	}
	t.Logf("%s: %d pairs, %d of them different", tab.Rules.Info().ID, made, different)
	return different
}

// stored is a match of a game as it would be stored.
func stored(rules games.Ruleset, tab table.Match) folded {
	began := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	setup := tab.Setup()
	m := db.Match{ID: "aaaaaaaaaaaa", Game: rules.Info().ID, Version: 1, Options: setup.Options, Public: true, Secret: games.Secret{1},
		Created: began, Started: began, Host: "player1"}
	for i := range setup.Seats {
		m.Seats = append(m.Seats, db.Player{ID: fmt.Sprint("player", i+1), Name: fmt.Sprint("Player ", i+1), Created: began})
		m.Contributions = append(m.Contributions, "0123456789abcdef")
	}
	for i, e := range tab.Log() {
		m.Events = append(m.Events, db.Event{Ply: i, Seat: e.Seat, Text: e.Text, At: began})
	}
	if m.Ply = len(m.Events); m.Ply > 0 {
		m.Last, m.Moved = m.Events[m.Ply-1], began
	}
	m.ToAct, m.Over, m.Result = tab.ToAct(), tab.Over(), tab.Result()
	return folded{Match: m, Rules: rules, Table: tab}
}

// telling is something that the site tells of a match.
type telling struct {
	name string
	tell func(tw twins, f folded) any
}

// tellings are what the API answers.
var tellings = []telling{
	{"MATCH", func(tw twins, f folded) any { return newMatchJSON(f, tw.player(), tw.viewer) }},
	{"the story", func(tw twins, f folded) any {
		if f.over() { // then it tells what nobody knew before
			return nil
		}
		return newStoryJSON(f, tw.viewer, max(0, f.Ply-12))
	}},
	{"the record", func(_ twins, f folded) any {
		if _, err := recordOf(f); !f.over() {
			return err.Error()
		}
		return nil
	}},
}

// leakyTellings tell what they should not.
var leakyTellings = []telling{
	{"the log as it is stored", func(tw twins, f folded) any {
		m := newMatchJSON(f, tw.player(), tw.viewer)
		for i, e := range f.Events {
			m.Log[i].Action = e.Text
		}
		return m
	}},
	{"the open position", func(_ twins, f folded) any { return f.Table.State().View(games.Open) }},
	{"the story for all", func(_ twins, f folded) any { return newStoryJSON(f, games.Open, max(0, f.Ply-12)) }},
	{"what others may do", func(_ twins, f folded) any {
		var all [][]string
		for seat := range f.Seats {
			all = append(all, f.legal(games.Seat(seat+1)))
		}
		return all
	}},
	{"the seed", func(_ twins, f folded) any { return f.Table.Setup().Fixed }},
	{"how many may act", func(_ twins, f folded) any {
		n := 0
		for seat := range f.Seats {
			n += len(f.legal(games.Seat(seat + 1)))
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

// refusedPost is what a player learns of a post that is refused, "" of one that
// is not.
func refusedPost(tw twins, f folded, orders db.Orders, actions []string) string {
	c := &course{folded: f, table: f.Table, orders: orders, now: f.Started}
	err := post{player: tw.player(), ply: f.Ply, actions: actions}.decide(c)
	if err == nil {
		return ""
	}
	p, index := problemOf(err), -1
	var action *actionError
	if errors.As(err, &action) {
		index = action.index
	}
	return fmt.Sprintf("%d %s at %d: %s %+v", p.status, p.code, index, p.text, p.illegal)
}

// tries are posts that a viewer may try.
func (tw twins) tries() [][]string {
	legal := append(slices.Clone(tw.a.legal(tw.viewer)), "resign", "pass", "no such thing")
	for _, e := range tw.a.log(tw.viewer)[max(0, tw.a.Ply-5):] {
		legal = append(legal, e.Text)
	}
	var lists [][]string
	for range 8 {
		var list []string
		for range 1 + tw.rng.IntN(3) {
			list = append(list, legal[tw.rng.IntN(len(legal))])
		}
		lists = append(lists, list)
	}
	return lists
}

// ordered are standing orders of all seats but the viewer's.
func (tw twins) ordered(f folded) db.Orders {
	orders := make(db.Orders)
	for seat := games.Seat(1); int(seat) <= len(f.Seats); seat++ {
		if state, ok := f.Table.State().(games.Follower); ok && seat != tw.viewer {
			if text, err := state.ReadOrders(seat, tw.orders(tw.rng, f.Table.State(), seat)); err == nil {
				orders[seat] = text
			}
		}
	}
	return orders
}

// Twins get the same answers, and the same refusals whatever others have
// ordered, from every call of the API.
func TestAPITwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 10)
	for _, tab := range twinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			forTwins(t, tab, pairs, func(tw twins) {
				for _, told := range tellings {
					if a, b := bytesOf(t, told.tell(tw, tw.a)), bytesOf(t, told.tell(tw, tw.b)); a != b {
						t.Errorf("%s tells twins apart:\n%s\n%s", told.name, a, b)
					}
				}
				if tw.viewer == games.Spectator {
					return
				}
				for _, list := range tw.tries() {
					a, b := refusedPost(tw, tw.a, nil, list), refusedPost(tw, tw.b, tw.ordered(tw.b), list)
					if a != b {
						t.Errorf("a post of %v tells twins apart:\n%s\n%s", list, a, b)
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
			forTwins(t, twinTables()[0], 200, func(tw twins) {
				if bytesOf(t, leak.tell(tw, tw.a)) != bytesOf(t, leak.tell(tw, tw.b)) {
					caught++
				}
			})
			if caught == 0 {
				t.Error("not caught")
			}
		})
	}
	t.Run("a refusal after the fact", func(t *testing.T) {
		t.Parallel()
		caught := 0
		forTwins(t, twinTables()[0], 200, func(tw twins) {
			if tw.viewer == games.Spectator {
				return
			}
			for _, first := range tw.a.legal(tw.viewer) {
				if played(tw.a, tw.viewer, nil, first) != played(tw.b, tw.viewer, tw.ordered(tw.b), first) {
					caught++
				}
			}
		})
		if caught == 0 {
			t.Error("not caught")
		}
	})
}

// played is what all the seat's actions look like once one has been played, the
// rest of a list being refused then.
func played(f folded, seat games.Seat, orders db.Orders, action string) string {
	c := &course{folded: f, table: f.Table, orders: orders, now: f.Started}
	if err := c.play(seat, action); err != nil {
		return err.Error()
	}
	return strings.Join(c.table.Legal(seat), ", ")
}
