//go:build unix

package arena

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that the process has used.
func ProcessorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
