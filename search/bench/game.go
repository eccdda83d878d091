package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
)

// The positions and nodes of a signature on the rules of a run, which takes less than 0.3 s.
const (
	gamePositions = 6
	longestGame   = 200  // turns of a random game
	fewSteps      = 4    // of which a player can choose
	gameNodes     = 1000 // for a decision, at most
	playoutNodes  = 30   // likewise, where each node costs a random game
)

// SignOn returns the signature of a player in a few positions of some rules. Programs whose signatures differ would
// play different games of a run. The signature is empty for players that need not decide the same twice: programs, and
// players with several threads. Limits by time are left out.
func SignOn(ctx context.Context, player string, rules engine.Rules) (signature string, err error) {
	text, limits, err := signed(player)
	if err != nil || text == "" {
		return "", err
	}
	made, err := players.New(text, rules)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, search.Close(made)) }()
	hash := fnv.New64a()
	for i := range gamePositions {
		name := strconv.Itoa(i)
		position, err := drawPosition(rules, engine.DeriveSeed(1, "position", name), i)
		if err != nil {
			return "", err
		}
		made.NewGame(engine.DeriveSeed(1, "bench", name))
		decision, err := made.Decide(ctx, engine.NewHistory(position), limits, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil { // a search that is broken off has decided something else
			return "", fmt.Errorf("player %s: %w", player, err)
		}
		info := decision.Info
		fmt.Fprintf(hash, "%s %s %s %d %d\n", position, engine.LineText(position, decision.Steps),
			engine.LineText(position, info.Principal), info.Score, info.Nodes)
	}
	return fmt.Sprintf("%016x", hash.Sum64()), nil
}

// signed returns the text of a player without limits by time, empty if it has no signature, and the limits under which
// it signs.
func signed(player string) (text string, limits search.Limits, err error) {
	spec, err := search.ParseSpec(player)
	if err != nil || spec.Program() || spec.Threads > 1 { // limits by time are left out
		return "", limits, err
	}
	text = spec.Without("time")
	flags, err := players.Keys(text)
	if err != nil {
		return "", limits, err
	}
	limits.Nodes = gameNodes
	if leaf := flags.Lookup("leaf"); leaf != nil && leaf.Value.String() == "playout" {
		limits.Nodes = playoutNodes
	}
	return text, limits, nil
}

// drawPosition returns a position of a random game in which there is a choice of steps, if the game has one so early.
// The numerator says after which part of the game's turns.
func drawPosition(rules engine.Rules, seed uint64, part int) (engine.Position, error) {
	random, h := engine.NewRandom(seed), engine.NewHistory(rules.Start())
	turns := 0
	for ; !h.Outcome().Over() && turns < longestGame; turns++ {
		for from := len(h.Steps()); !h.TurnDone(from); {
			if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
				return nil, err
			}
		}
	}
	for turn := turns * part / (2 * gamePositions); ; turn-- {
		if p := h.AfterTurn(turn).Position(); turn == 0 || p.CountSteps() >= fewSteps {
			return p, nil
		}
	}
}
