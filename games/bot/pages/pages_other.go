//go:build !linux

// Package pages advises the system on memory. No result depends on it.
package pages

// Large does nothing on this system.
func Large[T any]([]T) {}
