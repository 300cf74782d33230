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
	// UnclaimedEnds is the time after a clock has fallen without a claim. Then the server claims
	// it.
	UnclaimedEnds = 14 * 24 * time.Hour
	// AbandonedAfter is the longest decision in a match without clocks. Afterwards the player
	// counts as gone.
	AbandonedAfter = 30 * 24 * time.Hour
)

// errUntimed reports that the transaction needs the pauses of the clocks, which only another beat
// can give.
var errUntimed = errors.New("the pauses of the clocks are not known")

// Refusals about clocks.
var (
	errGrantOnce = &games.Illegal{Key: "clock.granted", Text: "You have already given your partner a day for this decision. The others may give more."}
	errClaimOwn  = &games.Illegal{Key: "clock.own", Text: "The time of your own side has run out: only the others may claim it."}
	errOnDefault = &games.Illegal{Key: "clock.default", Text: "In this game you cannot claim time: when it is up, the game decides by itself."}
)

// Times returns the readings of the clocks by seat, at the time when the match was loaded. It is
// nil for a match without clocks or before the start.
func (m Match) Times() []clock.Reading { return m.Clock.Read(m.Now, m.pauses) }

// TimesOf works like Match.Times for a match of a list.
func (s *Matches) TimesOf(m db.Match) []clock.Reading {
	return m.Clock.Read(s.now(), s.uptime.snapshot())
}

// Offers lists the events outside of the game, as offers and claims, that a seat may post.
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

// playTimed carries out an event about time: a claim, or a gift of time.
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

// granted lists the seats to which a seat may give time. They owe a decision and have at most a day
// left. In live matches there are none. A partner gives time once for each decision.
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

// late lists the seats whose time is up: by their clock or, without clocks, because they have owed
// a decision for longer than AbandonedAfter.
func (t *inPlay) late() []games.Seat {
	var late []games.Seat
	if t.before.Solo {
		return nil
	}
	readings := t.readings()
	if t.before.Clock.IsZero() {
		since := t.before.Started
		for _, e := range slices.Backward(t.table.Log()) {
			if !table.IsAboutBot(e.Text) { // a seat that only answers about a bot may stay late
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

// defaults reports whether the game makes a default decision when a player's time is up.
func (t *inPlay) defaults() bool {
	_, ok := t.table.State().(games.Defaulter)
	return ok
}

// readings returns the present readings of the clocks, by seat.
func (t *inPlay) readings() []clock.Reading { return t.clock.Read(t.now, t.pauses) }

// lapse acts for the seats whose clocks have fallen. In a game with default decisions it plays
// them, and removes a seat after too many. In other games it removes the seat after UnclaimedEnds
// without a claim.
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
	return nil // for clocks of zero time; the next alarm does the rest
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

// timeOut removes a seat from the game. If the seat needs a partner's consent to resign, it removes
// both.
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

// tick advances the clocks over all events of the match.
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

// timing stores in a change the times at which clocks will fall.
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

// stands reports whether the stored deadlines are still right.
func (t *inPlay) stands(deadlines []time.Time) bool {
	return slices.EqualFunc(deadlines, t.before.Deadlines, func(now, stored time.Time) bool {
		return now.IsZero() == stored.IsZero() && now.Sub(stored).Abs() < 2*time.Millisecond
	})
}

// AlarmWorker continues matches that are due: an interrupt window has closed, a clock has fallen,
// or the pause before a forced decision is over.
func (s *Matches) AlarmWorker() club.Worker {
	return club.Worker{Name: "alarms", Pause: club.LongPause, Woken: s.wakes.Woken(club.Alarms), List: func(ctx context.Context, look club.Look) ([]club.Item, time.Time, error) {
		now := s.now()
		items, _, err := club.ItemsOf(func(ctx context.Context, _ int) ([]string, error) { return s.store.Due(ctx, now) }, s.Wake)(ctx, look)
		if err != nil {
			return nil, time.Time{}, err
		}
		s.alarmAt.Store(0) // NextDue may miss a time stored from now on
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

// Wake continues a match that is due. It does nothing if the match was continued already.
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
	// BeatInterval is the pause between two beats, by which the site records that it is up.
	BeatInterval = 10 * time.Second
	// lateBeat is the delay of a beat that still counts as no outage, because a busy machine is up.
	lateBeat = 3 * BeatInterval
	// drift is the most by which the machine's clock may gain on uptime between two beats. More
	// counts as a step of the clock.
	drift = 50 * time.Millisecond
)

// uptimeRecorder stores when the site is up, and computes the pauses of the clocks. The machine's
// clock may jump, but uptime never does.
type uptimeRecorder struct {
	store  db.Heartbeats
	now    func() time.Time
	uptime func() time.Duration // time since any fixed moment

	beating sync.Mutex                // held during a beat, which waits for the store
	last    atomic.Pointer[beatState] // nil before the first beat; to be read while others beat
	paused  atomic.Bool               // a beat has found a pause, which the deadlines do not have yet
	wakes   *club.Wakes
}

// beatState is the state after a beat.
type beatState struct {
	wall   time.Time
	uptime time.Duration
	read   int // number of pauses read from the store
	pauses clock.Pauses
}

// beat records that the site is up, and reads new pauses.
func (h *uptimeRecorder) beat(ctx context.Context) error {
	h.beating.Lock()
	defer h.beating.Unlock()
	return h.beatNow(ctx)
}

// beatNow works like beat. The caller holds the mutex.
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

// current returns all pauses of the clocks until now. It beats first if the last beat is old or the
// machine's clock was set since. Thus a pause is found before anything is timed after it. It must
// not be called within a transaction.
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

// refresh asks the worker for a beat, if only a beat can find all pauses until now.
func (h *uptimeRecorder) refresh() {
	if h.known() == nil {
		h.wakes.Wake(club.Beats)
	}
}

// known returns all pauses until now, nil if that needs a beat first.
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

// snapshot returns the pauses found so far. The latest pause may be missing.
func (h *uptimeRecorder) snapshot() clock.Pauses {
	if last := h.last.Load(); last != nil {
		return last.pauses
	}
	return clock.Pauses{}
}

// wall returns the machine's time without Go's monotonic reading.
func (h *uptimeRecorder) wall() time.Time { return h.now().Round(0) }

// UptimeWorker records that the site is up, every BeatInterval and at each request of refresh.
func (s *Matches) UptimeWorker() club.Worker {
	return club.Worker{Name: "uptime", Everywhere: true, Pause: BeatInterval, Woken: s.wakes.Woken(club.Beats), Round: s.uptime.beat}
}

// DeadlineWorker stores new deadlines after this process has found a pause of the clocks.
func (s *Matches) DeadlineWorker() club.Worker {
	left := make(map[string]bool) // matches whose deadlines are not stored yet
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
