package accounts

import (
	"context"
	"slices"
	"strings"

	"tableronde/db"
	"tableronde/handlers/club/match"
)

// noHabits is stored for players who have chosen to have none.
const noHabits = "none"

// SetHabits stores how a player likes to play.
func (s *Accounts) SetHabits(ctx context.Context, player string, names []string) error {
	text := strings.Join(names, ".")
	if text == "" {
		text = noHabits
	}
	return s.store.SetHabits(ctx, player, text)
}

// SetHabit gives a player one habit, or takes it away.
func (s *Accounts) SetHabit(ctx context.Context, p db.Player, name string, on bool) error {
	names := slices.DeleteFunc(match.HabitsOf(p), func(other string) bool { return other == name || other == noHabits })
	if on {
		names = append(names, name)
	}
	return s.SetHabits(ctx, p.ID, names)
}
