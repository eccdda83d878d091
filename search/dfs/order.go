package dfs

import (
	"slices"

	"pillars/engine"
)

// Level holds the buffers of a search for the node at one distance from the root. All nodes at this distance reuse
// them, so that the search allocates nothing. Scores, Ranks and, with a policy, Behind have one element per step in
// Steps.
type Level struct {
	Position  engine.Position
	Steps     []engine.Step // the steps to search
	Scores    []int32       // move-ordering scores of the game, in hundredths of a logit
	Ranks     []int32       // steps with higher ranks are tried first
	Behind    []int32       // the policy's largest logit minus the step's logit, in hundredths; empty without a policy
	Principal []engine.Step // the principal variation from Position
	Deferred  []int         // indexes of the steps that are searched last, because another thread searches them
}

// NoisyScore is the smallest move-ordering score of a noisy step, which is neither reduced nor pruned.
const NoisyScore = 100

// InitLevels allocates the positions of all levels.
func InitLevels(levels []Level, rules engine.Rules) {
	start := rules.Start()
	for i := range levels {
		levels[i].Position = start.Clone()
	}
}

// size sets the lengths of Scores and Ranks to the number of steps in Steps.
func (l *Level) size() {
	n := len(l.Steps)
	l.Scores, l.Ranks = slices.Grow(l.Scores[:0], n)[:n], slices.Grow(l.Ranks[:0], n)[:n]
}

// ScoreSteps sets Scores to the move-ordering scores of the level's steps, and Ranks to the same numbers.
func (l *Level) ScoreSteps() {
	l.size()
	l.Position.OrderingScores(l.Steps, l.Scores)
	copy(l.Ranks, l.Scores)
}

// BestScored returns the step in l.Steps with the highest move-ordering score in l.Scores.
func (l *Level) BestScored() engine.Step {
	return l.Steps[slices.Index(l.Scores, slices.Max(l.Scores))]
}

// BestStep sets Steps to all legal steps and returns the step with the best move-ordering score.
func (l *Level) BestStep() engine.Step {
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	l.ScoreSteps()
	return l.BestScored()
}

// Pick returns the step with the highest rank among Steps[i:], and moves it to index i.
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

// Swap exchanges the steps at indexes i and j of the level, with their scores and ranks.
func (l *Level) Swap(i, j int) {
	l.Steps[i], l.Steps[j] = l.Steps[j], l.Steps[i]
	l.Scores[i], l.Scores[j] = l.Scores[j], l.Scores[i]
	l.Ranks[i], l.Ranks[j] = l.Ranks[j], l.Ranks[i]
	if len(l.Behind) > 0 {
		l.Behind[i], l.Behind[j] = l.Behind[j], l.Behind[i]
	}
}

// Follow sets the level's principal variation to step, followed by the principal variation of the next level.
func (l *Level) Follow(step engine.Step, next *Level) {
	l.Principal = append(append(l.Principal[:0], step), next.Principal...)
}

// Parts of the ranks by which [Orderer] sorts steps.
const (
	rankTable  int32 = 1 << 28 // the step from the transposition table
	rankScore  int32 = 1 << 8  // factor of the move-ordering score, which is in hundredths of a logit
	rankKiller int32 = 1 << 13 // bonus of a killer; it counts as much as a move-ordering score of 32
)

// historyLimit is the largest absolute value of a step's history. It counts as much as a move-ordering score of 64.
const historyLimit = 1 << 14

// Orderer ranks the steps of a position, so that a search tries good steps first. Besides the game's move-ordering
// scores, it uses killers and history. Killers are the last two steps that refuted a position on the same level. A
// step's history is a number that grows with the step's refutations on any level (Schaeffer, The History Heuristic,
// 1983).
type Orderer struct {
	settings *Settings
	killers  [MaxPly][2]engine.Step   // by level, the last two steps that refuted a position there
	history  [engine.MaxSeats][]int32 // by seat and step; from -historyLimit to historyLimit
}

func newOrderer(settings *Settings, rules engine.Rules) *Orderer {
	o := &Orderer{settings: settings}
	for s := range rules.Seats() {
		o.history[s] = make([]int32, rules.StepSpace())
	}
	return o
}

// forget clears the killers and the history, for a new game.
func (o *Orderer) forget() {
	clear(o.killers[:])
	for _, history := range o.history {
		clear(history)
	}
}

// decay clears the killers and halves the history, for a new search.
func (o *Orderer) decay() {
	clear(o.killers[:])
	for _, history := range o.history {
		for i := range history {
			history[i] /= 2
		}
	}
}

// Rank sets l.Ranks from l.Scores, l.Behind, the killers of level ply and the history. The step tableStep ranks
// highest.
func (o *Orderer) Rank(l *Level, ply int, tableStep engine.Step) {
	history, historyWeight := o.history[l.Position.Seat()], int32(1)
	if len(l.Behind) > 0 {
		historyWeight = 2 // in matches 2 was better than 1 with a policy
	}
	killers := o.killers[ply]
	for i, step := range l.Steps {
		rank := l.Scores[i]
		if len(l.Behind) > 0 {
			rank = (rank - l.Behind[i]) / 2 // the mean of the score and the policy's prediction
		}
		rank *= rankScore
		if o.settings.History {
			rank += historyWeight * history[step]
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

// Reward records that l.Steps[i] refuted the position at the given depth and that the steps before it, even if other
// threads search them, did not. The step becomes a killer of level ply. Its history rises; the histories of the steps
// before it fall by half as much.
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

// adjust adds bonus to the history of a step. The change becomes smaller as the history nears historyLimit.
func (o *Orderer) adjust(seat engine.Seat, step engine.Step, bonus int32) {
	h := &o.history[seat][step]
	*h += bonus - *h*max(bonus, -bonus)/historyLimit
}
