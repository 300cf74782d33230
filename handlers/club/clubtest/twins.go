package clubtest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/games/twin"
	"tableronde/games/twin/tables"
	"tableronde/games/twin/wager"
)

// Twins are two matches in which one viewer sees the same under the rules. Their pages and answers
// must be the same for the viewer, too.
type Twins struct {
	Viewer games.Seat // or games.Spectator
	A, B   table.Match
	Orders func(*rand.Rand, games.State, games.Seat) string
	Rng    *rand.Rand
}

// TwinTables returns the games of hidden cards in the form of package twin.
func TwinTables() []twin.Table {
	small := twin.Table{
		Rules:  CardRules[0],
		Setups: []games.Setup{{Seats: 2}, {Seats: 3}, {Seats: 4, Options: map[string]string{"window": "5"}}},
		Shows: func(viewer games.Seat, f games.Fact) bool {
			return f.Kind == "draw" && f.Seat == viewer || f.Kind == "stolen" && (f.Seat == viewer || f.Other == viewer)
		},
		Secret: func(_ games.Seat, now games.State, s twin.Step) bool {
			v, was := now.View(games.Omniscient).(wager.View), s.Before.View(games.Omniscient).(wager.View)
			return v.Phase == "bid" && was.Phase == "bid" && v.Round == was.Round
		},
		Orders: func(*rand.Rand, games.State, games.Seat) string { return "shield 6 5 4 3 2 1" },
	}
	return append([]twin.Table{small}, tables.All()...)
}

// ForTwins makes pairs of matches of a game and calls check with each. Some further pairs differ in
// a secret choice of a seat. All pairs are the same at every run.
func ForTwins(t testing.TB, tab twin.Table, pairs int, check func(Twins)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(pairs), 7))
	if different := ofTwins(t, tab, tab.Replay(rng), rng, pairs, check); different < pairs/8 {
		t.Errorf("of %d pairs only %d differ", pairs, different)
	}
	ofTwins(t, tab, tab.Part(rng), rng, pairs/3, check)
}

// ofTwins calls check with the given number of pairs and counts the pairs that differ.
func ofTwins(t testing.TB, tab twin.Table, list iter.Seq2[twin.Pair, error], rng *rand.Rand, pairs int, check func(Twins)) int {
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
		check(Twins{p.Viewer, a, b, tab.Orders, rng})
		if t.Failed() {
			t.Fatalf("pair %d for viewer %d, after %d actions", made, p.Viewer, len(p.A.Past))
		}
	}
	t.Logf("%s: %d pairs, %d of them different", tab.Rules.Info().ID, made, different)
	return different
}

// Stored returns a match of a game in the form in which the store returns it.
func Stored(rules games.Ruleset, tab table.Match) db.Match {
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
	return m
}
