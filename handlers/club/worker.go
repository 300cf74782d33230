package club

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"runtime/debug"
	"time"

	"tableronde/db"
)

const (
	MostFailures = 5                // of an item, after which it is parked for an operator
	FailurePause = 5 * time.Second  // after the first failure of an item; each further pause is twice as long
	TroublePause = time.Second      // after the first failure of the store or of a round, in the same way
	maxTrouble   = 10 * time.Second // the longest of these pauses
	listedAtOnce = 20               // items that a worker lists in addition to the skipped ones
	WorkPause    = 5 * time.Second  // between two listings that find the work left by other processes, for most workers
	LongPause    = time.Minute      // the same for workers with an expensive listing
)

// Worker does one kind of background work, item by item; see Workers.
type Worker struct {
	Name       string          // in the log, on the operators' page and as the name of the lease
	Everywhere bool            // every process does the work, not one at a time
	Pause      time.Duration   // between two listings without being woken; 0 for none
	Woken      <-chan struct{} // a value makes the worker list its items now; nil for never
	Size       int             // how many items are done at the same time; 0 means one
	HasParts   bool            // an item can fail in parts, and then returns PartErrors
	Fresh      bool            // list again before each item, because the most urgent item changes

	// List returns the due items, the most urgent first. It also returns the time at which the next
	// item may be due, zero if unknown. It is never called while an earlier call is running.
	List func(ctx context.Context, look Look) (items []Item, next time.Time, err error)
	// Round is the work of a worker that has no items. It replaces List.
	Round func(ctx context.Context) error
	// End runs when the work of this process ends; nil for nothing to do.
	End func(ctx context.Context)
}

// Look holds the options of List.
type Look struct {
	Most int             // how many to list at most
	Skip map[string]bool // IDs of items and parts to leave out
}

// Item is one piece of work. The ID stays the same until it is done.
type Item struct {
	ID string
	Do func(ctx context.Context) error
}

// PartErrors holds the errors of an item's parts by their IDs, nil for a part that succeeded.
type PartErrors map[string]error

func (e PartErrors) Error() string { return "parts of the item have failed" }

// ItemsOf returns a List function for items that the store lists by ID.
func ItemsOf(list func(ctx context.Context, most int) ([]string, error), do func(ctx context.Context, id string) error) func(context.Context, Look) ([]Item, time.Time, error) {
	return func(ctx context.Context, look Look) (items []Item, _ time.Time, err error) {
		ids, err := list(ctx, look.Most)
		for _, id := range ids {
			items = append(items, Item{id, func(ctx context.Context) error { return do(ctx, id) }})
		}
		return items, time.Time{}, err
	}
}

// Workers runs workers. A panic of a worker counts as an error. After an error of the store a
// worker pauses. An item that fails is tried again after a pause, and delays no other item. After
// five failures it is parked in the store until an operator releases or drops it.
type Workers struct {
	Store interface {
		db.Leases
		db.Parking
	}
	Log    *slog.Logger
	Now    func() time.Time
	After  func(time.Duration) <-chan time.Time // by the clock of Now
	Holder string                               // names this process among those that share the store; "" if none does
}

// Run runs a worker until ctx ends. Where several processes share the store, only the process with
// the lease runs it, unless the worker runs Everywhere. Run returns once no item is in progress.
func (w Workers) Run(ctx context.Context, worker Worker) {
	r := w.runner(worker)
	if w.Holder == "" || worker.Everywhere {
		r.run(ctx)
		return
	}
	Job{Name: worker.Name, Holder: w.Holder, Leases: w.Store, Log: w.Log, After: w.After, Now: w.Now}.Run(ctx, r.run)
}

// Passes returns a function that does all work of a worker that is due now. It returns the error of
// the store or of a round. Tests call it in place of Run.
func (w Workers) Passes(worker Worker) func(context.Context) error {
	r := w.runner(worker)
	return r.pass
}

// runner is the state of a running worker. Only one goroutine uses it.
type runner struct {
	Worker
	Workers
	queue   []Item
	busy    map[string]bool // items in progress; true if a reason to list them again came since they began
	done    chan finished
	last    map[string]bool    // items that were done since the last listing
	rest    map[string]bool    // items that were done and listed again; they wait until the worker is woken
	failing map[string]failure // items and parts that have failed
	next    time.Time          // when the next item is due; zero if not known
	listed  time.Time          // when items were listed last
	trouble int                // failures of the store or of rounds in a row
	resting bool               // after such a failure
}

type finished struct {
	id  string
	err error
}

// failure counts the failures of an item.
type failure struct {
	times int
	until time.Time // when it is tried again
}

