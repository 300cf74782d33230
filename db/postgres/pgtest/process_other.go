//go:build !unix

package pgtest

import (
	"errors"
	"syscall"
)

// ownerOf returns an error, because servers are started only on Unix.
func ownerOf(string) (*syscall.SysProcAttr, error) { return nil, errMissing }

// apart returns the attributes unchanged.
func apart(owner *syscall.SysProcAttr) *syscall.SysProcAttr { return owner }

// kill returns an error.
func kill(int) error { return errors.ErrUnsupported }
