package accounts

import (
	"errors"
	"sync"
	"testing"
	"time"
)

// One password is hashed at a time, and who comes when too many wait is told so.
func TestHashingIsLimited(t *testing.T) {
	t.Parallel()
	h := newHasher()
	hold, held := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		h.do(t.Context(), func() error { close(held); <-hold; return nil })
	})
	<-held
	for range maxHashing - 1 {
		all.Go(func() { h.do(t.Context(), func() error { return nil }) })
	}
	for len(h.waiting) < maxHashing {
		time.Sleep(time.Millisecond)
	}
	if err := h.do(t.Context(), func() error { return nil }); !errors.Is(err, errHashing) {
		t.Errorf("one more than may wait: %v", err)
	}
	close(hold)
	all.Wait()
	if err := h.do(t.Context(), func() error { return nil }); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
