package rows

import "golang.org/x/sys/cpu"

var vector = cpu.X86.HasAVX2

// The widths are in bytes.

//go:noescape
func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)

//go:noescape
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int)

//go:noescape
func spread(table, change *float32, width int, rows *uint16, n int)
