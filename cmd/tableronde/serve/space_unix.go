//go:build linux || darwin

package serve

import (
	"path/filepath"
	"syscall"

	"tableronde/db/place"
)

// spaceAt returns what tells how much of the disk of a database is used, and how large that
// is, in bytes; nil where nothing is known of it.
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
