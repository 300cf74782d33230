// Package place copies, backs up, restores and checks stores of any engine. A place is the path of
// an SQLite file, or the URL of a PostgreSQL database, postgres://….
package place

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
	"tableronde/db/postgres"
	"tableronde/db/sqlite"
)

// Checked counts the matches and events that a check has read.
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
		return "postgres://…" // the parsing error may quote the password
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

// NoteBackup records in a store that a copy of it was made. A server may be using the store.
func NoteBackup(ctx context.Context, at string, b db.Backup) error {
	if IsPostgres(at) {
		return postgres.NoteBackup(ctx, at, b)
	}
	return sqlite.NoteBackup(ctx, at, b)
}

// Copy copies a store, as it is at one moment, to a new or empty place. It calls verify with every
// match, to replay it, and compares it with its copy. After an error the copy does not exist.
func Copy(ctx context.Context, from, to string, verify func(db.Match) error) (c Checked, err error) {
	err = read(ctx, from, "read "+Describe(from), func(source *sqlstore.Snapshot) error {
		return fill(ctx, to, "copy to "+Describe(to), func(target *sqlstore.Target) error {
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
		err = fmt.Errorf("%w: give a new file, or create a new, empty database", err)
	}
	return c, err
}

// Backup writes a copy of a store, as it is at one moment, into a new file that only its owner may
// read. See sqlite.Backup. For a PostgreSQL database, the key of invitations goes into a second
// file whose name ends in ".key".
func Backup(ctx context.Context, from, to string) error {
	if IsPostgres(to) {
		return fmt.Errorf("back up %s: a backup is a file: give its name", Describe(from))
	}
	if !IsPostgres(from) {
		return sqlite.Backup(ctx, from, to)
	}
	if err := backUp(ctx, from, to); err != nil {
		return fmt.Errorf("back up %s: %w", Describe(from), err)
	}
	return nil
}

func backUp(ctx context.Context, from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", to, fs.ErrExist)
	}
	return postgres.Read(ctx, from, func(source *sqlstore.Snapshot) error {
		return sqlite.Create(ctx, to, func(target *sqlstore.Target) error { return sqlstore.CopyRows(ctx, source, target) })
	})
}

// Restored describes a completed restore.
type Restored = sqlite.Restored

// Restore puts a copy of a backup at a place, after calling verify with every match. With force it
// replaces an existing file, which is kept under another name. See sqlite.Restore. A PostgreSQL
// database must be empty.
func Restore(ctx context.Context, backup, to string, force bool, verify func(db.Match) error) (r Restored, err error) {
	switch {
	case IsPostgres(backup):
		return r, fmt.Errorf("restore %s: a backup is a file: to copy a database, run tableronde copy", Describe(to))
	case !IsPostgres(to):
		return sqlite.Restore(ctx, backup, to, force, verify)
	}
	unusable := "the backup " + backup + " cannot be used"
	err = read(ctx, backup, unusable, func(source *sqlstore.Snapshot) error {
		return fill(ctx, to, "fill it", func(target *sqlstore.Target) error {
			if err := sqlstore.CopyRows(ctx, source, target); err != nil {
				return err
			}
			if r.Checked, err = sqlstore.CompareMatches(ctx, source, target, verify); err != nil {
				return fmt.Errorf("%s: %w", unusable, err)
			}
			return nil
		})
	})
	if errors.Is(err, sqlstore.ErrNotEmpty) {
		err = fmt.Errorf("%w: create a new, empty database and restore into that one (--force replaces only files)", err)
	}
	if err != nil {
		return r, fmt.Errorf("restore %s: %w", Describe(to), err)
	}
	return r, nil
}

// Check reads a whole store and calls verify with every match. See sqlite.Check.
func Check(ctx context.Context, place string, verify func(db.Match) error) (c Checked, err error) {
	if !IsPostgres(place) {
		return sqlite.Check(ctx, place, verify)
	}
	err = postgres.Read(ctx, place, func(s *sqlstore.Snapshot) error {
		c, err = sqlstore.CheckMatches(ctx, s.Store, verify)
		return err
	})
	if err != nil {
		return c, fmt.Errorf("check %s: %w", Describe(place), err)
	}
	return c, nil
}

// read calls f with a store as it is at one moment. Errors begin with doing, unless they come from
// f.
func read(ctx context.Context, place, doing string, f func(*sqlstore.Snapshot) error) error {
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
		err = fmt.Errorf("%s: %w", doing, err)
	}
	return err
}

// fill calls f to fill a new or empty store. Its errors are like the errors of read.
func fill(ctx context.Context, place, doing string, f func(*sqlstore.Target) error) error {
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
		err = fmt.Errorf("%s: %w", doing, err)
	}
	return err
}
