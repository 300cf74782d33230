package driver_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"tableronde/db/postgres/driver"
	"tableronde/db/postgres/pgtest"
)

// open returns a pool of one connection to an empty database, and what it has run.
func open(t *testing.T) (pool *sql.DB, ran func() []string) {
	t.Helper()
	c, err := pgconn.ParseConfig(pgtest.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	pool = driver.Open(c, func(query string) { list = append(list, query) })
	pool.SetMaxOpenConns(1)
	t.Cleanup(func() { pool.Close() })
	return pool, func() []string { return list }
}

// scan returns the row that a query answers.
func scan(t *testing.T, pool *sql.DB, columns int, query string, args ...any) []any {
	t.Helper()
	row, to := make([]any, columns), make([]any, columns)
	for i := range row {
		to[i] = &row[i]
	}
	if err := pool.QueryRowContext(t.Context(), query, args...).Scan(to...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return row
}

// Every type that the store uses comes back as it was given.
func TestTypes(t *testing.T) {
	pool, _ := open(t)
	blob := []byte{0, 255, '\\', 'x'}
	got := scan(t, pool, 11, `SELECT $1::bigint, $2::int, $3::smallint, $4::float8, $5::text, $6::bytea, $7::boolean, $8::text, $9::bytea, $10::text, $11::bytea`,
		int64(math.MinInt64), -1, 7, 0.1, "é\n'", blob, true, "", []byte{}, nil, []byte(nil))
	want := []any{int64(math.MinInt64), int64(-1), int64(7), 0.1, "é\n'", blob, true, "", []byte{}, nil, nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-given +got):\n%s", diff)
	}
	at := time.Date(2026, 11, 23, 8, 0, 0, 123_456_000, time.UTC)
	got = scan(t, pool, 4, `SELECT $1::timestamp, json_build_array(1), '{"a":1}'::json, 1.50::numeric`, at)
	want = []any{at, []byte("[1]"), []byte(`{"a":1}`), "1.50"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var text string
	var n int
	if err := pool.QueryRowContext(t.Context(), `SELECT $1::bytea, 3::bigint`, "as text").Scan(&text, &n); err != nil || text != "as text" || n != 3 {
		t.Errorf("scanned %q, %d, %v", text, n, err)
	}
}

// Many rows are read one by one, an error among them ends the query, and afterwards
// the connection is of use.
func TestRows(t *testing.T) {
	pool, _ := open(t)
	rows, err := pool.QueryContext(t.Context(), `SELECT 10 / (3 - n) AS tenth FROM generate_series(1, $1::int) AS n`, 5)
	if err != nil {
		t.Fatal(err)
	}
	names, _ := rows.Columns()
	var list []int
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	var refused *pgconn.PgError
	if !slices.Equal(list, []int{5, 10}) || !errors.As(rows.Err(), &refused) || refused.Code != "22012" || !slices.Equal(names, []string{"tenth"}) {
		t.Errorf("read %v of %v, then %v", list, names, rows.Err())
	}
	err = pool.QueryRowContext(t.Context(), `SELECT 1 WHERE false`).Scan(new(int))
	if !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("no row: %v", err)
	}
	if got := scan(t, pool, 1, `SELECT 1`); got[0] != int64(1) {
		t.Errorf("got %v", got)
	}
}

// A statement is prepared anew after the columns of its result have changed, and no
// more than a number stay prepared.
func TestPreparedStatements(t *testing.T) {
	pool, _ := open(t)
	exec := func(query string, args ...any) error {
		_, err := pool.ExecContext(t.Context(), query, args...)
		return err
	}
	if err := exec(`CREATE TABLE t (a int); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)`); err != nil {
		t.Fatal(err)
	}
	const all = `SELECT * FROM t WHERE a = $1`
	scan(t, pool, 1, all, 2)
	if err := exec(`ALTER TABLE t ALTER a TYPE text`); err != nil {
		t.Fatal(err)
	}
	if err := pool.QueryRowContext(t.Context(), all, "2").Scan(new(string)); err == nil {
		t.Error("PostgreSQL now takes a plan with another result: this test is of no use")
	}
	if got := scan(t, pool, 1, all, "2"); got[0] != "2" {
		t.Errorf("got %v", got)
	}
	for i := range 600 {
		if got := scan(t, pool, 1, fmt.Sprintf(`SELECT %d + $1::bigint`, i), i); got[0] != int64(2*i) {
			t.Fatalf("got %v for %d", got, i)
		}
	}
	if n := scan(t, pool, 1, `SELECT count(*) FROM pg_prepared_statements`)[0].(int64); n > 520 {
		t.Errorf("%d statements are prepared", n)
	}
}

// A batch runs in the order in which it is queued, and ends with the first error.
func TestSendBatch(t *testing.T) {
	pool, ran := open(t)
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), `CREATE TABLE t (a int, b bytea)`); err != nil {
		t.Fatal(err)
	}
	send := func(divisors ...int) (failed error) {
		var b driver.Batch
		b.Queue("BEGIN")
		for _, d := range divisors {
			b.Queue(`INSERT INTO t VALUES (12 / $1::int, $2)`, d, []byte{byte(d)})
		}
		b.Queue("COMMIT")
		if err := conn.Raw(func(raw any) error { failed = raw.(*driver.Conn).SendBatch(t.Context(), &b); return nil }); err != nil {
			t.Fatal(err)
		}
		return failed
	}
	if err := send(1, 2); err != nil {
		t.Error(err)
	}
	if list := ran(); len(list) != 5 || list[1] != "BEGIN" || list[4] != "COMMIT" {
		t.Errorf("ran %q", list)
	}
	var refused *pgconn.PgError
	if err := send(3, 0, 4); !errors.As(err, &refused) || refused.Code != "22012" {
		t.Errorf("divided by zero: %v", err)
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	var n int
	var last []byte
	if err := conn.QueryRowContext(t.Context(), `SELECT count(*), max(encode(b, 'hex')) FROM t`).Scan(&n, &last); err != nil || n != 2 || !bytes.Equal(last, []byte("02")) {
		t.Errorf("%d rows, %s, %v", n, last, err)
	}
}

// A transaction that has failed is not committed, and a connection that is left
// within one is not used again.
func TestTransactions(t *testing.T) {
	pool, _ := open(t)
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, failed := tx.ExecContext(t.Context(), `SELECT 1 / $1::int`, 0)
	if err := tx.Commit(); failed == nil || err == nil {
		t.Errorf("failed: %v, committed: %v", failed, err)
	}
	pid := scan(t, pool, 1, `SELECT pg_backend_pid()`)[0]
	if _, err := pool.ExecContext(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	if again := scan(t, pool, 1, `SELECT pg_backend_pid()`)[0]; again == pid {
		t.Error("a connection within a transaction is used again")
	}
}

// A connection that the server has closed, and one whose query was given up, are
// replaced by others.
func TestBrokenConnections(t *testing.T) {
	pool, _ := open(t)
	if _, err := pool.ExecContext(t.Context(), `SELECT pg_terminate_backend(pg_backend_pid())`); err == nil {
		t.Error("the server has closed the connection, and there is no error")
	}
	scan(t, pool, 1, `SELECT 1`)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := pool.ExecContext(ctx, `SELECT pg_sleep($1)`, 60.0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("given up: %v", err)
	}
	scan(t, pool, 1, `SELECT 1`)
	if err := pool.PingContext(t.Context()); err != nil {
		t.Error(err)
	}
}
