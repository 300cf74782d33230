//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package sqlite

import "os"

// lockFile does nothing on systems without flock, where a second server is not
// detected.
func lockFile(*os.File) error { return nil }

// countNames returns 1 on systems that do not count the names of a file.
func countNames(os.FileInfo) uint64 { return 1 }

// syncFolder does nothing on systems where a folder cannot be synced.
func syncFolder(string) error { return nil }

// chownLikeFolder does nothing on systems without root.
func chownLikeFolder(string) error { return nil }
