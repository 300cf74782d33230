//go:build !linux

package pgtest

// inMemory returns "": the files are kept where temporary files are.
func inMemory() string { return "" }
