package club

import (
	"container/list"
	"sync"

	"tableronde/games/table"
)

// positionCache keeps the folds of the matches used last. A log only ever grows,
// so an entry never becomes wrong, only short. A fold holds on to a position for
// each event, so it is these that are counted.
type positionCache struct {
	limit int // of positions

	mu      sync.Mutex
	held    int                      // positions
	entries map[string]*list.Element // of *cacheEntry, by match
	recent  list.List                // most recently used in front
}

type cacheEntry struct {
	match string
	table table.Match
}

func newPositionCache(limit int) *positionCache {
	return &positionCache{limit: limit, entries: make(map[string]*list.Element)}
}

func (c *positionCache) get(match string) (table.Match, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[match]
	if !ok {
		return table.Match{}, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*cacheEntry).table, true
}

// put keeps the longer of two folds of one match. It is for folds of stored
// events only.
func (c *positionCache) put(match string, t table.Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[match]; ok {
		if entry := e.Value.(*cacheEntry); entry.table.Ply() < t.Ply() {
			c.held += t.Ply() - entry.table.Ply()
			entry.table = t
		}
		c.recent.MoveToFront(e)
	} else {
		c.entries[match] = c.recent.PushFront(&cacheEntry{match: match, table: t})
		c.held += positions(t)
	}
	for c.held > c.limit && len(c.entries) > 1 {
		c.remove(c.recent.Back())
	}
}

func positions(t table.Match) int { return t.Ply() + 1 }

func (c *positionCache) remove(e *list.Element) {
	entry := c.recent.Remove(e).(*cacheEntry)
	delete(c.entries, entry.match)
	c.held -= positions(entry.table)
}

func (c *positionCache) drop(match string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[match]; ok {
		c.remove(e)
	}
}
