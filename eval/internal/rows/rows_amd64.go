package rows

import "golang.org/x/sys/cpu"

// useAssembly is true if the processor can run the assembly code.
var useAssembly = cpu.X86.HasAVX2

// The functions below implement [AddWords], [AddFloats], [Spread] and [Fire]. The width of a row is in bytes, and n is
// the number of rows or of units.

//go:noescape
func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)

//go:noescape
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int)

//go:noescape
func spread(table, change *float32, width int, rows *uint16, n int)

//go:noescape
func fire(sums *uint64, output *int32, n int, most uint16) int64
