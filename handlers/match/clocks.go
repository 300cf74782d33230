package match

import (
	"time"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club/match"
	"tableronde/views"
)

// FillClocks fills in the clocks of a match.
func FillClocks(m *views.Match, f match.Match) {
	if f.Clock.IsZero() {
		return
	}
	control := f.Clock.Control()
	m.Pace, m.Holidays = m.PaceText(control), control.Vacation > 0
	for _, r := range f.Times() {
		m.Times = append(m.Times, newTimed(control, r))
	}
}

// newTimed returns a clock as a page shows it.
func newTimed(control clock.Control, r clock.Reading) views.Timed {
	t := views.Timed{Left: r.Left, Vacation: r.Vacation, Fallen: r.FallenSince != nil, Away: r.OnVacation}
	allowance := control.Allowance()
	t.Share = min(1, float64(r.Left+r.Vacation)/float64(max(allowance, time.Second)))
	t.Low = clock.IsLow(r.Left+r.Vacation, allowance)
	if r.Deadline != nil {
		t.Deadline, t.Until = *r.Deadline, *r.Deadline
	}
	if r.RunsOut != nil {
		t.Until = *r.RunsOut
	}
	return t
}

// RowClock returns the clock that a row tells of: the player's if it runs, else the one
// that falls first; nil if none runs.
func (s *Pages) RowClock(m db.Match, player string) *views.Timed {
	own := match.SeatOf(m, player)
	var first *clock.Reading
	for _, r := range s.Club.Match.TimesOf(m) {
		if r.Deadline != nil && (r.Seat == own || first == nil || first.Seat != own && r.Deadline.Before(*first.Deadline)) {
			first = &r
		}
	}
	if first == nil {
		return nil
	}
	t := newTimed(m.Clock.Control(), *first)
	return &t
}
