//go:build !unix

package serve

// waiting reports whether a connection waits to be accepted, where the system says so.
func (l *drainListener) waiting() bool { return false }
