//go:build !unix

package serve

// waiting reports whether a connection waits to be accepted, where that can be told.
func (l *drainListener) waiting() bool { return false }
