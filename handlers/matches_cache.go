package handlers

import (
	"container/list"
	"sync"

	"tableronde/games/table"
)

// tableCache keeps the folds of the matches used last. A log only ever grows,
// so an entry never becomes wrong, only short. A fold holds on to a position for
// each event, so it is these that are counted.
type tableCache struct {
	limit int // of positions

	mu      sync.Mutex
	held    int                      // positions
	entries map[string]*list.Element // of *tableEntry, by match
	recent  list.List                // most recently used in front
}

type tableEntry struct {
	match string
	table table.Match
}

func newTableCache(limit int) *tableCache {
	return &tableCache{limit: limit, entries: make(map[string]*list.Element)}
}

func (c *tableCache) get(match string) (table.Match, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[match]
	if !ok {
		return table.Match{}, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*tableEntry).table, true
}

// put keeps the longer of two folds of one match. It is for folds of stored
// events only.
func (c *tableCache) put(match string, t table.Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[match]; ok {
		if entry := e.Value.(*tableEntry); entry.table.Ply() < t.Ply() {
			c.held += t.Ply() - entry.table.Ply()
			entry.table = t
		}
		c.recent.MoveToFront(e)
	} else {
		c.entries[match] = c.recent.PushFront(&tableEntry{match: match, table: t})
		c.held += positions(t)
	}
	for c.held > c.limit && len(c.entries) > 1 {
		c.remove(c.recent.Back())
	}
}

func positions(t table.Match) int { return t.Ply() + 1 }

func (c *tableCache) remove(e *list.Element) {
	entry := c.recent.Remove(e).(*tableEntry)
	delete(c.entries, entry.match)
	c.held -= positions(entry.table)
}

func (c *tableCache) drop(match string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[match]; ok {
		c.remove(e)
	}
}
