package suite

import (
	"context"
	"time"

	"pillars/engine"
	"pillars/search"
)

// Fewest is the smallest number of nodes to a solution that is told apart: with fewer, luck decides.
const Fewest = 32

// Solution is what it takes a player to solve a problem.
type Solution struct {
	Attempt               // with the whole budget
	Nodes   uint64        // to the solution: from [Fewest] on; 0 if it is not solved
	Time    time.Duration // of the attempt with these nodes; it depends on the machine
}

// Solve tries a player with a budget of nodes for a decision, then with half of what it used, and so on while the problem is solved. Nodes to the
// solution are those used, for all decisions of the turn, by the last attempt that solved it: from there on, seen in halves, the player keeps to a
// right turn. A search stopped earlier is asked, not the course of one search, so that the count means the same for every kind of player and for
// programs that report nothing.
func (p *Problem) Solve(ctx context.Context, player search.Player, position engine.Position, budget uint64) (Solution, error) {
	var solution Solution
	for limit := budget; limit >= min(Fewest, budget); {
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
		solution.Nodes, solution.Time = max(used, Fewest), time.Since(started)
		limit = min(limit, used) / 2
	}
	return solution, nil
}
