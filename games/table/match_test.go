package table_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

func mustNew(t testing.TB, rules games.Ruleset, seats int) table.Match {
	t.Helper()
	m, err := table.New(rules, games.Setup{Seats: seats})
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return m
}

// mustPlay plays lines of the form "1: take 2".
func mustPlay(t testing.TB, m table.Match, lines ...string) table.Match {
	t.Helper()
	for _, line := range lines {
		next, err := play(m, line)
		if err != nil {
			t.Fatalf("Play(%q) = %v", line, err)
		}
		m = next
	}
	return m
}

func play(m table.Match, line string) (table.Match, error) {
	var seat games.Seat
	who, text, _ := strings.Cut(line, ": ")
	if _, err := fmt.Sscan(who, &seat); err != nil {
		return m, err
	}
	if text == "timeout" {
		return m.Replay(table.Event{Seat: seat, Text: text})
	}
	return m.Play(seat, text, time.Time{})
}

// wantRefused checks that a line is refused with a key, and changes nothing.
func wantRefused(t *testing.T, m table.Match, line, key string) {
	t.Helper()
	after, err := play(m, line)
	var illegal *games.Illegal
	if !errors.As(err, &illegal) || illegal.Key != key {
		t.Errorf("Play(%q) = %v, want a refusal %q", line, err, key)
		return
	}
	if strings.ContainsAny(illegal.Text, "{}") {
		t.Errorf("Play(%q): the text %q is not filled in", line, illegal.Text)
	}
	if after.Ply() != m.Ply() {
		t.Errorf("Play(%q) was refused and yet changed the match", line)
	}
}

func TestNewRefusesWhatTheRulesetRefuses(t *testing.T) {
	if _, err := table.New(nim{}, games.Setup{Seats: 7}); err == nil {
		t.Error("New with 7 seats: no error")
	}
}

