package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// Checked counts the matches and events that a check has read.
type Checked = sqlstore.Checked

// Check reads the whole database at path: its pages, its foreign keys, and every match, for which
// it calls verify. If anything is wrong, the error wraps db.ErrDamaged and names the first few
// matches. The database may be in use and is not changed. A database of an older version is checked
// in a migrated copy.
func Check(ctx context.Context, path string, verify func(db.Match) error) (Checked, error) {
	c, err := check(ctx, path, verify)
	if err != nil {
		return c, fmt.Errorf("check %s: %w", path, err)
	}
	return c, nil
}

func check(ctx context.Context, path string, verify func(db.Match) error) (c Checked, err error) {
	err = read(ctx, path, nil, func(s *sqlstore.Snapshot) error {
		c, err = sqlstore.CheckMatches(ctx, s.Store, verify)
		return err
	})
	return c, err
}

// openExisting opens an existing database of this program for reading.
func openExisting(ctx context.Context, path string) (*sql.DB, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, withoutPath(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	pool, err := openPool(path, 1, pragmas[0])
	if err != nil {
		return nil, err
	}
	var id int
	err = pool.QueryRowContext(ctx, `SELECT application_id FROM pragma_application_id`).Scan(&id)
	switch {
	case err != nil:
		err = fmt.Errorf("read: %w", classify(err))
	case id != applicationID:
		err = errors.New("this is not a database of Table Ronde")
	default:
		return pool, nil
	}
	return nil, errors.Join(err, pool.Close())
}

// versions returns the schema version of a database and the newest version of this program.
func versions(ctx context.Context, pool *sql.DB) (have, know int64, err error) {
	p, err := migrationsOf(pool)
	if err != nil {
		return 0, 0, err
	}
	for _, source := range p.ListSources() {
		know = max(know, source.Version)
	}
	err = pool.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&have)
	if err != nil {
		err = fmt.Errorf("read schema version: %w: %w", db.ErrDamaged, err)
	}
	return have, know, err
}

// checkPages runs quick_check or integrity_check.
func checkPages(ctx context.Context, pool *sql.DB, pragma string) error {
	findings, err := pragmaLines(ctx, pool, fmt.Sprintf(`PRAGMA %s(%d)`, pragma, sqlstore.MaxFindings))
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", pragma, classify(err))
	case len(findings) != 1 || findings[0] != "ok":
		return fmt.Errorf("%w: %s", db.ErrDamaged, strings.Join(findings, "; "))
	}
	return nil
}

// checkReferences finds rows that refer to missing rows.
func checkReferences(ctx context.Context, pool *sql.DB) error {
	findings, err := pragmaLines(ctx, pool, fmt.Sprintf(`SELECT 'a row of ' || "table" || ' refers to none of ' || parent
		FROM pragma_foreign_key_check LIMIT %d`, sqlstore.MaxFindings))
	switch {
	case err != nil:
		return fmt.Errorf("foreign keys: %w", classify(err))
	case len(findings) > 0:
		return fmt.Errorf("%w: %s", db.ErrDamaged, strings.Join(findings, "; "))
	}
	return nil
}

func pragmaLines(ctx context.Context, pool *sql.DB, query string) ([]string, error) {
	rows, err := pool.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, rows.Err()
}
