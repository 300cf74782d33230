package table_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// counted is a ruleset that counts the actions that are applied.
type counted struct {
	games.Ruleset
	applied *int
}

func (c counted) New(setup games.Setup) (games.State, error) {
	s, err := c.Ruleset.New(setup)
	if err != nil {
		return nil, err
	}
	return countedState{s, c.applied}, nil
}

type countedState struct {
	games.State
	applied *int
}

func (s countedState) Apply(seat games.Seat, text string) (games.State, string, error) {
	*s.applied++
	next, canonical, err := s.State.Apply(seat, text)
	if err != nil {
		return nil, "", err
	}
	return countedState{next, s.applied}, canonical, nil
}

// Save and Load make it a games.Saver.
func (s countedState) Save() []byte { return s.State.(games.Saver).Save() }

func (s countedState) Load(saved []byte) (games.State, error) {
	state, err := s.State.(games.Saver).Load(saved)
	return countedState{state, s.applied}, err
}

// shuttle is played in turn, for ever: it captures nothing and leads back to the start.
var shuttle = []string{"C6-B6", "C11-B11", "B6-C6", "B11-C11"}

// shuttled plays Camelot to and fro.
func shuttled(t testing.TB, rules games.Ruleset, plies int) table.Match {
	t.Helper()
	m := mustNew(t, rules, 0)
	for m.Ply() < plies {
		var err error
		if m, err = m.Replay(table.Event{Seat: games.Seat(m.Ply()%2 + 1), Text: shuttle[m.Ply()%len(shuttle)]}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// A fold plays each action once. Later any position of the past is a few actions from
// one that has been kept, and the one before the last is kept itself.
func TestAtFoldsFewActions(t *testing.T) {
	const plies = 1000
	applied := 0
	m := shuttled(t, counted{mustFind(t, "camelot"), &applied}, plies)
	if applied != plies {
		t.Errorf("%d events are folded in %d steps", plies, applied)
	}
	steps := func(what string, most int, look func()) {
		t.Helper()
		applied = 0
		if look(); applied > most {
			t.Errorf("%s takes %d steps, want at most %d", what, applied, most)
		}
	}
	steps("the position before the last", 0, func() { m.At(plies - 1) })
	steps("the first position", 0, func() { m.At(0) })
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		steps("a past position", 15, func() { m.At(rng.IntN(plies)) })
	}
	steps("all positions in order", plies, func() {
		for ply := range plies {
			m.At(ply)
		}
	})
	steps("the log and the offers", 0, func() { m.Log(); m.Path(); m.Offers(1) })
}

// At, LogFor and Story answer as they would if all states were kept.
func TestPastIsAsItWas(t *testing.T) {
	for _, rules := range catalog.All() {
		t.Run(rules.Info().ID, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 6))
			seats := rules.Info().Seats[len(rules.Info().Seats)-1]
			m := mustNew(t, rules, seats)
			past := []games.State{m.State()}
			for m.Ply() < 120 && !m.Over() {
				m = playAtRandom(t, m, rng, m.Ply()+1)
				past = append(past, m.State())
				if m.Ply()%7 == 0 || m.Over() {
					checkLogs(t, m, past)
				}
			}
			for _, ply := range rng.Perm(m.Ply() + 1) {
				at := m.At(ply)
				if got, want := viewJSON(t, at.State()), viewJSON(t, past[ply]); got != want || at.Ply() != ply {
					t.Fatalf("At(%d).State() shows %s, want %s", ply, got, want)
				}
			}
		})
	}
}

func viewJSON(t *testing.T, s games.State) string {
	t.Helper()
	text, err := json.Marshal(s.View(games.Omniscient))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// checkLogs compares each viewer's log and story of a match with the views and facts of the
// states.
func checkLogs(t *testing.T, m table.Match, past []games.State) {
	t.Helper()
	for viewer := games.Spectator; int(viewer) <= m.Setup().Seats; viewer++ {
		story := m.Story(viewer, 0, m.Ply())
		for i, e := range m.LogFor(viewer) {
			want := m.Log()[i]
			var facts []games.Fact
			if v, ok := m.State().(games.Veiler); ok && !m.Revealed() {
				want.Text = v.Veil(viewer, e.Seat, past[i], want.Text)
			}
			if teller, ok := past[i].(games.Reporter); ok {
				reader := viewer
				if m.Revealed() {
					reader = games.Omniscient
				}
				facts = teller.Tell(reader, e.Seat, m.Log()[i].Text)
			}
			if e != want || story[i].Event != want {
				t.Fatalf("at ply %d viewer %d reads %v and %v of ply %d, want %v", m.Ply(), viewer, e, story[i].Event, i, want)
			}
			if diff := cmp.Diff(facts, story[i].Facts); diff != "" {
				t.Fatalf("at ply %d viewer %d is told of ply %d (-want +got):\n%s", m.Ply(), viewer, i, diff)
			}
		}
	}
}

// A second call of Story reuses the first one's work instead of starting at the beginning.
func TestStoryIsToldOnce(t *testing.T) {
	m := playAtRandom(t, mustNew(t, mustFind(t, "kutschke"), 3), rand.New(rand.NewPCG(1, 1)), 60)
	first := testing.AllocsPerRun(1, func() { replay(t, m).Story(1, 0, m.Ply()) })
	again := testing.AllocsPerRun(10, func() { m.Story(1, 0, m.Ply()) })
	if again > 10 || first < 20*again {
		t.Errorf("the story takes %v allocations the first time, and %v again", first, again)
	}
}
