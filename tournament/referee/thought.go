package referee

import (
	"fmt"
	"time"

	"pillars/search"
	"pillars/tournament"
)

// The most that a player can have reported of one turn.
const (
	maxNodes = 1e15
	maxDepth = 1e6
	maxTime  = 10_000 * time.Hour
)

// CheckThought refuses what no player reports of a turn: counts, scores and times beyond all bounds.
func CheckThought(t tournament.Thought) error {
	switch {
	case t.Nodes > maxNodes:
		return fmt.Errorf("thoughts: %d nodes in a turn", t.Nodes)
	case t.Depth < 0 || t.Depth > maxDepth:
		return fmt.Errorf("thoughts: a depth of %d", t.Depth)
	case t.Score > search.MaxScore || t.Score < -search.MaxScore:
		return fmt.Errorf("thoughts: a score of %d", int(t.Score))
	case t.Time < 0 || t.Time > maxTime || t.Left > maxTime || t.Left < -maxTime:
		return fmt.Errorf("thoughts: %v for a turn with %v left", t.Time, t.Left)
	}
	return nil
}

// verifyThoughts refuses thoughts that are not one for each of the players' turns, or not possible.
func verifyThoughts(game tournament.Game, turns int) error {
	if len(game.Thoughts) != turns {
		return fmt.Errorf("thoughts: there are %d for %d turns of the players", len(game.Thoughts), turns)
	}
	for _, thought := range game.Thoughts {
		if err := CheckThought(thought); err != nil {
			return err
		}
	}
	return nil
}
