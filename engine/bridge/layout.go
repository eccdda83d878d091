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

// layout says where the arrays of games lie.
type layout struct {
	parts []part
	size  int
}

// layoutOf lays out the arrays that a request wants, each at the beginning of a line of the processor's cache.
func layoutOf(of *board, a *ask) (l layout) {
	files, ranks := of.BoardSize()
	add := func(name, kind string, shape ...int) {
		l.parts = append(l.parts, part{name, kind, shape, l.size})
		bytes := int(kind[2] - '0')
		for _, n := range shape {
			bytes *= n
		}
		l.size += (bytes + 63) &^ 63
	}
	add("actions", "<i4", a.N)
	add("counts", "<i4", a.N)
	add("legal", "<i4", a.N, vector.Width(len(of.steps)))
	add("seats", "|u1", a.N)
	add("rewards", "<f4", a.N, of.Seats())
	add("dones", "|b1", a.N)
	add("steps", "<i4", a.N)
	if a.Masks {
		add("masks", "|b1", a.N, len(of.steps))
	}
	if a.Observations {
		add("observations", "|u1", a.N, len(of.Planes()), ranks, files)
	}
	return l
}

// arrays returns the arrays as they lie in memory.
func (l *layout) arrays(memory []byte) (arrays vector.Arrays) {
	for _, p := range l.parts {
		switch p.Name {
		case "actions":
			arrays.Actions = view[int32](memory, p)
		case "counts":
			arrays.Counts = view[int32](memory, p)
		case "legal":
			arrays.Legal = view[int32](memory, p)
		case "seats":
			arrays.Seats = view[uint8](memory, p)
		case "rewards":
			arrays.Rewards = view[float32](memory, p)
		case "dones":
			arrays.Dones = view[uint8](memory, p)
		case "steps":
			arrays.Steps = view[int32](memory, p)
		case "masks":
			arrays.Masks = view[uint8](memory, p)
		case "observations":
			arrays.Observations = view[uint8](memory, p)
		}
	}
	return arrays
}

// view returns the numbers of an array in memory that no garbage collector moves. The offset of every part suits its
// type.
func view[T uint8 | int32 | float32](memory []byte, p part) []T {
	n := 1
	for _, size := range p.Shape {
		n *= size
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[p.Offset])), n)
}
