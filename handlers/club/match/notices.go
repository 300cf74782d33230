package match

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
)

// The shares of the time for a decision at which it is told that it runs out.
const (
	halfLeft  = 2
	fifthLeft = 5
)

// notices lists whom to tell what of a change: all players but the one who made
// it, and nobody at a solo table or against bots alone, who answer at once. For whom a bot
// plays on, the match is over.
func (t *txn) notices(c db.Change) (notices []db.Notice) {
	for _, seat := range slices.Sorted(maps.Keys(t.left)) {
		if player := t.left[seat]; player != t.actor {
			notices = append(notices, db.Notice{Kind: db.NoticeOver, Recipient: player})
		}
	}
	if t.before.Solo || t.before.IsPractice() {
		return notices
	}
	for i, p := range t.before.Seats {
		seat := games.Seat(i + 1)
		if p.Bot > 0 {
			continue
		}
		if kind := t.noticeFor(seat, c); kind != "" && p.ID != t.actor {
			notices = append(notices, db.Notice{Kind: kind, Recipient: p.ID})
		}
		if t.newlyOwes(seat, c) {
			notices = append(notices, t.timeNotices(seat, p.ID)...)
		}
	}
	return notices
}

// noticeFor returns what a change tells a seat, "" for nothing.
func (t *txn) noticeFor(seat games.Seat, c db.Change) db.NoticeKind {
	switch {
	case c.Result != nil:
		return db.NoticeOver
	case t.newlyOwes(seat, c):
		return db.NoticeTurn
	case slices.Contains(c.Asked, seat) && !slices.Contains(t.before.Asked, seat):
		return db.NoticeOffer
	case t.starts, t.replaced[seat] != "":
		return db.NoticeStarted
	}
	return ""
}

// newlyOwes reports whether a seat owes a decision that it did not owe before, or that the
// server would have made for it.
func (t *txn) newlyOwes(seat games.Seat, c db.Change) bool {
	if c.Result != nil || !slices.Contains(c.ToAct, seat) || t.isDelayed(seat) {
		return false
	}
	acted := slices.ContainsFunc(c.Events, func(e db.Event) bool { return e.Seat == seat })
	return t.starts || acted || t.replaced[seat] != "" || !slices.Contains(t.before.ToAct, seat) || slices.Contains(t.released, seat)
}

// timeNotices tells a seat, later, that the time for its decision runs out. Those who
// play a live match are at the board.
func (t *txn) timeNotices(seat games.Seat, player string) (list []db.Notice) {
	if t.clock.IsZero() || t.clock.Control().Live() {
		return nil
	}
	r := t.readings()[seat-1]
	if r.Deadline == nil {
		return nil
	}
	for _, left := range timesLow(t.clock.Control(), r) {
		list = append(list, db.Notice{Kind: db.NoticeTimeLow, Recipient: player, Due: r.Deadline.Add(-left), Left: left})
	}
	return list
}

// timesLow returns what is left of the time of a seat when it is told, each less than the
// one before: half and a fifth of the time beside the vacation, and a fifth once more
// before the end of the vacation.
func timesLow(control clock.Control, r clock.Reading) (list []time.Duration) {
	whole := control.Allowance() - control.Vacation
	for _, left := range []time.Duration{r.Vacation + whole/halfLeft, r.Vacation + whole/fifthLeft, whole / fifthLeft} {
		if left < r.Left+r.Vacation && (len(list) == 0 || left < list[len(list)-1]) {
			list = append(list, left)
		}
	}
	return list
}

// TimeLowDue returns when a notification about time is due by the clock as it is now. The
// clock may have gained time or stood still. A notification that is no longer news is due at
// once.
func (s *Matches) TimeLowDue(ctx context.Context, n db.Notice) (time.Time, error) {
	m, err := s.Match(ctx, n.Match, n.Recipient)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, err
	}
	for _, seat := range m.SeatsOf(n.Recipient) {
		if left, deadline := timeLeft(m, seat); left > n.Left && !m.actedSince(n) {
			return deadline.Add(-n.Left), nil
		}
	}
	return time.Time{}, nil
}

// timeLeft returns the time that a seat has for the decision that it owes and when its
// clock falls; zero if none runs.
func timeLeft(m Match, seat games.Seat) (time.Duration, time.Time) {
	times := m.Times()
	if int(seat) > len(times) || times[seat-1].Deadline == nil {
		return 0, time.Time{}
	}
	return times[seat-1].Left + times[seat-1].Vacation, *times[seat-1].Deadline
}

// RunsOut returns when the time for a decision runs out and the vacation begins, if there
// is one, else when the clock falls; zero if no decision is owed.
func RunsOut(r clock.Reading) time.Time {
	switch {
	case r.RunsOut != nil:
		return *r.RunsOut
	case r.Deadline != nil:
		return *r.Deadline
	}
	return time.Time{}
}

// actedSince reports whether the recipient of a notice has done anything in the match
// after what the notice tells.
func (m Match) actedSince(n db.Notice) bool {
	own, log := m.SeatsOf(n.Recipient), m.Table.Log()
	for _, e := range log[min(n.Ply, len(log)):] {
		if slices.Contains(own, e.Seat) {
			return true
		}
	}
	return false
}

// IsNews reports whether a notice still tells its recipient something: what was answered
// meanwhile does not.
func (m Match) IsNews(n db.Notice) bool {
	own := m.SeatsOf(n.Recipient)
	owned := func(seats []games.Seat) bool {
		return slices.ContainsFunc(own, func(s games.Seat) bool { return slices.Contains(seats, s) })
	}
	switch n.Kind {
	case db.NoticeTurn:
		return !m.IsOver() && owned(m.ToAct) && !m.actedSince(n)
	case db.NoticeTimeLow:
		return !m.IsOver() && owned(m.ToAct) && !m.actedSince(n) && m.timeIsLow(own, n.Left)
	case db.NoticeOffer:
		return !m.IsOver() && owned(m.Asked) && !m.actedSince(n)
	case db.NoticeInvited:
		return m.KeptFor(n.Recipient) != 0 || m.Offered.Stands(m.Now) && owned(m.Offered.Awaiting(len(m.Seats)))
	case db.NoticeStarted:
		return !m.IsOver() && !m.actedSince(n)
	case db.NoticeMessage:
		return UnreadOf(m.Match, n.Recipient) > 0
	}
	return len(own) > 0 || m.LeftBy(n.Recipient)
}

// timeIsLow reports whether one of some seats has so much time left at most.
func (m Match) timeIsLow(seats []games.Seat, most time.Duration) bool {
	return slices.ContainsFunc(seats, func(seat games.Seat) bool {
		left, deadline := timeLeft(m, seat)
		return !deadline.IsZero() && left <= most+time.Second
	})
}

// UnreadOf returns how many messages of a match one of its players has not seen.
func UnreadOf(m db.Match, player string) int {
	if seat := SeatOf(m, player); seat != 0 && m.Unread != nil && !m.Solo {
		return m.Unread[seat-1]
	}
	return 0
}
