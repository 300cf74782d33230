package table_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/table"
)

func wantReason(t *testing.T, m table.Match, reason string, winners ...games.Seat) {
	t.Helper()
	r := m.Result()
	if r == nil {
		t.Fatalf("the match goes on, want it to end by %s", reason)
	}
	if r.Reason != reason {
		t.Errorf("Result().Reason = %q, want %q", r.Reason, reason)
	}
	if len(r.Winners) != len(winners) || len(winners) > 0 && !cmp.Equal(winners, r.Winners) {
		t.Errorf("Result().Winners = %v, want %v", r.Winners, winners)
	}
}

func TestResign(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	wantReason(t, mustPlay(t, m, "1: resign"), games.ReasonResignation, 2)
	wantReason(t, mustPlay(t, m, "1: take 1", "1: resign"), games.ReasonResignation, 2)

	of3 := mustPlay(t, mustNew(t, nim{}, 3), "1: take 1", "3: resign")
	if of3.Over() {
		t.Error("one of three resigned and the match is over")
	}
	wantRefused(t, of3, "3: resign", "nim.out")
	wantReason(t, mustPlay(t, of3, "2: take 1", "1: resign"), games.ReasonResignation, 2)
}

func TestTimeout(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	late, err := m.Replay(table.Event{Seat: 1, Text: "timeout"})
	if err != nil {
		t.Fatal(err)
	}
	wantReason(t, late, games.ReasonTimeout, 2)
	if r := late.State().Result(); r.Reason != games.ReasonResignation {
		t.Errorf("the state's own result was changed: %v", r)
	}
	if _, err := m.Play(1, "timeout", time.Time{}); err == nil {
		t.Error("a player may post a time-out")
	}

	of3 := mustPlay(t, mustNew(t, nim{}, 3), "1: timeout")
	if of3.Over() {
		t.Error("one of three is out of time and the match is over")
	}
}

func TestAbort(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	want := &games.Result{Scores: map[games.Seat]float64{1: 0, 2: 0}, Winners: []games.Seat{}, Reason: games.ReasonAborted}
	for _, before := range [][]string{nil, {"1: take 1"}, {"1: take 1", "2: offer draw"}, {"1: take 1", "2: take 1", "1: offer undo 1", "2: accept undo"}} {
		aborted := mustPlay(t, mustPlay(t, m, before...), "2: abort")
		if diff := cmp.Diff(want, aborted.Result()); diff != "" {
			t.Errorf("Result after %v (-want +got):\n%s", before, diff)
		}
		if aborted.DrawOffer() != 0 {
			t.Errorf("an offer stands in an aborted match")
		}
	}
	wantRefused(t, mustPlay(t, m, "1: take 1", "2: take 1"), "1: abort", "table.abort")
}

func TestDrawByAgreement(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "1: offer draw")
	if m.DrawOffer() != 1 {
		t.Errorf("DrawOffer() = %d, want 1", m.DrawOffer())
	}
	wantRefused(t, m, "1: offer draw", "table.draw.yours")
	wantRefused(t, m, "2: offer draw", "table.draw.theirs")
	wantRefused(t, m, "1: accept draw", "table.draw.own")
	wantRefused(t, m, "1: decline draw", "table.draw.own")

	drawn := mustPlay(t, m, "2: accept draw")
	wantReason(t, drawn, games.ReasonAgreement)
	if got := drawn.Result().Scores[1]; got != 0.5 {
		t.Errorf("score of seat 1 = %v, want 0.5", got)
	}
	if drawn.DrawOffer() != 0 {
		t.Error("the offer stands after the end")
	}
}

func TestDrawOfferNeedsAllVoices(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 4), "1: take 1", "4: resign", "3: offer draw", "1: accept draw")
	wantRefused(t, m, "4: accept draw", "table.draw.voice")
	wantRefused(t, m, "4: offer draw", "table.draw.voice")
	wantRefused(t, m, "4: claim draw", "table.draw.voice")
	wantRefused(t, m, "1: accept draw", "table.draw.accepted")
	wantRefused(t, m, "1: offer draw", "table.draw.accepted")
	if m.Over() || m.DrawOffer() != 3 {
		t.Fatalf("over %v, offer of %d, want the offer of 3 to stand", m.Over(), m.DrawOffer())
	}
	wantReason(t, mustPlay(t, m, "2: accept draw"), games.ReasonAgreement)

	if got := mustPlay(t, m, "1: decline draw"); got.DrawOffer() != 0 {
		t.Error("one decline does not end the offer")
	}
	if got := mustPlay(t, m, "1: resign"); got.Over() || got.DrawOffer() != 0 {
		t.Error("the offer outlives one who accepted it")
	}
}

