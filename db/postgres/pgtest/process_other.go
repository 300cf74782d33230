//go:build !unix

package pgtest

import (
	"errors"
	"syscall"
)

// ownerOf returns an error: servers are started on Unix only.
func ownerOf(string) (*syscall.SysProcAttr, error) { return nil, errMissing }

// apart returns the attributes as they are.
func apart(owner *syscall.SysProcAttr) *syscall.SysProcAttr { return owner }

// kill returns an error.
func kill(int) error { return errors.ErrUnsupported }
