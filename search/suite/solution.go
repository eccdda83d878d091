package suite

import (
	"context"
	"fmt"
	"math"
	"time"

	"pillars/engine"
	"pillars/search"
)

// fewest is the smallest number of nodes to a solution that is told apart: with fewer, luck decides.
const fewest = 32

// solution is what it takes a player to solve a problem.
type solution struct {
	Attempt               // with the whole budget
	Nodes   uint64        // to the solution: from [Fewest] on; 0 if it is not solved
	time    time.Duration // of the attempt with these nodes; it depends on the machine
}

// solve tries a player with a budget of nodes for a decision, then with half of what it used, and so on while the
// problem is solved. Nodes to the solution are those used, for all decisions of the turn, by the last attempt that
// solved it: from there on, seen in halves, the player keeps to a right turn. A search stopped earlier is asked, not
// the course of one search, so that the count means the same for every kind of player and for programs that report
// nothing.
func (p *Problem) solve(ctx context.Context, player search.Player, position engine.Position, budget uint64) (solution,
	error) {
	var solution solution
	for limit := budget; limit >= min(fewest, budget); {
		started := time.Now()
		attempt, err := p.Try(ctx, player, position, search.Limits{Nodes: limit})
		if solution.Nodes == 0 {
			solution.Attempt = attempt
		}
		used := attempt.Nodes
		if used == 0 {
			used = limit // the player does not count
		}
		if err != nil || !attempt.Solved || solution.Nodes > 0 && used >= solution.Nodes {
			return solution, err
		}
		solution.Nodes, solution.time = max(used, fewest), time.Since(started)
		limit = min(limit, used) / 2
	}
	return solution, nil
}

// Attempt is what a player made of a problem.
type Attempt struct {
	Turn   string
	Solved bool
	Nodes  uint64      // of all decisions of the turn
	Info   search.Info // of the first decision
}

// Try lets a player decide a turn in the problem's position, as the first of a new game with a fixed seed. Limits are
// for each decision.
func (p *Problem) Try(ctx context.Context, player search.Player, position engine.Position,
	limits search.Limits) (Attempt, error) {
	player.NewGame(engine.DeriveSeed(0, "suite", p.ID))
	h := engine.NewHistory(position)
	var attempt Attempt
	for len(h.Steps()) == 0 || !h.Outcome().Over() && !h.Position().StartsTurn() {
		decision, err := player.Decide(ctx, h.Clone(), limits, nil)
		if err == nil && len(decision.Steps) == 0 {
			err = fmt.Errorf("%s decides nothing", player.Name())
		}
		if err != nil {
			return attempt, fmt.Errorf("%s: %w", p.ID, err)
		}
		if len(h.Steps()) == 0 {
			attempt.Info = decision.Info
		}
		attempt.Nodes += decision.Info.Nodes
		for _, step := range decision.Steps {
			if err := h.Play(step); err != nil {
				return attempt, fmt.Errorf("%s: %s: %w", p.ID, player.Name(), err)
			}
		}
	}
	attempt.Turn = engine.LineText(position, h.Steps())
	longer := p.Kind.theme() == win && p.Kind.ownTurns() > 1 && attempt.Info.Score > search.Proven
	attempt.Solved = longer || p.solves(attempt.Turn)
	return attempt, ctx.Err()
}

// penalty is how many times its budget an unsolved problem counts as.
const penalty = 4

// points are what a solution is worth: how often Penalty times the problem's budget could be halved before it would be
// as small as the nodes to the solution, with fractions, and at least 0. A problem that is not solved (0 nodes) has no
// points, one that took the whole budget has 2, and half the nodes is always one point more.
func points(nodes, budget uint64) float64 {
	return math.Log2(unsolved(budget) / counted(nodes, budget))
}

func unsolved(budget uint64) float64 { return penalty * float64(max(budget, 1)) }

func counted(nodes, budget uint64) float64 {
	if nodes == 0 {
		return unsolved(budget)
	}
	return min(float64(nodes), unsolved(budget))
}

// tally counts up how a player did on many problems. The zero Tally has seen none.
type tally struct {
	problems, solved int
	points, logs     float64
}

// add counts a problem with its nodes to the solution, 0 for unsolved, and its budget.
func (t *tally) add(nodes, budget uint64) {
	t.problems++
	if nodes > 0 {
		t.solved++
	}
	t.points += points(nodes, budget)
	t.logs += math.Log2(counted(nodes, budget))
}

// score is the mean of the points: the one number that falls when a player gets worse anywhere. One point is a factor
// of two in nodes on every problem. It is 0 without problems.
func (t *tally) score() float64 { return t.points / float64(max(t.problems, 1)) }

// meanNodes is the geometric mean of the nodes to the solutions, unsolved problems counted as Penalty times their
// budgets, or 0 without problems.
func (t *tally) meanNodes() float64 {
	if t.problems == 0 {
		return 0
	}
	return math.Exp2(t.logs / float64(t.problems))
}
