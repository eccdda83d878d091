package tournaments

import (
	"context"
	"fmt"
	"slices"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/store"
)

// refuseChangedWeights refuses to go on with a run whose games were played with other contents of a file of weights: its table would mix two players.
func (s *Session) refuseChangedWeights(ctx context.Context, run store.Run) error {
	now := map[string]string{} // by player
	for _, player := range s.Plan.Spec.Players {
		if path, given := cli.WeightsFile(player); given {
			hash, err := cli.WeightsHash(path)
			if err != nil {
				return fmt.Errorf("player %q: %w", player, err)
			}
			now[player] = hash
		}
	}
	if len(now) == 0 || run.Games == 0 {
		return nil
	}
	for game, err := range s.DB.Find(ctx, run.ID, store.Filter{}) {
		if err != nil {
			return err
		}
		for seat, player := range game.Record.Players {
			want := engine.Tag{Name: "Weights" + engine.Seat(seat).String(), Value: now[player]}
			if now[player] != "" && !slices.Contains(game.Record.Tags, want) {
				return cli.Usagef("player %q: its file of weights has changed since run %s began; name another file, or use --fresh to begin anew",
					player, run.ID)
			}
		}
	}
	return nil
}
