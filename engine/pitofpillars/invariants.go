package pitofpillars

import (
	"fmt"

	"pillars/engine/internal/kit"
)

// checkInvariants panics if the two halves of the position contradict each other or the hash is not the one computed
// from scratch.
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
	pillars := p.pillars[white] | p.pillars[red]
	switch {
	case p.control[white]&p.control[red] != 0, p.pillars[white]&p.pillars[red] != 0, p.occupied()&pillars != 0:
		return fmt.Errorf("two things on one square")
	case p.open != p.rules.board.squares&^pillars:
		return fmt.Errorf("the open squares are not those without a pillar")
	case (p.occupied()|pillars)&^p.rules.board.squares != 0:
		return fmt.Errorf("something off the board")
	case (p.height[0]|p.height[1]|p.height[2])&^p.occupied() != 0, p.mixed&^p.occupied() != 0:
		return fmt.Errorf("a height or mixture without a stack")
	}
	for at := square(0); at < 64; at++ {
		if err := p.contradictionAt(at); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

func (p *position) contradictionAt(at square) error {
	s := p.stacks[at]
	digits := p.height[0].bitAt(at) | p.height[1].bitAt(at)<<1 | p.height[2].bitAt(at)<<2
	switch {
	case digits != s.digits():
		return fmt.Errorf("height planes say %d, the list %d", digits, s.height)
	case s.height == 0:
		if p.occupied().has(at) || s.colors != 0 {
			return fmt.Errorf("an empty stack with colours or a bit")
		}
	case !p.control[s.top()].has(at):
		return fmt.Errorf("the top man does not control the stack")
	case p.mixed.has(at) != s.mixed():
		return fmt.Errorf("the mixed plane is wrong")
	}
	return nil
}
