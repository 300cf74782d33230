package match

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

const (
	// UnclaimedEnds is how long a clock that has fallen may be claimed by nobody: then
	// the server does.
	UnclaimedEnds = 14 * 24 * time.Hour
	// AbandonedAfter is how long a match without clocks stands still until a player who owes a
	// decision counts as gone.
	AbandonedAfter = 30 * 24 * time.Hour
)

// errUntimed reports that the transaction needs the pauses of the clocks, which only another beat
// can give.
var errUntimed = errors.New("the pauses of the clocks are not known")

// Refusals about clocks.
var (
	errGrantOnce = &games.Illegal{Key: "clock.granted", Text: "You have given your partner a day for this decision: the others may give more."}
	errClaimOwn  = &games.Illegal{Key: "clock.own", Text: "It is your own side whose time has run out: only the others may claim that."}
	errOnDefault = &games.Illegal{Key: "clock.default", Text: "In this game nobody has to claim: once the time is up, the game decides by itself."}
)

// Times returns the readings of the clocks at the moment the match was loaded, by seat; nil for a
// match without clocks or before its start.
func (m Match) Times() []clock.Reading { return m.Clock.Read(m.Now, m.pauses) }

// TimesOf is Match.Times for a match of a list.
func (s *Matches) TimesOf(m db.Match) []clock.Reading {
	return m.Clock.Read(s.now(), s.uptime.snapshot())
}

// Offers lists the surrounding events that a seat may post.
func (m Match) Offers(seat games.Seat) []string {
	t := beginTxn(m, nil, m.Now, m.pauses)
	offers := slices.DeleteFunc(m.Table.Offers(seat), func(offer string) bool { return m.checkCupMatch(offer) != nil })
	if m.IsOver() {
		return offers
	}
	if _, err := t.claimed(seat); err == nil {
		offers = append(offers, table.ClaimTimeout)
	}
	if _, err := t.granted(seat); err == nil {
		offers = append(offers, table.Grant24h)
	}
	return append(offers, t.botOffers(seat)...)
}

// playTimed carries out a surrounding event about time.
func (t *txn) playTimed(seat games.Seat, text string) error {
	if text == table.ClaimTimeout {
		late, err := t.claimed(seat)
		if err != nil {
			return err
		}
		return t.timeOut(late)
	}
	given, err := t.granted(seat)
	if err != nil {
		return err
	}
	if t.table, err = t.table.Grant(seat, t.now); err != nil {
		return err
	}
	t.grants = given
	t.tick()
	return nil
}

// claimed returns the seat whose time-out another seat may claim.
func (t *inPlay) claimed(seat games.Seat) (games.Seat, error) {
	if t.defaults() && !t.before.Clock.IsZero() {
		return 0, errOnDefault
	}
	late := t.late()
	i := slices.IndexFunc(late, func(other games.Seat) bool { return !t.sameSide(seat, other) })
	switch {
	case i >= 0:
		return late[i], nil
	case len(late) > 0:
		return 0, errClaimOwn
	}
	_, err := t.table.Play(seat, table.ClaimTimeout, t.now)
	return 0, err
}

// granted lists the seats to which another seat may give time: those that owe a
// decision and have a day left at most, in live matches none. A partner gives it once
// for each decision.
func (t *inPlay) granted(seat games.Seat) ([]games.Seat, error) {
	var given []games.Seat
	live := t.clock.Control().Live()
	for _, r := range t.readings() {
		if r.Deadline != nil && r.Seat != seat && (r.FallenSince != nil || !live && r.Left+r.Vacation <= table.GrantedTime) {
			given = append(given, r.Seat)
		}
	}
	if len(given) == 0 {
		_, err := t.table.Play(seat, table.Grant24h, t.now)
		return nil, err
	}
	if !slices.ContainsFunc(given, func(other games.Seat) bool { return !t.sameSide(seat, other) }) && t.grantedSince(seat) {
		return nil, errGrantOnce
	}
	return given, nil
}

