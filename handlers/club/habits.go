package club

import (
	"context"
	"slices"
	"strings"

	"tableronde/db"
)

// noHabits is stored for players who have chosen to have none.
const noHabits = "none"

// SetHabits stores how a player likes to play.
func (s *Service) SetHabits(ctx context.Context, player string, names []string) error {
	text := strings.Join(names, ".")
	if text == "" {
		text = noHabits
	}
	return s.store.SetHabits(ctx, player, text)
}

// SetHabit gives a player one habit, or takes it away.
func (s *Service) SetHabit(ctx context.Context, p db.Player, name string, on bool) error {
	names := slices.DeleteFunc(HabitsOf(p), func(other string) bool { return other == name || other == noHabits })
	if on {
		names = append(names, name)
	}
	return s.SetHabits(ctx, p.ID, names)
}
