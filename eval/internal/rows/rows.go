// Package rows computes the layers of a network. The first layer and its training add up rows of a table, which are
// chosen by their numbers. On processors with AVX2, assembly code computes the sums; on others, Go code does. Both add
// the same numbers in the same order, so results are identical on every machine. Only [Exp] is as exact as math.Exp of
// the machine.
//
// In all functions on rows, one row is as long as the slice sums or change. This length must be a multiple of 8 words
// or 16 floats. All row numbers must be valid, because the assembly code does not check them.
package rows

import "math"

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

// Zeros is the word of four units of value 0 for [Fire]: each has 16 bits and is larger by 1<<15 than its value.
const Zeros uint64 = 0x8000_8000_8000_8000

// Fire returns the sum over all units of the square of the activation times the output. The activation is the unit's
// value, but at least 0 and at most most, which is below 256. sums packs the units as [Zeros] says. The number of units
// and so of outputs must be a multiple of 16.
func Fire(sums []uint64, output []int32, most uint16) int64 {
	output = output[:4*len(sums)]
	if useAssembly && len(sums) > 0 {
		return fire(&sums[0], &output[0], len(output), most)
	}
	return plainFire(sums, output, most)
}

// plainFire is Fire without assembly.
func plainFire(sums []uint64, output []int32, most uint16) (sum int64) {
	for i, word := range sums {
		for lane, weight := range output[4*i:][:4] {
			unit := min(int64(most), max(0, int64(word>>(16*lane)&0xffff)-1<<15))
			sum += unit * unit * int64(weight)
		}
	}
	return sum
}

// Exp replaces each of the numbers x, which must not be positive, by math.Exp of the larger of it and -700. (Numbers
// below -700 would need more code, and all these results are 0 as floats of 32 bits.)
func Exp(x []float64) {
	if !useFMA {
		for i := range x {
			x[i] = math.Exp(max(-700, x[i]))
		}
		return
	}
	whole := len(x) &^ 3
	if whole > 0 {
		exp(&x[0], whole)
	}
	if whole < len(x) {
		var rest [4]float64
		copy(rest[:], x[whole:])
		exp(&rest[0], len(rest))
		copy(x[whole:], rest[:])
	}
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