// grantedSince reports whether a seat has given time since the last game action.
func (t *inPlay) grantedSince(seat games.Seat) bool {
	for _, e := range slices.Backward(t.table.Log()) {
		switch {
		case !table.IsSurrounding(e.Text):
			return false
		case e.Seat == seat && e.Text == table.Grant24h:
			return true
		}
	}
	return false
}

// sameSide reports whether two seats win and lose together.
func (t *inPlay) sameSide(a, b games.Seat) bool {
	return a == b || t.table.Ruleset().Info().Partner(a) == b
}

// late lists the seats whose time is up: on their clocks or, without clocks, since
// they owe a decision for longer than AbandonedAfter.
func (t *inPlay) late() []games.Seat {
	var late []games.Seat
	if t.before.Solo {
		return nil
	}
	readings := t.readings()
	if t.before.Clock.IsZero() {
		since := t.before.Started
		for _, e := range slices.Backward(t.table.Log()) {
			if !table.IsAboutBot(e.Text) { // a seat that is asked about a bot may go on being late
				since = e.At
				break
			}
		}
		readings = clock.New(clock.Control{Move: AbandonedAfter}, since, len(t.before.Seats), t.toAct()).Read(t.now, t.pauses)
	}
	for _, r := range readings {
		if r.FallenSince != nil {
			late = append(late, r.Seat)
		}
	}
	return late
}

// defaults reports whether the game decides for players whose time is up.
func (t *inPlay) defaults() bool {
	_, ok := t.table.State().(games.Defaulter)
	return ok
}

// readings returns the present readings of the clocks, by seat.
func (t *inPlay) readings() []clock.Reading { return t.clock.Read(t.now, t.pauses) }

// lapse acts for the seats whose clocks have fallen. It plays the default, and takes a seat out of
// the game after too many defaults. In a game without defaults it takes the seat out once nobody
// has claimed its time for UnclaimedEnds.
func (t *txn) lapse() error {
	for range maxPostings {
		i := slices.IndexFunc(t.readings(), t.lapses)
		if i < 0 || t.table.Over() {
			return nil
		}
		if err := t.decideFor(t.readings()[i]); err != nil {
			return err
		}
	}
	return nil // clocks without any time at all; the rest comes with the next alarm
}

// lapses reports whether the server acts now for a seat whose clock has fallen.
func (t *inPlay) lapses(r clock.Reading) bool {
	return r.FallenSince != nil && (t.defaults() || t.now.Sub(*r.FallenSince) >= UnclaimedEnds)
}

// decideFor acts for a seat whose clock has fallen.
func (t *txn) decideFor(r clock.Reading) error {
	action, ok := t.table.Default(r.Seat)
	gone := r.Defaults+1 >= clock.MostDefaults && !t.clock.Control().KeepsSeats
	switch {
	case ok && gone && t.takesOver(r.Seat):
		return t.takeOver(r.Seat, takeOverLevel)
	case !ok || gone:
		return t.timeOut(r.Seat)
	}
	if err := t.apply(r.Seat, action); err != nil {
		return rulesFault{err}
	}
	t.byDefault = true
	return t.continueAfterAction()
}

// timeOut takes a seat out of the game; with a partner, whose consent it would need to
// resign, both.
func (t *txn) timeOut(seat games.Seat) error {
	next, err := t.table.TimeOut(seat, t.now)
	if err != nil {
		return err
	}
	partner := next.Ruleset().Info().Partner(seat)
	if partner != 0 && slices.Contains(next.ToAct(), seat) {
		if next, err = next.TimeOut(partner, t.now); err != nil {
			return err
		}
	}
	t.table = next
	return t.settle()
}

