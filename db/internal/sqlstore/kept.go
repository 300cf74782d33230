package sqlstore

import (
	"context"
	"hash/maphash"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"tableronde/db"
)

// keptMemory is how many bytes of rows are kept, as estimated by keptRow.weigh.
const keptMemory = 3 << 20

// keptRows keeps rows in memory for as long as no commit concerns them. The rows of matches
// are without their events, which eventLog keeps.
type keptRows struct {
	versions *versions
	rows     *otter.Cache[string, *keptRow] // by kind and id
}

type keptRow struct {
	version uint64
	value   any
}

// weigh estimates how many bytes a row takes.
func (r keptRow) weigh() uint32 {
	size := 300
	switch v := r.value.(type) {
	case storedMatch:
		size = 2_000
	case keptTurns:
		size += 60 * len(v.newest)
	case db.Visit:
		size += len(v.Orders)
	case db.Orders:
		for _, text := range v {
			size += len(text)
		}
	}
	return uint32(size)
}

func newKeptRows() *keptRows {
	return &keptRows{newVersions(), otter.Must(&otter.Options[string, *keptRow]{
		MaximumWeight: keptMemory,
		Weigher:       func(_ string, r *keptRow) uint32 { return r.weigh() },
		Executor:      func(evict func()) { evict() },
	})}
}

// current returns the row of a kind and an id if it is in the cache, and no commit that
// concerns the id is under way. In a transaction of a store that nobody else writes to, the
// transaction would read the same row at its beginning.
func (k *keptRows) current(kind, id string) (value any, ok bool) {
	if k == nil {
		return nil, false
	}
	version, idle := k.versions.of(id)
	row, ok := k.rows.GetIfPresent(kind + "/" + id)
	if !ok || !idle || row.version != version {
		return nil, false
	}
	return row.value, true
}

// getKept returns the row of a kind and an id. It reads the row if it is not in memory or a
// commit that concerns one of ids may have changed it. Errors are not kept. A nil k keeps
// nothing.
func getKept[V any](ctx context.Context, k *keptRows, kind, id string, read func(context.Context) (V, error), ids ...string) (V, error) {
	if k == nil {
		return read(ctx)
	}
	// The version is from before the row is read. A commit in between makes it outdated.
	version, ok := k.versions.of(ids...)
	if !ok {
		return read(ctx)
	}
	key := kind + "/" + id
	if row, ok := k.rows.GetIfPresent(key); ok && row.version == version {
		return row.value.(V), ctx.Err()
	}
	value, err := read(ctx)
	if err == nil {
		k.rows.Set(key, &keptRow{version, value})
	}
	return value, err
}

// rowAfter is a row as a transaction leaves it.
type rowAfter struct {
	key, id string
	value   any
	before  uint64 // version of the id before the transaction
	known   bool   // no other was under way then
	own     uint64 // by how much the transaction raises the version
}

// willBe notes the row of a kind and an id as it will be after the commit, so that the
// next reader need not read it again.
func (t *tx) willBe(kind, id string, value any) {
	if k := t.core.kept; k != nil {
		r := rowAfter{key: kind + "/" + id, id: id, value: value}
		r.before, r.known = k.versions.of(id)
		t.rows = append(t.rows, r)
	}
}

// keepAfter keeps a row after its transaction, unless another one may have changed it in
// between.
func (k *keptRows) keepAfter(r rowAfter) {
	version, ok := k.versions.of(r.id)
	if ok && r.known && version == r.before+r.own {
		k.rows.Set(r.key, &keptRow{version, r.value})
	}
}

// versions counts the commits that concern a match, a player or a session, by their ids. Ids
// share counters, so a version may grow without need. It never stays the same over a commit
// that concerns its ids.
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

// of returns the version of some ids together. While a commit is under way, ok is false:
// nobody can decide then whether the version is from before or after it.
func (v *versions) of(ids ...string) (sum uint64, ok bool) {
	sum, ok = v.all.load()
	for _, id := range ids {
		commits, idle := v.count(id).load()
		sum, ok = sum+commits, ok && idle
	}
	return sum, ok
}

// load returns how many commits were made, and whether none is under way. After a reader has
// seen data of a commit, the commit is under way or counted: a commit ends with the count,
// then the mark.
func (c *counter) load() (commits uint64, idle bool) {
	idle = c.writing.Load() == 0
	return c.commits.Load(), idle
}

func (v *versions) count(id string) *counter {
	return &v.counts[maphash.String(v.seed, id)%uint64(len(v.counts))]
}

// begin marks the counters of the ids in a transaction, before its commit.
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

// ids lists the ids that a transaction concerns.
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

// waiting holds values that are stored a little later, together, so that each of them does not
// cost a commit of its own.
type waiting[K, V comparable] struct {
	mu     sync.Mutex
	values map[K]V
	timer  *time.Timer // to store them; nil while none waits
}

// of returns the value of a key that waits, the zero value for none.
func (w *waiting[K, V]) of(key K) V {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.values[key]
}

// add changes the value of a key, and has store called after a delay at most. db.Health.LastFailure
// reports the failures of store.
func (w *waiting[K, V]) add(key K, change func(before V) V, delay time.Duration, store func(context.Context) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.values == nil {
		w.values = make(map[K]V)
	}
	w.values[key] = change(w.values[key])
	if w.timer == nil {
		w.timer = time.AfterFunc(delay, func() { _ = store(context.Background()) })
	}
}

// store calls f with all values that wait, and drops those that have not changed since. After
// an error they wait on, for the next value.
func (w *waiting[K, V]) store(f func(map[K]V) error) error {
	w.mu.Lock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	stored := maps.Clone(w.values)
	w.mu.Unlock()
	if len(stored) == 0 {
		return nil
	}
	if err := f(stored); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, value := range stored {
		if w.values[key] == value {
			delete(w.values, key)
		}
	}
	return nil
}
