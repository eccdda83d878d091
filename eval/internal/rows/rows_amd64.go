package rows

import "golang.org/x/sys/cpu"

// vector reports whether to use assembly code.
var vector = cpu.X86.HasAVX2

// addWords implements [AddWords]. The width of a row is in bytes, and n is the number of rows to add.
//
//go:noescape
func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)

// addFloats implements [AddFloats]. The width of a row is in bytes, and n is the number of rows to add.
//
//go:noescape
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int)

// spread implements [Spread]. The width of a row is in bytes, and n is the number of rows to change.
//
//go:noescape
func spread(table, change *float32, width int, rows *uint16, n int)
