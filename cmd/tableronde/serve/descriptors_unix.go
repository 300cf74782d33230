//go:build unix

package serve

import (
	"math"
	"syscall"
)

// descriptors returns the most files and connections that the process may open, 0 for no limit.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return 0
	}
	return int(limit.Cur)
}
