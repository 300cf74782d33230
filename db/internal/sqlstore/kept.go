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

// keptMemory is the size of the cache of rows in bytes, as estimated by keptRow.weigh.
const keptMemory = 3 << 20

// keptRows caches rows until a commit changes them. The rows of matches lack their events, which
// are cached by eventLog.
type keptRows struct {
	versions *versions
	rows     *otter.Cache[string, *keptRow] // by kind and id
}

type keptRow struct {
	version uint64
	value   any
}

// weigh estimates the size of a row in bytes.
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

// current returns the cached row of a kind and an id. ok is false if there is none, or if a commit
// that may change it is in progress. In a store with only one process, a transaction would read the
// same row at its beginning.
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

// getKept returns the row of a kind and an id. It reads the row if it is not cached, or if a commit
// in progress may change one of ids. It does not cache errors. A nil k caches nothing.
func getKept[V any](ctx context.Context, k *keptRows, kind, id string, read func(context.Context) (V, error), ids ...string) (V, error) {
	if k == nil {
		return read(ctx)
	}
	// Get the version before reading the row, so that a commit in between makes the row outdated.
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

// rowAfter is a row in its state after a transaction.
type rowAfter struct {
	key, id string
	value   any
	before  uint64 // version of the id before the transaction
	known   bool   // no other transaction was in progress then
	own     uint64 // increase of the version by the transaction
}

// willBe records the row of a kind and an id in its state after the commit, so that it need not be
// read again.
func (t *tx) willBe(kind, id string, value any) {
	if k := t.core.kept; k != nil {
		r := rowAfter{key: kind + "/" + id, id: id, value: value}
		r.before, r.known = k.versions.of(id)
		t.rows = append(t.rows, r)
	}
}

// keepAfter caches a row after its transaction, unless another transaction may have changed it.
func (k *keptRows) keepAfter(r rowAfter) {
	version, ok := k.versions.of(r.id)
	if ok && r.known && version == r.before+r.own {
		k.rows.Set(r.key, &keptRow{version, r.value})
	}
}

// versions counts the commits that change a match, a player or a session, by id. Several ids share
// a counter, so a version may increase without a change. It always increases with a change.
type versions struct {
	seed   maphash.Seed
	all    counter // commits that may change any row
	counts [1 << 14]counter
}

type counter struct {
	commits atomic.Uint64
	writing atomic.Int64 // transactions that may be committed at any moment
}

func newVersions() *versions { return &versions{seed: maphash.MakeSeed()} }

// of returns the sum of the versions of some ids. While a commit is in progress, ok is false,
// because the version may be from before or after it.
func (v *versions) of(ids ...string) (sum uint64, ok bool) {
	sum, ok = v.all.load()
	for _, id := range ids {
		commits, idle := v.count(id).load()
		sum, ok = sum+commits, ok && idle
	}
	return sum, ok
}

// load returns the number of commits, and whether none is in progress. A reader that has seen data
// of a commit finds it in progress or counted, because the count increases before the mark is
// removed.
func (c *counter) load() (commits uint64, idle bool) {
	idle = c.writing.Load() == 0
	return c.commits.Load(), idle
}

func (v *versions) count(id string) *counter {
	return &v.counts[maphash.String(v.seed, id)%uint64(len(v.counts))]
}

// begin marks the counters of the ids that a transaction changes, before its commit.
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

// end counts the commit of a transaction, or removes its marks without one.
func (v *versions) end(t *tx) {
	for _, c := range t.counters {
		c.commits.Add(1)
		c.writing.Add(-1)
	}
	t.counters = nil
}

// ids lists the ids of the rows that a transaction changes.
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
