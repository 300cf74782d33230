//go:build !linux

package pgtest

// MemoryDir returns "", so that the directory for temporary files is used.
func MemoryDir() string { return "" }
