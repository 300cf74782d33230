//go:build unix

package arena

import (
	"syscall"
	"time"
)

// ProcessorTime returns how long processors have worked for the process.
func ProcessorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
