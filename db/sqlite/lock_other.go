//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package sqlite

import "os"

// lockFile locks nothing: where there is no flock, whoever starts a second
// server is not told.
func lockFile(*os.File) error { return nil }

// syncFolder does nothing: there, the names in a folder cannot be waited for.
func syncFolder(string) error { return nil }

// giveAway does nothing: there is no root there.
func giveAway(string) error { return nil }
