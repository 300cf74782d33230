package postgres_test

import (
	"context"
	"errors"
	"fmt"
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

// Of the posts for one ply that reach two processes, exactly one wins.
func TestOnePlyInTwoProcesses(t *testing.T) {
	t.Parallel()
	url := pgtest.NewStore(t)
	stores := []*postgres.Store{pgtest.OpenURL(t, url, nil), pgtest.OpenURL(t, url, nil)}
	m := dbtest.MustStart(t, stores[0], dbtest.MustPlayer(t, stores[0], "Ada"), dbtest.MustPlayer(t, stores[0], "Bo"))
	for ply := range 20 {
		var won atomic.Int32
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				_, err := stores[i%2].Append(t.Context(), db.Once{Caller: "ada", Key: fmt.Sprint(ply, i)}, m.ID, dbtest.MoveAt(ply, fmt.Sprint("move ", i)))
				switch {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, dbtest.ErrStale):
					t.Errorf("ply %d: %v, want %v", ply, err, dbtest.ErrStale)
				}
			})
		}
		wg.Wait()
		if got := won.Load(); got != 1 {
			t.Errorf("ply %d: %d have won, want 1", ply, got)
		}
	}
	checkLogs(t, url)
}

// Of the same request that reaches two processes, one is carried out and the others get its
// answer. This holds for all requests.
func TestOneRequestInTwoProcesses(t *testing.T) {
	url := pgtest.NewStore(t)
	stores := []*postgres.Store{pgtest.OpenURL(t, url, nil), pgtest.OpenURL(t, url, nil)}
	ada, bo := dbtest.MustPlayer(t, stores[0], "Ada"), dbtest.MustPlayer(t, stores[0], "Bo")
	m := dbtest.MustStart(t, stores[0], ada, bo)
	open := dbtest.MustCreate(t, stores[0], db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
	for name, request := range map[string]func(s *postgres.Store, o db.Once) error{
		"CreateMatch": func(s *postgres.Store, o db.Once) error {
			_, err := s.CreateMatch(t.Context(), o, db.NewMatch{Game: "camelot", Seats: 2, Host: ada.ID, MaxOpen: 2, ToAct: []games.Seat{1}}, nil)
			return err
		},
		"JoinMatch": func(s *postgres.Store, o db.Once) error {
			_, err := s.JoinMatch(t.Context(), o, db.Joining{Match: open.ID, Player: bo.ID}, nil)
			return err
		},
		"Append": func(s *postgres.Store, o db.Once) error {
			_, err := s.Append(t.Context(), o, m.ID, dbtest.MoveAt(0, "E6-E8"))
			return err
		},
		"Remember": func(s *postgres.Store, o db.Once) error { return s.Remember(t.Context(), o, 422, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			var done, answered atomic.Int32
			var wg sync.WaitGroup
			for i := range 12 {
				wg.Go(func() {
					err := request(stores[i%2], db.Once{Caller: "ada", Key: name})
					switch {
					case err == nil:
						done.Add(1)
					case errors.As(err, new(*db.Answered)):
						answered.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if done.Load() != 1 || answered.Load() != 11 {
				t.Errorf("%d carried out and %d answered, want 1 and 11", done.Load(), answered.Load())
			}
		})
	}
}

// A write of one match does not wait for one of another match.
func TestMatchesDoNotWaitForEachOther(t *testing.T) {
	s := pgtest.Open(t, nil)
	ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
	slow, quick := dbtest.MustStart(t, s, ada, bo), dbtest.MustStart(t, s, ada, bo)
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		_, err := s.Append(t.Context(), db.Once{}, slow.ID, func(m db.Match, o db.Orders) (db.Change, error) {
			close(begun)
			<-end
			return dbtest.Move("E6-E8")(m, o)
		})
		ended <- err
	}()
	<-begun
	dbtest.MustAppend(t, s, quick.ID, dbtest.Move("E6-E8")) // else it waits forever
	close(end)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Two transactions that wait for each other both succeed.
func TestDeadlockIsRetried(t *testing.T) {
	t.Parallel()
	url := pgtest.NewStore(t)
	s := pgtest.OpenURL(t, url, nil)
	ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
	ids := []string{dbtest.MustStart(t, s, ada, bo).ID, dbtest.MustStart(t, s, ada, bo).ID}
	var tries atomic.Int32
	var meet sync.WaitGroup
	meet.Add(2)
	var wg sync.WaitGroup
	for i := range 2 {
		first := sync.OnceFunc(func() { meet.Done(); meet.Wait() })
		wg.Go(func() {
			err := s.Write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
				tries.Add(1)
				if err := tx.LockMatch(ctx, ids[i]); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `SELECT 1`); err != nil { // locks are not sent alone
					return err
				}
				first()
				if err := tx.LockMatch(ctx, ids[1-i]); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, `UPDATE matches SET wait = wait + 1`)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := tries.Load(); got < 3 { // a busy server may give up both
		t.Errorf("%d transactions, want 3 at least", got)
	}
	for _, id := range ids {
		if got := dbtest.MustMatch(t, s, id).Wait; got != 2*time.Second {
			t.Errorf("counted to %v, want 2s", got)
		}
	}
}
