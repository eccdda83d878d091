package training

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval/tune"
	"pillars/results/show/progress"
	"pillars/search"
	"pillars/search/players"
)

// loop returns a tiny loop of two generations on the smallest board.
func loop(t *testing.T, folder string, workers int) *Loop {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	start, err := LoadWeights(zero, rules)
	require.NoError(t, err)
	return &Loop{
		Work:        Work{Folder: folder, Rules: rules, Workers: workers, NewPlayer: players.Recorded},
		Generations: 2, Start: start, OnGeneration: func(Generation) error { return nil },
		Plan: LoopPlan{
			Player: "alphabeta:nodes=60,table=1", Games: 40, Pairs: 6, Elo1: 50, Seed: 4,
			Play:      SelfPlay{MostRandom: 4, Stray: 0.2, Longest: 60},
			Selection: Selection{Quiet: QuietSearch, Lambda: 0.7, Validation: 0.2, Stage: StageBoth},
		},
	}
}

// inFolder makes a folder of its own the current one, since the names of players include the names of their files of
// weights.
func inFolder(t *testing.T) { t.Chdir(t.TempDir()) }

func run(t *testing.T, c *Loop) LoopOutcome {
	t.Helper()
	outcome, err := c.Run(t.Context())
	require.NoError(t, err)
	return outcome
}

// made lists the files of a loop that must be equal for any number of workers and interruptions.
var made = []string{
	"plan.json", "weights-00.txt", "weights-01.txt", "weights-02.txt", "generation-01.json", "generation-02.json",
}

func filesOf(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range made {
		data, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		files[name] = data
	}
	return files
}

// TestLoopIsTheSame runs a loop with one worker and with three, and interrupts a third loop again and again. All make
// the same files.
func TestLoopIsTheSame(t *testing.T) {
	inFolder(t)
	outcome := run(t, loop(t, "c", 1))
	want := filesOf(t, "c")
	for i, generation := range outcome.Generations {
		if generation.Positions == 0 || generation.Games != 40*(i+1) || generation.Kept != generation.Match.better() {
			t.Errorf("generation %+v", generation)
		}
	}
	for _, how := range []string{"broken off", "once more", "three workers"} {
		if how != "once more" {
			require.NoError(t, os.RemoveAll("c"))
		}
		if how == "broken off" {
			breakOff(t, func(drain <-chan struct{}, show func(progress.State)) error {
				c := loop(t, "c", 2)
				c.Drain, c.Show = drain, show
				_, err := c.Run(t.Context())
				return err
			})
		}
		run(t, loop(t, "c", 3))
		for name, data := range filesOf(t, "c") {
			if !bytes.Equal(data, want[name]) {
				t.Errorf("%s: %s differs", how, name)
			}
		}
	}
}

// breakOff runs work until it is complete. Each time it drains the work after a few reports, one more than before. This
// must happen three times or more.
func breakOff(t *testing.T, run func(drain <-chan struct{}, show func(progress.State)) error) {
	t.Helper()
	for breaks := 0; ; breaks++ {
		drain, shown := make(chan struct{}), 0
		err := run(drain, func(progress.State) {
			if shown++; shown == 3+breaks {
				close(drain)
			}
		})
		if Interrupted(err) && breaks < 200 {
			continue
		}
		require.NoError(t, err)
		if breaks < 3 {
			t.Errorf("broken off %d times only", breaks)
		}
		return
	}
}

// disguised is a player under another name.
type disguised struct {
	search.Player
	name string
}

func (d disguised) Name() string { return d.name }

func named(name, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	return disguised{player, name}, err
}

// TestNetworksOfAnyWorkers checks that a training comes to the same network with any number of workers.
func TestNetworksOfAnyWorkers(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	run := NetworkRun{
		Job: Job{Rules: rules, Games: source(t, rules, small, quick, 300), From: zero,
			Selection: Selection{Quiet: QuietAny, Lambda: .7, Validation: .2, Stage: StageBoth}},
		NetworkOptions: tune.NetworkOptions{Units: 32, Epochs: 2, Batch: 1024, Rate: .002, Workers: 1},
	}
	fit := func() string {
		t.Helper()
		made, err := run.Fit(t.Context(), func(tune.Track) {})
		require.NoError(t, err)
		var text strings.Builder
		require.NoError(t, made.write(&text))
		return text.String()
	}
	want := fit()
	run.Workers = 3
	if fit() != want {
		t.Error("three workers come to another network than one")
	}
}
