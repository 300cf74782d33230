package handlers

import (
	"testing"
	"time"
)

func TestDefaultMemoryIsSmall(t *testing.T) {
	s := DefaultSettings()
	if sum := s.PositionMemory + s.EventMemory + s.PictureMemory; sum > 64<<20 {
		t.Errorf("the caches take %v by default, want at most 64MiB", sum)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	if s.GuestRate != 2.5 || s.Streams != 4000 || s.IdleTimeout != 2*time.Minute {
		t.Errorf("DefaultSettings = %+v", s)
	}
	s.GuestBurst = 0
	if err := s.Validate(); err == nil || err.Error() != "--guest-burst must be more than 0" {
		t.Errorf("Validate = %v", err)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{"40MiB": 40 << 20, "1GiB": 1 << 30, "12KiB": 12 << 10, "7B": 7, "0B": 0} {
		var got Size
		if err := got.UnmarshalFlag(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s reads as %d (%v), %v", text, got, got, err)
		}
	}
	for _, text := range []string{"", "40", "MiB", "-1MiB", "40 MiB", "9999999999GiB", "1.5MiB"} {
		if err := new(Size).UnmarshalFlag(text); err == nil {
			t.Errorf("%q is read as a size", text)
		}
	}
}
