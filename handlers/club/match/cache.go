package match

import (
	"github.com/maypok86/otter/v2"

	"tableronde/games/table"
)

// About how many bytes a match takes in memory: for each event, and for the states of
// the ruleset that are kept whatever its length.
const (
	boardEvent, boardStates = 300, 8 << 10
	cardEvent, cardStates   = 600, 16 << 10
)

// fewPositions is the memory of a cache of which nobody has said how large it may be.
const fewPositions = 4 << 20

// positionCache keeps the replayed positions of the matches used most, within a
// number of bytes. A log only ever grows, so an entry never becomes wrong, only
// short.
type positionCache struct {
	matches *otter.Cache[string, *table.Match] // by id
}

func newPositionCache(bytes int64) *positionCache {
	return &positionCache{otter.Must(&otter.Options[string, *table.Match]{
		MaximumWeight: uint64(bytes),
		Weigher:       func(_ string, t *table.Match) uint32 { return uint32(sizeOf(*t)) },
		Executor:      func(evict func()) { evict() },
	})}
}

// sizeOf estimates how many bytes a match takes in memory.
func sizeOf(t table.Match) int {
	info := t.Ruleset().Info()
	if info.Hidden || info.Chance {
		return t.Ply()*cardEvent + cardStates
	}
	return t.Ply()*boardEvent + boardStates
}

func (c *positionCache) get(match string) (table.Match, bool) {
	t, ok := c.matches.GetIfPresent(match)
	if !ok {
		return table.Match{}, false
	}
	return *t, true
}

// put keeps the longer of two replays of one match. All its events must be
// committed.
func (c *positionCache) put(match string, t table.Match) {
	c.matches.Compute(match, func(old *table.Match, found bool) (*table.Match, otter.ComputeOp) {
		if found && old.Ply() >= t.Ply() {
			return old, otter.CancelOp
		}
		return &t, otter.WriteOp
	})
}

func (c *positionCache) drop(match string) { c.matches.Invalidate(match) }
