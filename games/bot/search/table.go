package search

import "tableronde/games"

// bound says what the value of an entry is to the value of its position.
type bound uint8

const (
	noBound    bound = iota
	lowerBound       // at least
	upperBound       // at most
	exactValue
)

// entry is what a search has found out about a position.
type entry struct {
	check uint32 // the upper half of the key
	value int16
	depth int8
	state uint8 // the bound in two bits, the age above
	move  games.SearchMove
}

func (e *entry) bound() bound { return bound(e.state & 3) }
func (e *entry) age() uint8   { return e.state >> 2 }

// ages is the number of different ages: they come round again.
const ages = 64

// bucketSize is the number of entries that a position may be kept in: one line of a
// processor's cache has them.
const bucketSize = 4

const entryBytes = 16

// table is the transposition table. Its size is bounded; a new entry takes the place of
// the one of its bucket that is worth least, by depth and age.
type table struct {
	buckets [][bucketSize]entry
	mask    uint64
	age     uint8
}

// newTable returns a table of at most so many bytes, and at least of one bucket.
func newTable(bytes int) *table {
	n := 1
	for 2*n*bucketSize*entryBytes <= bytes {
		n *= 2
	}
	return &table{buckets: make([][bucketSize]entry, n), mask: uint64(n - 1)}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// probe returns the entry of a key, nil if there is none.
func (t *table) probe(key uint64) *entry {
	b := &t.buckets[key&t.mask]
	check := uint32(key >> 32)
	for i := range b {
		if b[i].check == check && b[i].state&3 != 0 {
			return &b[i]
		}
	}
	return nil
}

// store keeps what was found out about a position. Without a move the one that was
// known stays.
func (t *table) store(key uint64, move games.SearchMove, value, depth int, b bound) {
	bucket := &t.buckets[key&t.mask]
	check := uint32(key >> 32)
	place, least := &bucket[0], 1<<30
	for i := range bucket {
		e := &bucket[i]
		if e.check == check && e.bound() != noBound {
			if b != exactValue && e.age() == t.age && int(e.depth) > depth+2 {
				return
			}
			if move == 0 {
				move = e.move
			}
			place = e
			break
		}
		worth := int(e.depth) - 8*int((t.age-e.age())%ages)
		if e.bound() == noBound {
			worth = -1 << 20
		}
		if worth < least {
			place, least = e, worth
		}
	}
	*place = entry{check, int16(value), int8(min(max(depth, -1), 127)), t.age<<2 | uint8(b), move}
}
