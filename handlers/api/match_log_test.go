package api

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"tableronde/db"
)

// Events are written as encoding/json writes them, whatever is in their texts.
func TestEventsAreJSON(t *testing.T) {
	for _, e := range []db.Event{{Ply: 2, Seat: 1, Text: "<2> é \"\\\u2028", At: time.UnixMilli(1_700_000_000_037)}, {Seat: 62, Text: "E6-E8", At: time.UnixMilli(-5)}, {Text: "a\x00\xff"}} {
		want, err := json.Marshal(loggedEvent{e.Ply, e.Seat, e.Text, formatTime(e.At)})
		if got := appendEvent(nil, e); err != nil || !bytes.Equal(got, want) {
			t.Errorf("got  %s, want %s", got, want)
		}
	}
}

// TestMain collects garbage less often: the tests make far more of it than they
// keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