func TestSetupIsFilledInAndTheCallersOwn(t *testing.T) {
	options := map[string]string{"pile": "40"}
	m, err := table.New(nim{}, games.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	options["pile"] = "12"
	m.Setup().Options["pile"] = "12"
	want := games.Setup{Seats: 2, Options: map[string]string{"pile": "40"}}
	if diff := cmp.Diff(want, m.Setup()); diff != "" {
		t.Errorf("Setup (-want +got):\n%s", diff)
	}
}

func TestPlayStoresTheCanonicalText(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take  2", "2:  Offer   DRAW ", "1: decline draw", "2: take 01", "1: Offer undo 002")
	want := []table.Event{
		{Seat: 1, Text: "take 2"}, {Seat: 2, Text: "offer draw"}, {Seat: 1, Text: "decline draw"},
		{Seat: 2, Text: "take 1"}, {Seat: 1, Text: "offer undo 2"},
	}
	if diff := cmp.Diff(want, m.Log()); diff != "" {
		t.Errorf("Log (-want +got):\n%s", diff)
	}
}

func TestPlayToTheEnd(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 3", "2: take 3", "1: take 3")
	if diff := cmp.Diff([]games.Seat{2}, m.ToAct()); diff != "" {
		t.Errorf("ToAct (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"take 1", "take 2", "take 3"}, m.Legal(2)); diff != "" {
		t.Errorf("Legal(2) (-want +got):\n%s", diff)
	}
	for _, seat := range []games.Seat{games.Omniscient, games.Spectator, 3, 64, 1000} {
		if got := m.Legal(seat); got != nil {
			t.Errorf("Legal(%d) = %v, want none", seat, got)
		}
		if got := m.Offers(seat); len(got) > 0 {
			t.Errorf("Offers(%d) = %v, want none", seat, got)
		}
		wantRefused(t, m, fmt.Sprintf("%d: resign", seat), "table.seat")
	}
	if _, err := m.Play(1, "take 1", time.Time{}); err != games.ErrNotYourTurn {
		t.Errorf("Play out of turn = %v, want ErrNotYourTurn", err)
	}

	m = mustPlay(t, m, "2: take 3")
	want := &games.Result{Scores: map[games.Seat]float64{1: 0, 2: 1}, Winners: []games.Seat{2}, Reason: "pile"}
	if diff := cmp.Diff(want, m.Result()); diff != "" {
		t.Errorf("Result (-want +got):\n%s", diff)
	}
	if !m.Over() || m.ToAct() != nil || m.Legal(1) != nil || len(m.Offers(1)) > 0 {
		t.Errorf("over %v, to act %v, legal %v, offers %v, want it over and done", m.Over(), m.ToAct(), m.Legal(1), m.Offers(1))
	}
	for _, text := range []string{"take 1", "resign", "abort", "offer draw", "claim draw", "offer undo 1", "offer undo", "timeout", "nonsense"} {
		if _, err := m.Play(1, text, time.Time{}); err != games.ErrFinished {
			t.Errorf("Play(%q) after the end = %v, want ErrFinished", text, err)
		}
	}
	if _, err := m.Replay(table.Event{Seat: 1, Text: "timeout"}); err != games.ErrFinished {
		t.Errorf("Replay(timeout) after the end = %v, want ErrFinished", err)
	}
}

func TestAt(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	all := []table.Match{m}
	for _, line := range []string{"1: take 1", "1: offer draw", "2: take 1", "1: take 1", "2: offer undo 0", "1: accept undo", "1: take 2", "2: resign"} {
		m = mustPlay(t, m, line)
		all = append(all, m)
	}
	for ply, want := range all {
		for _, later := range all[ply:] {
			got := later.At(ply)
			if diff := cmp.Diff(want.Log(), got.Log()); diff != "" {
				t.Fatalf("At(%d).Log() (-want +got):\n%s", ply, diff)
			}
			if !same(want.State(), got.State()) || want.DrawOffer() != got.DrawOffer() || want.Over() != got.Over() {
				t.Fatalf("At(%d) is not as it was", ply)
			}
		}
	}
	if got := m.At(-1).Ply(); got != 0 {
		t.Errorf("At(-1).Ply() = %d, want 0", got)
	}
	if got := m.At(99).Ply(); got != m.Ply() {
		t.Errorf("At(99).Ply() = %d, want %d", got, m.Ply())
	}
}

func TestValueSemantics(t *testing.T) {
	trunk := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "2: take 1")
	left := mustPlay(t, trunk, "1: take 1", "2: offer draw")
	right := mustPlay(t, trunk, "1: take 2", "2: resign")
	trunk.Log()[0].Text = "take 3"

	if got := trunk.Log(); len(got) != 2 || got[0].Text != "take 1" {
		t.Errorf("the log played on from has become %v", got)
	}
	if got := left.Log()[2:]; got[0].Text != "take 1" || got[1].Text != "offer draw" || left.Over() {
		t.Errorf("one branch has become %v", got)
	}
	if got := right.Log()[2:]; got[0].Text != "take 2" || got[1].Text != "resign" || !right.Over() {
		t.Errorf("the other branch has become %v", got)
	}
}

func TestIsSurrounding(t *testing.T) {
	for _, text := range []string{"resign", "RESIGN", " offer  draw", "offer undo 3", "offer undo", "offer undo x", "timeout", "abort"} {
		if !table.IsSurrounding(text) {
			t.Errorf("IsSurrounding(%q) = false", text)
		}
	}
	for _, text := range []string{"", "E6-E8", "take 1", "offer", "offer undoing", "resigned", "accept", "resign now"} {
		if table.IsSurrounding(text) {
			t.Errorf("IsSurrounding(%q) = true", text)
		}
	}
}

func TestRefusalsAreWhole(t *testing.T) {
	all := table.Refusals()
	for key, text := range all {
		if !strings.HasPrefix(key, "table.") || !strings.HasSuffix(text, ".") {
			t.Errorf("the refusal %s: %q", key, text)
		}
	}
	all["table.seat"] = ""
	if table.Refusals()["table.seat"] == "" {
		t.Error("a caller can change the refusals")
	}
}

func TestOffers(t *testing.T) {
	tests := []struct {
		name  string
		rules nim
		seats int
		lines []string
		seat  games.Seat
		want  []string
	}{
		{"at the start", nim{}, 2, nil, 1, []string{"offer draw", "abort", "resign"}},
		{"after one's move", nim{}, 2, []string{"1: take 1"}, 1, []string{"offer draw", "offer undo 0", "abort", "resign"}},
		{"before one's move", nim{}, 2, []string{"1: take 1"}, 2, []string{"offer draw", "abort", "resign"}},
		{"of one's last move", nim{}, 2, []string{"1: take 1", "2: take 1", "1: take 1", "2: take 1"}, 1, []string{"offer draw", "offer undo 2", "resign"}},
		{"past what was taken back", nim{}, 2, []string{"1: take 1", "2: take 1", "1: take 1", "1: offer undo 2", "2: accept undo"}, 1, []string{"offer draw", "offer undo 0", "resign"}},
		{"a draw is offered", nim{}, 2, []string{"1: take 1", "1: offer draw"}, 2, []string{"accept draw", "decline draw", "abort", "resign"}},
		{"one's draw offer stands", nim{}, 2, []string{"1: offer draw"}, 1, []string{"abort", "resign"}},
		{"an undo is asked for", nim{}, 2, []string{"1: take 1", "1: offer undo 0"}, 2, []string{"accept undo", "decline undo", "offer draw", "abort", "resign"}},
		{"a draw may be claimed", nim{}, 2, []string{"1: take 3", "2: take 3", "1: take 3"}, 2, []string{"claim draw", "offer draw", "offer undo 1", "resign"}},
		{"a game without draws", nim{drawless: true}, 2, nil, 1, []string{"abort", "resign"}},
		{"a game with hidden parts", nim{hidden: true}, 2, []string{"1: take 1"}, 1, []string{"offer draw", "abort", "resign"}},
		{"out of the game", nim{}, 3, []string{"1: resign"}, 1, []string{"abort"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := mustPlay(t, mustNew(t, test.rules, test.seats), test.lines...)
			got := m.Offers(test.seat)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Offers(%d) (-want +got):\n%s", test.seat, diff)
			}
			for _, text := range got {
				if !table.IsSurrounding(text) || slices.Contains(m.Legal(test.seat), text) {
					t.Errorf("%q is no surrounding event", text)
				}
			}
		})
	}
}

