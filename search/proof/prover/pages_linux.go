package prover

import (
	"syscall"
	"unsafe"
)

// useHugePages asks the system for pages of 2 MiB. Probes of a large table then rarely wait for the translation of an
// address. Systems that refuse use small pages, so an error does not matter.
func useHugePages(buckets [][bucketSize]entry) {
	size := len(buckets) * int(unsafe.Sizeof(buckets[0]))
	if size >= 1<<21 { // smaller tables may not begin at a page
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&buckets[0])), size), syscall.MADV_HUGEPAGE)
	}
}
