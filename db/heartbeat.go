package db

import (
	"context"
	"time"

	"tableronde/games/clock"
)

// Heartbeats tell when the site was up, so that no clock of a match runs while it is
// not.
type Heartbeats interface {
	// Beat notes that the site is up at a time. If the last beat, of whatever process, is
	// longer ago than the site is known to have been up since, a pause of the clocks is
	// stored from that beat to this one; see clock.Outage. The first beat of all makes no
	// pause.
	//
	// Beat returns the pauses that were stored after the first known ones, in the order
	// in which they were stored, and whether this beat has stored one.
	Beat(ctx context.Context, at time.Time, up time.Duration, known int) (pauses []clock.Pause, paused bool, err error)
}
