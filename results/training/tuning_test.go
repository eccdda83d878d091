package training

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/show/progress"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
)

// tuning returns a tiny tuning of two constants on the smallest board.
func tuning(t *testing.T, folder string, change func(*TuningPlan)) *Tuning {
	t.Helper()
	tuning := &Tuning{
		Work: Work{
			Folder: folder, Rules: enginetest.Rules(t, "pit-of-pillars", "size=4"), Workers: 1,
			NewPlayer: players.Recorded,
		},
		Plan: TuningPlan{
			Player:     "mcts:nodes=40,cpuct=2,reuse=false,weights=patterns",
			Iterations: 8, Batch: 2, Pairs: 4, Elo1: 50, Seed: 3,
			Parameters: []tune.Parameter{
				{Name: "cpuct", Start: 1, Min: 0.1, Max: 4, CEnd: 0.4, REnd: 0.1},
				{Name: "turns", Start: 4, Min: 1, Max: 9, CEnd: 1, REnd: 0.2, Integer: true},
			},
		},
	}
	if change != nil {
		change(&tuning.Plan)
	}
	return tuning
}

func runTuning(t *testing.T, tuning *Tuning) TuningOutcome {
	t.Helper()
	outcome, err := tuning.Run(t.Context())
	require.NoError(t, err)
	return outcome
}

func iterations(t *testing.T, folder string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, iterationsFile))
	require.NoError(t, err)
	return data
}

func sameTuning(a, b TuningOutcome) bool {
	return a.Tuned == b.Tuned && a.Start == b.Start && (a.Final == nil) == (b.Final == nil) &&
		(a.Final == nil || slices.Equal(a.Final.Pairs, b.Final.Pairs))
}

// TestTuningIsTheSame tunes with one worker and with three, and interrupts a third tuning again and again. All
// have the same result, bit by bit.
func TestTuningIsTheSame(t *testing.T) {
	whole, other, broken := t.TempDir(), t.TempDir(), t.TempDir()
	want := runTuning(t, tuning(t, whole, nil))
	three := tuning(t, other, nil)
	three.Workers = 3
	if got := runTuning(t, three); !sameTuning(got, want) || !bytes.Equal(iterations(t, other), iterations(t, whole)) {
		t.Errorf("three workers come to %+v, one to %+v", got, want)
	}
	var got TuningOutcome
	breakOff(t, func(drain <-chan struct{}, show func(progress.State)) (err error) {
		tuning := tuning(t, broken, nil)
		tuning.Drain, tuning.Show = drain, show
		got, err = tuning.Run(t.Context())
		return err
	})
	if !sameTuning(got, want) || !bytes.Equal(iterations(t, broken), iterations(t, whole)) {
		t.Errorf("broken off it comes to %+v, else to %+v", got, want)
	}
	if want.Final == nil || want.Tuned == want.Start {
		t.Errorf("nothing has moved: %+v", want)
	}
}

// TestTuningRefusesOtherFolders checks that a folder accepts only its own plan and iterations.
func TestTuningRefusesOtherFolders(t *testing.T) {
	folder := t.TempDir()
	runTuning(t, tuning(t, folder, nil))
	other := tuning(t, folder, func(plan *TuningPlan) { plan.Parameters[0].REnd *= 2 })
	_, err := other.Run(t.Context())
	require.ErrorContains(t, err, "plan.json", "another plan")
	for _, changed := range []string{"[[1]]", "{", `[1, 2]`} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, iterationsFile), []byte(changed), 0o600))
		_, err := tuning(t, folder, nil).Run(t.Context())
		require.ErrorContains(t, err, iterationsFile, changed)
	}
}

// TestTuningEndsOnFaults checks that a player's fault ends the tuning instead of counting as a result.
func TestTuningEndsOnFaults(t *testing.T) {
	tuning := tuning(t, t.TempDir(), nil)
	tuning.NewPlayer = func(text string, rules engine.Rules) (search.Player, error) {
		player, err := players.New(text, rules)
		return faulty{player}, err
	}
	_, err := tuning.Run(t.Context())
	for _, named := range []string{"iteration 1: game 1v2/1/1", "out of order"} {
		require.ErrorContains(t, err, named)
	}
}

// faulty is a player that fails.
type faulty struct{ search.Player }

func (faulty) Decide(context.Context, *engine.History, search.Limits, func(search.Info)) (search.Decision, error) {
	return search.Decision{}, errors.New("out of order")
}

// TestConstantsAreRead reads lists of constants, with and without the numbers that have defaults: the value
// of the player, a twentieth of the range, and the rate.
func TestConstantsAreRead(t *testing.T) {
	t.Parallel()
	cpuct := tune.Parameter{Name: "cpuct", Start: 2, Min: .5, Max: 4.5, CEnd: .2, REnd: .002}
	turns := tune.Parameter{Name: "turns", Start: 40, Min: 10, Max: 1500, CEnd: 8, REnd: .5, Integer: true}
	for text, want := range map[string][]tune.Parameter{
		"cpuct=:0.5..4.5": {cpuct}, "cpuct:0.5..4.5": {cpuct}, "cpuct=2:0.5..4.5:0.2": {cpuct},
		"cpuct=:0.5..4.5, turns=40:10..1.5k:8:0.5": {cpuct, turns},
	} {
		got, err := Constants(text, "mcts:cpuct=2")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"cpuct=1", "cpuct=1:2", "cpuct=1:0..2:1:1:1", "", "cpuct=1:a..2", "cpuct=1:0..2:b",
		"leaf=1:0..2", "cpuct=1:0..2,x=1:0..2", "cpuct=1:0..2,cpuct=1:0..2"} {
		if got, err := Constants(text, "mcts"); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

func TestWithConstants(t *testing.T) {
	parameters := []tune.Parameter{{Name: "cpuct", Min: 0, Max: 2}, {Name: "turns", Min: 0, Max: 1e9, Integer: true}}
	for player, want := range map[string]string{
		"mcts":                               "mcts:cpuct=1.33333,turns=1000000",
		"mcts:base,cpuct=3,nodes=5":          "mcts:base=true,nodes=5,cpuct=1.33333,turns=1000000",
		"mcts:turns=1,weights=a=b,multipv=2": "mcts:weights=a=b,multipv=2,cpuct=1.33333,turns=1000000",
	} {
		if got, err := withConstants(player, parameters, []float64{4.0 / 3, 1e6}); err != nil || got != want {
			t.Errorf("%s becomes %s, %v; want %s", player, got, err, want)
		}
	}
	if got := formatConstant(tune.Parameter{Max: 1.99999999}, 1.99999999); got != "1.99999999" {
		t.Errorf("rounding leads out of the range, to %s", got)
	}
	if got := formatConstant(tune.Parameter{Min: -1, Max: 1}, 1e-7); got != "0.0000001" {
		t.Errorf("a small number becomes %s", got)
	}
}
