package rows

import "golang.org/x/sys/cpu"

func init() {
	if !cpu.X86.HasAVX2 {
		return
	}
	AddWords = func(sums, table []uint64, rows []uint16) {
		if len(rows) > 0 {
			addWords(&sums[0], 8*len(sums), &table[0], &rows[0], len(rows))
		}
	}
	AddFloats = func(sums, table []float32, rows []uint16) {
		if len(rows) > 0 {
			addFloats(&sums[0], 4*len(sums), &table[0], &rows[0], len(rows))
		}
	}
	Spread = func(table, change []float32, rows []uint16) {
		if len(rows) > 0 {
			spread(&table[0], &change[0], 4*len(change), &rows[0], len(rows))
		}
	}
}

// The functions below implement [AddWords], [AddFloats] and [Spread]. The width of a row is in bytes, and n is the
// number of rows.

//go:noescape
func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)

//go:noescape
func addFloats(sums *float32, width int, table *float32, rows *uint16, n int)

//go:noescape
func spread(table, change *float32, width int, rows *uint16, n int)
