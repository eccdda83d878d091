package pylyx

import "pillars/engine"

// perftLevel is the memory of one level of a perft.
type perftLevel struct {
	child position
	steps []engine.Step
}

// Perft counts sequences of steps. At the last level the steps are counted, not played.
func (p *position) Perft(depth int) uint64 {
	switch depth {
	case 0:
		return 1
	case 1:
		return uint64(p.CountSteps())
	}
	levels := make([]perftLevel, depth-1)
	for i := range levels {
		levels[i].child.rules = p.rules
	}
	return perft(p, levels)
}

// perft counts with one level per step that is played.
func perft(p *position, levels []perftLevel) uint64 {
	level := &levels[0]
	level.steps = p.AppendSteps(level.steps[:0])
	var total uint64
	for _, step := range level.steps {
		level.child.state = p.state
		level.child.Play(step)
		if len(levels) == 1 {
			total += uint64(level.child.CountSteps())
		} else {
			total += perft(&level.child, levels[1:])
		}
	}
	return total
}
