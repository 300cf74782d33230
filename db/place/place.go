// Package place copies, backs up, restores and checks stores, whatever their engine.
// A place is a file of SQLite or the URL of a PostgreSQL database, postgres://….
package place

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
	"tableronde/db/postgres"
	"tableronde/db/sqlite"
)

// Checked counts what was checked.
type Checked = sqlstore.Checked

// IsPostgres reports whether a place is a PostgreSQL database.
func IsPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// Describe returns a place without its password.
func Describe(place string) string {
	if !IsPostgres(place) {
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

// Copy copies a store, as it is at one moment, to a place where there is none or an
// empty one. Every match is passed to verify, to be replayed, and compared with its
// copy. After an error the copy does not exist.
func Copy(ctx context.Context, from, to string, verify func(db.Match) error) (c Checked, err error) {
	err = read(ctx, from, func(source *sqlstore.Snapshot) error {
		return fill(ctx, to, func(target *sqlstore.Target) error {
			if err := sqlstore.CopyRows(ctx, source, target); err != nil {
				return err
			}
			if c, err = sqlstore.CompareMatches(ctx, source, target, verify); err != nil {
				return fmt.Errorf("compare %s with its copy: %w", Describe(from), err)
			}
			return nil
		})
	})
	if errors.Is(err, sqlstore.ErrNotEmpty) {
		err = fmt.Errorf("%w; give a new file, or create a new, empty database", err)
	}
	return c, err
}

// read calls f with a store as it is at one moment.
func read(ctx context.Context, place string, f func(*sqlstore.Snapshot) error) error {
	engine := sqlite.Read
	if IsPostgres(place) {
		engine = postgres.Read
	}
	var failed error
	err := engine(ctx, place, func(s *sqlstore.Snapshot) error {
		failed = f(s)
		return failed
	})
	if err != nil && failed == nil {
		err = fmt.Errorf("read %s: %w", Describe(place), err)
	}
	return err
}

// fill calls f to fill a new or empty store.
func fill(ctx context.Context, place string, f func(*sqlstore.Target) error) error {
	engine := sqlite.Fill
	if IsPostgres(place) {
		engine = postgres.Fill
	}
	var failed error
	err := engine(ctx, place, func(t *sqlstore.Target) error {
		failed = f(t)
		return failed
	})
	if err != nil && failed == nil {
		err = fmt.Errorf("copy to %s: %w", Describe(place), err)
	}
	return err
}
