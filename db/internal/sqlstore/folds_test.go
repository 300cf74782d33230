package sqlstore

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// Events are packed without a loss. Damaged packed events are not unpacked.
func TestPackedEvents(t *testing.T) {
	at := func(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
	events := []db.Event{
		{Ply: 0, Seat: 1, Text: "E6-E8", At: at(1_700_000_000_000)},
		{Ply: 1, Seat: 62, Text: strings.Repeat("é x", 1300), At: at(1_699_999_999_999)}, // a clock was set back
		{Ply: 2, Seat: 0, Text: "timeout", At: at(-7)},
	}
	packed := PackEvents(events)
	if diff := cmp.Diff(events, unpackEvents(packed, 2)); diff != "" {
		t.Errorf("unpacked (-want +got):\n%s", diff)
	}
	if packed := PackEvents(nil); len(unpackEvents(packed, 2)) != 0 {
		t.Error("there are events in none")
	}
	for i := range packed {
		broken := bytes.Clone(packed)
		broken[i] ^= 4
		if unpackEvents(broken, 2) != nil || unpackEvents(packed[:i], 2) != nil {
			t.Fatalf("unpacked with byte %d damaged or cut off", i)
		}
	}
}
