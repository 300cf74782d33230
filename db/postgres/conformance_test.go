package postgres_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
)

func TestConformance(t *testing.T) {
	var proxies sync.Map // by store
	dbtest.Run(t, dbtest.Engine{
		New: func(t testing.TB) string { return pgtest.NewStore(t) },
		Open: func(t testing.TB, url string, now func() time.Time) db.Store {
			t.Helper()
			p := pgtest.NewProxy(t)
			s, err := postgres.OpenWith(t.Context(), p.URL(url), postgres.Options{Connections: 8})
			if err != nil {
				t.Fatal(err)
			}
			s.Now = now
			proxies.Store(db.Store(s), place{url, p})
			return s
		},
		Check: func(t testing.TB, s db.Store) {
			t.Helper()
			found, _ := proxies.Load(s)
			checkLogs(t, found.(place).url)
		},
		Break: func(t testing.TB, s db.Store) func() {
			t.Helper()
			found, _ := proxies.Load(s)
			found.(place).proxy.Cut()
			return found.(place).proxy.Restore
		},
		Shared: true,
	})
}

// place is where a store has its database.
type place struct {
	url   string
	proxy *pgtest.Proxy
}

// checkLogs compares every match with its events: they follow each other without a
// gap, and the summary repeats the last.
func checkLogs(t testing.TB, url string) {
	t.Helper()
	pool, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.QueryContext(context.Background(), `SELECT m.id, m.ply, m.moved, m.last_seat, m.last_text,
			(SELECT count(*) FROM events e WHERE e.match = m.seq), (SELECT coalesce(max(e.ply) + 1, 0) FROM events e WHERE e.match = m.seq),
			l.at, l.seat, l.text,
			(SELECT count(*) FROM seats s WHERE s.match = m.seq
				AND (s.owes <> CASE WHEN m.started IS NULL THEN 0 ELSE (m.to_act >> s.seat) & 1 END
				OR s.over <> CASE WHEN m.ended IS NULL THEN 0 ELSE 1 END
				OR s.changed <> greatest(m.created, m.started, m.moved, m.ended) AND (m.ended IS NULL OR s.changed < m.ended)))
		FROM matches m LEFT JOIN events l ON l.match = m.seq AND l.ply = m.ply - 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var ply, count, next, wrongSeats int
		var moved, at, seat, lastSeat sql.NullInt64
		var text, lastText sql.NullString
		if err := rows.Scan(&id, &ply, &moved, &seat, &text, &count, &next, &at, &lastSeat, &lastText, &wrongSeats); err != nil {
			t.Fatal(err)
		}
		if count != ply || next != ply || wrongSeats != 0 || moved != at || seat != lastSeat || text != lastText {
			t.Errorf("match %s: ply %d of %d events up to %d, moved %v at %v, seat %v of %v, text %v of %v, %d seats wrong",
				id, ply, count, next, moved, at, seat, lastSeat, text, lastText, wrongSeats)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
