package live

import (
	"maps"
	"slices"
)

// Show lists the player of the subscription in Here until the subscription is closed.
func (s *Subscription) Show() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if len(s.owners) > 0 && s.player != "" && !s.shown {
		s.shown = true
		s.hub.here[s.player]++
	}
}

// hide undoes Show. The caller holds mu of the hub.
func (s *Subscription) hide() {
	if !s.shown {
		return
	}
	s.shown = false
	if s.hub.here[s.player]--; s.hub.here[s.player] <= 0 {
		delete(s.hub.here, s.player)
	}
}

// Here lists, by id, the connected players of this process who wish to be seen.
func (h *Hub) Here() []string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Sorted(maps.Keys(h.here))
}
