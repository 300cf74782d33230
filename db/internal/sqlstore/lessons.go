package sqlstore

import (
	"context"
	"slices"
)

// LessonsOf implements db.Lessons.
func (s *Store) LessonsOf(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list lessons", `SELECT lesson FROM lessons WHERE player = ? ORDER BY lesson`,
		func(r scanner) (lesson string, err error) { return lesson, r.Scan(&lesson) }, player)
}

// AddLessons implements db.Lessons.
func (s *Store) AddLessons(ctx context.Context, player string, lessons ...string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
			return err
		}
		for _, lesson := range slices.Sorted(slices.Values(lessons)) {
			if _, err := t.Exec(ctx, `INSERT INTO lessons (player, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, lesson); err != nil {
				return wrapReference("store lesson", err)
			}
		}
		return nil
	})
}
