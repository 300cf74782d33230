package match

import (
	"github.com/maypok86/otter/v2"

	"tableronde/games/table"
)

// Estimated bytes of a match in memory: for each event, and for the states that the ruleset keeps
// for a match of any length.
const (
	boardEvent, boardStates = 300, 8 << 10
	cardEvent, cardStates   = 600, 16 << 10
)

// fewPositions is the default size of the cache, in bytes.
const fewPositions = 4 << 20

// positionCache holds the replayed positions of the most used matches, up to a number of bytes.
// Logs only grow, so an entry can be too short but never wrong.
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

// put stores a replay of a match unless the cache has a longer one. All its events must be
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
