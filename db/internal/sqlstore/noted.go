package sqlstore

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"tableronde/db"
)

// notedVisits are visits that wait to be stored, so that a look at a match does not
// cost a commit of its own.
type notedVisits struct {
	mu     sync.Mutex
	visits map[visitor]db.Visit
	timer  *time.Timer // to store them; nil while none waits
}

type visitor struct{ match, player string }

// visit returns what waits of a player's visits to a match, the zero Visit for nothing.
func (n *notedVisits) visit(match, player string) db.Visit {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.visits[visitor{match, player}]
}

// add notes a visit and has store called, db.VisitDelay later at most.
func (n *notedVisits) add(match, player string, v db.Visit, store func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.visits == nil {
		n.visits = make(map[visitor]db.Visit)
	}
	by := visitor{match, player}
	n.visits[by] = latestVisit(n.visits[by], v)
	if n.timer == nil {
		n.timer = time.AfterFunc(db.VisitDelay, store)
	}
}

// take returns all visits that wait. They stay known until they are forgotten.
func (n *notedVisits) take() map[visitor]db.Visit {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timer != nil {
		n.timer.Stop()
		n.timer = nil
	}
	return maps.Clone(n.visits)
}

// forget drops visits that are stored, unless more has become known of them.
func (n *notedVisits) forget(stored map[visitor]db.Visit) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for by, v := range stored {
		if n.visits[by] == v {
			delete(n.visits, by)
		}
	}
}

// latestVisit returns what two accounts of a player's visits say together.
func latestVisit(a, b db.Visit) db.Visit {
	return db.Visit{
		Seen:   max(a.Seen, b.Seen),
		Told:   max(a.Told, b.Told),
		Began:  laterOf(a.Began, b.Began),
		Latest: laterOf(a.Latest, b.Latest),
		Orders: a.Orders, // as they were read
	}
}

func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// StoreVisits stores the visits that wait. After an error they wait on: the next visit
// that is noted has them tried again.
func (s *Store) StoreVisits(ctx context.Context) error {
	visits := s.noted.take()
	if len(visits) == 0 {
		return nil
	}
	err := s.do(ctx, func(ctx context.Context, t *tx) error {
		for by, v := range visits {
			// The match may have been deleted meanwhile.
			if err := storeVisit(ctx, t, by.match, by.player, v); err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.noted.forget(visits)
	}
	return err
}

// storeNoted is called by a timer. What fails is in db.Health.LastFailure.
func (s *Store) storeNoted() { _ = s.StoreVisits(context.Background()) }
