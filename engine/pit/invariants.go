package pit

import (
	"fmt"

	"pillars/engine/internal/kit"
)

// checkInvariants panics if parts of the position contradict each other or the hash is not the one computed from
// scratch.
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
	var all bitboard
	for s := range seat(p.rules.seats) {
		if all.meets(&p.own[s]) {
			return fmt.Errorf("two pieces on one cell")
		}
		for w := range all {
			all[w] |= p.own[s][w]
		}
		if err := p.contradictionOf(s); err != nil {
			return fmt.Errorf("%s: %w", seatNames[s], err)
		}
	}
	switch {
	case all != p.occupied, all.transposed() != p.occupiedT:
		return fmt.Errorf("the occupied cells are not those with pieces")
	case p.walls.north.transposed() != p.walls.northT:
		return fmt.Errorf("the walls and the transposed walls differ")
	}
	for w := range all {
		b := p.rules.board
		if all[w]&^b.cells[w] != 0 || b.walls.east[w]&^p.walls.east[w] != 0 || b.walls.north[w]&^p.walls.north[w] != 0 {
			return fmt.Errorf("a piece off the board or a wall missing")
		}
	}
	if p.end == ongoing {
		return p.refuseImpossible()
	}
	return nil
}

func (p *position) contradictionOf(s seat) error {
	towers := p.towers(s)
	switch {
	case p.hasPawn(s) && !p.own[s].has(p.pawn[s]):
		return fmt.Errorf("the pawn is not where it is said to be")
	case towers.count()+int(p.reserve[s]) > towersEach:
		return fmt.Errorf("%d towers on the board and %d in reserve", towers.count(), p.reserve[s])
	case p.isIn(s) != (p.place[s] == 0), !p.isIn(s) && (p.reserve[s] > 0 || !p.own[s].empty()):
		return fmt.Errorf("a player who is out with pieces, or without a place")
	}
	return nil
}
