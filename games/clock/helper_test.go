package clock_test

import (
	"fmt"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/clock"
)

// monday is the beginning of a week in which most of the tests play.
var monday = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

// at returns an instant so long after that Monday.
func at(d time.Duration) time.Time { return monday.Add(d) }

// pause returns a pause between two distances from that Monday.
func pause(from, until time.Duration) clock.Pause {
	return clock.Pause{From: at(from), Until: at(until)}
}

func seats(list ...games.Seat) []games.Seat { return list }

// decide is a step in which a seat decides.
func decide(when time.Duration, by games.Seat, owing ...games.Seat) clock.Step {
	return clock.Step{At: at(when), Decided: by, Owing: owing}
}

// happen is a step that is nobody's decision.
func happen(when time.Duration, owing ...games.Seat) clock.Step {
	return clock.Step{At: at(when), Owing: owing}
}

// grant is a step that gives time to a seat.
func grant(when time.Duration, to games.Seat, d time.Duration, owing ...games.Seat) clock.Step {
	return clock.Step{At: at(when), Owing: owing, Grant: clock.Grant{Seat: to, Time: d}}
}

// begin starts the clocks of two seats on that Monday; seat 1 owes a decision.
func begin(c clock.Control) clock.Clock { return clock.New(c, monday, 2, seats(1)) }

// fold folds steps without pauses.
func fold(c clock.Clock, steps ...clock.Step) clock.Clock {
	for _, s := range steps {
		c = c.Fold(s, clock.Pauses{})
	}
	return c
}

// reads fails the test unless the clock of a seat reads as wanted: "left vacation",
// then "until" and the distance of the deadline from that Monday if there is one, then
// "fallen" or "vacation".
func reads(t *testing.T, c clock.Clock, when time.Duration, pauses clock.Pauses, seat games.Seat, want string) {
	t.Helper()
	if got := tell(c.Read(at(when), pauses)[seat-1]); got != want {
		t.Errorf("seat %d after %v reads %q, want %q", seat, when, got, want)
	}
}

// tell writes a reading as reads wants it.
func tell(r clock.Reading) string {
	text := fmt.Sprintf("%v %v", r.Left, r.Vacation)
	if r.Deadline != nil {
		text += fmt.Sprintf(" until %v", r.Deadline.Sub(monday))
	}
	if r.FallenSince != nil {
		text += " fallen"
	}
	if r.OnVacation {
		text += " vacation"
	}
	return text
}
