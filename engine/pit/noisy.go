package pit

import "pillars/engine"

// AppendNoisy appends replacements and falls, which are compulsory, and the barriers that take towers off the board or put their player out. A
// tower that goes into a hole of its own free will is left out.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch p.kind {
	case actionStep:
		return p.appendForcedActions(steps)
	case barrierStep:
		return p.appendCutting(steps)
	}
	return steps
}

func (p *position) appendForcedActions(steps []engine.Step) []engine.Step {
	switch p.demand() {
	case mustReplace:
		return p.appendReplacements(steps)
	case mustFall:
		return p.appendFalls(steps)
	}
	return steps
}

// appendCutting appends the barriers that close a ring of walls with a pawn or a tower on the wrong side.
func (p *position) appendCutting(steps []engine.Step) []engine.Step {
	child := position{rules: p.rules}
	for d := range directions {
		if p.walls.between(p.at, d) || p.walls.joinedRound(edgeOf(p.at, d)) {
			continue
		}
		child.state = p.state
		child.Play(wallStep(p.at, d))
		if child.own != p.own || child.end != ongoing {
			steps = append(steps, wallStep(p.at, d))
		}
	}
	return steps
}