// tick advances the clocks over all events that the match has had.
func (t *txn) tick() {
	if t.clock.IsZero() {
		return
	}
	log, upTo := t.table.Log(), t.table.Ply()
	for ply := t.ticked; ply < upTo; ply++ {
		e, owing := log[ply], t.toAct()
		if ply+1 < upTo {
			owing = t.table.At(ply + 1).ToAct()
		}
		step := clock.Step{At: e.At, Owing: owing}
		if !table.IsSurrounding(e.Text) {
			step.Decided, step.Default = e.Seat, t.byDefault && ply == t.ticked
		}
		t.clock = t.clock.Fold(step, t.pauses)
	}
	for _, seat := range t.grants {
		t.clock = t.clock.Fold(clock.Step{At: t.now, Owing: t.toAct(), Grant: clock.Grant{Seat: seat, Time: table.GrantedTime}}, t.pauses)
	}
	for _, seat := range t.renewed {
		t.clock = t.clock.Fold(clock.Step{At: t.now, Owing: t.toAct(), Renewed: seat}, t.pauses)
	}
	t.ticked, t.byDefault, t.grants, t.renewed = upTo, false, nil, nil
}

// timing adds to a change when the clocks fall.
func (t *txn) timing(c *db.Change) {
	if t.clock.IsZero() {
		return
	}
	c.Clock, c.Deadlines = t.clock, make([]time.Time, len(t.before.Seats))
	wait := UnclaimedEnds
	if t.defaults() {
		wait = 0
	}
	for _, r := range t.readings() {
		if r.Deadline == nil {
			continue
		}
		c.Deadlines[r.Seat-1] = *r.Deadline
		if due := r.Deadline.Add(wait); c.Deadline.IsZero() || due.Before(c.Deadline) {
			c.Deadline = due
		}
	}
	if len(c.Events) == 0 && !t.starts && t.stands(c.Deadlines) {
		c.Deadlines = nil
	}
}

// stands reports whether the clocks fall when the store says.
func (t *inPlay) stands(deadlines []time.Time) bool {
	return slices.EqualFunc(deadlines, t.before.Deadlines, func(now, stored time.Time) bool {
		return now.IsZero() == stored.IsZero() && now.Sub(stored).Abs() < 2*time.Millisecond
	})
}

// AlarmWorker continues matches whose interrupt window has closed, where a clock has fallen or
// the pause of a forced decision is over.
func (s *Matches) AlarmWorker() club.Worker {
	return club.Worker{Name: "alarms", Pause: club.LongPause, Woken: s.wakes.Woken(club.Alarms), List: func(ctx context.Context, look club.Look) ([]club.Item, time.Time, error) {
		now := s.now()
		items, _, err := club.ItemsOf(func(ctx context.Context, _ int) ([]string, error) { return s.store.Due(ctx, now) }, s.Wake)(ctx, look)
		if err != nil {
			return nil, time.Time{}, err
		}
		s.alarmAt.Store(0) // NextDue may miss a time that is stored from now on
		next, err := s.store.NextDue(ctx, now)
		if err != nil {
			return nil, time.Time{}, err
		}
		at := int64(math.MaxInt64)
		if !next.IsZero() {
			at = next.UnixMilli()
		}
		s.alarmAt.Store(at)
		return items, next, nil
	}}
}

// Wake continues a match that is due, unless that was done already.
func (s *Matches) Wake(ctx context.Context, id string) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		if !t.windowEnds.IsZero() && !t.windowEnds.After(t.now) && !t.hears() {
			if err := t.closeWindow(); err != nil {
				return err
			}
		}
		return t.lapse()
	})
	return err
}

const (
	// BeatInterval is how often the site notes that it is up.
	BeatInterval = 10 * time.Second
	// lateBeat is how late a beat may be without an outage: a busy machine is up.
	lateBeat = 3 * BeatInterval
	// drift is how much the clock of the machine may gain on time between two beats
	// without being a step of that clock.
	drift = 50 * time.Millisecond
)

// uptimeRecorder notes in the store when the site is up, and has all pauses of the clocks. The time of the
// machine may jump; uptime never does.
type uptimeRecorder struct {
	store  db.Heartbeats
	now    func() time.Time
	uptime func() time.Duration // since whatever moment

	beating sync.Mutex                // held during a beat, which waits for the store
	last    atomic.Pointer[beatState] // nil before the first beat; to be read while others beat
	paused  atomic.Bool               // a beat has found a pause, which the deadlines do not have yet
	wakes   *club.Wakes
}

// beatState is the state after a beat.
type beatState struct {
	wall   time.Time
	uptime time.Duration
	read   int // number of pauses that were read
	pauses clock.Pauses
}

