//go:build !amd64

package search

// prefetch does nothing on other processors.
func prefetch(*[bucketSize]entry) {}
