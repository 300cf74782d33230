//go:build !linux

package postgres

import "syscall"

// controlSocket leaves a connection as it is.
func controlSocket(string, string, syscall.RawConn) error { return nil }