// beat notes that the site is up, and reads the pauses that are new.
func (h *uptimeRecorder) beat(ctx context.Context) error {
	h.beating.Lock()
	defer h.beating.Unlock()
	return h.beatNow(ctx)
}

// beatNow works like beat; the caller holds the mutex.
func (h *uptimeRecorder) beatNow(ctx context.Context) error {
	next := &beatState{wall: h.wall(), uptime: h.uptime()}
	var up time.Duration
	last := h.last.Load()
	if last != nil {
		up = min(next.uptime-last.uptime, lateBeat) + drift
	} else {
		last = new(beatState)
	}
	pauses, paused, err := h.store.Beat(ctx, next.wall, up, last.read)
	if err != nil {
		return err
	}
	next.read, next.pauses = last.read+len(pauses), last.pauses
	if last.read == 0 {
		next.pauses = clock.NewPauses(pauses...)
	} else {
		for _, p := range pauses {
			next.pauses = next.pauses.With(p)
		}
	}
	h.last.Store(next)
	if paused {
		h.paused.Store(true)
		h.wakes.Wake(club.Deadlines)
	}
	return nil
}

// current returns all pauses of the clocks up to now. It beats first if the last beat is long ago
// or the clock of the machine has been set since. Thus a pause is found before anything is timed
// after it. It must not be called within a transaction.
func (h *uptimeRecorder) current(ctx context.Context) (clock.Pauses, error) {
	if known := h.known(); known != nil {
		return *known, nil
	}
	h.beating.Lock()
	defer h.beating.Unlock()
	if known := h.known(); known != nil {
		return *known, nil
	}
	err := h.beatNow(ctx)
	return h.snapshot(), err
}

// refresh asks the worker for a beat, if only a beat can find all pauses up to now.
func (h *uptimeRecorder) refresh() {
	if h.known() == nil {
		h.wakes.Wake(club.Beats)
	}
}

// known returns all pauses up to now, nil if that needs a beat first.
func (h *uptimeRecorder) known() *clock.Pauses {
	last := h.last.Load()
	if last == nil {
		return nil
	}
	up, passed := h.uptime()-last.uptime, h.wall().Sub(last.wall)
	if up >= lateBeat || (passed-up).Abs() > drift {
		return nil
	}
	return &last.pauses
}

// snapshot returns the pauses found so far, of which the last may still be missing.
func (h *uptimeRecorder) snapshot() clock.Pauses {
	if last := h.last.Load(); last != nil {
		return last.pauses
	}
	return clock.Pauses{}
}

// wall returns the time of the machine without Go's monotonic reading.
func (h *uptimeRecorder) wall() time.Time { return h.now().Round(0) }

// UptimeWorker notes that the site is up, every BeatInterval and when refresh asks for it.
func (s *Matches) UptimeWorker() club.Worker {
	return club.Worker{Name: "uptime", Everywhere: true, Pause: BeatInterval, Woken: s.wakes.Woken(club.Beats), Round: s.uptime.beat}
}

// DeadlineWorker stores when the clocks fall now, after this process has found a pause of them.
func (s *Matches) DeadlineWorker() club.Worker {
	left := make(map[string]bool) // matches whose deadlines are still to be stored
	timed := func(ctx context.Context, _ int) ([]string, error) {
		if s.uptime.paused.Load() {
			ids, err := s.store.Timed(ctx)
			if err != nil {
				return nil, err
			}
			s.uptime.paused.Store(false)
			for _, id := range ids {
				left[id] = true
			}
		}
		return slices.Sorted(maps.Keys(left)), nil
	}
	return club.Worker{Name: "deadlines", Everywhere: true, Woken: s.wakes.Woken(club.Deadlines), List: club.ItemsOf(timed, func(ctx context.Context, id string) error {
		_, err := s.advance(ctx, db.Once{}, id, "", nil, func(*txn) error { return nil })
		if errors.Is(err, db.ErrNotFound) {
			err = nil // the match has been deleted
		}
		if err == nil {
			delete(left, id)
		}
		return err
	})}
}
