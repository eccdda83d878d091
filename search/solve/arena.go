package solve

// blockSize is how many values a block of an arena holds, unless a single run is longer.
const blockSize = 1 << 20

// arena holds runs of values one behind the other, in blocks that are never copied: a slice that grows would need more than twice the memory.
type arena[T any] struct{ blocks [][]T }

// add copies a run into the arena and returns where it starts. A run starts among the first values of a block, even an empty one.
func (a *arena[T]) add(run []T) uint64 {
	last := len(a.blocks) - 1
	if last < 0 || cap(a.blocks[last])-len(a.blocks[last]) < max(1, len(run)) {
		a.blocks = append(a.blocks, make([]T, 0, max(blockSize, len(run))))
		last++
	}
	start := len(a.blocks[last])
	a.blocks[last] = append(a.blocks[last], run...)
	return uint64(last)*blockSize + uint64(start)
}

// from is the rest of the block behind a start.
func (a *arena[T]) from(start uint64) []T { return a.blocks[start/blockSize][start%blockSize:] }
