package parker

import "math/bits"

// memo is a set of states of a jumping piece: the square that it stands on and
// the captures so far. Emptying it costs nothing.
type memo struct {
	slots []uint64 // age, square, captures
	shift uint
	age   uint64
	n     int
}

const (
	memoSize   = 256 // slots at first, a power of two
	memoMaxAge = 1<<24 - 1
)

func (m *memo) reset() {
	m.n = 0
	if m.age++; m.age > memoMaxAge {
		clear(m.slots)
		m.age = 1
	}
}

// add puts a state into the set and tells whether it is new.
func (m *memo) add(q Square, taken uint32) bool {
	if 2*m.n >= len(m.slots) {
		m.grow()
	}
	return m.insert(m.age<<40 | uint64(q)<<32 | uint64(taken))
}

func (m *memo) insert(state uint64) bool {
	mask := uint64(len(m.slots) - 1)
	for i := state * 0x9e3779b97f4a7c15 >> m.shift; ; i++ {
		switch old := m.slots[i&mask]; {
		case old == state:
			return false
		case old>>40 != m.age:
			m.slots[i&mask] = state
			m.n++
			return true
		}
	}
}

func (m *memo) grow() {
	old := m.slots
	m.slots = make([]uint64, max(memoSize, 4*len(old)))
	m.shift = uint(64 - bits.TrailingZeros(uint(len(m.slots))))
	m.n = 0
	for _, state := range old {
		if state>>40 == m.age {
			m.insert(state)
		}
	}
}
