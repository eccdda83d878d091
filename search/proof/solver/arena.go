package solver

// blockSize is how many values a block of an arena holds, unless a single run is longer.
const blockSize = 1 << 20

// arena holds runs of values one behind the other, in blocks that are never copied: a slice that grows would need more than twice the memory.
type arena[T any] struct{ blocks [][]T }

// placeOf is the place of a value by its block and what comes before it in the block.
func placeOf(block, offset int) uint64 { return uint64(block)*blockSize + uint64(offset) }

// room makes room for a run of so many values, 1 or more, and returns it with its place.
func (a *arena[T]) room(count int) (run []T, place uint64) {
	last := len(a.blocks) - 1
	if last < 0 || cap(a.blocks[last])-len(a.blocks[last]) < count {
		a.blocks = append(a.blocks, make([]T, 0, max(blockSize, count)))
		last++
	}
	start := len(a.blocks[last])
	a.blocks[last] = a.blocks[last][:start+count]
	return a.blocks[last][start:], placeOf(last, start)
}

// from is the rest of a block from a place where a run begins.
func (a *arena[T]) from(place uint64) []T { return a.blocks[place/blockSize][place%blockSize:] }