func (w Workers) runner(worker Worker) *runner {
	worker.Size = max(worker.Size, 1)
	return &runner{Worker: worker, Workers: w, busy: make(map[string]bool), done: make(chan finished),
		last: make(map[string]bool), rest: make(map[string]bool), failing: make(map[string]failure)}
}

func (r *runner) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := r.start(ctx); err != nil {
			r.rests(ctx, err)
		}
		timer, woken := r.wait()
		select {
		case <-ctx.Done():
		case f := <-r.done:
			r.finish(ctx, f)
		case <-timer:
			r.resting = false
			r.wake()
		case <-woken:
			r.wake()
		}
	}
	for len(r.busy) > 0 {
		r.finish(ctx, <-r.done)
	}
	if r.queue = nil; r.End != nil {
		r.End(context.WithoutCancel(ctx))
	}
}

// wake records that the items must be listed again, including those that are listed already.
func (r *runner) wake() {
	clear(r.rest)
	for id := range r.busy {
		r.busy[id] = true
	}
}

// wait returns the timer and the channel for which the worker waits. The worker also goes on when
// an item ends.
func (r *runner) wait() (timer <-chan time.Time, woken <-chan struct{}) {
	now := r.Now()
	var at time.Time
	sooner := func(t time.Time) {
		if !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	switch {
	case r.resting:
		return r.After(min(TroublePause<<min(r.trouble-1, 10), maxTrouble)), nil
	case len(r.busy) >= r.Size:
		return nil, nil
	case r.Pause > 0:
		at = now.Add(r.Pause)
	}
	sooner(r.next)
	for _, f := range r.failing {
		if f.until.After(r.listed) { // otherwise the last listing contained the item
			sooner(f.until)
		}
	}
	if at.IsZero() {
		return nil, r.Woken
	}
	return r.After(at.Sub(now)), r.Woken
}

// start starts items until Size items are in progress. Its error comes from the store or from a
// round.
func (r *runner) start(ctx context.Context) error {
	switch {
	case r.resting:
		return nil
	case r.Round != nil:
		err := Recovered(func() error { return r.Round(ctx) })
		if err == nil {
			r.trouble = 0
		}
		return err
	}
	if len(r.queue) == 0 && len(r.busy) < r.Size {
		if err := Recovered(func() error { return r.list(ctx) }); err != nil {
			return err
		}
	}
	for len(r.queue) > 0 && len(r.busy) < r.Size {
		item := r.queue[0]
		r.queue = r.queue[1:]
		r.busy[item.ID] = false
		go func() { r.done <- finished{item.ID, Recovered(func() error { return item.Do(ctx) })} }()
	}
	if r.Fresh {
		r.queue = nil
	}
	return nil
}

// list lists the due items and queues them, except the items to be skipped now.
func (r *runner) list(ctx context.Context) error {
	parked, err := r.Store.ListParked(ctx, r.Name)
	if err != nil {
		return err
	}
	now, skip := r.Now(), maps.Clone(r.rest)
	r.listed = now
	maps.Copy(skip, r.last)
	for id := range r.busy {
		skip[id] = true
	}
	for id, f := range r.failing {
		if f.until.After(now) {
			skip[id] = true
		}
	}
	for _, p := range parked {
		skip[p.Item] = true
	}
	look := Look{Most: listedAtOnce + len(skip) + len(r.failing), Skip: skip}
	items, next, err := r.List(ctx, look)
	if err != nil {
		return err
	}
	r.next, r.trouble = next, 0
	listed := make(map[string]bool, len(items))
	for _, item := range items {
		if listed[item.ID] = true; r.last[item.ID] {
			r.rest[item.ID] = true
		} else if !skip[item.ID] {
			r.queue = append(r.queue, item)
		}
	}
	clear(r.last)
	if r.HasParts || len(items) >= look.Most {
		return nil
	}
	maps.DeleteFunc(r.failing, func(id string, _ failure) bool { // the listing no longer has them
		_, busy := r.busy[id]
		return !listed[id] && !busy
	})
	for _, p := range parked {
		if !listed[p.Item] {
			if err := r.Store.Unpark(ctx, r.Name, p.Item); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish records the result of an item.
func (r *runner) finish(ctx context.Context, f finished) {
	woken := r.busy[f.id]
	delete(r.busy, f.id)
	var parts PartErrors
	switch {
	case f.err == nil:
		delete(r.failing, f.id)
		if !woken {
			r.last[f.id] = true
		}
	case ctx.Err() != nil:
	case errors.As(f.err, &parts):
		r.last[f.id] = true
		for id, err := range parts {
			if err == nil {
				delete(r.failing, id)
			} else {
				r.fail(ctx, id, err)
			}
		}
	case db.IsUnavailable(f.err) && !db.IsDamaged(f.err):
		r.rests(ctx, f.err)
	default:
		r.fail(ctx, f.id, f.err)
	}
}

// rests pauses the worker after an error that concerns all its work.
func (r *runner) rests(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	r.trouble, r.resting = r.trouble+1, true
	r.Log.LogAttrs(ctx, slog.LevelError, "background work rests", append(errorAttrs(err), slog.String("worker", r.Name))...)
}

// fail records the failure of an item, and parks the item after too many failures.
func (r *runner) fail(ctx context.Context, id string, err error) {
	f := failure{times: r.failing[id].times + 1}
	pause := FailurePause << min(f.times-1, MostFailures)
	f.until = r.Now().Add(pause)
	r.failing[id] = f
	attrs := append(errorAttrs(err), slog.String("worker", r.Name), slog.String("item", id), slog.Int("failures", f.times))
	if f.times < MostFailures {
		r.Log.LogAttrs(ctx, slog.LevelError, "background work fails", append(attrs, slog.Duration("again", pause))...)
		return
	}
	if parking := r.Store.Park(ctx, db.Parked{Worker: r.Name, Item: id, Failures: f.times}); parking != nil {
		r.rests(ctx, parking) // it is parked after its next failure
		return
	}
	delete(r.failing, id)
	r.Log.LogAttrs(ctx, slog.LevelError, "background work waits for an operator", attrs...)
}

// errorAttrs returns the log attributes of an error.
func errorAttrs(err error) []slog.Attr {
	attrs := []slog.Attr{slog.Any("error", err)}
	if p := (*db.Panic)(nil); errors.As(err, &p) {
		attrs = append(attrs, slog.String("stack", string(p.Stack)))
	}
	return attrs
}

// Recovered calls f and returns a panic of f as an error.
func Recovered(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &db.Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// pass does all work that is due now, and returns the error of the store or of a round.
func (r *runner) pass(ctx context.Context) error {
	r.resting = false
	clear(r.rest)
	for {
		if err := r.start(ctx); err != nil || len(r.busy) == 0 {
			return err
		}
		r.finish(ctx, <-r.done)
	}
}

const (
	leaseLasts = 10 * time.Second // another process replaces a killed one after leaseLasts and at most one leaseRenew
	leaseRenew = 3 * time.Second  // between two attempts to get or to renew a lease
)

// Job is background work that one of the processes on a store does at a time.
type Job struct {
	Name   string // of the lease
	Holder string // names this process among those that share the store
	Leases db.Leases
	Log    *slog.Logger
	After  func(time.Duration) <-chan time.Time
	Now    func() time.Time
}

// Run calls work whenever this process gets the lease of the job, until ctx ends. The context of
// work ends with ctx, or before the lease can expire.
func (j Job) Run(ctx context.Context, work func(context.Context)) {
	for ctx.Err() == nil {
		if until, ok := j.acquire(ctx); ok {
			j.hold(ctx, until, work)
			continue
		}
		select {
		case <-ctx.Done():
		case <-j.After(leaseRenew):
		}
	}
}

// acquire gets or renews the lease. It returns a time until which the lease is certain to last.
func (j Job) acquire(ctx context.Context) (until time.Time, ok bool) {
	asked := j.Now()
	ctx, cancel := context.WithTimeout(ctx, leaseRenew)
	defer cancel()
	ok, err := j.Leases.AcquireLease(ctx, j.Name, j.Holder, leaseLasts)
	if err != nil && ctx.Err() == nil {
		j.Log.LogAttrs(ctx, slog.LevelWarn, "cannot get or release a lease", slog.String("job", j.Name), slog.Any("error", err))
	}
	return asked.Add(leaseLasts), ok && err == nil
}

// hold runs work while it renews the lease, then releases the lease.
func (j Job) hold(ctx context.Context, until time.Time, work func(context.Context)) {
	working, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { defer close(done); work(working) }()
	for j.renew(working, &until) {
	}
	stop()
	<-done
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseRenew)
	defer cancel()
	if err := j.Leases.ReleaseLease(ending, j.Name, j.Holder); err != nil {
		j.Log.LogAttrs(ending, slog.LevelWarn, "cannot get or release a lease", slog.String("job", j.Name), slog.Any("error", err))
	}
}

// renew waits and renews the lease. It reports whether the work may go on: yes while the last
// acquired lease is certain to last.
func (j Job) renew(ctx context.Context, until *time.Time) bool {
	select {
	case <-ctx.Done():
		return false
	case <-j.After(leaseRenew):
	}
	if later, ok := j.acquire(ctx); ok {
		*until = later
	}
	return j.Now().Add(leaseRenew).Before(*until)
}
