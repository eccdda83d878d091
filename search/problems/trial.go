package problems

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search"
)

// A Result is the result of a [Problem.Trial].
type Result struct {
	ID, Game string
	Kind     Kind
	Solved   bool
	Turn     string // the player's turn
	Score    string // the player's score for the seat to act
	Nodes    uint64 // number of nodes used by all decisions of the turn
}

// String returns the result in one line.
func (r Result) String() string {
	verdict := "solved"
	if !r.Solved {
		verdict = "FAILED"
	}
	return fmt.Sprintf("%s  %-10s  %-44s  %7d nodes  %s (%s)", verdict, r.Kind, r.ID, r.Nodes, r.Turn, r.Score)
}

// Trial lets a player decide a turn in the position, as the start of a game whose seed depends on the problem only.
// Nodes is the player's node limit for each decision; 0 means the problem's budget.
func (p *Problem) Trial(
	ctx context.Context, position engine.Position, player search.Player, nodes uint64,
) (Result, error) {
	r := Result{ID: p.ID, Kind: p.Kind, Game: p.Game}
	search.Begin(ctx, player, engine.DeriveSeed(0, "suite", p.ID))
	limits := search.Limits{Nodes: cmp.Or(nodes, p.nodes)}
	turn, used, err := search.DecideTurn(ctx, player, engine.NewHistory(position), limits, nil)
	if err != nil {
		return r, fmt.Errorf("%s: %w", p.ID, err)
	}
	r.Turn, r.Nodes, r.Score = engine.LineText(position, turn.Steps), used, turn.Info.Score.String()
	// If N is 2 or more, a problem win-in-N is also solved by a turn with a proven win in more than N turns.
	otherWin := p.Kind.theme == win && p.Kind.Turns > 1 && turn.Info.Score > search.Proven
	r.Solved = otherWin || p.lists(r.Turn) != (p.Kind.theme == avoid || p.Kind.theme == spoil)
	return r, ctx.Err()
}

// A PlayerScore is a player's score over all problems, or over the problems of one game.
type PlayerScore struct {
	Player   string
	Game     string // empty for all games together
	Solved   int
	Problems int
}

// String returns the score as a sentence without a full stop.
func (s PlayerScore) String() string {
	of := ""
	if s.Game != "" {
		of = " of " + s.Game
	}
	share := 100 * float64(s.Solved) / float64(max(s.Problems, 1))
	return fmt.Sprintf("%s solves %d of %d problems%s (%.1f %%)", s.Player, s.Solved, s.Problems, of, share)
}

// Scores returns a player's score in each game, if there are several, and then in all problems.
func Scores(player string, results []Result) []PlayerScore {
	all := PlayerScore{Player: player}
	var scores []PlayerScore // by game
	for _, r := range results {
		i := slices.IndexFunc(scores, func(s PlayerScore) bool { return s.Game == r.Game })
		if i < 0 {
			i = len(scores)
			scores = append(scores, PlayerScore{Player: player, Game: r.Game})
		}
		all.add(r)
		scores[i].add(r)
	}
	if len(scores) == 1 {
		scores = nil
	}
	return append(scores, all)
}

func (s *PlayerScore) add(r Result) {
	s.Problems++
	if r.Solved {
		s.Solved++
	}
}
