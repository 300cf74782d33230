package match

import (
	"cmp"
	"math"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// Announce publishes a match that has changed, wakes the alarms, if a window, a
// deadline or a pause is set, and calls the hook of the rooms above.
func (s *Matches) Announce(m db.Match) {
	for _, due := range []time.Time{m.WindowEnds, m.Deadline, m.ForcedDue} {
		if !due.IsZero() && due.UnixMilli() < cmp.Or(s.alarmAt.Load(), math.MaxInt64) {
			s.alarm.Send()
		}
	}
	s.Publish(m)
	s.changed(m)
}

func (s *Matches) Publish(m db.Match) {
	s.hub.Publish(club.Change{Match: m.ID, Ply: m.Ply, At: s.now()}, PlayersOf(m))
	if m.Closed() {
		s.hub.EndWatching(m.ID, PlayersOf(m))
	}
}

// PublishTable announces that a table has come to the list of open tables, has
// changed there, or has left it.
func (s *Matches) PublishTable(m db.Match) {
	if (m.Public || m.Closed()) && !m.Solo {
		s.hub.PublishTables(s.now())
	}
}
