package tables

import (
	"time"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// MaxWait is the longest interrupt window that a table may set.
const MaxWait = 6 * time.Hour

// WaitOf returns an interrupt window of n units, hours on a form and seconds in the
// API. It refuses what is longer than MaxWait.
func WaitOf(n int, unit time.Duration) (time.Duration, error) {
	if n < 0 || n > int(MaxWait/unit) {
		return 0, errWait(float64(n) * unit.Seconds())
	}
	return time.Duration(n) * unit, nil
}

func errWait(seconds float64) error {
	return club.InvalidField("invalid_wait", "wait", "a table waits up to %d seconds, not %v", int(MaxWait/time.Second), seconds)
}

// checkWait refuses an interrupt window that the table cannot have.
func (p Proposal) checkWait(t table.Match) error {
	_, follows := t.State().(games.Follower)
	switch {
	case p.Wait == 0:
		return nil
	case !follows:
		return club.InvalidField("invalid_wait", "wait", "in this game nobody may interrupt: there is nothing to wait for")
	case p.Public:
		return club.InvalidField("invalid_wait", "wait", "public tables do not wait: only a private one may")
	case p.Wait < 0 || p.Wait > MaxWait || p.Wait%time.Second != 0:
		return errWait(p.Wait.Seconds())
	}
	return nil
}
