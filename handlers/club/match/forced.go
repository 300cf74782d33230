package match

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// ForcedPause is the longest pause before the server makes a decision for a seat without a choice,
// at tables that ask for pauses. Config may set another.
const ForcedPause = time.Hour

const (
	livePause   = 15 * time.Second // longest pause in a live match
	pauseRange  = 60               // ratio of the longest pause to the shortest
	pauseOfLeft = 10               // a pause takes at most this fraction of the time left
)

// playForced makes decisions for seats without a choice, if the player wants that and the game does
// so.
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

// forced returns a seat for which the server decides now, and the decision. The seat is 0 for none.
func (t *inPlay) forced() (games.Seat, string) {
	for i := range t.before.Seats {
		seat := games.Seat(i + 1)
		if action, ok := t.forcedAction(seat); ok && (!t.delays() || t.isDue(seat)) {
			return seat, action
		}
	}
	return 0, ""
}

// forcedAction returns the decision that the server makes for a seat, now or after a pause. ok is
// false if it makes none.
func (t *inPlay) forcedAction(seat games.Seat) (action string, ok bool) {
	if t.before.Seats[seat-1].Bot > 0 {
		return "", false
	}
	likes := slices.Contains(HabitsOf(t.before.Seats[seat-1]), HabitAuto)
	if !likes && !t.delays() || !slices.Contains(t.toAct(), seat) || !t.mayForce(seat) {
		return "", false
	}
	if !likes {
		return t.table.State().(games.Delayer).Forced(seat)
	}
	legal, _ := t.table.LegalUpTo(seat, 1)
	if len(legal) != 1 {
		return "", false
	}
	return legal[0], true
}

// mayForce reports whether the server may decide for a seat now. It may not while a window is open,
// or while an offer waits that a move would answer. It may not just after moves were taken back,
// because it would play them again.
func (t *inPlay) mayForce(seat games.Seat) bool {
	if t.before.Solo || !t.windowEnds.IsZero() || t.table.Over() || t.table.Ply() >= MaxEvents {
		return false
	}
	if t.table.UndoOffer().By != 0 || slices.Contains(t.table.Asked(), seat) {
		return false
	}
	log := t.table.Log()
	if len(log) == 0 {
		return true
	}
	last := log[len(log)-1].Text
	return last != table.AcceptUndo && !strings.HasPrefix(last, table.Rewind)
}

// delays reports whether the server pauses before it decides for seats without a choice. Then these
// decisions look like those that people make.
func (t *inPlay) delays() bool {
	d, ok := t.table.State().(games.Delayer)
	return ok && d.Delays()
}

// isDue reports whether the pause of a seat has ended and the seat did not act during it.
func (t *inPlay) isDue(seat games.Seat) bool {
	due := decodeOrders(t.orders[seat]).due
	return !due.IsZero() && !due.After(t.now) && !t.hasActed(seat)
}

// hasActed reports whether a seat has done something in the transaction.
func (t *inPlay) hasActed(seat games.Seat) bool {
	for _, e := range t.table.Log()[t.before.Table.Ply():] {
		if e.Seat == seat {
			return true
		}
	}
	return false
}

// delayForced sets, for each seat without a choice, the time of the server's decision, and stores
// it with the seat's orders. The change gets the next of these times. A pause goes on while others
// act. It is dropped when the seat has acted, gets a choice, or no longer wants forced decisions.
func (t *txn) delayForced(c *db.Change) {
	for i := range t.before.Seats {
		seat := games.Seat(i + 1)
		o := decodeOrders(t.orders[seat])
		waits := false
		if t.delays() && c.Result == nil {
			_, waits = t.forcedAction(seat)
		}
		switch {
		case !waits && o.due.IsZero():
			continue
		case !waits:
			if !t.hasActed(seat) {
				t.released = append(t.released, seat)
			}
			o.due = time.Time{}
		case t.hasActed(seat), o.due.IsZero():
			if len(c.Events) == 0 && !t.starts {
				continue // the decision was left to the seat
			}
			o.due = t.now.Add(t.drawPause(seat))
		}
		t.storeOrders(seat, o)
		due := decodeOrders(t.orders[seat]).due // the orders may be too long to store the time
		if !due.IsZero() && (c.ForcedDue.IsZero() || due.Before(c.ForcedDue)) {
			c.ForcedDue = due
		}
	}
}

// drawPause returns a random pause. As with people, its logarithm is uniform, so short pauses are
// as frequent as long ones.
func (t *inPlay) drawPause(seat games.Seat) time.Duration {
	longest := t.forcedPause
	if !t.clock.IsZero() && t.clock.Control().Live() {
		longest = min(longest, livePause)
	}
	if times := t.readings(); int(seat) <= len(times) && times[seat-1].Deadline != nil {
		longest = min(longest, max(0, times[seat-1].Left)/pauseOfLeft)
	}
	return time.Duration(float64(longest) * math.Pow(pauseRange, t.random()-1)).Truncate(time.Millisecond)
}

// isDelayed reports whether the server will make the seat's decision after a pause.
func (t *inPlay) isDelayed(seat games.Seat) bool { return !decodeOrders(t.orders[seat]).due.IsZero() }

// HabitAuto is the habit of players whose forced decisions the server makes. All other habits
// concern only pages.
const HabitAuto = "auto"

// HabitHere is the habit of players who wish to be seen while they are connected.
const HabitHere = "here"

// HabitsOf lists the habits of a player, nil if the player has never chosen any.
func HabitsOf(p db.Player) []string {
	if p.Habits == "" {
		return nil
	}
	return strings.Split(p.Habits, ".")
}
