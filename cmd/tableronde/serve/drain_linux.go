package serve

import (
	"golang.org/x/sys/unix"
)

// waiting reports whether a connection waits to be accepted.
func (l *drainListener) waiting() bool {
	raw, err := l.SyscallConn()
	if err != nil {
		return false
	}
	var ready int
	err = raw.Control(func(fd uintptr) {
		ready, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
	})
	return err == nil && ready > 0
}
