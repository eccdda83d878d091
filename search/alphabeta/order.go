package alphabeta

import (
	"pillars/engine"
)

// Ranks of steps in the order they are tried.
const (
	rankHint   int32 = 1 << 8  // for every hundredth of a logit the game hints at
	rankKiller int32 = 1 << 13 // about as much as a hint of 32
)

// historyLimit bounds the history of a step: its worth stays below a hint of about 64.
const historyLimit = 1 << 14

// orderer remembers which steps were good elsewhere.
type orderer struct {
	config  *Config
	killers [maxPly][2]engine.Step
	history [engine.MaxSeats][]int32 // by seat and step
}

func newOrderer(config *Config, stepSpace int) *orderer {
	o := &orderer{config: config}
	for s := range 2 {
		o.history[s] = make([]int32, stepSpace)
	}
	return o
}

// forget starts a new game.
func (o *orderer) forget() {
	clear(o.killers[:])
	for s := range o.history {
		clear(o.history[s])
	}
}

// fade halves all history: a new search begins.
func (o *orderer) fade() {
	clear(o.killers[:])
	for s := range o.history {
		for i := range o.history[s] {
			o.history[s][i] /= 2
		}
	}
}

// rank fills ranks for the level's steps, of which game and policy have told what they know.
func (o *orderer) rank(l *level, seat engine.Seat, ply int) {
	history, weight := o.history[seat], int32(1)
	if len(l.behind) > 0 {
		weight = 2 // the policy halves what hints say; beside it more of what happened elsewhere measured better
	}
	for i, step := range l.steps {
		rank := l.merit(i) * rankHint
		if o.config.History {
			rank += weight * history[step]
		}
		if o.config.Killers && (step == o.killers[ply][0] || step == o.killers[ply][1]) {
			rank += rankKiller
		}
		l.ranks[i] = rank
	}
}

// pick moves the best of the steps from i on to place i.
func (l *level) pick(i int) engine.Step {
	best := i
	for j := i + 1; j < len(l.steps); j++ {
		if l.ranks[j] > l.ranks[best] {
			best = j
		}
	}
	l.swap(i, best)
	return l.steps[i]
}

// swap exchanges two steps and all that is known of them.
func (l *level) swap(i, j int) {
	l.steps[i], l.steps[j] = l.steps[j], l.steps[i]
	l.hints[i], l.hints[j] = l.hints[j], l.hints[i]
	l.ranks[i], l.ranks[j] = l.ranks[j], l.ranks[i]
	if len(l.behind) > 0 {
		l.behind[i], l.behind[j] = l.behind[j], l.behind[i]
	}
}

// reward notes that the i-th step tried refuted the position, and that those before it did not.
func (o *orderer) reward(l *level, seat engine.Seat, ply, i, depth int) {
	step := l.steps[i]
	if o.killers[ply][0] != step {
		o.killers[ply][1] = o.killers[ply][0]
		o.killers[ply][0] = step
	}
	bonus := int32(min(depth*depth*32, 2048))
	for _, failed := range l.steps[:i] {
		o.adjust(seat, failed, -bonus/2)
	}
	o.adjust(seat, step, bonus)
}

// adjust moves a step's history towards the limit on the side of the bonus, the less the nearer it is.
func (o *orderer) adjust(seat engine.Seat, step engine.Step, bonus int32) {
	h := &o.history[seat][step]
	size := bonus
	if size < 0 {
		size = -size
	}
	*h += bonus - *h*size/historyLimit
}
