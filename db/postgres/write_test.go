package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/games"
)

// statements notes every statement that a store runs.
type statements struct {
	mu   sync.Mutex
	list []string
}

// note is the Trace of a store.
func (s *statements) note(_ context.Context, query string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, query)
}

// take returns the statements since the last call.
func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

// A posted move takes at most six statements and one commit, with all that may come
// with it and with nothing in memory.
func TestStatementsOfAMove(t *testing.T) {
	url, trace := pgtest.NewStore(t), new(statements)
	seed := pgtest.OpenURL(t, url, nil)
	ada, bo := dbtest.MustPlayer(t, seed, "Ada"), dbtest.MustPlayer(t, seed, "Bo")
	m := dbtest.MustStart(t, seed, ada, bo)
	dbtest.MustAppend(t, seed, m.ID, dbtest.Move("E6-E8"))
	s, err := postgres.OpenWith(t.Context(), url, postgres.Options{Trace: trace.note})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	offer := func(m db.Match, o db.Orders) (db.Change, error) {
		c, err := dbtest.Move("G6-G8")(m, o)
		c.Events = append(c.Events, db.Event{Seat: 2, Text: "offer draw"})
		c.Asked, c.Deadline = []games.Seat{1}, time.Now().Add(time.Hour)
		c.Orders = db.Orders{1: "wait", 2: "hold"}
		c.Visits = map[string]db.Visit{ada.ID: {Seen: 1}, bo.ID: {Seen: 2, Latest: time.Now()}}
		c.Notices = []db.Notice{{Kind: db.NoticeTurn, Recipient: ada.ID}, {Kind: db.NoticeOffer, Recipient: ada.ID}}
		c.Note = func(db.Match) (int, []byte) { return 200, []byte("note") }
		return c, err
	}
	for _, tt := range []struct {
		name   string
		once   db.Once
		decide db.Decide
		most   int
	}{
		{"with nothing in memory", db.Once{Caller: "bo", Key: "k", Request: []byte("r")}, offer, 6},
		{"without a key", db.Once{}, dbtest.Move("E8-E10"), 4},
		{"the last one", db.Once{Caller: "bo", Key: "l"}, dbtest.Finish(2), 5},
	} {
		trace.take()
		if _, err := s.Append(t.Context(), tt.once, m.ID, tt.decide); err != nil {
			t.Fatal(err)
		}
		list := trace.take()
		if !strings.HasPrefix(list[0], "BEGIN") || slices.Index(list, "COMMIT") != len(list)-1 || len(list)-2 > tt.most {
			t.Errorf("%s: %d statements, want at most %d:\n%s", tt.name, len(list)-2, tt.most, strings.Join(list, "\n"))
		}
	}
	long := dbtest.MustStart(t, seed, ada, bo)
	for range db.FoldEvery - 1 {
		long = dbtest.MustAppend(t, s, long.ID, dbtest.Move("E6-E8"))
	}
	trace.take()
	dbtest.MustAppend(t, s, long.ID, dbtest.Move("E6-E8"))
	if list := trace.take(); len(list)-2 > 5 || !strings.Contains(strings.Join(list, "\n"), "INTO folds") {
		t.Errorf("with a fold: %d statements, want at most 5, one of them of the fold:\n%s", len(list)-2, strings.Join(list, "\n"))
	}
	if got := dbtest.MustMatch(t, s, m.ID); got.Ply != 5 || !got.Over {
		t.Errorf("ply %d, over %v", got.Ply, got.Over)
	}
}

// A write that the server refuses because of other transactions is done again, once.
func TestSerializationFailuresAreRetried(t *testing.T) {
	t.Parallel()
	for name, trigger := range map[string]string{
		"in a statement": `CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()`,
		"at the commit":  `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
	} {
		for code, fails := range map[string]int{"40001": 3, "40P01": 1, "23505": 1, "40001 ": 1000} {
			t.Run(name+" "+code, func(t *testing.T) {
				url := pgtest.NewStore(t)
				s := pgtest.OpenURL(t, url, nil)
				m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
				pgtest.Exec(t, url, `CREATE SEQUENCE refusals`)
				pgtest.Exec(t, url, fmt.Sprintf(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
					IF nextval('refusals') <= %d THEN RAISE EXCEPTION 'refused' USING ERRCODE = '%s'; END IF; RETURN NEW; END $$`, fails, strings.TrimSpace(code)))
				pgtest.Exec(t, url, trigger)
				calls := 0
				o := db.Once{Caller: "ada", Key: "k"}
				got, err := s.Append(t.Context(), o, m.ID, func(m db.Match, orders db.Orders) (db.Change, error) {
					calls++
					return dbtest.MoveAt(0, "E6-E8")(m, orders)
				})
				if fails == 1000 {
					if !db.IsUnavailable(err) || calls < 5 || dbtest.MustMatch(t, s, m.ID).Ply != 0 {
						t.Errorf("after %d tries: %v, want an error of the database", calls, err)
					}
					return
				}
				if err != nil || calls != fails+1 || got.Ply != 1 || dbtest.MustMatch(t, s, m.ID).Ply != 1 {
					t.Errorf("Append: ply %d after %d calls, %v, want 1 after %d", got.Ply, calls, err, fails+1)
				}
				if _, err := s.Append(t.Context(), o, m.ID, dbtest.Move("again")); !errors.As(err, new(*db.Answered)) {
					t.Errorf("the same request again: %v, want its answer", err)
				}
			})
		}
	}
}

