package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"tableronde/db"
)

// tokenUses are uses of tokens that wait to be stored, together and apart from what the
// tokens are used for.
type tokenUses struct {
	mu    sync.Mutex
	uses  map[string]int64 // in milliseconds, by hash
	timer *time.Timer      // to store them; nil while none waits
}

// add notes a use and has store called, db.TokenUseDelay later at most.
func (u *tokenUses) add(hash string, at int64, store func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.uses == nil {
		u.uses = make(map[string]int64)
	}
	u.uses[hash] = at
	if u.timer == nil {
		u.timer = time.AfterFunc(db.TokenUseDelay, store)
	}
}

// of returns the use of a token that waits, the zero time for none.
func (u *tokenUses) of(hash string) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at, ok := u.uses[hash]; ok {
		return time.UnixMilli(at).UTC()
	}
	return time.Time{}
}

// take returns all uses that wait. They stay known until they are forgotten.
func (u *tokenUses) take() map[string]int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.timer != nil {
		u.timer.Stop()
		u.timer = nil
	}
	return maps.Clone(u.uses)
}

// forget drops uses that are stored, unless there is a later one.
func (u *tokenUses) forget(stored map[string]int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for hash, at := range stored {
		if u.uses[hash] == at {
			delete(u.uses, hash)
		}
	}
}

// StoreUses stores the uses of tokens that wait. After an error they wait on, for the
// next use.
func (s *Store) StoreUses(ctx context.Context) error {
	uses := s.uses.take()
	if len(uses) == 0 {
		return nil
	}
	err := s.do(ctx, func(ctx context.Context, t *tx) error {
		for hash, at := range uses {
			t.touch(hash)
			if _, err := t.Exec(ctx, `UPDATE tokens SET used = ? WHERE hash = (SELECT hash FROM tokens WHERE hash = ? FOR UPDATE SKIP LOCKED)`, at, []byte(hash)); err != nil {
				return fmt.Errorf("note use of token: %w", err)
			}
		}
		return nil
	})
	if err == nil {
		s.uses.forget(uses)
	}
	return err
}

// storeUsesLater is called by a timer. What fails is in db.Health.LastFailure.
func (s *Store) storeUsesLater() { _ = s.StoreUses(context.Background()) }
