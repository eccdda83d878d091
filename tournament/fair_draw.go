package tournament

import (
	"context"
	"fmt"
	"strconv"

	"pillars/engine"
)

// maxRepeats is how many draws in a row may bring nothing new.
const maxRepeats = 200

// drawSetUps draws different set-ups: n of them, or as many as come up before maxRepeats in a row bring nothing new. Which they are depends only on
// start and seed, and fewer are the beginning of more. Positions are told apart up to the symmetries of the game.
func drawSetUps(ctx context.Context, start engine.Position, seed uint64, n int) ([]SetUp, error) {
	var setUps []SetUp
	seen := map[uint64]bool{}
	for draw, last := 0, 0; len(setUps) < n && draw-last < maxRepeats; draw++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h, err := drawSetUp(start, engine.DeriveSeed(seed, "set-up", strconv.Itoa(draw+1)))
		if err != nil {
			return nil, err
		}
		key := engine.CanonicalHash(h.Position())
		if h.Outcome().Over() || seen[key] {
			continue
		}
		seen[key] = true
		last = draw
		setUps = append(setUps, SetUp{Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps())})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}
