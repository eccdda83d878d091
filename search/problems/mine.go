package problems

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/search"
)

// A Miner looks for problems in games that a player plays against itself.
type Miner struct {
	Player search.Player
	Missed search.Player // the player that must fail to solve each problem
	Limits search.Limits // for both players
	Turns  int           // number of the winner's own turns to look ahead
	Seed   uint64
}

const (
	openingSteps = 6  // number of random steps before the player takes over
	lastTurns    = 12 // number of the last turns of each game to look at
	maxPatterns  = 4  // largest number of patterns of turns that solve a problem
)

// Mine plays games and looks for problems in them from the end backwards. It calls found with each problem that the
// player Missed does not solve, but with at most one of each kind per game, and with no position twice.
func (m *Miner) Mine(ctx context.Context, start engine.Position, games int, found func(*Problem) error) error {
	seen := map[string]bool{} // texts of the positions of problems found
	for number := range games {
		positions, err := m.play(ctx, start, engine.DeriveSeed(m.Seed, "mine", strconv.Itoa(number)))
		if err != nil {
			return err
		}
		kinds := map[Kind]bool{} // kinds of the problems found in this game
		for _, position := range slices.Backward(positions[max(0, len(positions)-lastTurns):]) {
			problem, err := problemOf(ctx, position, m.Turns)
			if err == nil && problem != nil && !kinds[problem.Kind] && !seen[problem.Position] {
				var tried attempt
				if tried, err = problem.try(ctx, m.Missed, position, m.Limits); err == nil && !tried.solved {
					kinds[problem.Kind], seen[problem.Position] = true, true
					problem.comment += fmt.Sprintf("; %s plays %s", m.Missed.Name(), tried.turn)
					err = found(problem)
				}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays a game. It returns the positions at the starts of turns after the opening.
func (m *Miner) play(ctx context.Context, start engine.Position, seed uint64) ([]engine.Position, error) {
	h, random := engine.NewHistory(start), engine.NewRandom(seed)
	for range openingSteps {
		if h.Outcome().Over() {
			return nil, nil
		}
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			return nil, err
		}
	}
	search.Begin(ctx, m.Player, engine.DeriveSeed(seed, "player"))
	var positions []engine.Position
	for !h.Outcome().Over() && ctx.Err() == nil {
		if h.Position().StartsTurn() {
			positions = append(positions, h.Position().Clone())
		}
		turn, _, err := search.DecideTurn(ctx, m.Player, h, m.Limits, nil)
		if err == nil {
			err = h.PlayAll(turn.Steps)
		}
		if err != nil {
			return nil, err
		}
	}
	return positions, ctx.Err()
}

// problemOf returns a problem in a two-seat position, or nil if there is none with few right turns. The problem asks to
// win, or to avoid a loss, within at most the given number of the winner's own turns. Of several problems, it returns
// the one with the fewest own turns and, of these, a win.
func problemOf(ctx context.Context, position engine.Position, ownTurns int) (*Problem, error) {
	legal := len(allTurns(position))
	for own := 1; own <= ownTurns; own++ {
		for _, kind := range []Kind{{win, own}, {only, own}} {
			right, err := solution(ctx, position, kind)
			if err != nil {
				return nil, err
			}
			if kind.theme == win && len(right) == 0 || kind.theme == only && len(right) == legal {
				continue // no turn wins, or none loses
			}
			turns := patterns(position, right)
			if len(turns) == 0 || len(turns) > maxPatterns {
				return nil, nil
			}
			game := position.Rules().Game()
			return &Problem{
				ID:   fmt.Sprintf("%s-%s-%08x", game.Name(), kind, uint32(position.Hash())),
				Game: game.Name(), options: engine.Unusual(position.Rules()), Position: position.String(),
				Kind: kind, turns: turns, nodes: defaultNodes,
				comment: fmt.Sprintf("%d of %d turns", len(right), legal),
			}, nil
		}
	}
	return nil, nil
}
