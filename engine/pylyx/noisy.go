package pylyx

import "pillars/engine"

// AppendNoisy appends the moves that bring all men of the seat to act together, and so win. Only a player with two stacks left has such moves.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.kind != mainStep || p.end != ongoing {
		return steps
	}
	own := p.mover()
	if p.stacks[own].count() != 2 {
		return steps
	}
	var both list
	both.fill(&p.stacks[own])
	for _, s := range both.all() {
		height := p.heights[s]
		for a := range axes {
			if !movesWhole(height, a) {
				continue
			}
			l := p.slide(own, s, a)
			for i, length := range [2]int{l.forward, l.back} {
				d := 2*direction(a) + direction(i)
				if p.landsOnOwn(own, s, d, length) > 0 {
					steps = append(steps, movesOf(s, d, int(height))+engine.Step(length))
				}
			}
		}
	}
	return steps
}
