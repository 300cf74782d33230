package place

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db/internal/sqlstore"
	"tableronde/db/postgres/pgtest"
	"tableronde/db/sqlite"
)

// stays are the tables that no copy has.
var stays = map[string][]string{
	"sqlite":   {"goose_db_version", "leases", "probe"},
	"postgres": {"change_counter", "changes", "goose_db_version", "keys", "leases", "probe", "schema_lock", "schema_minimum"},
}

// Both engines have the tables that are copied, with the same columns. Their other tables are
// the listed ones that stay.
func TestMovedTablesAreThoseOfTheSchemas(t *testing.T) {
	for engine, open := range map[string]func(*testing.T) (driver, source, columns string){
		"sqlite": func(t *testing.T) (driver, source, columns string) {
			path := newFile(t)
			return "sqlite", path, `SELECT s.name, c.name FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'`
		},
		"postgres": func(t *testing.T) (driver, source, columns string) {
			return "pgx", pgtest.NewStore(t), `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`
		},
	} {
		t.Run(engine, func(t *testing.T) {
			driver, source, columns := open(t)
			got := schemaOf(t, driver, source, columns)
			for _, name := range stays[engine] {
				if got[name] == nil {
					t.Errorf("there is no table %s", name)
				}
				delete(got, name)
			}
			want := make(map[string][]string)
			for _, table := range sqlstore.Moved {
				want[table.Name] = slices.Sorted(slices.Values(table.Columns))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("sqlstore.Moved and the schema differ (-moved +schema):\n%s", diff)
			}
		})
	}
}

// schemaOf returns the columns of each table of a database, in alphabetical order.
func schemaOf(t *testing.T, driver, source, query string) map[string][]string {
	t.Helper()
	pool, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	tables := make(map[string][]string)
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		tables[table] = append(tables[table], column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, columns := range tables {
		slices.Sort(columns)
	}
	return tables
}

// newFile makes an empty store in a file.
func newFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
