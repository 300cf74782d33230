package serve

import (
	"cmp"

	"golang.org/x/sys/unix"
)

// waiting reports whether a connection waits to be accepted.
func (l *drainListener) waiting() bool {
	var ready int
	err := l.control(func(fd int) (err error) {
		ready, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		return err
	})
	return err == nil && ready > 0
}

// ignoreClients makes the system ignore who connects from now on, if it can, by a filter that keeps
// 0 bytes of each packet. Such a client tries again a second later. By then the listener is closed,
// and the client is refused at once.
func (l *drainListener) ignoreClients() {
	nothing := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K}
	_ = l.control(func(fd int) error {
		return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: 1, Filter: &nothing})
	})
}

// control calls a function with the descriptor of the listener.
func (l *drainListener) control(f func(fd int) error) error {
	raw, err := l.SyscallConn()
	if err != nil {
		return err
	}
	failed := raw.Control(func(fd uintptr) { err = f(int(fd)) })
	return cmp.Or(failed, err)
}
