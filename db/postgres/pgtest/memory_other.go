//go:build !linux

package pgtest

// MemoryDir returns "": the files are kept where temporary files are.
func MemoryDir() string { return "" }