// A commit whose answer is lost may have been stored: the error says so, the write
// is not repeated, and the same request finds out.
func TestLostCommit(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		verdict pgtest.Verdict
		stored  int
	}{"before the server": {pgtest.Lose, 0}, "after the server": {pgtest.Unconfirm, 1}} {
		t.Run(name, func(t *testing.T) {
			p := pgtest.NewProxy(t)
			url := pgtest.NewStore(t)
			direct := pgtest.OpenURL(t, url, nil)
			s, err := postgres.OpenWith(t.Context(), p.URL(url), postgres.Options{Connections: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
			if _, err := s.Append(t.Context(), db.Once{Caller: "ada", Key: "first"}, dbtest.MustStart(t, s, ada, bo).ID, dbtest.Move("E6-E8")); err != nil {
				t.Fatal(err) // after it all statements are prepared
			}
			m := dbtest.MustStart(t, s, ada, bo)
			var calls atomic.Int32
			p.Watch(func([]byte) pgtest.Verdict {
				if calls.Load() > 0 { // all that is sent after the decision is its write with the commit
					return tt.verdict
				}
				return pgtest.Pass
			})
			o := db.Once{Caller: "ada", Key: "k"}
			_, err = s.Append(t.Context(), o, m.ID, func(m db.Match, orders db.Orders) (db.Change, error) {
				calls.Add(1)
				return dbtest.Move("E6-E8")(m, orders)
			})
			p.Watch(nil)
			if db.Reason(err) != "the database has not confirmed the write" || calls.Load() != 1 {
				t.Errorf("Append: %v, %q after %d calls", err, db.Reason(err), calls.Load())
			}
			for deadline := time.Now().Add(time.Minute); tt.stored > 0 && dbtest.MustMatch(t, direct, m.ID).Ply < tt.stored; time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("the server has not committed what it was sent")
				}
			}
			_, err = s.Append(t.Context(), o, m.ID, dbtest.MoveAt(0, "E6-E8"))
			if answered := errors.As(err, new(*db.Answered)); answered != (tt.stored == 1) || !answered && err != nil {
				t.Errorf("the same request again: %v", err)
			}
			if got := dbtest.MustMatch(t, s, m.ID).Ply; got != 1 {
				t.Errorf("ply %d, want 1", got)
			}
		})
	}
}

// A store whose idle connections have died goes on with new ones.
func TestDeadConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	p := pgtest.NewProxy(t)
	s := pgtest.OpenURL(t, p.URL(pgtest.NewStore(t)), nil)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	open := func() {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { dbtest.MustMatch(t, s, m.ID) })
		}
		wg.Wait()
		p.Break()
	}
	for range 5 {
		open()
		dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8"))
		open()
		dbtest.MustMatch(t, s, m.ID)
	}
	if got := s.LastFailure(); got.Number != 0 {
		t.Errorf("LastFailure = %+v", got)
	}
}

// A database that has become read-only, as a primary one that was demoted, is
// unavailable until it is writable again.
func TestReadOnlyDatabase(t *testing.T) {
	url := pgtest.NewStore(t)
	s := pgtest.OpenURL(t, url, nil)
	ada := dbtest.MustPlayer(t, s, "Ada")
	pgtest.Exec(t, url, `CREATE FUNCTION demoted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$`)
	pgtest.Exec(t, url, `CREATE TRIGGER demoted BEFORE INSERT ON players EXECUTE FUNCTION demoted()`)
	if _, err := s.CreatePlayer(t.Context(), "Bo"); db.Reason(err) != "the database is read-only" {
		t.Errorf("CreatePlayer: %v, %q", err, db.Reason(err))
	}
	pgtest.Exec(t, url, `DROP TRIGGER demoted ON players`)
	if _, err := s.CreatePlayer(t.Context(), "Bo"); err != nil {
		t.Errorf("CreatePlayer: %v", err)
	}
	if got, err := s.Player(t.Context(), ada.ID); err != nil || got != ada {
		t.Errorf("Player = %+v, %v", got, err)
	}
}

// Without free connections a write waits for one as long as its context allows.
func TestExhaustedPool(t *testing.T) {
	s, err := postgres.OpenWith(t.Context(), pgtest.NewStore(t), postgres.Options{Connections: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	err = s.Write(t.Context(), func(context.Context, sqlstore.Tx) error {
		time.AfterFunc(10*time.Millisecond, cancel)
		if _, err := s.CreatePlayer(ctx, "Ada"); !errors.Is(err, context.Canceled) {
			t.Errorf("CreatePlayer: %v, want %v", err, context.Canceled)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
