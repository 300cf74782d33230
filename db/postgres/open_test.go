package postgres_test

import (
	"database/sql"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
)

// withOption returns a URL with a setting of its sessions.
func withOption(t *testing.T, address, setting string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	name, value, _ := strings.Cut(setting, "=")
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestOpenRefuses(t *testing.T) {
	newer := pgtest.NewStore(t)
	pgtest.Exec(t, newer, `UPDATE schema_minimum SET step = 99`)
	foreign := pgtest.NewDatabase(t)
	pgtest.Exec(t, foreign, `CREATE TABLE songs (id INTEGER)`)
	for name, tt := range map[string]struct{ url, want string }{
		"commits that may be lost":          {withOption(t, pgtest.NewDatabase(t), "synchronous_commit=off"), "synchronous_commit is off"},
		"commits that a standby may lack":   {withOption(t, pgtest.NewDatabase(t), "synchronous_commit=local"), "synchronous_commit is local"},
		"a database of another program":     {foreign, "belongs to another program"},
		"a database that needs a newer one": {newer, "requires step 99"},
		"a server that is not there":        {"postgres:///x?host=/nowhere&user=x", ""},
		"a database that is not there":      {strings.Replace(newer, "/test", "/nothing", 1), "does not exist"},
		"what is no URL":                    {"postgres://host:port/x", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := postgres.Open(t.Context(), tt.url)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Open: %v, want %q", err, tt.want)
			}
		})
	}
}

// Processes that start at the same time on an empty database make its schema once,
// and have one key of invitations.
func TestOpenAtTheSameTime(t *testing.T) {
	address := pgtest.NewDatabase(t)
	var wg sync.WaitGroup
	stores := make([]*postgres.Store, 6)
	for i := range stores {
		wg.Go(func() {
			s, err := postgres.OpenWith(t.Context(), address, postgres.Options{Connections: 8})
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { s.Close() })
			stores[i] = s
		})
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	m := dbtest.MustCreate(t, stores[0], db.NewMatch{Seats: 2, Host: dbtest.MustPlayer(t, stores[0], "Ada").ID})
	for _, s := range stores {
		if got := dbtest.MustMatch(t, s, m.ID).Invite; got != m.Invite || got == "" {
			t.Errorf("the invitation is %q, want %q", got, m.Invite)
		}
	}
}

// steps returns migrations. Each adds a column, and the last may set the minimum.
func steps(last string) fs.FS {
	files := fstest.MapFS{"00014_first.sql": {Data: []byte("-- +goose Up\nCREATE TABLE schema_minimum (step BIGINT NOT NULL);\n" +
		"INSERT INTO schema_minimum VALUES (14);\nCREATE TABLE t (a BIGINT);\n")}}
	if last != "" {
		files["00015_second.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + last)}
	}
	return files
}

// A program of an older step works beside a newer one until the newer one contracts the
// schema.
func TestTwoVersionsOfTheSchema(t *testing.T) {
	address := pgtest.NewDatabase(t)
	migrate := func(files fs.FS, want string) {
		t.Helper()
		err := postgres.Migrate(t.Context(), address, files)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("migrate: %v, want %q", err, want)
		}
	}
	expand := "ALTER TABLE t ADD COLUMN b BIGINT;\n"
	migrate(steps(""), "")
	migrate(steps("ALTER TABLE nothing ADD COLUMN b BIGINT;\n"), "nothing")
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() { migrate(steps([]string{expand, ""}[i%2]), "") })
	}
	wg.Wait()
	pool, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var taken int
	if err := pool.QueryRow(`SELECT count(*) FROM goose_db_version WHERE version_id = 15`).Scan(&taken); err != nil || taken != 1 {
		t.Errorf("step 15 was taken %d times, %v", taken, err)
	}
	migrate(steps(""), "") // the older one still starts
	pgtest.Exec(t, address, `UPDATE schema_minimum SET step = 15`)
	migrate(steps(""), "requires step 15, and this program supports steps up to 14")
	migrate(steps(expand), "")
}
