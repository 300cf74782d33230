package table_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/games/twin/wager"
)

// mustDeal begins a match of cards: seat 1 leads and holds 1 1 1, seat 2 holds
// the shield, 5 and 6, seat 3 holds 2, 3 and 4.
func mustDeal(t testing.TB) table.Match {
	t.Helper()
	m, err := table.New(wager.Rules{}, games.Setup{Seats: 3, Options: map[string]string{"window": "5"},
		Fixed: map[string]string{"Deck": "1 S 2 1 5 3 1 6 4", "Chance": "0"}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// formatEvents writes a log in one line.
func formatEvents(events []table.Event) string {
	var lines []string
	for _, e := range events {
		lines = append(lines, string(rune('0'+e.Seat))+": "+e.Text)
	}
	return strings.Join(lines, ", ")
}

func TestToldVeilsWhatIsDoneInSecret(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "2: play 6", "1: play 1")
	for viewer, want := range map[games.Seat]string{
		games.Spectator:  "2: play ?, 1: play ?",
		1:                "2: play ?, 1: play 1",
		2:                "2: play 6, 1: play ?",
		3:                "2: play ?, 1: play ?",
		games.Omniscient: "2: play 6, 1: play 1",
	} {
		if got := formatEvents(m.LogFor(viewer)); got != want {
			t.Errorf("LogFor(%d) = %s, want %s", viewer, got, want)
		}
	}
	if got := formatEvents(m.Log()); got != "2: play 6, 1: play 1" {
		t.Errorf("LogFor changed the log: %s", got)
	}
	shown := mustPlay(t, m, "3: play 4", "2: end", "3: play 2")
	if got, want := formatEvents(shown.LogFor(1)), "2: play 6, 1: play 1, 3: play 4, 2: end, 3: play ?"; got != want {
		t.Errorf("LogFor after all have bid = %s, want %s", got, want)
	}
	if got, want := formatEvents(m.LogFor(1)), "2: play ?, 1: play 1"; got != want {
		t.Errorf("an older match tells %s, want %s", got, want)
	}
}

func TestToldIsOpenOnceTheMatchIsOver(t *testing.T) {
	for _, lines := range [][]string{{"2: play 6", "3: abort"}, {"2: play 6", "1: resign", "3: resign"}} {
		m := mustPlay(t, mustDeal(t), lines...)
		if !m.Over() {
			t.Fatalf("after %v the match goes on", lines)
		}
		if got, want := formatEvents(m.LogFor(games.Spectator)), strings.Join(lines, ", "); got != want {
			t.Errorf("LogFor = %s, want %s", got, want)
		}
	}
}

func TestToldIsTheLogWhereNothingIsHidden(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "2: offer draw", "1: offer undo 0", "2: accept undo", "1: take 3")
	if diff := cmp.Diff(m.Log(), m.LogFor(2)); diff != "" {
		t.Errorf("LogFor (-log +told):\n%s", diff)
	}
	for _, event := range m.Story(games.Spectator, 0, m.Ply()) {
		if event.Facts != nil {
			t.Errorf("%v has facts: %v", event.Event, event.Facts)
		}
	}
}

func TestStoryTellsWhatTheViewerMayKnow(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "1: play 1", "2: play 6", "3: play 4", "2: steal 3", "2: pass", "1: resign")
	kinds := func(viewer games.Seat) string {
		var all []string
		for _, event := range m.Story(viewer, 2, m.Ply()) {
			var facts []string
			for _, f := range event.Facts {
				facts = append(facts, f.Kind+strings.Join(f.Cards, ""))
			}
			all = append(all, event.Text+": "+strings.Join(facts, " "))
		}
		return strings.Join(all, "\n")
	}
	for viewer, want := range map[games.Seat]string{
		games.Spectator: "play 4: bid? shown1 shown6 shown4 point\nsteal 3: steal\npass: stolen? draw? draw? draw?\nresign: leave",
		3:               "play 4: bid4 shown1 shown6 shown4 point\nsteal 3: steal\npass: stolen",
	} {
		if got := kinds(viewer); !strings.HasPrefix(got, want) {
			t.Errorf("Story(%d) = %s, want %s…", viewer, got, want)
		}
	}
	if got := kinds(3); strings.Count(got, "stolen?") > 0 || strings.Count(got, "draw?") != 1 {
		t.Errorf("Story(3) = %s, want the stolen card and two cards drawn", got)
	}
	if got := kinds(games.Omniscient); strings.Contains(got, "?") {
		t.Errorf("Story(Open) = %s", got)
	}
}

func TestStoryTakesAnyIndexes(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "1: play 1", "2: play 6")
	for _, test := range []struct{ from, to, want int }{{0, 2, 2}, {-5, 9, 2}, {1, 2, 1}, {2, 2, 0}, {2, 1, 0}, {7, 9, 0}} {
		if got := m.Story(1, test.from, test.to); len(got) != test.want {
			t.Errorf("Story from %d to %d has %d events, want %d", test.from, test.to, len(got), test.want)
		}
	}
}

