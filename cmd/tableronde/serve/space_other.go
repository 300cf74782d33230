//go:build !linux && !darwin

package serve

// spaceAt returns nil, since this system does not report the space of the disk.
func spaceAt(string) func() (used, whole int64) { return nil }
