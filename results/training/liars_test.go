package training

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// others plays games in the name of two workers in turn, one of which plays at random: a liar, which is found after
// some games.
type others struct {
	games int
	liars []string
}

const (
	sound = "sound-1"
	lying = "liar-2"
)

var errLie = errors.New("the games differ")

func random(_ string, rules engine.Rules) (search.Player, error) { return players.New("random", rules) }

// unit plays one game.
func (o *others) unit(
	ctx context.Context, table work.Table, game tournament.Planned, found int,
) (tournament.Game, error) {
	o.games++
	if o.games == found {
		o.liars = []string{lying}
		return tournament.Game{}, &work.Lie{Worker: lying, Err: errLie}
	}
	by := sound
	table.NewPlayer = players.Recorded
	if o.games%2 == 0 && o.liars == nil && found > 0 {
		by, table.NewPlayer = lying, random
	}
	played, err := table.Play(ctx, []tournament.Planned{game}, nil)
	if err != nil {
		return tournament.Game{}, err
	}
	return table.Accept(game, played[0], by)
}

// liarFound is others with a liar that is found after the given number of games; 0 means never.
type liarFound struct {
	*others
	after int
}

func (l liarFound) Play(ctx context.Context, batch runner.Batch) error {
	for planned := range batch.Games {
		game, err := l.unit(ctx, work.Table{Spec: batch.Plan.Spec, Rules: batch.Plan.Rules}, planned, l.after)
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

func (l liarFound) Liars() []string { return l.liars }

// TestTuningWithoutTheLiar checks that a tuning ends with the iterations of a tuning without a liar, whenever the liar
// is found: in the first iterations, in later ones, in the final match, or never.
func TestTuningWithoutTheLiar(t *testing.T) {
	alone := tuning(t, filepath.Join(t.TempDir(), "alone"), nil)
	outcome := runTuning(t, alone)
	for _, after := range []int{0, 1, 3, 17, 34} {
		tuning := tuning(t, filepath.Join(t.TempDir(), "others"), nil)
		found := liarFound{&others{}, after}
		tuning.Elsewhere = found
		got := runTuning(t, tuning)
		if (after > 0) != (found.liars != nil) {
			t.Fatalf("the liar that is found after %d games is %v", after, found.liars)
		}
		if !sameTuning(got, outcome) || !bytes.Equal(iterations(t, tuning.Folder), iterations(t, alone.Folder)) {
			t.Errorf("a liar found after %d games has an effect", after)
		}
	}
}

// TestLoopWithoutTheLiar checks that a loop makes the files of a loop without a liar if the liar is found in the first
// games. If it is found later, the folder cannot be continued.
func TestLoopWithoutTheLiar(t *testing.T) {
	inFolder(t)
	run(t, loop(t, "made", 1))
	want := filesOf(t, "made")
	for _, after := range []int{0, 9} {
		inFolder(t)
		l := loop(t, "made", 1)
		l.Elsewhere = liarFound{&others{}, after}
		run(t, l)
		got := filesOf(t, "made")
		for name, data := range got { // the sound games are in a second run of the same spec
			got[name] = bytes.ReplaceAll(data, []byte(`-2",`), []byte(`",`))
		}
		if !maps.EqualFunc(got, want, slices.Equal) {
			t.Errorf("a liar found after %d games has an effect", after)
		}
	}
	inFolder(t)
	l := loop(t, "made", 1)
	l.Elsewhere = liarFound{&others{}, 60} // in the second generation
	for range 2 {
		_, err := l.Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "start again in another folder") {
			t.Errorf("a loop goes on with games of a liar: %v", err)
		}
		l = loop(t, "made", 1)
	}
}