func TestDrawOfferIsDeclined(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "1: offer draw", "2: decline draw")
	if m.DrawOffer() != 0 {
		t.Error("the offer stands though declined")
	}
	wantRefused(t, m, "2: decline draw", "table.draw.none")
	wantRefused(t, m, "2: accept draw", "table.draw.none")
	wantRefused(t, m, "1: offer draw", "table.draw.again")
	mustPlay(t, m, "2: offer draw", "1: accept draw")
	mustPlay(t, m, "2: take 1", "1: offer draw", "2: accept draw")
}

func TestPlayingOnDeclinesADrawOffer(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "1: offer draw", "2: take 1")
	if m.DrawOffer() != 0 {
		t.Error("the offer stands though the other played on")
	}
	wantRefused(t, m, "1: offer draw", "table.draw.again")
	mustPlay(t, m, "1: take 1", "1: offer draw")
}

func TestDrawOfferOutlivesTheMoveOfWhoAgrees(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: offer draw", "1: take 1")
	if m.DrawOffer() != 1 {
		t.Error("the offer fell with the offerer's own move")
	}
	mustPlay(t, m, "2: accept draw")

	of3 := mustPlay(t, mustNew(t, nim{}, 3), "2: offer draw", "1: accept draw", "1: take 1", "2: take 1")
	if of3.DrawOffer() != 2 {
		t.Error("the offer fell with the move of one who has accepted")
	}
	if got := mustPlay(t, of3, "3: take 1"); got.DrawOffer() != 0 {
		t.Error("the offer stands though one played on")
	}
}

func TestDrawByClaim(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 3", "2: take 3")
	wantRefused(t, m, "1: claim draw", "nim.claim")
	m = mustPlay(t, m, "1: take 3")
	wantReason(t, mustPlay(t, m, "1: claim draw"), "three")
	wantReason(t, mustPlay(t, m, "2: claim draw"), "three")
}

func TestNoDrawsInAGameWithout(t *testing.T) {
	m := mustNew(t, nim{drawless: true}, 2)
	for _, text := range []string{"offer draw", "accept draw", "decline draw", "claim draw"} {
		wantRefused(t, m, "1: "+text, "table.draw.game")
	}
	mustPlay(t, m, "1: take 1", "2: take 1", "1: resign")
}

func TestUndo(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "2: take 2", "1: take 3", "1: offer undo 1")
	if by, line := m.UndoOffer(); by != 1 || line != 1 {
		t.Errorf("UndoOffer() = %d, %d, want 1, 1", by, line)
	}
	wantRefused(t, m, "1: accept undo", "table.undo.own")
	wantRefused(t, m, "1: decline undo", "table.undo.own")
	wantRefused(t, m, "1: offer undo 2", "table.undo.yours")
	wantRefused(t, m, "2: offer undo 2", "table.undo.theirs")

	back := mustPlay(t, m, "2: offer draw", "2: accept undo")
	if !same(back.State(), m.At(1).State()) {
		t.Errorf("the position has a pile of %v, want that after line 1", back.State().View(0))
	}
	if by, _ := back.UndoOffer(); by != 0 || back.DrawOffer() != 0 {
		t.Error("an offer stands after the undo")
	}
	if back.Ply() != 6 {
		t.Errorf("Ply() = %d, want 6: the log only grows", back.Ply())
	}
	if diff := cmp.Diff([]int{0}, back.Path()); diff != "" {
		t.Errorf("Path (-want +got):\n%s", diff)
	}
	wantRefused(t, back, "1: offer undo 1", "table.undo.same")

	on := mustPlay(t, back, "2: take 1", "1: take 1")
	if diff := cmp.Diff([]int{0, 6, 7}, on.Path()); diff != "" {
		t.Errorf("Path (-want +got):\n%s", diff)
	}
	forth := mustPlay(t, on, "1: offer undo 3", "2: accept undo")
	if !same(forth.State(), m.State()) {
		t.Error("what was taken back cannot be brought back")
	}
}

