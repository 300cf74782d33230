package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"tableronde/db"
	"tableronde/db/postgres"
	"tableronde/db/sqlite"
)

// openStore opens what --db names for a server: a PostgreSQL database, which other
// processes may serve, too, or a file, which this one alone does. Closing it makes
// the place free.
func openStore(ctx context.Context, place string, s storeSettings) (store db.Store, closeStore func() error, err error) {
	if isPostgres(place) {
		p, err := postgres.OpenWith(ctx, place, postgres.Options{EventMemory: s.eventMemory, Connections: s.connections})
		if err != nil {
			return nil, nil, err
		}
		return p, p.Close, nil
	}
	lock, err := sqlite.Acquire(place)
	if err != nil {
		return nil, nil, err
	}
	file, err := sqlite.OpenWith(ctx, place, sqlite.Options{EventMemory: s.eventMemory})
	if err != nil {
		if db.IsDamaged(err) {
			err = fmt.Errorf("%w; to go back to a backup, run: tableronde restore --force BACKUP --db %s", err, place)
		}
		return nil, nil, errors.Join(err, lock.Release())
	}
	return file, func() error { return errors.Join(file.Close(), lock.Release()) }, nil
}

// storeSettings are those of the settings that the store needs.
type storeSettings struct {
	eventMemory int64
	connections int
}

// isPostgres reports whether --db names a PostgreSQL database.
func isPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// describePlace returns what --db names without a password.
func describePlace(place string) string {
	if !isPostgres(place) {
		return place
	}
	u, err := url.Parse(place)
	if err != nil {
		return "postgres://…" // whatever is wrong with it may be the password
	}
	query := u.Query()
	for key := range query {
		if strings.Contains(key, "password") {
			query.Set(key, "xxxxx")
		}
	}
	u.RawQuery = query.Encode()
	return u.Redacted()
}
