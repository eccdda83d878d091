// Package study answers whether a game is fair, decisive, deep and lively, from a proof if the board is small, from
// games of players against themselves, from first turns and from metrics. The commands play; this package says how much
// to play ([SizesOf], [Choose]) and what the results show ([Study]).
package study

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"pillars/engine"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
)

// Sizes says how many games a study plays, and with how many nodes. It follows from the rules alone, never from the
// speed of the machine, so that the same command plays the same games everywhere.
type Sizes struct {
	Decisions   float64 // decisions of a game, see Decisions
	Proof       int     // most positions of a proof
	Lowest      uint64  // nodes of the lowest rung of players against themselves
	Rungs       int
	SeatGames   int // games of a rung, from the start and again from openings
	Turns       int // most first turns that are played
	TurnNodes   uint64
	TurnGames   int // games from each first turn
	Measured    int // games of which metrics are taken
	ClimbNodes  uint64
	ClimbGames  int // games of a rung of the chain
	RandomGames int
}

// The work of a study, in nodes of alphabeta. A core searches 100,000 to 400,000 a second.
const (
	quickWork   = 90e6
	defaultWork = 720e6
)

// Shares of the work.
const (
	seatShare  = .40
	turnShare  = .20
	measured   = .20
	climbShare = .20
)

// SizesOf returns the sizes of a quick or usual study of a game with a number of decisions. The lower rungs of a usual
// study are those of a quick one, so that its games count in both.
func SizesOf(quick bool, decisions float64) Sizes {
	work := defaultWork
	s := Sizes{Decisions: decisions, Proof: 2_000_000, Lowest: 64, Rungs: 4, Turns: 12, TurnNodes: 1024,
		ClimbNodes: 4096, RandomGames: 200}
	if quick {
		work = quickWork
		s.Proof, s.Rungs, s.Turns, s.TurnNodes, s.ClimbNodes, s.RandomGames = 200_000, 3, 8, 256, 512, 50
	}
	rungs := 0.
	for rung := range s.Rungs {
		rungs += float64(s.Lowest) * math.Pow(4, float64(rung))
	}
	// A game that is measured costs its two players, mcts being slower, the judge's look at each position and the
	// values of up to 40 turns of one.
	look := decisions*3500 + 40_000
	games := func(share, cost float64, least, most int) int {
		n := int(share * work / cost)
		return max(least, min(most, n)) &^ 1
	}
	s.SeatGames = games(seatShare, 2*decisions*rungs, 20, 600)
	s.TurnGames = games(turnShare, decisions*float64(s.TurnNodes)*float64(s.Turns), 10, 200)
	s.Measured = games(measured, look, 20, 200)
	s.ClimbGames = games(climbShare, 1.5*decisions*float64(s.ClimbNodes), 40, 200)
	return s
}

// Records returns the sizes for JSON.
func (s Sizes) Records() []any {
	return []any{table.Object("type", "study-plan", "decisions", s.Decisions, "proof_positions", s.Proof,
		"lowest_nodes", s.Lowest, "rungs", s.Rungs, "seat_games", s.SeatGames, "turns", s.Turns, "turn_nodes",
		s.TurnNodes, "turn_games", s.TurnGames, "measured", s.Measured, "climb_nodes", s.ClimbNodes, "climb_games",
		s.ClimbGames)}
}

// WriteText writes the sizes.
func (s Sizes) WriteText(w io.Writer) error {
	grid := table.New("part", "#games", "#nodes", "")
	nodes := s.Lowest
	for range s.Rungs {
		grid.Add("from the start, and again from openings", s.SeatGames, nodes, "")
		nodes *= 4
	}
	grid.Add("from each first turn", s.TurnGames, s.TurnNodes, fmt.Sprintf("at most %d turns", s.Turns))
	grid.Add("metrics", s.Measured, 1000, "alphabeta against mcts")
	grid.Add("chain, each match", s.ClimbGames, s.ClimbNodes, "at most so many nodes")
	return cmp.Or(table.Printf(w, "proof of up to %d positions; about %.0f decisions a game\n", s.Proof, s.Decisions),
		grid.WriteText(w))
}

// Decisions returns the median number of decisions of three games of alphabeta with itself, at 32, 64 and 128 nodes.
func Decisions(ctx context.Context, rules engine.Rules) (float64, error) {
	var counts []int
	for _, nodes := range []uint64{32, 64, 128} {
		player, err := players.New("alphabeta", rules)
		if err != nil {
			return 0, err
		}
		defer func() { _ = search.Close(player) }()
		search.Begin(ctx, player, 1)
		h, count := engine.NewHistory(rules.Start()), 0
		for ; !h.Outcome().Over(); count++ {
			decision, err := player.Decide(ctx, h, search.Limits{Nodes: nodes}, nil)
			if err != nil {
				return 0, err
			}
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			for _, step := range decision.Steps {
				if err := h.Play(step); err != nil {
					return 0, err
				}
			}
		}
		counts = append(counts, count)
	}
	slices.Sort(counts)
	return float64(counts[1]), nil
}
