package pitofpillars

import (
	"sync"
	"sync/atomic"
)

// mostSolved is the largest number of isolated squares with which a search finds the player who opens.
const mostSolved = 16

// openersOf returns, by size of the board, the openers that all rules share. It makes them at the first call.
var openersOf = func() (of [maxSize + 1]func() *openers) {
	for size := range of {
		of[size] = sync.OnceValue(func() *openers { return &openers{squares: geometries[size].squares} })
	}
	return of
}()

// openers searches the entering stage for the player who will open the movement stage, if both players try to open and
// nothing else. A turn adjoins a man to the opponent's last man and then enters another on an isolated square. A player
// who finds no isolated square ends the stage, and the opponent opens. Only the isolated squares matter, and, before a
// man is adjoined, the square of the last man. Goroutines may share an openers.
type openers struct {
	squares bitboard // of the board
	// known is a hash table of results of isolates. An entry is the set of isolated squares, and bit 0, a corner that
	// is never in such a set, tells whether the player to act opens. A new entry replaces an old one.
	known [1 << knownBits]atomic.Uint64
}

const knownBits = 16

// isolates reports whether the player who has to enter a man on an isolated square will open.
func (o *openers) isolates(isolated bitboard) bool {
	var entries [64]entry
	n := 0
	for rest := isolated; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		left := isolated &^ (neighbours[at] | at.Bit())
		if left == 0 {
			return true // the opponent adjoins and finds no isolated square
		}
		entries[n] = entry{left, at}
		n++
	}
	known := &o.known[uint64(isolated)*0x9e3779b97f4a7c15>>(64-knownBits)] // Fibonacci hashing
	if result := bitboard(known.Load()); result&^1 == isolated {
		return result != isolated
	}
	fewestFirst(entries[:n])
	result := isolated
	for _, e := range entries[:n] {
		if opponentOpens := o.adjoins(e.left, neighbours[e.at]&o.squares); !opponentOpens {
			result |= 1
			break
		}
	}
	known.Store(uint64(result))
	return result != isolated
}

// adjoins reports whether the player who has to adjoin a man on one of the given squares, and then to enter an isolated
// man, will open.
func (o *openers) adjoins(isolated, squares bitboard) bool {
	var entries [4]entry
	n := 0
	for rest := squares; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		if left := isolated &^ neighbours[at]; left != 0 {
			entries[n] = entry{left, at}
			n++
		}
	}
	fewestFirst(entries[:n])
	for _, e := range entries[:n] {
		if o.isolates(e.left) {
			return true
		}
	}
	return false
}

// entry is a possible square of a man, and the squares that are isolated after the man enters there.
type entry struct {
	left bitboard
	at   square
}

// fewestFirst sorts entries by the number of isolated squares left, since small sets are searched fast. It is an
// insertion sort, which is stable.
func fewestFirst(entries []entry) {
	for i, e := range entries {
		size := e.left.Count()
		for ; i > 0 && entries[i-1].left.Count() > size; i-- {
			entries[i] = entries[i-1]
		}
		entries[i] = e
	}
}

// opener returns the seat that will open the movement stage, as openers finds it, for a position of the entering stage.
// With more than mostSolved isolated squares the seat is not known.
func (p *position) opener() (s seat, known bool) {
	isolated := p.isolated()
	if isolated.Count() > mostSolved {
		return 0, false
	}
	o := openersOf[p.rules.board.size]()
	opens := false
	if p.kind == adjoiningStep {
		opens = o.adjoins(isolated, p.entrySquares())
	} else {
		opens = o.isolates(isolated)
	}
	if opens {
		return p.seat, true
	}
	return p.seat.other(), true
}
