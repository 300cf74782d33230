//go:build !linux

package serve

// waiting always returns false: this system cannot report whether a connection waits to be
// accepted.
func (l *drainListener) waiting() bool { return false }
