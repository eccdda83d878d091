package pylyx

import (
	"fmt"

	"pillars/engine/internal/kit"
)

// checkInvariants panics if the parts of the position contradict each other, men are lost, or the hash is not the one
// computed from scratch.
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
	again := p.rules.empty()
	for s := range square(squares) {
		for c := range p.stacks {
			if p.stacks[c].has(s) {
				again.put(color(c), s, p.heights[s])
			}
		}
	}
	switch {
	case again.heights != p.heights:
		return fmt.Errorf("heights and sets of stacks contradict each other")
	case again.stacks != p.stacks:
		return fmt.Errorf("two stacks on one square, or one without men")
	case again.lines != p.lines:
		return fmt.Errorf("the lines are not those of the stacks")
	}
	return p.checkMen()
}

// checkMen counts the men: all are on the board once the set-up is complete.
func (p *position) checkMen() error {
	for c := range p.stacks {
		men := p.men(color(c))
		if men > p.rules.board.men || p.kind != setUpStep && men != p.rules.board.men {
			return fmt.Errorf("%d men of colour %d", men, c)
		}
	}
	return nil
}
