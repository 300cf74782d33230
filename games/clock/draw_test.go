package clock_test

import (
	"time"

	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/clock"
)

// drawSeats returns some of n seats, ascending.
func drawSeats(t *rapid.T, n int, label string) []games.Seat {
	var list []games.Seat
	for s := 1; s <= n; s++ {
		if rapid.Bool().Draw(t, label) {
			list = append(list, games.Seat(s))
		}
	}
	return list
}

// drawStep returns any step at a time.
func drawStep(t *rapid.T, n int, when time.Time, unit time.Duration) clock.Step {
	s := clock.Step{At: when, Owing: drawSeats(t, n, "owing")}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
	case 1:
		s.Grant = clock.Grant{
			Seat: games.Seat(rapid.IntRange(1, n).Draw(t, "granted")),
			Time: unit * time.Duration(rapid.IntRange(0, 48).Draw(t, "grant")),
		}
	default:
		s.Decided = games.Seat(rapid.IntRange(1, n).Draw(t, "decided"))
	}
	return s
}

// drawGap returns how long after the one before a step comes, sometimes a negative
// time.
func drawGap(t *rapid.T, unit time.Duration) time.Duration {
	return unit * time.Duration(rapid.OneOf(
		rapid.IntRange(0, 2), rapid.IntRange(0, 30), rapid.IntRange(0, 400), rapid.IntRange(-50, 0),
	).Draw(t, "gap"))
}

// drawPauses returns pauses within some months of the Monday of the tests.
func drawPauses(t *rapid.T, unit time.Duration) []clock.Pause {
	var all []clock.Pause
	for range rapid.IntRange(0, 8).Draw(t, "pauses") {
		from := unit * time.Duration(rapid.IntRange(-100, 2000).Draw(t, "pause"))
		all = append(all, pause(from, from+unit*time.Duration(rapid.IntRange(-1, 300).Draw(t, "pause of"))))
	}
	return all
}
