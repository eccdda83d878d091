package pylyx

import "sync"

// unreachable is the distance to squares that a power never reaches.
const unreachable = 255

// travel holds how many moves one, two or three men moving together need from square to square on an empty board: travel[k-1][from][to], or
// unreachable.
type travel [3][squares][squares]uint8

// travels makes the tables by size and reach, each when first asked for: that takes a few milliseconds.
var travels = newTravels()

func newTravels() map[travelKey]func() *travel {
	makers := map[travelKey]func() *travel{}
	for size := minSize; size <= maxSize; size += 2 {
		for _, reach := range []int{1, slideReach} {
			makers[travelKey{size, reach}] = sync.OnceValue(func() *travel { return newTravel(&geometries[size], reach) })
		}
	}
	return makers
}

// travelKey is what a table depends on.
type travelKey struct{ size, reach int }

func newTravel(board *geometry, reach int) *travel {
	t := new(travel)
	for k := 1; k <= 3; k++ {
		for from := range square(squares) {
			t.spread(board, reach, k, from)
		}
	}
	return t
}

// spread finds the distances from a square, in rings of one move more each.
func (t *travel) spread(board *geometry, reach, k int, from square) {
	row := &t[k-1][from]
	for to := range row {
		row[to] = unreachable
	}
	if !board.has(from) {
		return
	}
	row[from] = 0
	first, end := powers(k)
	for queue := []square{from}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for d := direction(2 * first); d < direction(2*end); d++ {
			next := here
			for range reach {
				var inside bool
				if next, inside = board.next(next, d); !inside {
					break
				}
				if row[next] == unreachable {
					row[next] = row[here] + 1
					queue = append(queue, next)
				}
			}
		}
	}
}
