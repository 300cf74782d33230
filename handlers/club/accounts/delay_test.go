package accounts

import (
	"testing"
	"time"
)

func TestDelay(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]time.Duration{0: 10 * time.Second, 1: 20 * time.Second, 3: 80 * time.Second, 8: 30 * time.Minute, 1000: 30 * time.Minute} {
		if got := Delay(n); got != want {
			t.Errorf("delay(%d) = %s, want %s", n, got, want)
		}
	}
}
