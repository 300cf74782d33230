// Package pages advises the system on memory. No result depends on it.
package pages

import (
	"syscall"
	"unsafe"
)

// Large asks for large pages under a slice: what is read from it here and there is found
// faster, since the processor remembers where all of it is. It may do nothing.
func Large[T any](s []T) {
	if len(s) == 0 {
		return
	}
	const pageBytes = 4 << 10 // advice is about whole pages
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), uintptr(len(s))*unsafe.Sizeof(s[0]))
	if past := int(uintptr(unsafe.Pointer(&bytes[0])) % pageBytes); past != 0 {
		bytes = bytes[min(pageBytes-past, len(bytes)):]
	}
	if len(bytes) >= pageBytes {
		_ = syscall.Madvise(bytes, syscall.MADV_HUGEPAGE) // a system without them refuses
	}
}
