package pages

import "testing"

// TestLargeKeepsContents asks for large pages under slices that begin and end anywhere.
func TestLargeKeepsContents(t *testing.T) {
	all := make([]uint32, 1<<20)
	for i := range all {
		all[i] = uint32(i)
	}
	for _, part := range [][2]int{{0, 0}, {0, 1}, {3, 5}, {1, 1 << 12}, {7, 1<<20 - 3}, {0, 1 << 20}} {
		Large(all[part[0]:part[1]])
	}
	for i, n := range all {
		if n != uint32(i) {
			t.Fatalf("word %d is %d", i, n)
		}
	}
}
