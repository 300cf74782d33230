package sqlstore

import (
	"context"

	"github.com/maypok86/otter/v2"

	"tableronde/db"
)

// keptMemory is how many bytes of rows are kept, as estimated by keptRow.weigh.
const keptMemory = 3 << 20

// keptRows keeps rows in memory for as long as no commit concerns them. Those of matches
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

// Version implements db.Versions.
func (s *Store) Version(match, player string) (version uint64, ok bool) {
	if s.kept == nil {
		return 0, false
	}
	return s.kept.versions.of(match, player, visitKey(match, player))
}

// current returns the row of a kind and an id if it is kept, and no commit that concerns
// the id is under way. In a transaction of a store that nobody else writes to, this is
// what the transaction would read at its beginning.
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
	if k := t.s.kept; k != nil {
		r := rowAfter{key: kind + "/" + id, id: id, value: value}
		r.before, r.known = k.versions.of(id)
		t.rows = append(t.rows, r)
	}
}

// keepAfter keeps a row after its transaction, unless another one may have changed it
// meanwhile.
func (k *keptRows) keepAfter(r rowAfter) {
	version, ok := k.versions.of(r.id)
	if ok && r.known && version == r.before+r.own {
		k.rows.Set(r.key, &keptRow{version, r.value})
	}
}

// getKept returns the row of a kind and an id, and reads it where it is not known or
// may have changed by a commit that concerns one of ids. Errors are not kept. A nil k
// keeps nothing.
func getKept[V any](ctx context.Context, k *keptRows, kind, id string, read func(context.Context) (V, error), ids ...string) (V, error) {
	if k == nil {
		return read(ctx)
	}
	// The version is of before the row is read: a commit meanwhile makes it outdated.
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