func TestDrawsAndUndoAreNotForCards(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "1: play 1", "2: play 6", "3: play 4", "2: end")
	mustPlay(t, m, "1: offer draw = table.draw.game; 1: accept draw = table.draw.game; 1: claim draw = table.draw.game; "+
		"1: offer undo 1 = table.undo.game; 1: accept undo = table.undo.game; 1: abort = table.abort")
	for seat := games.Seat(1); seat <= 3; seat++ {
		if got := m.Offers(seat); !slices.Equal(got, []string{"resign"}) {
			t.Errorf("Offers(%d) = %v", seat, got)
		}
	}
	if got := mustDeal(t).Offers(1); !slices.Equal(got, []string{"abort", "resign"}) {
		t.Errorf("Offers at the start = %v", got)
	}
}

func isIllegal(err error) bool {
	var illegal *games.Illegal
	return errors.As(err, &illegal)
}

func none(games.Seat) string { return "" }

func TestWhoHasResignedPlaysOnByDefault(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "3: play 4", "1: resign")
	if _, err := play(m, "1: resign"); !isIllegal(err) {
		t.Errorf("resigning again: %v, want a refusal", err)
	}
	if slices.Contains(m.Offers(1), "resign") {
		t.Errorf("Offers(1) = %v", m.Offers(1))
	}
	p, ok := m.Follow(none)
	if want := (games.Posting{Seat: 1, Action: "play 1"}); !ok || p != want {
		t.Fatalf("Follow = %+v, %v, want %+v", p, ok, want)
	}
	m = mustPlay(t, m, "1: play 1")
	if p, ok := m.Follow(none); ok {
		t.Errorf("Follow = %+v while seat 2 is to act", p)
	}
	if m = mustPlay(t, m, "2: resign"); !m.Over() {
		t.Fatal("the match goes on with one seat")
	}
	if p, ok := m.Follow(none); ok {
		t.Errorf("Follow = %+v after the end", p)
	}
}

func TestFollowIsSilentInAMatchThatIsAborted(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "3: resign")
	if _, ok := m.Follow(none); !ok {
		t.Fatal("nothing is posted for seat 3")
	}
	if p, ok := mustPlay(t, m, "1: abort").Follow(none); ok {
		t.Errorf("Follow = %+v", p)
	}
	if p, ok := mustNew(t, nim{}, 2).Follow(none); ok {
		t.Errorf("Follow in an open game = %+v", p)
	}
}

func TestFollowGivesOrdersThatRemain(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "1: play 1", "2: play 5")
	orders := func(seat games.Seat) string { return map[games.Seat]string{2: "shield 5", 3: "6 4 2"}[seat] }
	p, ok := m.Follow(orders)
	if want := (games.Posting{Seat: 3, Action: "play 4", Orders: "6 2"}); !ok || p != want {
		t.Fatalf("Follow = %+v, want %+v", p, want)
	}
	m = mustPlay(t, m, "3: play 4", "2: steal 1")
	p, ok = m.Follow(orders)
	if want := (games.Posting{Seat: 2, Action: "pass", Orders: "shield 5", Interruptible: true, Wait: 5e9}); !ok || p != want {
		t.Fatalf("Follow = %+v, want %+v", p, want)
	}
}

func TestDefaultIsForThoseWhoOweADecision(t *testing.T) {
	m := mustPlay(t, mustDeal(t), "1: play 1")
	for seat, want := range map[games.Seat]string{1: "", 2: "play S", 3: "play 2", 4: "", games.Spectator: ""} {
		if got, ok := m.Default(seat); got != want || ok != (want != "") {
			t.Errorf("Default(%d) = %q, %v, want %q", seat, got, ok, want)
		}
	}
	if got, ok := mustPlay(t, m, "2: abort").Default(2); ok {
		t.Errorf("Default after the end = %q", got)
	}
	if got, ok := mustNew(t, nim{}, 2).Default(1); ok {
		t.Errorf("Default in a game that waits = %q", got)
	}
}

// TestRandomCards posts after every event the actions that follow, as a server does. A replay,
// which never posts, gives the same match.
func TestRandomCards(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		m, err := table.New(wager.Rules{}, games.Setup{Seats: 2 + int(seed)%3, Seed: &games.Seed{byte(seed)}})
		if err != nil {
			t.Fatal(err)
		}
		for !m.Over() {
			seat := m.ToAct()[rng.IntN(len(m.ToAct()))]
			text := m.Legal(seat)[rng.IntN(len(m.Legal(seat)))]
			if rng.IntN(30) == 0 {
				text = "resign"
			} else if rng.IntN(5) == 0 {
				text, _ = m.Default(seat)
			}
			if next, err := m.Play(seat, text, time.Time{}); err == nil {
				m = next
			} else if text != "resign" {
				t.Fatalf("seat %d: %s: %v", seat, text, err)
			}
			for p, ok := m.Follow(none); ok; p, ok = m.Follow(none) {
				if m, err = m.Play(p.Seat, p.Action, time.Time{}); err != nil {
					t.Fatalf("following: seat %d: %s: %v", p.Seat, p.Action, err)
				}
			}
		}
		again := replay(t, m)
		if diff := cmp.Diff(m.State().View(games.Omniscient), again.State().View(games.Omniscient)); diff != "" {
			t.Fatalf("replayed (-played +replayed):\n%s", diff)
		}
		if len(m.LogFor(1)) != m.Ply() || len(m.Story(1, 0, m.Ply())) != m.Ply() || len(m.Facts(1)) != m.Ply() || len(again.At(0).Facts(1)) != 0 {
			t.Fatal("lines are left out")
		}
	}
}
