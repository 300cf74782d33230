package club

import (
	"context"
	"sync"
)

// searching counts the searches that people wait for, for work of low priority to rest
// meanwhile.
type searching struct {
	mu    sync.Mutex
	under int           // way
	idle  chan struct{} // closed when none is under way any more; nil while there is none
}

// begin notes that a search begins, until end is called.
func (s *searching) begin() (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under++; s.under == 1 {
		s.idle = make(chan struct{})
	}
	return s.end
}

func (s *searching) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under--; s.under == 0 {
		close(s.idle)
		s.idle = nil
	}
}

// rest waits until no search is under way, or ctx ends.
func (s *searching) rest(ctx context.Context) {
	s.mu.Lock()
	idle := s.idle
	s.mu.Unlock()
	if idle == nil {
		return
	}
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
