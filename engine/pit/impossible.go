package pit

import "fmt"

// refuseImpossible refuses what each field allows but no position can be.
func (p *position) refuseImpossible() error {
	if err := p.refusePlacing(); err != nil {
		return err
	}
	letter := stepLetters[p.kind : p.kind+1]
	if p.kind == barrierStep && p.CountSteps() == 0 {
		return fmt.Errorf("step b: there is no edge for a barrier at %s", p.at)
	}
	if p.kind != barrierStep && !p.canStep() {
		return fmt.Errorf("step %s: the player has no legal step and is out", letter)
	}
	return p.refuseCutOff()
}

// refusePlacing refuses what cannot be while pawns are placed: barriers, and pawns of the player to act or those after. Later on, a player may lack a
// pawn, though that cannot come up in play: positions made by hand to show something need not show all pawns.
func (p *position) refusePlacing() error {
	if p.kind != placeStep {
		return nil
	}
	if p.barriersText() != "-" {
		return fmt.Errorf("barriers: there is none before all pawns are placed, yet this is step p")
	}
	for s := p.seat; int(s) < p.rules.seats; s++ {
		if p.hasPawn(s) {
			return fmt.Errorf("step p: %s has a pawn already", seatNames[s])
		}
	}
	return nil
}

// refuseCutOff refuses pawns without a path between them and towers without a path to a hole: the barrier that did it has put its player out
// or the towers off the board.
func (p *position) refuseCutOff() error {
	b := p.rules.board
	never := b.holes.nth(0) // no path leads into a hole
	var region bitboard
	if p.apart() {
		return fmt.Errorf("barriers: no path leads from one pawn to another, so a player is out")
	}
	for s := range seat(p.rules.seats) {
		towers := p.towers(s)
		for c := range towers.all {
			p.walls.flood(c, never, b.words, &region)
			if !region.meets(&b.rim) {
				return fmt.Errorf("barriers: no path leads from the tower on %s to a hole, so it has left the game", c)
			}
		}
	}
	return nil
}
