package site

import (
	"maps"
	"testing"
	"time"
)

// Sessions are read as they are stored, and as an earlier version stored them.
func TestSessionsAreRead(t *testing.T) {
	deadline, values := time.Date(2027, 1, 2, 3, 4, 5, 6, time.UTC), map[string]any{SessionPlayer: "ada"}
	stored, err := SessionCodec{}.Encode(deadline, values)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{string(stored), `{"deadline":"2027-01-02T03:04:05.000000006Z","values":{"player":"ada"}}`} {
		got, kept, err := SessionCodec{}.Decode([]byte(data))
		if err != nil || !got.Equal(deadline) || !maps.Equal(kept, values) {
			t.Errorf("%q: %v, %v, %v", data, got, kept, err)
		}
	}
	if _, _, err := (SessionCodec{}).Decode([]byte("{")); err == nil {
		t.Error("a broken session was read")
	}
}
