package sqlstore

import (
	"hash/maphash"
	"sync/atomic"
)

// versions counts the commits that concern a match, a player or a session, by their
// ids. Ids share counters, so a version may grow without need; it never stays the
// same over a commit that concerns its ids.
type versions struct {
	seed   maphash.Seed
	all    counter // of commits that may concern anything
	counts [1 << 14]counter
}

type counter struct {
	commits atomic.Uint64
	writing atomic.Int64 // transactions that may be committed at any moment
}

func newVersions() *versions { return &versions{seed: maphash.MakeSeed()} }

// of returns the version of some ids together. ok is false while a commit is under
// way: nobody can tell then on which side of it they are.
func (v *versions) of(ids ...string) (sum uint64, ok bool) {
	sum, ok = v.all.load()
	for _, id := range ids {
		commits, idle := v.count(id).load()
		sum, ok = sum+commits, ok && idle
	}
	return sum, ok
}

// load returns how many commits were made, and whether none is under way. Who has seen
// a commit finds it under way or counted: the end of one is the count, then the mark.
func (c *counter) load() (commits uint64, idle bool) {
	idle = c.writing.Load() == 0
	return c.commits.Load(), idle
}

func (v *versions) count(id string) *counter {
	return &v.counts[maphash.String(v.seed, id)%uint64(len(v.counts))]
}

// begin marks the counters of what a transaction concerns, before its commit.
func (v *versions) begin(t *tx) {
	for _, id := range t.ids() {
		t.counters = append(t.counters, v.count(id))
	}
	if t.renames {
		t.counters = append(t.counters, &v.all)
	}
	for _, c := range t.counters {
		c.writing.Add(1)
	}
	for i := range t.rows {
		own := v.count(t.rows[i].id)
		for _, c := range t.counters {
			if c == own || c == &v.all {
				t.rows[i].own++
			}
		}
	}
}

// end counts the commit of a transaction, or its end without one.
func (v *versions) end(t *tx) {
	for _, c := range t.counters {
		c.commits.Add(1)
		c.writing.Add(-1)
	}
	t.counters = nil
}

// ids lists what a transaction concerns.
func (t *tx) ids() []string {
	ids := t.touched
	for _, c := range t.changes {
		ids = append(ids, c.match.ID, c.match.RematchOf, c.match.Host)
		for _, p := range c.match.Seats {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
