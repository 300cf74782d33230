package club

import (
	"cmp"
	"math"
	"time"

	"tableronde/db"
)

// announce publishes a match that has changed, wakes the alarms, if a window, a
// deadline or a pause is set, and calls the hook of the rooms above.
func (s *Service) announce(m db.Match) {
	for _, due := range []time.Time{m.WindowEnds, m.Deadline, m.ForcedDue} {
		if !due.IsZero() && due.UnixMilli() < cmp.Or(s.alarmAt.Load(), math.MaxInt64) {
			s.alarm.Send()
		}
	}
	s.publish(m)
	s.changed(m)
}

func (s *Service) publish(m db.Match) {
	s.hub.Publish(Change{Match: m.ID, Ply: m.Ply, At: s.now()}, playersOf(m))
	if m.Closed() {
		s.hub.EndWatching(m.ID, playersOf(m))
	}
}

// publishTable announces that a table has come to the list of open tables, has
// changed there, or has left it.
func (s *Service) publishTable(m db.Match) {
	if (m.Public || m.Closed()) && !m.Solo {
		s.hub.PublishTables(s.now())
	}
}
