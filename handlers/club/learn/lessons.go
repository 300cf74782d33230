package learn

import (
	"context"
	"fmt"
)

// Lessons lists the lessons that a player has done, by name.
func (s *Notebook) Lessons(ctx context.Context, player string) ([]string, error) {
	return s.store.LessonsOf(ctx, player)
}

// AddLessons adds lessons to those that a player has done.
func (s *Notebook) AddLessons(ctx context.Context, player string, lessons ...string) error {
	if err := s.store.AddLessons(ctx, player, lessons...); err != nil {
		return fmt.Errorf("keep lessons done: %w", err)
	}
	return nil
}
