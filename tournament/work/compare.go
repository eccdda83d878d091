package work

import (
	"fmt"
	"slices"

	"pillars/tournament"
)

// Lie is the error of a run in which a worker sent a wrong result. None of the worker's games can be trusted.
type Lie struct {
	Worker  string   // as [By] names it
	Err     error    // what was wrong
	Trusted []string // the workers whose games count still; nil for all others
}

// Spares reports whether the games of a worker still count. The empty name is the process itself.
func (l *Lie) Spares(worker string) bool {
	return worker == "" || worker != l.Worker && (l.Trusted == nil || slices.Contains(l.Trusted, worker))
}

func (l *Lie) Error() string {
	return fmt.Sprintf("worker %s sent a wrong result: %v", l.Worker, l.Err)
}

// Liar returns the name of the worker.
func (l *Lie) Liar() string { return l.Worker }

func (l *Lie) Unwrap() error { return l.Err }

// Compare returns an error unless two lists hold the same games, each once, and the games differ in nothing but the
// times of their thoughts. The error says where the second list differs from the first.
func Compare(right, said []tournament.Game) error {
	byIdentity := make(map[string]tournament.Game, len(said))
	for _, game := range said {
		byIdentity[game.Identity] = game
	}
	for _, game := range right {
		other, both := byIdentity[game.Identity]
		if !both {
			return fmt.Errorf("game %s is missing", game.Identity)
		}
		if err := compareGame(game, other); err != nil {
			return fmt.Errorf("game %s: %w", game.Identity, err)
		}
	}
	if len(byIdentity) != len(right) || len(said) != len(right) {
		return fmt.Errorf("%d games, not %d", len(said), len(right))
	}
	return nil
}

func compareGame(right, said tournament.Game) error {
	for i := range max(len(right.Record.Turns), len(said.Record.Turns)) {
		if want, got := at(right.Record.Turns, i, "none"), at(said.Record.Turns, i, "none"); want != got {
			return fmt.Errorf("turn %d is %s, played again it is %s", i+1, got, want)
		}
	}
	for i := range max(len(right.Thoughts), len(said.Thoughts)) {
		var none tournament.Thought
		want, got := at(right.Thoughts, i, none).Timeless(), at(said.Thoughts, i, none).Timeless()
		if want != got {
			return fmt.Errorf("turn %d took %d nodes to depth %d with score %v, played again %d nodes to depth %d "+
				"with score %v", right.Record.Opening+i+1, got.Nodes, got.Depth, got.Score, want.Nodes, want.Depth,
				want.Score)
		}
	}
	if right.Outcome != said.Outcome || right.Fault != said.Fault || right.Adjudicated != said.Adjudicated {
		return fmt.Errorf("it ended by %s with scores %v, played again by %s with %v", said.Outcome.Reason,
			said.Outcome.Scores[:said.Outcome.Seats], right.Outcome.Reason, right.Outcome.Scores[:right.Outcome.Seats])
	}
	return nil
}

// at returns an element of a list, or none beyond the end.
func at[T any](list []T, i int, none T) T {
	if i < len(list) {
		return list[i]
	}
	return none
}
