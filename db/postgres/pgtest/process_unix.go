//go:build unix

package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// ownerOf returns process attributes for PostgreSQL, which refuses to run as root. If this process
// is root, they name the user postgres, who gets the directory.
func ownerOf(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return new(syscall.SysProcAttr), nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr, os.Chown(dir, int(uid), int(gid)), os.Chmod(dir, 0o711)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

// apart adds attributes for a process that gets no signals from a terminal.
func apart(owner *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr := *owner
	attr.Setpgid = true
	return &attr
}

// kill ends a process at once.
func kill(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }
