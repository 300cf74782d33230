package club

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// HabitAuto is the habit of players whose forced decisions the server makes. Other
// habits concern pages alone.
const HabitAuto = "auto"

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

// HabitsOf lists the habits of a player, nil for one who has never chosen any.
func HabitsOf(p db.Player) []string {
	if p.Habits == "" {
		return nil
	}
	return strings.Split(p.Habits, ".")
}

// playForced plays the one legal action of each seat that has only one, for players who
// like it so.
func (t *txn) playForced() error {
	for range maxPostings {
		seat, action := t.forced()
		if seat == 0 {
			return nil
		}
		if err := t.play(seat, action); err != nil {
			return fmt.Errorf("play for seat %d of match %s: %w", seat, t.before.ID, rulesFault{err})
		}
	}
	return nil // the rest comes with the next event
}

// forced returns a seat whose decision the server makes, and the decision; 0 for none.
func (t *txn) forced() (games.Seat, string) {
	for i, p := range t.before.Seats {
		seat := games.Seat(i + 1)
		if !slices.Contains(HabitsOf(p), HabitAuto) || !slices.Contains(t.toAct(), seat) || !t.mayForce(seat) {
			continue
		}
		if legal, _ := t.table.LegalUpTo(seat, 1); len(legal) == 1 {
			return seat, legal[0]
		}
	}
	return 0, ""
}

// mayForce reports whether the server may decide for a seat now: not while a window is
// open or an offer waits, which a move would answer, and not right after the table has
// gone back, which a forced move would undo.
func (t *txn) mayForce(seat games.Seat) bool {
	if t.before.Solo || !t.windowEnds.IsZero() || t.table.Over() || t.table.Ply() >= MaxEvents {
		return false
	}
	if by, _ := t.table.UndoOffer(); by != 0 || slices.Contains(t.table.Asked(), seat) {
		return false
	}
	log := t.table.Log()
	return len(log) == 0 || log[len(log)-1].Text != table.AcceptUndo
}
