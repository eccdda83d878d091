// Package rows adds up rows of a table, which are chosen by their numbers. A network's first layer and its training
// spend nearly all their time in such sums. On processors with AVX2, assembly code computes the sums; on others, Go
// code does. Both add the same numbers in the same order, so results are identical on every machine.
//
// In all functions, one row is as long as the slice sums or change. This length must be a multiple of 8 words or 16
// floats. All row numbers must be valid, because the assembly code does not check them.
package rows

// The sizes of elements in bytes.
const wordSize, floatSize = 8, 4

// AddWords adds to sums the rows of table whose numbers are in rows.
func AddWords(sums, table []uint64, rows []uint16) {
	if useAssembly && len(rows) > 0 {
		addWords(&sums[0], wordSize*len(sums), &table[0], &rows[0], len(rows))
		return
	}
	plainWords(sums, table, rows)
}

// AddFloats adds to sums the rows of table whose numbers are in rows.
func AddFloats(sums, table []float32, rows []uint16) {
	if useAssembly && len(rows) > 0 {
		addFloats(&sums[0], floatSize*len(sums), &table[0], &rows[0], len(rows))
		return
	}
	plainFloats(sums, table, rows)
}

// Spread adds change to each row of table whose number is in rows.
func Spread(table, change []float32, rows []uint16) {
	if useAssembly && len(rows) > 0 {
		spread(&table[0], &change[0], floatSize*len(change), &rows[0], len(rows))
		return
	}
	plainSpread(table, change, rows)
}

// plainWords is AddWords without assembly. It adds up eight columns at a time in local variables.
func plainWords(sums, table []uint64, rows []uint16) {
	width := len(sums)
	for from := 0; from < width; from += 8 {
		part := sums[from:][:8]
		a, b, c, d, e, f, g, h := part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7]
		for _, number := range rows {
			row := table[int(number)*width+from:][:8]
			a, b, c, d = a+row[0], b+row[1], c+row[2], d+row[3]
			e, f, g, h = e+row[4], f+row[5], g+row[6], h+row[7]
		}
		part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7] = a, b, c, d, e, f, g, h
	}
}

func plainFloats(sums, table []float32, rows []uint16) {
	for _, number := range rows {
		for i, value := range table[int(number)*len(sums):][:len(sums)] {
			sums[i] += value
		}
	}
}

func plainSpread(table, change []float32, rows []uint16) {
	for _, number := range rows {
		row := table[int(number)*len(change):][:len(change)]
		for i, value := range change {
			row[i] += value
		}
	}
}
