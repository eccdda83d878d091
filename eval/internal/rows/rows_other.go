//go:build !amd64

package rows

const vector = false

func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)    {}
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int) {}
func spread(table, change *float32, width int, rows *uint16, n int)           {}
