package suite

import "math"

// Penalty is how many times its budget an unsolved problem counts as.
const Penalty = 4

// Points are what a solution is worth: how often Penalty times the problem's budget could be halved before it would be as small as the nodes to the
// solution, with fractions, and at least 0. A problem that is not solved (0 nodes) has no points, one that took the whole budget has 2, and half the
// nodes is always one point more.
func Points(nodes, budget uint64) float64 {
	return math.Log2(penalty(budget) / counted(nodes, budget))
}

func penalty(budget uint64) float64 { return Penalty * float64(max(budget, 1)) }

// counted are the nodes that go into the score.
func counted(nodes, budget uint64) float64 {
	if nodes == 0 {
		return penalty(budget)
	}
	return min(float64(nodes), penalty(budget))
}

// Tally counts up how a player did on many problems. The zero Tally has seen none.
type Tally struct {
	Problems, Solved int
	points, logs     float64
}

// Add counts a problem with its nodes to the solution, 0 for unsolved, and its budget.
func (t *Tally) Add(nodes, budget uint64) {
	t.Problems++
	if nodes > 0 {
		t.Solved++
	}
	t.points += Points(nodes, budget)
	t.logs += math.Log2(counted(nodes, budget))
}

// Score is the mean of the points: the one number that falls when a player gets worse anywhere. One point is a factor of two in nodes on every
// problem. It is 0 without problems.
func (t *Tally) Score() float64 { return t.points / float64(max(t.Problems, 1)) }

// MeanNodes is the geometric mean of the nodes to the solutions, unsolved problems counted as Penalty times their budgets, or 0 without problems.
func (t *Tally) MeanNodes() float64 {
	if t.Problems == 0 {
		return 0
	}
	return math.Exp2(t.logs / float64(t.Problems))
}
