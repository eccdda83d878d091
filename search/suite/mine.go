package suite

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/search"
)

// Miner looks for problems in games that a player plays with itself.
type Miner struct {
	Player  search.Player
	Missed  search.Player // a problem is one that it does not solve
	Limits  search.Limits
	Opening int // random steps before the player takes over
	Turns   int // of the winner's own to look ahead
	Last    int // turns of a game's end to look through
	Seed    uint64
}

// Mine plays games and gives the problems in them: of each kind at most one from a game, and no position twice.
func (m *Miner) Mine(ctx context.Context, start engine.Position, games int, found func(*Problem) error) error {
	seen := map[string]bool{}
	for number := range games {
		positions, err := m.play(ctx, start, engine.DeriveSeed(m.Seed, "mine", strconv.Itoa(number)))
		if err != nil {
			return err
		}
		kinds := map[Kind]bool{}
		for _, position := range slices.Backward(positions[max(0, len(positions)-m.Last):]) {
			problem, err := problemOf(ctx, position, m.Turns)
			if err != nil {
				return err
			}
			if problem == nil || kinds[problem.Kind] || seen[problem.Position] {
				continue
			}
			attempt, err := problem.Try(ctx, m.Missed, position, m.Limits)
			if err != nil {
				return err
			}
			if attempt.Solved {
				continue
			}
			kinds[problem.Kind], seen[problem.Position] = true, true
			problem.comment += fmt.Sprintf("; %s plays %s", m.Missed.Name(), attempt.Turn)
			if err := found(problem); err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays a game and returns the positions in which turns began after the opening.
func (m *Miner) play(ctx context.Context, start engine.Position, seed uint64) ([]engine.Position, error) {
	h, random := engine.NewHistory(start), engine.NewRandom(seed)
	for range m.Opening {
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
