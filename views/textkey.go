package views

import (
	"hash/fnv"
	"strconv"
)

// TextKey names some texts in a few characters. An id that ends with it changes with the texts, so
// that a swap replaces the element and moves nothing in it.
func TextKey(texts ...string) string {
	h := fnv.New32a()
	for _, text := range texts {
		_, _ = h.Write([]byte(text)) // never fails
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}
