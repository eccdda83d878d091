package pilastri

import (
	"fmt"

	"pillars/engine/internal/kit"
)

// checkInvariants panics if the parts of the position contradict each other, the hash is not the one computed from
// scratch, or the sets of steps are not those that looking from every stack finds.
func checkInvariants(p *position) {
	if kit.Invariants {
		if err := p.contradiction(); err != nil {
			panic(fmt.Sprintf("invariant broken: %v in %s", err, p))
		}
	}
}

func (p *position) contradiction() error {
	if want := p.hashFromScratch(); p.hash != want {
		return fmt.Errorf("hash %x, from scratch %x", p.hash, want)
	}
	b := &p.board
	if b.tops[white]&b.tops[black] != 0 {
		return fmt.Errorf("two owners of one stack")
	}
	if b.occupied()&^p.rules.shape.squares != 0 {
		return fmt.Errorf("a stack off the board")
	}
	for s := range square(64) {
		if err := b.contradictionAt(s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	if want := p.plainMoves(); p.moves != want {
		return fmt.Errorf("steps %x, looking around %x", p.moves, want)
	}
	return nil
}

func (b *board) contradictionAt(s square) error {
	height := int(b.heights[s])
	shown := 0
	for k := range b.digits {
		shown |= int(b.digits[k].bitAt(s)) << k
	}
	switch {
	case shown != min(height, maxHeight-1):
		return fmt.Errorf("the digits say %d, the list %d", shown, height)
	case height > int(b.levels):
		return fmt.Errorf("height %d with %d levels in use", height, b.levels)
	case b.occupied().has(s) != (height > 0):
		return fmt.Errorf("height %d, but a stack: %t", height, b.occupied().has(s))
	case height > 0 && !b.tops[b.owner(s, height-1)].has(s):
		return fmt.Errorf("the top piece does not own the stack")
	}
	return nil
}

// plainMoves finds the legal steps stack by stack.
func (p *position) plainMoves() (m moves) {
	for rest := p.board.tops[p.seat]; rest != 0; rest &= rest - 1 {
		from := rest.first()
		for direction, step := range [4][2]int{east: {1, 0}, north: {0, 1}, west: {-1, 0}, south: {0, -1}} {
			to, met := p.look(from, step[0], step[1])
			if !met {
				continue
			}
			own, other := p.board.heights[from], p.board.heights[to]
			if other < own || own == 1 && other > 1 {
				continue
			}
			if direction < west {
				m[direction] |= to.bit()
			} else {
				m[direction] |= from.bit()
			}
		}
	}
	return m
}

// look finds the first stack in a direction.
func (p *position) look(from square, files, ranks int) (to square, met bool) {
	file, rank := from.file()+files, from.rank()+ranks
	for file >= 0 && file < p.rules.shape.files && rank >= 0 && rank < p.rules.shape.ranks {
		if s := squareAt(file, rank); p.board.heights[s] > 0 {
			return s, true
		}
		file, rank = file+files, rank+ranks
	}
	return 0, false
}
