package club

// Task is a kind of work that may be due.
type Task int

const (
	Beats         Task = iota // only a beat can find out whether the clocks have paused
	Deadlines                 // the clocks have paused
	Alarms                    // a match has become due earlier than the next alarm
	BotMoves                  // a bot has the turn
	Reviews                   // a review is asked for
	Archiving                 // a match is over, or public now
	Notifications             // notifications may have been stored
	Deliveries                // notifications are to be sent by their channels
	Mails                     // mails about accounts were stored
	Departures                // a player has left, and matches still have them
	RepeatTables              // a repeating table may have to open
	LadderMatches             // a challenge on a ladder has ended
	CupRounds                 // a match of a cup is over, or a cup has changed
	tasks
)

// Wakes wakes the workers of a process. A worker without a call lists its items only after
// its pause.
type Wakes struct{ due [tasks]chan struct{} }

// NewWakes returns Wakes for all tasks, of which none is due.
func NewWakes() *Wakes {
	w := &Wakes{}
	for i := range w.due {
		w.due[i] = make(chan struct{}, 1)
	}
	return w
}

// Wake wakes the workers of tasks. A worker that works at the time lists its items once more
// afterwards.
func (w *Wakes) Wake(due ...Task) {
	for _, t := range due {
		select {
		case w.due[t] <- struct{}{}:
		default:
		}
	}
}

// WakeAll wakes all workers.
func (w *Wakes) WakeAll() {
	for t := range tasks {
		w.Wake(t)
	}
}

// Woken returns a channel for the worker of a task. The channel is full while there may be
// work that the worker has not listed yet.
func (w *Wakes) Woken(t Task) <-chan struct{} { return w.due[t] }
