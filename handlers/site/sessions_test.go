package site

import (
	"maps"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
)

// Sessions are read as they are stored, and as an earlier version stored them.
func TestSessionsAreRead(t *testing.T) {
	deadline, values := time.Date(2027, 1, 2, 3, 4, 5, 6, time.UTC), map[string]any{SessionPlayer: "ada"}
	for _, by := range []scs.Codec{SessionCodec{}, scs.GobCodec{}} {
		data, err := by.Encode(deadline, values)
		if err != nil {
			t.Fatal(err)
		}
		got, kept, err := SessionCodec{}.Decode(data)
		if err != nil || !got.Equal(deadline) || !maps.Equal(kept, values) {
			t.Errorf("%q: %v, %v, %v", data, got, kept, err)
		}
	}
	if _, _, err := (SessionCodec{}).Decode([]byte("{")); err == nil {
		t.Error("a broken session was read")
	}
}
