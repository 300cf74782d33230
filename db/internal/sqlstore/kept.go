package sqlstore

import (
	"context"

	"github.com/maypok86/otter/v2"

	"tableronde/db"
)

// How many rows of a kind are kept in memory: those of as many matches or visitors
// as are looked at within minutes on a large site.
const (
	keptMatches = 4_096
	keptRows    = 16_384
)

// kept keeps rows in memory for as long as no commit concerns them. It keeps nothing
// for a store that other processes write to.
type kept[V any] struct {
	versions *versions // nil to keep nothing
	rows     *otter.Cache[string, keptRow[V]]
}

type keptRow[V any] struct {
	version uint64
	value   V
}

func newKept[V any](v *versions, most int) kept[V] {
	if v == nil {
		return kept[V]{}
	}
	return kept[V]{v, otter.Must(&otter.Options[string, keptRow[V]]{
		MaximumSize: most,
		Executor:    func(evict func()) { evict() },
	})}
}

// get returns the row of a key, and reads it where it is not known or may have
// changed. Errors are not kept.
func (k kept[V]) get(ctx context.Context, key string, read func(context.Context) (V, error), ids ...string) (V, error) {
	if k.versions == nil {
		return read(ctx)
	}
	// The version is of before the row is read: a commit meanwhile makes it outdated.
	version, ok := k.versions.of(ids...)
	if !ok {
		return read(ctx)
	}
	if row, ok := k.rows.GetIfPresent(key); ok && row.version == version {
		return row.value, ctx.Err()
	}
	value, err := read(ctx)
	if err == nil {
		k.rows.Set(key, keptRow[V]{version, value})
	}
	return value, err
}

// newKeptTables returns empty tables, nil versions for those that keep nothing.
func newKeptTables(v *versions) keptTables {
	return keptTables{
		matches:  newKept[storedMatch](v, keptMatches),
		players:  newKept[db.Player](v, keptRows),
		tokens:   newKept[db.Player](v, keptRows),
		sessions: newKept[keptSession](v, keptRows),
		visits:   newKept[db.Visit](v, keptRows),
		turns:    newKept[keptTurns](v, keptRows),
	}
}

// keptTables are the rows that a store keeps.
type keptTables struct {
	matches  kept[storedMatch] // by id
	players  kept[db.Player]   // by id
	tokens   kept[db.Player]   // by hash
	sessions kept[keptSession] // by token
	visits   kept[db.Visit]    // by match and player
	turns    kept[keptTurns]   // by player
}
