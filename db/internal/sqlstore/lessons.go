package sqlstore

import (
	"context"
	"slices"
)

// lessons implements db.Lessons.
type lessons struct{ *core }

func (s lessons) LessonsOf(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list lessons", `SELECT lesson FROM lessons WHERE player = ? ORDER BY lesson`,
		func(r scanner) (lesson string, err error) { return lesson, r.Scan(&lesson) }, player)
}

func (s lessons) AddLessons(ctx context.Context, player string, names ...string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
			return err
		}
		for _, name := range slices.Sorted(slices.Values(names)) {
			if err := t.run(ctx, "store lesson", `INSERT INTO lessons (player, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, name); err != nil {
				return err
			}
		}
		return nil
	})
}
