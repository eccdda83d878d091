package pilastri

import "pillars/engine"

// A step holds where it starts and ends. The two differ, so it is never 0.
const stepSpace = 64 * 64

func stepOf(from, to square) engine.Step { return engine.Step(from)<<6 | engine.Step(to) }

// ends takes a step apart.
func ends(step engine.Step) (from, to square) { return square(step >> 6 & 63), square(step & 63) }

// AppendSteps appends the legal steps by direction and square.
func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	for direction, pairs := range &p.moves {
		for ; pairs != 0; pairs &= pairs - 1 {
			steps = append(steps, stepOf(p.board.step(direction, pairs.first())))
		}
	}
	return steps
}

// DeclineStep is NoStep: there is no passing.
func (p *position) DeclineStep() engine.Step { return engine.NoStep }

// CountSteps counts the legal steps without listing them.
func (p *position) CountSteps() int { return p.moves.count() }

// StepText is where the piece starts and where it lands, such as "c4e4".
func (p *position) StepText(step engine.Step) string {
	from, to := ends(step)
	return from.String() + to.String()
}
