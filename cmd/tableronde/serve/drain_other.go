//go:build !linux

package serve

// waiting always returns false: only on Linux it is known whether a connection waits to be
// accepted.
func (l *drainListener) waiting() bool { return false }

// ignoreClients does nothing: a client that connects right before the listener closes is reset.
func (l *drainListener) ignoreClients() {}
