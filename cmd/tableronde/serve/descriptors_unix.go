//go:build unix

package serve

import (
	"math"
	"syscall"
)

// descriptors returns how many files and connections the process may have open, 0
// if there is no limit.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return 0
	}
	return int(limit.Cur)
}
