package kit

import "pillars/engine"

// Level is what a search keeps for each distance from the root. A node allocates nothing.
type Level struct {
	Position  engine.Position
	Steps     []engine.Step
	Scores    []int32 // move-ordering scores of the game, in hundredths of a logit
	Ranks     []int32 // steps are tried in the order of their ranks
	Behind    []int32 // how far behind the likeliest, in hundredths of a logit; empty without a policy
	Principal []engine.Step
}

// InitLevels gives all levels their positions.
func InitLevels(levels []Level, rules engine.Rules) {
	start := rules.Start()
	for i := range levels {
		levels[i].Position = start.Clone()
	}
}

// size makes scores and ranks as long as steps.
func (l *Level) size() {
	if n := len(l.Steps); n > cap(l.Scores) {
		l.Scores, l.Ranks = make([]int32, n, 2*n), make([]int32, n, 2*n)
	}
	l.Scores, l.Ranks = l.Scores[:len(l.Steps)], l.Ranks[:len(l.Steps)]
}

// ScoreSteps asks for the move-ordering scores of the level's steps and makes them the ranks.
func (l *Level) ScoreSteps() {
	l.size()
	l.Position.OrderingScores(l.Steps, l.Scores)
	copy(l.Ranks, l.Scores)
}

// BestScored is the step with the best move-ordering score.
func (l *Level) BestScored() engine.Step {
	best := 0
	for i, score := range l.Scores {
		if score > l.Scores[best] {
			best = i
		}
	}
	return l.Steps[best]
}

// BestStep lists the level's steps and returns the one with the best move-ordering score.
func (l *Level) BestStep() engine.Step {
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	l.ScoreSteps()
	return l.BestScored()
}

// Pick moves the best of the steps from i on to place i.
func (l *Level) Pick(i int) engine.Step {
	best := i
	for j := i + 1; j < len(l.Steps); j++ {
		if l.Ranks[j] > l.Ranks[best] {
			best = j
		}
	}
	l.Swap(i, best)
	return l.Steps[i]
}

// Swap exchanges two steps and all that is known of them.
func (l *Level) Swap(i, j int) {
	l.Steps[i], l.Steps[j] = l.Steps[j], l.Steps[i]
	l.Scores[i], l.Scores[j] = l.Scores[j], l.Scores[i]
	l.Ranks[i], l.Ranks[j] = l.Ranks[j], l.Ranks[i]
	if len(l.Behind) > 0 {
		l.Behind[i], l.Behind[j] = l.Behind[j], l.Behind[i]
	}
}

// Follow makes a step and the variation of the level below the level's principal variation.
func (l *Level) Follow(step engine.Step, below *Level) {
	l.Principal = append(append(l.Principal[:0], step), below.Principal...)
}

// Ranks of steps.
const (
	rankTable  int32 = 1 << 28
	rankScore  int32 = 1 << 8  // for every hundredth of a logit of the move-ordering score
	rankKiller int32 = 1 << 13 // about as much as a score of 32
)

// historyLimit bounds the history of a step: its worth stays below a score of about 64.
const historyLimit = 1 << 14

// Orderer remembers which steps were good elsewhere: killers on the same level, history anywhere (Schaeffer, The
// History Heuristic, 1983).
type Orderer struct {
	settings *Settings
	killers  [MaxPly][2]engine.Step
	history  [engine.MaxSeats][]int32 // by seat and step
}

func newOrderer(settings *Settings, rules engine.Rules) *Orderer {
	o := &Orderer{settings: settings}
	for s := range rules.Seats() {
		o.history[s] = make([]int32, rules.StepSpace())
	}
	return o
}

// forget starts a new game.
func (o *Orderer) forget() {
	clear(o.killers[:])
	for _, history := range o.history {
		clear(history)
	}
}

// decay halves all history: a new search begins.
func (o *Orderer) decay() {
	clear(o.killers[:])
	for _, history := range o.history {
		for i := range history {
			history[i] /= 2
		}
	}
}

// Rank fills ranks for the level's steps from what game, policy and history say. The table's step comes first.
func (o *Orderer) Rank(l *Level, ply int, tableStep engine.Step) {
	history, weight := o.history[l.Position.Seat()], int32(1)
	if len(l.Behind) > 0 {
		weight = 2 // beside a policy, more of what happened elsewhere measured better
	}
	killers := o.killers[ply]
	for i, step := range l.Steps {
		rank := l.Scores[i]
		if len(l.Behind) > 0 {
			rank = (rank - l.Behind[i]) / 2
		}
		rank *= rankScore
		if o.settings.History {
			rank += weight * history[step]
		}
		switch {
		case step == tableStep:
			rank = rankTable
		case o.settings.Killers && (step == killers[0] || step == killers[1]):
			rank += rankKiller
		}
		l.Ranks[i] = rank
	}
}

// Reward notes that the i-th step tried refuted the position, and that those before it did not.
func (o *Orderer) Reward(l *Level, ply, i, depth int) {
	step, seat := l.Steps[i], l.Position.Seat()
	if o.killers[ply][0] != step {
		o.killers[ply][0], o.killers[ply][1] = step, o.killers[ply][0]
	}
	bonus := int32(min(depth*depth*32, 2048))
	for _, failed := range l.Steps[:i] {
		o.adjust(seat, failed, -bonus/2)
	}
	o.adjust(seat, step, bonus)
}

// adjust moves a step's history towards the limit on the side of the bonus, the less the nearer it is.
func (o *Orderer) adjust(seat engine.Seat, step engine.Step, bonus int32) {
	h := &o.history[seat][step]
	*h += bonus - *h*max(bonus, -bonus)/historyLimit
}
