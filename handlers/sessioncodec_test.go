package handlers

import (
	"maps"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
)

// Sessions that were stored by an earlier version are read.
func TestSessionCodec(t *testing.T) {
	deadline, values := time.Date(2027, 1, 2, 3, 4, 5, 6, time.UTC), map[string]any{sessionPlayer: "ada"}
	for _, codec := range []scs.Codec{scs.GobCodec{}, sessionCodec{}} {
		data, err := codec.Encode(deadline, values)
		if err != nil {
			t.Fatal(err)
		}
		gotDeadline, got, err := sessionCodec{}.Decode(data)
		if err != nil || !gotDeadline.Equal(deadline) || !maps.Equal(got, values) {
			t.Errorf("%T: %v, %v, %v", codec, gotDeadline, got, err)
		}
	}
	if _, err := (sessionCodec{}).Encode(deadline, map[string]any{"n": 1}); err == nil {
		t.Error("a number was stored")
	}
	if _, _, err := (sessionCodec{}).Decode([]byte("{")); err == nil {
		t.Error("a broken session was read")
	}
}

// A session is read alike whether or not it is plain.
func TestPlainSessions(t *testing.T) {
	deadline := time.Date(2027, 1, 2, 3, 4, 5, 6, time.UTC)
	for _, tt := range []struct {
		name   string
		values map[string]any
		plain  bool
	}{
		{"nothing", map[string]any{}, true},
		{"a player", map[string]any{sessionPlayer: "ada"}, true},
		{"several", map[string]any{sessionPlayer: "ada", "": "", "a": "é, {b}", "c": ":"}, true},
		{"quotes", map[string]any{`a"b`: `c","d":"e`}, false},
		{"signs", map[string]any{"a": "<&\n\\"}, false},
	} {
		data, err := sessionCodec{}.Encode(deadline, tt.values)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, plain := readPlainSession(string(data)); plain != tt.plain {
			t.Errorf("%s: %s is plain: %v", tt.name, data, plain)
		}
		if got, values, err := (sessionCodec{}).Decode(data); err != nil || !got.Equal(deadline) || !maps.Equal(values, tt.values) {
			t.Errorf("%s: %v, %v, %v, want %v", tt.name, got, values, err, tt.values)
		}
	}
	for _, broken := range []string{
		`{"deadline":"","values":{}}`, `{"deadline":"2027-01-02T03:04:05Z","values":{"a"}}`, `{"deadline":"2027-01-02T03:04:05Z","values":{"a":"b",}}`,
		`{"deadline":"2027-01-02T03:04:05Z","values":{"a":"b""c":"d"}}`, `{"deadline":"2027-01-02T03:04:05Z","values":{a":"b"}}`,
	} {
		if _, _, err := (sessionCodec{}).Decode([]byte(broken)); err == nil {
			t.Errorf("%s was read", broken)
		}
	}
}

// BenchmarkSessionDecode is the session of every request of a player.
func BenchmarkSessionDecode(b *testing.B) {
	for name, codec := range map[string]scs.Codec{"gob": scs.GobCodec{}, "json": sessionCodec{}} {
		b.Run(name, func(b *testing.B) {
			data, err := codec.Encode(time.Now(), map[string]any{sessionPlayer: "a64avc42wbk7"})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, _, err := codec.Decode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
