package pitofpillars

import (
	"sync"
	"sync/atomic"
)

// Who opens the movement stage is decided by a game of its own: the players take turns to enter a man on an isolated
// square, and a player who finds none after adjoining lets the opponent open. The men's colours do not matter, and
// since an isolated man has vacant neighbours only, the squares that are not isolated do not matter either. So a
// position of that game is the set of isolated squares and, before a man is adjoined, the square of the last man.

// mostSolved is the largest number of isolated squares with which the opener is found by search.
const mostSolved = 16

// openersOf returns, by size of the board, the openers that all rules share. Each is made when it is first asked for.
var openersOf = func() (of [maxSize + 1]func() *openers) {
	for size := range of {
		of[size] = sync.OnceValue(func() *openers { return &openers{squares: geometries[size].squares} })
	}
	return of
}()

// openers finds out who opens, and remembers what it found. Goroutines may share it.
type openers struct {
	squares bitboard // of the board
	// known holds sets of isolated squares from which an isolated man is entered next. Bit 0, a corner and so never in
	// a set, tells whether the player to enter it opens. A set replaces another with the same index.
	known [1 << knownBits]atomic.Uint64
}

const knownBits = 16

// isolates reports whether the player who has to enter a man on an isolated square will open the movement stage, if
// both play for that alone.
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
	known := &o.known[uint64(isolated)*0x9e3779b97f4a7c15>>(64-knownBits)]
	if found := bitboard(known.Load()); found&^1 == isolated {
		return found != isolated
	}
	fewestFirst(entries[:n])
	found := isolated
	for _, e := range entries[:n] {
		if !o.adjoins(e.left, neighbours[e.at]&o.squares) {
			found |= 1
			break
		}
	}
	known.Store(uint64(found))
	return found != isolated
}

// adjoins reports whether the player who has to adjoin a man on one of the given squares, and then to enter an isolated
// man, will open the movement stage.
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

// entry is a man to enter, and the isolated squares that it leaves.
type entry struct {
	left bitboard
	at   square
}

// fewestFirst sorts entries by what they leave: small sets are searched fast.
func fewestFirst(entries []entry) {
	for i, e := range entries {
		size := e.left.Count()
		for ; i > 0 && entries[i-1].left.Count() > size; i-- {
			entries[i] = entries[i-1]
		}
		entries[i] = e
	}
}

// opener returns the seat that opens the movement stage if both play for that alone, for a position of the entering
// stage with at most mostSolved isolated squares left.
func (p *position) opener() (s seat, known bool) {
	isolated := p.isolated()
	if isolated.Count() > mostSolved {
		return 0, false
	}
	o := openersOf[p.rules.board.size]()
	if p.kind == adjoiningStep && o.adjoins(isolated, p.entrySquares()) ||
		p.kind != adjoiningStep && o.isolates(isolated) {
		return p.seat, true
	}
	return p.seat.other(), true
}
