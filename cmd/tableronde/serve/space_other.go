//go:build !linux && !darwin

package serve

// spaceAt returns nil: nothing is known of the disk.
func spaceAt(string) func() (used, whole int64) { return nil }
