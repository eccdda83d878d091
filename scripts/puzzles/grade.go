package main

import (
	"context"
	"math"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof"
)

// A grader tries alphabeta with node limits from 16 to 16 * 2^maxDoublings, each twice the one before.
const maxDoublings = 10

// A grader rates how hard puzzles are, by what two players find.
type grader struct{ greedy, searcher search.Player }

func newGrader(rules engine.Rules) (g grader, err error) {
	if g.greedy, err = players.New("greedy", rules); err == nil {
		g.searcher, err = players.New("alphabeta:table=1", rules)
	}
	return g, err
}

// grade returns the rating of a puzzle, rounded to a multiple of 10. The rating is 300, plus
//   - 200 for each turn after the first that the solver has to play, of which there are own,
//   - 50 for each doubling of the nodes that alphabeta needs beyond 16,
//   - 50 for each doubling of the number of legal turns per right turn,
//   - 100 if greedy misses the solution.
//
// These weights were chosen, not measured with people.
func (g grader) grade(ctx context.Context, p engine.Position, own int, right proof.Turns) (int, error) {
	doublings, err := g.doublings(ctx, p, right)
	if err != nil {
		return 0, err
	}
	rating := 300 + 200*float64(own-1) + 50*float64(doublings) +
		50*math.Log2(float64(engine.PerftTurns(p, 1))/float64(len(right)))
	found, err := finds(ctx, g.greedy, p, search.Limits{}, right)
	if err != nil {
		return 0, err
	}
	if !found {
		rating += 100
	}
	return 10 * int(math.Round(rating/10)), nil
}

// doublings returns the smallest d such that alphabeta plays a right turn with 16 * 2^d nodes and with every larger
// limit up to 16 * 2^maxDoublings. It returns maxDoublings+1 if even the largest limit is not enough.
func (g grader) doublings(ctx context.Context, p engine.Position, right proof.Turns) (int, error) {
	for d := maxDoublings; d >= 0; d-- {
		found, err := finds(ctx, g.searcher, p, search.Limits{Nodes: 16 << d}, right)
		if err != nil {
			return 0, err
		}
		if !found {
			return d + 1, nil
		}
	}
	return 0, nil
}

// finds reports whether a player plays a right turn.
func finds(ctx context.Context, player search.Player, p engine.Position, limits search.Limits, right proof.Turns) (
	bool, error,
) {
	search.Begin(ctx, player, 1)
	turn, _, err := search.DecideTurn(ctx, player, engine.NewHistory(p), limits, nil)
	return right.Contains(turn.Steps), err
}
