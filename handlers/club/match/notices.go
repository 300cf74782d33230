package match

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club"
)

// Fractions of the time for a decision at which the player is notified.
const (
	halfLeft  = 2
	fifthLeft = 5
)

// notices lists the notifications of a change, for all players except the one who made it. There
// are none at a solo table, and none against bots alone, because bots answer at once. A player
// whose seat a bot has taken over is notified of the end.
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

// noticeFor returns the kind of notification that a seat gets for a change, "" for none.
func (t *inPlay) noticeFor(seat games.Seat, c db.Change) db.NoticeKind {
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

// newlyOwes reports whether a seat owes a decision that is new, or that the server was about to
// make for it.
func (t *inPlay) newlyOwes(seat games.Seat, c db.Change) bool {
	if c.Result != nil || !slices.Contains(c.ToAct, seat) || t.isDelayed(seat) {
		return false
	}
	acted := slices.ContainsFunc(c.Events, func(e db.Event) bool { return e.Seat == seat })
	return t.starts || acted || t.replaced[seat] != "" || !slices.Contains(t.before.ToAct, seat) || slices.Contains(t.released, seat)
}

// timeNotices lists the later notifications to a seat that its time runs out. Live matches have
// none, because their players are at the board.
func (t *inPlay) timeNotices(seat games.Seat, player string) (list []db.Notice) {
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

// timesLow returns the times left at which a seat is notified, in decreasing order. They are half
// and a fifth of the time without vacation, and a fifth once more before the end of the vacation.
func timesLow(control clock.Control, r clock.Reading) (list []time.Duration) {
	whole := control.Allowance() - control.Vacation
	for _, left := range []time.Duration{r.Vacation + whole/halfLeft, r.Vacation + whole/fifthLeft, whole / fifthLeft} {
		if left < r.Left+r.Vacation && (len(list) == 0 || left < list[len(list)-1]) {
			list = append(list, left)
		}
	}
	return list
}

// TimeLowDue returns when a notification about time is due, by the present state of the clock. The
// clock may have gained time or been paused. A notification that has become pointless is due at
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

// timeLeft returns the time that a seat has left for its decision, and the time at which its clock
// falls. Both are zero if no clock runs.
func timeLeft(m Match, seat games.Seat) (time.Duration, time.Time) {
	times := m.Times()
	if int(seat) > len(times) || times[seat-1].Deadline == nil {
		return 0, time.Time{}
	}
	return times[seat-1].Left + times[seat-1].Vacation, *times[seat-1].Deadline
}

// RunsOut returns when the time for a decision runs out and a vacation begins. Without a vacation
// it is the time when the clock falls. It is zero if no decision is owed.
func RunsOut(r clock.Reading) time.Time {
	switch {
	case r.RunsOut != nil:
		return *r.RunsOut
	case r.Deadline != nil:
		return *r.Deadline
	}
	return time.Time{}
}

// actedSince reports whether the recipient of a notification has acted in the match after its
// event.
func (m Match) actedSince(n db.Notice) bool {
	own, log := m.SeatsOf(n.Recipient), m.Table.Log()
	for _, e := range log[min(n.Ply, len(log)):] {
		if slices.Contains(own, e.Seat) {
			return true
		}
	}
	return false
}

// IsNews reports whether a notification is still of use: its recipient has not yet reacted to its
// event.
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

// timeIsLow reports whether one of the seats has at most this much time left.
func (m Match) timeIsLow(seats []games.Seat, most time.Duration) bool {
	return slices.ContainsFunc(seats, func(seat games.Seat) bool {
		left, deadline := timeLeft(m, seat)
		return !deadline.IsZero() && left <= most+time.Second
	})
}

// Times of a visit: a player opens a match several times in a row. Each page of the visit shows the
// events of others before the visit. This ends once the player touches a piece, plays, or begins
// another visit.
const (
	visitGap   = 30 * time.Minute // without opening the match; then a new visit begins
	visitNoted = 5 * time.Minute  // after which a visit without news is stored anyway
)

// visitAfterLook returns a player's visits after the player has seen a match with ply events.
func visitAfterLook(v db.Visit, ply int, now time.Time) db.Visit {
	if now.Sub(v.Latest) >= visitGap {
		v.Told, v.Began = v.Seen, now
	}
	v.Seen, v.Latest = max(v.Seen, ply), now
	return v
}

// visitAfterAction returns a player's visits after an action which shows that the player has
// noticed the news.
func visitAfterAction(v db.Visit, ply int, now time.Time) db.Visit {
	v = visitAfterLook(v, ply, now)
	v.Told = v.Seen
	return v
}

// Visit returns a player's visits to a match, now that the player has seen its present state. aware
// says that the player did something which shows that they noticed the news.
func (s *Matches) Visit(ctx context.Context, f Match, player string, aware bool) (db.Visit, error) {
	_, after, err := s.visits(ctx, f, player, aware)
	return after, err
}

func (s *Matches) visits(ctx context.Context, f Match, player string, aware bool) (before, after db.Visit, err error) {
	if before, err = s.store.Visit(ctx, f.ID, player); err != nil {
		return before, before, err
	}
	if aware {
		return before, visitAfterAction(before, f.Ply, s.now()), nil
	}
	return before, visitAfterLook(before, f.Ply, s.now()), nil
}

// NoteVisit stores the result of Visit, unless the stored visit is about the same.
func (s *Matches) NoteVisit(ctx context.Context, f Match, player string, aware bool) error {
	before, after, err := s.visits(ctx, f, player, aware)
	switch {
	case err != nil:
		return err
	case before.Seen == after.Seen && before.Told == after.Told && before.Began.Equal(after.Began) && after.Latest.Sub(before.Latest) < visitNoted:
		return nil
	}
	return s.store.NoteVisit(ctx, f.ID, player, after)
}

// Announce publishes a match that has changed, and wakes the workers whose work follows from
// the change.
func (s *Matches) Announce(m db.Match) {
	for _, due := range []time.Time{m.WindowEnds, m.Deadline, m.ForcedDue} {
		if !due.IsZero() && due.UnixMilli() < cmp.Or(s.alarmAt.Load(), math.MaxInt64) {
			s.wakes.Wake(club.Alarms)
		}
	}
	s.Publish(m)
	if !m.BotDue.IsZero() {
		s.wakes.Wake(club.BotMoves)
	}
	if m.Over {
		s.wakes.Wake(club.Archiving, club.RepeatTables)
		if m.Cup != "" {
			s.wakes.Wake(club.CupRounds)
		}
	}
	s.wakes.Wake(club.Notifications)
}

func (s *Matches) Publish(m db.Match) {
	s.hub.Publish(club.Change{Match: m.ID, Ply: m.Ply, At: s.now()}, PlayersOf(m))
	if m.Closed() {
		s.hub.EndWatching(m.ID, PlayersOf(m))
	}
}

// PublishTable announces that a table has entered, changed in, or left the list of open tables.
func (s *Matches) PublishTable(m db.Match) {
	if (m.Public || m.Closed()) && !m.Solo {
		s.hub.PublishTables(s.now())
	}
}
