package table

// Last is the game action that led to the present position; ok is false where
// none did.
func (m Match) Last() (e Event, ok bool) {
	for p := m.now.pos; p != nil; p = p.prev {
		if p.acted {
			return p.event, true
		}
	}
	return Event{}, false
}
