package web

import (
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

// An address that has used up its burst does not get it back before it has refilled, however
// many other addresses come.
func TestLimitOutlivesItsWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			rate  rate.Limit
			burst int
		}{{recipientMailRate, recipientMailBurst}, {exportRate, exportBurst}, {1. / 3600, 10}} {
			limiter := NewLimiter(tt.rate, tt.burst)
			for range tt.burst {
				if err := Allow(limiter, "a"); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(6 * time.Minute)
			_ = Allow(limiter, "b")
			allowed := 0
			for Allow(limiter, "a") == nil {
				allowed++
			}
			if most := int(360 * float64(tt.rate)); allowed > most {
				t.Errorf("%d at %.4f per second: %d are allowed after 6 minutes, want %d", tt.burst, tt.rate, allowed, most)
			}
		}
	})
}
