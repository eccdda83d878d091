package problems

import (
	"context"
	"fmt"

	"pillars/engine"
	"pillars/search"
)

// DefaultNodes is the usual limit on nodes of a [Problem.Trial].
const DefaultNodes = 20000

// Trial lets a player decide a turn in the position, as the start of a game whose seed depends on the problem only. The
// limits apply to each decision. It reports whether the turn solves the problem, and describes the turn in a line.
func (p *Problem) Trial(
	ctx context.Context, position engine.Position, player search.Player, limits search.Limits,
) (solved bool, line string, err error) {
	search.Begin(ctx, player, engine.DeriveSeed(0, "suite", p.ID))
	decided, nodes, err := search.DecideTurn(ctx, player, engine.NewHistory(position), limits, nil)
	if err != nil {
		return false, "", fmt.Errorf("%s: %w", p.ID, err)
	}
	turn, score := engine.LineText(position, decided.Steps), decided.Info.Score
	// If N is 2 or more, a problem win-in-N is also solved by a turn with a proven win in more than N turns.
	otherWin := p.Kind.theme == win && p.Kind.Turns > 1 && score > search.Proven
	verdict := "FAILED"
	if solved = otherWin || p.lists(turn) != (p.Kind.theme == avoid || p.Kind.theme == spoil); solved {
		verdict = "solved"
	}
	return solved, fmt.Sprintf("%s  %-10s  %-44s  %7d nodes  %s (%s)", verdict, p.Kind, p.ID, nodes, turn, score),
		ctx.Err()
}
