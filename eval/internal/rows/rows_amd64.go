package rows

import "golang.org/x/sys/cpu"

// useAssembly is true if the processor can run the assembly code, and useFMA if it can run exp.
var (
	useAssembly = cpu.X86.HasAVX2
	useFMA      = cpu.X86.HasAVX2 && cpu.X86.HasFMA
)

// The functions below implement [AddWords], [AddFloats], [Spread], [Fire] and [Exp]. The width of a row is in bytes,
// and n is the number of rows, units or numbers.

//go:noescape
func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)

//go:noescape
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int)

//go:noescape
func spread(table, change *float32, width int, rows *uint16, n int)

//go:noescape
func fire(sums *uint64, output *int32, n int, most uint16) int64

//go:noescape
func exp(x *float64, n int)
