package delta

import "sync"

// Cache remembers which elements pages have, as hashes. It is safe for concurrent use.
type Cache struct {
	limit int

	mu        sync.Mutex
	now, last map[key]parts // those of two generations
	size      int           // bytes of now
}

// Scope is what one viewer may see of one thing.
type Scope struct {
	Viewer string // "" for all whom the site does not know
	Thing  string
}

type key struct {
	Scope
	tag string
}

// NewCache returns a cache of about so many bytes.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, now: make(map[key]parts)}
}

// swap adds what a page has to the cache, and returns what the cache knows of the page
// with the tag have, which the new one takes the place of.
func (c *Cache) swap(s Scope, have, tag string, p parts) (old parts, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, known = c.now[key{s, have}]; !known {
		old, known = c.last[key{s, have}]
	}
	if s.Viewer != "" { // nobody else has that page
		c.drop(key{s, have})
	}
	c.drop(key{s, tag})
	if c.size > c.limit/2 {
		c.last, c.now, c.size = c.now, make(map[key]parts), 0
	}
	c.now[key{s, tag}] = p
	c.size += weigh(key{s, tag}, p)
	return old, known
}

func (c *Cache) drop(k key) {
	if p, found := c.now[k]; found {
		c.size -= weigh(k, p)
	}
	delete(c.now, k)
	delete(c.last, k)
}

// weigh estimates how many bytes of memory an entry takes.
func weigh(k key, p parts) int { return 10*len(p.hashes) + len(k.tag) + 200 }
