package training

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// liarFound plays games in the name of two workers in turn, one of which plays at random: a liar, which is found after
// some games.
type liarFound struct{ games, after int }

const lying = "liar-2"

func (l *liarFound) Liars() []string {
	if l.games < l.after {
		return nil
	}
	return []string{lying}
}

func (l *liarFound) Play(ctx context.Context, batch runner.Batch) error {
	table := work.Table{Spec: batch.Plan.Spec, Rules: batch.Plan.Rules}
	for planned := range batch.Games {
		if l.games++; l.games == l.after {
			return &work.Lie{Worker: lying, Err: errors.New("the games differ")}
		}
		by := "sound-1"
		table.NewPlayer = players.Recorded
		if l.games%2 == 0 && l.games < l.after {
			by = lying
			table.NewPlayer = func(_ string, rules engine.Rules) (search.Player, error) {
				return players.New("random", rules)
			}
		}
		played, err := table.Play(ctx, []tournament.Planned{planned}, nil)
		if err != nil {
			return err
		}
		game, err := table.Accept(planned, played[0], by)
		if err == nil {
			err = batch.Take(game)
		}
		if err != nil {
			return err
		}
		select {
		case <-batch.Over:
			return nil
		default:
		}
	}
	return nil
}

// TestTuningWithoutTheLiar checks that a tuning in which a liar is found ends with the iterations of one without.
func TestTuningWithoutTheLiar(t *testing.T) {
	alone := tuning(t, filepath.Join(t.TempDir(), "alone"), nil)
	outcome := runTuning(t, alone)
	tuning := tuning(t, filepath.Join(t.TempDir(), "others"), nil)
	tuning.Elsewhere = &liarFound{after: 17}
	got := runTuning(t, tuning)
	if !sameTuning(got, outcome) || !bytes.Equal(iterations(t, tuning.Folder), iterations(t, alone.Folder)) {
		t.Error("the liar has an effect")
	}
}
