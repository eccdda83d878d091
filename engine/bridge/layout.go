package bridge

import (
	"unsafe"

	"pillars/engine/vector"
)

// part is one array in shared memory, as NumPy describes it.
type part struct {
	Name   string `json:"name"`
	Type   string `json:"dtype"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
}

// layout says where the arrays of a vector lie in a file, and finds them in the memory that maps it.
type layout struct {
	parts  []part
	size   int // of all arrays, in bytes
	arrays vector.Arrays
	binds  []func(memory []byte) // by part, sets its slice in arrays
}

// layoutOf returns the layout of the arrays that a request asks for.
func layoutOf(of *board, a *ask) *layout {
	l, n := &layout{}, a.N
	files, ranks := of.BoardSize()
	add(l, "actions", "<i4", &l.arrays.Actions, n)
	add(l, "counts", "<i4", &l.arrays.Counts, n)
	add(l, "legal", "<i4", &l.arrays.Legal, n, vector.Width(len(of.steps)))
	add(l, "seats", "|u1", &l.arrays.Seats, n)
	add(l, "rewards", "<f4", &l.arrays.Rewards, n, of.Seats())
	add(l, "dones", "|b1", &l.arrays.Dones, n)
	add(l, "steps", "<i4", &l.arrays.Steps, n)
	if a.Masks {
		add(l, "masks", "|b1", &l.arrays.Masks, n, len(of.steps))
	}
	if a.Observations {
		add(l, "observations", "|u1", &l.arrays.Observations, n, len(of.Planes()), ranks, files)
	}
	return l
}

// add lays out one array, at the beginning of a line of the processor's cache.
func add[T uint8 | int32 | float32](l *layout, name, kind string, array *[]T, shape ...int) {
	count, offset := 1, l.size
	for _, n := range shape {
		count *= n
	}
	l.parts = append(l.parts, part{name, kind, shape, offset})
	l.size += (count*int(unsafe.Sizeof(*new(T))) + 63) &^ 63
	l.binds = append(l.binds, func(memory []byte) {
		*array = unsafe.Slice((*T)(unsafe.Pointer(&memory[offset])), count) // offset is a multiple of 64, so aligned
	})
}

// in returns the arrays in the given memory. The memory must be mapped, so that it stays in place.
func (l *layout) in(memory []byte) vector.Arrays {
	for _, bind := range l.binds {
		bind(memory)
	}
	return l.arrays
}
