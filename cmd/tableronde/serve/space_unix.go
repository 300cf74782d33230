//go:build linux || darwin

package serve

import (
	"path/filepath"
	"syscall"

	"tableronde/db/place"
)

// spaceAt returns a function that measures the disk of a database: its used bytes and its size in
// bytes, or zeros if it cannot. spaceAt returns nil for PostgreSQL, whose disk is unknown.
func spaceAt(database string) func() (used, whole int64) {
	if place.IsPostgres(database) {
		return nil
	}
	return func() (used, whole int64) {
		var fs syscall.Statfs_t
		if err := syscall.Statfs(filepath.Dir(database), &fs); err != nil {
			return 0, 0
		}
		size := int64(fs.Bsize)
		used = (int64(fs.Blocks) - int64(fs.Bfree)) * size
		return used, used + int64(fs.Bavail)*size
	}
}
