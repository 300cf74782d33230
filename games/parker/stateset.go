package parker

import "math/bits"

// stateSet is a hash set of states of a jumping piece: its square and its captures
// so far.
//
// A leaping piece stays on squares whose files and ranks have the parity of its
// own, so half the file and half the rank identify them: three bits each, besides
// one bit for each of up to 24 enemies.
type stateSet struct {
	slots []uint32 // a power of two of them; 0 is an empty slot
	spare []uint32 // the slots of the smaller set before, to grow into
	shift uint
	n     int
}

// minSlots is the number of slots of an empty set.
const minSlots = 128

// maxEnemies is the largest number of enemies of a side on any board.
const maxEnemies = 24

// reset empties the set. It keeps room for as many states again: the next piece reaches
// about as many as this one, and to clear the room costs less than to grow into it.
func (m *stateSet) reset() {
	if m.n > 0 {
		size := len(m.slots)
		for size > minSlots && 4*m.n < size {
			size /= 2
		}
		m.resize(size)
	}
}

// add adds a state and reports whether it is new.
func (m *stateSet) add(place uint8, taken uint32) bool {
	if 4*m.n >= 3*len(m.slots) {
		m.grow()
	}
	state := 1<<31 | uint32(place)<<maxEnemies | taken
	mask := uint32(len(m.slots) - 1)
	for i := state * 0x9e3779b1 >> m.shift; ; i++ {
		switch m.slots[i&mask] {
		case 0:
			m.slots[i&mask] = state
			m.n++
			return true
		case state:
			return false
		}
	}
}

func (m *stateSet) grow() {
	old := m.slots
	m.spare, m.slots = m.slots, m.spare
	m.resize(max(minSlots, 4*len(old)))
	mask := uint32(len(m.slots) - 1)
	for _, state := range old {
		if state == 0 {
			continue
		}
		i := state * 0x9e3779b1 >> m.shift
		for m.slots[i&mask] != 0 {
			i++
		}
		m.slots[i&mask] = state
		m.n++
	}
}

func (m *stateSet) resize(size int) {
	if cap(m.slots) < size {
		m.slots = make([]uint32, size)
	} else {
		m.slots = m.slots[:size]
		clear(m.slots)
	}
	m.shift = uint(32 - bits.TrailingZeros(uint(size)))
	m.n = 0
}
