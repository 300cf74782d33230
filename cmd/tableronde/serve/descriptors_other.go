//go:build !unix

package serve

// descriptors returns the most files and connections that the process may open, 0 for no limit.
func descriptors() int { return 0 }
