package match

import (
	"context"
	"math"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// AlarmWorker continues matches whose interrupt window has closed, where a clock has fallen or
// the pause of a forced decision is over.
func (s *Matches) AlarmWorker() club.Worker {
	return club.Worker{Name: "alarms", Pause: club.LongPause, Woken: s.alarm, List: func(ctx context.Context, look club.Look) ([]club.Item, time.Time, error) {
		now := s.now()
		items, _, err := club.ItemsOf(func(ctx context.Context, _ int) ([]string, error) { return s.store.Due(ctx, now) }, s.Wake)(ctx, look)
		if err != nil {
			return nil, time.Time{}, err
		}
		s.alarmAt.Store(0) // NextDue may miss a time that is stored from now on
		next, err := s.store.NextDue(ctx, now)
		if err != nil {
			return nil, time.Time{}, err
		}
		at := int64(math.MaxInt64)
		if !next.IsZero() {
			at = next.UnixMilli()
		}
		s.alarmAt.Store(at)
		return items, next, nil
	}}
}

// Wake continues a match that is due, unless that was done already.
func (s *Matches) Wake(ctx context.Context, id string) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		if !t.windowEnds.IsZero() && !t.windowEnds.After(t.now) && !t.hears() {
			if err := t.closeWindow(); err != nil {
				return err
			}
		}
		return t.lapse()
	})
	return err
}
