package table_test

import (
	"errors"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/table"
)

// What an operator does is an event like any other, which a log gives again, and which
// nobody who plays can post.
func TestOperatorsEvents(t *testing.T) {
	m := mustPlay(t, mustNew(t, camelot(t), 0), "1: E6-E8", "2: F10-F9", "1: offer undo 1")
	for _, text := range []string{"void", "Rewind 0", "player"} {
		var refusal *games.Illegal
		if _, err := m.Play(1, text, time.Time{}); !errors.As(err, &refusal) || refusal.Key != "table.operator" {
			t.Errorf("a player posts %s: %v", text, err)
		}
	}
	for line, want := range map[string]string{"rewind 3": "table.undo.line", "rewind 2": "table.undo.same", "rewind": "table.undo.form"} {
		var refusal *games.Illegal
		if _, err := m.Replay(table.Event{Seat: 1, Text: line}); !errors.As(err, &refusal) || refusal.Key != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	back, err := m.Replay(table.Event{Seat: 1, Text: "rewind 1"})
	if err != nil {
		t.Fatal(err)
	}
	if by, _ := back.UndoOffer(); by != 0 || len(back.Path()) != 1 || back.Ply() != 4 || back.ToAct()[0] != 2 {
		t.Errorf("after a rewind: offer %d, path %v, ply %d, to act %v", by, back.Path(), back.Ply(), back.ToAct())
	}
	over, err := mustPlay(t, back, "2: G10-G9").Replay(table.Event{Seat: 1, Text: "void"})
	if err != nil {
		t.Fatal(err)
	}
	if r := over.Result(); r == nil || r.Reason != games.ReasonAborted || len(r.Winners) != 0 {
		t.Errorf("after a void: %+v", r)
	}
	again, err := table.Restore(over.Ruleset(), over.Setup(), over.Log(), over.Save())
	if err != nil || again.Ply() != over.Ply() || again.Result().Reason != games.ReasonAborted || len(again.Path()) != 2 {
		t.Errorf("restored: %v", err)
	}
}
