//go:build !amd64

package rows

// There is assembly code only for amd64. The functions below are never called.
const useAssembly, useFMA = false, false

func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)    {}
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int) {}
func spread(table, change *float32, width int, rows *uint16, n int)           {}
func fire(sums *uint64, output *int32, n int, most uint16) int64              { return 0 }
func exp(x *float64, n int)                                                   {}
