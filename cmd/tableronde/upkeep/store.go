package upkeep

import (
	"context"
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/db/place"
	"tableronde/db/postgres"
	"tableronde/db/sqlite"
)

// OpenStore opens the database that --db names for a server. It is a PostgreSQL database, which
// other processes may serve, too, or a file, which this process alone serves. Closing it makes
// the place free.
func OpenStore(ctx context.Context, at string, s StoreSettings) (store db.Store, closeStore func() error, err error) {
	if place.IsPostgres(at) {
		p, err := postgres.OpenWith(ctx, at, postgres.Options{EventMemory: s.EventMemory, Connections: s.Connections})
		if err != nil {
			return nil, nil, err
		}
		return p, p.Close, nil
	}
	lock, err := sqlite.Acquire(at)
	if err != nil {
		return nil, nil, err
	}
	file, err := sqlite.OpenWith(ctx, at, sqlite.Options{EventMemory: s.EventMemory, Exclusive: true})
	if err != nil {
		if db.IsDamaged(err) {
			err = fmt.Errorf("%w; to go back to a backup, run: tableronde restore --force BACKUP --db %s", err, at)
		}
		return nil, nil, errors.Join(err, lock.Release())
	}
	return file, func() error { return errors.Join(file.Close(), lock.Release()) }, nil
}

// StoreSettings are the settings that the store needs.
type StoreSettings struct {
	EventMemory int64
	Connections int
}
