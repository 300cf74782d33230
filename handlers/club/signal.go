package club

// Signal wakes a worker. It is full while there may be work that the worker has not listed
// yet.
type Signal chan struct{}

// NewSignal returns an empty signal.
func NewSignal() Signal { return make(Signal, 1) }

// Send fills the signal, if it is not full.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}