func TestUndoNeedsAllOthers(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 3), "1: take 1", "1: offer undo 0", "3: accept undo")
	wantRefused(t, m, "3: accept undo", "table.undo.accepted")
	if by, _ := m.UndoOffer(); by != 1 {
		t.Error("one of two has accepted and the request is gone")
	}
	if got := mustPlay(t, m, "2: accept undo"); !same(got.State(), m.At(0).State()) {
		t.Error("all have accepted and the position stays")
	}
	if by, _ := mustPlay(t, m, "3: decline undo").UndoOffer(); by != 0 {
		t.Error("one decline does not end the request")
	}
}

func TestUndoEndsWithThePosition(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1", "1: offer undo 0", "2: take 1")
	if by, _ := m.UndoOffer(); by != 0 {
		t.Error("the other played on and the request stands")
	}
	wantRefused(t, m, "2: accept undo", "table.undo.none")
	wantRefused(t, m, "2: decline undo", "table.undo.none")
	mustPlay(t, m, "1: offer undo 0", "2: decline undo", "1: offer undo 0")
}

func TestUndoRefused(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	wantRefused(t, m, "1: offer undo 0", "table.undo.start")
	m = mustPlay(t, m, "1: take 1")
	for line, key := range map[string]string{
		"1: offer undo":                      "table.undo.form",
		"1: offer undo two":                  "table.undo.form",
		"1: offer undo -1":                   "table.undo.form",
		"1: offer undo +1":                   "table.undo.form",
		"1: offer undo 1 2":                  "table.undo.form",
		"1: offer undo 99999999999999999999": "table.undo.form",
		"1: offer undo 1":                    "table.undo.line",
		"1: offer undo 2147483647":           "table.undo.line",
	} {
		wantRefused(t, m, line, key)
	}
	m = mustPlay(t, m, "2: offer draw")
	wantRefused(t, m, "1: offer undo 1", "table.undo.same")

	hidden := mustPlay(t, mustNew(t, nim{hidden: true}, 2), "1: take 1")
	for _, text := range []string{"offer undo 0", "accept undo", "decline undo"} {
		wantRefused(t, hidden, "1: "+text, "table.undo.game")
	}
}

func TestVotes(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 3), "1: take 1")
	for _, tt := range []struct {
		events           []string
		votes            func(table.Match) (agreed, awaited []games.Seat)
		agreed, awaiting []games.Seat
	}{
		{nil, table.Match.DrawVotes, nil, nil},
		{nil, table.Match.UndoVotes, nil, nil},
		{[]string{"2: offer draw"}, table.Match.DrawVotes, []games.Seat{2}, []games.Seat{1, 3}},
		{[]string{"2: offer draw", "3: accept draw"}, table.Match.DrawVotes, []games.Seat{2, 3}, []games.Seat{1}},
		{[]string{"1: offer undo 0"}, table.Match.UndoVotes, []games.Seat{1}, []games.Seat{2, 3}},
		{[]string{"1: offer undo 0", "3: accept undo"}, table.Match.UndoVotes, []games.Seat{1, 3}, []games.Seat{2}},
		{[]string{"1: offer undo 0", "3: decline undo"}, table.Match.UndoVotes, nil, nil},
	} {
		agreed, awaited := tt.votes(mustPlay(t, m, tt.events...))
		if !cmp.Equal(agreed, tt.agreed) || !cmp.Equal(awaited, tt.awaiting) {
			t.Errorf("after %v: agreed %v, awaited %v, want %v, %v", tt.events, agreed, awaited, tt.agreed, tt.awaiting)
		}
	}
}

func TestAsked(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 3), "1: take 1")
	for _, tt := range []struct {
		events []string
		want   []games.Seat
	}{
		{nil, nil},
		{[]string{"2: offer draw"}, []games.Seat{1, 3}},
		{[]string{"2: offer draw", "1: offer undo 0"}, []games.Seat{1, 2, 3}},
		{[]string{"2: offer draw", "1: offer undo 0", "2: accept undo"}, []games.Seat{1, 3}},
		{[]string{"2: offer draw", "1: accept draw"}, []games.Seat{3}},
		{[]string{"2: offer draw", "3: decline draw"}, nil},
	} {
		if got := mustPlay(t, m, tt.events...).Asked(); !slices.Equal(got, tt.want) {
			t.Errorf("after %v, asked %v, want %v", tt.events, got, tt.want)
		}
	}
}