// TestMatchIsSharedFreely plays on from one value in many goroutines; the race
// detector is to find nothing.
func TestMatchIsSharedFreely(t *testing.T) {
	rules, err := catalog.Find("camelot", 0)
	if err != nil {
		t.Fatal(err)
	}
	m := mustPlay(t, mustNew(t, rules, 0), "1: E6-E8", "2: F10-F9")
	var all sync.WaitGroup
	for _, action := range m.Legal(1) {
		all.Go(func() {
			next, err := m.Play(1, action, time.Time{})
			if err != nil {
				t.Errorf("Play(%q) = %v", action, err)
				return
			}
			if got := next.Log()[2].Text; got != action {
				t.Errorf("after %q the log has %q", action, got)
			}
			if m.Offers(2); m.At(1).Ply() != 1 || m.Ply() != 2 {
				t.Error("a match changed while others played on from it")
			}
		})
	}
	all.Wait()
}

// Last is the action that the position came about by: not what surrounds it, nor
// what was taken back.
func TestLast(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	if e, ok := m.Last(); ok {
		t.Errorf("Last() = %v at the start", e)
	}
	for _, step := range []struct {
		line string
		want table.Event
	}{
		{"1: take 2", table.Event{Seat: 1, Text: "take 2"}},
		{"2: take 1", table.Event{Seat: 2, Text: "take 1"}},
		{"1: offer undo 1", table.Event{Seat: 2, Text: "take 1"}},
		{"2: accept undo", table.Event{Seat: 1, Text: "take 2"}},
		{"2: resign", table.Event{Seat: 1, Text: "take 2"}},
	} {
		m = mustPlay(t, m, step.line)
		if got, ok := m.Last(); !ok || got != step.want {
			t.Errorf("after %s Last() = %v, %v, want %v", step.line, got, ok, step.want)
		}
	}
}

// TestEventsKeepTheirTimes plays one game at two paces.
func TestEventsKeepTheirTimes(t *testing.T) {
	start := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	lines := []struct {
		seat games.Seat
		text string
	}{{1, "take 1"}, {2, "offer draw"}, {2, "take 2"}, {1, "offer undo 0"}, {2, "accept undo"}}
	at := func(pace time.Duration) table.Match {
		m := mustNew(t, nim{}, 2)
		for i, l := range lines {
			next, err := m.Play(l.seat, l.text, start.Add(time.Duration(i)*pace))
			if err != nil {
				t.Fatalf("%d: %s: %v", l.seat, l.text, err)
			}
			m = next
		}
		return m
	}
	fast, slow := at(time.Second), at(time.Hour)
	for i, e := range slow.Log() {
		if want := start.Add(time.Duration(i) * time.Hour); !e.At.Equal(want) {
			t.Errorf("event %d happened at %v, want %v", i, e.At, want)
		}
	}
	if told := slow.Story(games.Spectator, 0, 5); !told[3].At.Equal(start.Add(3 * time.Hour)) {
		t.Errorf("event 3 is told to have happened at %v", told[3].At)
	}
	if e, ok := slow.At(3).Last(); !ok || !e.At.Equal(start.Add(2*time.Hour)) {
		t.Errorf("the last action happened at %v", e.At)
	}
	if !reflect.DeepEqual(fast.State(), slow.State()) || !slices.Equal(fast.Offers(1), slow.Offers(1)) || fast.DrawOffer() != slow.DrawOffer() {
		t.Error("what a match comes to depends on its times")
	}
	replayed := mustNew(t, nim{}, 2)
	for _, e := range slow.Log() {
		next, err := replayed.Replay(e)
		if err != nil {
			t.Fatal(err)
		}
		replayed = next
	}
	if !slices.Equal(replayed.Log(), slow.Log()) {
		t.Errorf("replayed, the log is %v, was %v", replayed.Log(), slow.Log())
	}
}

// A game without squares lists the legal actions that begin with some words, in
// pages.
func TestLegalFromWords(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	for _, tt := range []struct {
		seat games.Seat
		from string
		skip int
		want []string
		more bool
	}{
		{1, "take", 0, []string{"take 1", "take 2"}, true},
		{1, "take", 2, []string{"take 3"}, false},
		{1, "take 2", 0, []string{"take 2"}, false},
		{1, "tak", 0, nil, false},
		{2, "take", 0, nil, false},
		{3, "take", 0, nil, false},
	} {
		if got, more := m.LegalFrom(tt.seat, tt.from, tt.skip, 2); !slices.Equal(got, tt.want) || more != tt.more {
			t.Errorf("LegalFrom(%d, %q, %d) = %v, %v, want %v, %v", tt.seat, tt.from, tt.skip, got, more, tt.want, tt.more)
		}
	}
}
