package training

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval/tune"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/runner"
)

// loop returns a tiny loop of two generations on the smallest board.
func loop(t *testing.T, folder string, workers int) *Loop {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	start, err := LoadWeights(zero, rules)
	if err != nil {
		t.Fatal(err)
	}
	return &Loop{
		Work:        Work{Folder: folder, Rules: rules, Workers: workers, NewPlayer: players.Recorded},
		Generations: 2, Start: start,
		Plan: LoopPlan{
			Player: "alphabeta:nodes=60,table=1", Games: 40, Window: 2, Pairs: 6, OpeningTurns: 2, Elo1: 50, Seed: 4,
			Epochs: 15, Patience: 5, L2: 20,
			Play:      SelfPlay{MostRandom: 4, Stray: 0.2, Longest: 60},
			Selection: Selection{Quiet: QuietSearch, Lambda: 0.7, Validation: 0.2, Stage: StageBoth, Margin: 30},
		},
	}
}

// inFolder makes a folder of its own the current one, since the names of players include the names of their files of
// weights.
func inFolder(t *testing.T) { t.Chdir(t.TempDir()) }

func run(t *testing.T, c *Loop) LoopOutcome {
	t.Helper()
	outcome, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// made lists the files of a loop that must be equal for any number of workers and interruptions.
var made = []string{
	"plan.json", "candidate-01.txt", "candidate-02.txt", "weights-00.txt", "weights-01.txt", "weights-02.txt",
	"generation-01.json", "generation-02.json",
}

func filesOf(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range made {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
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
	for _, generation := range outcome.Generations {
		if generation.Positions == 0 || generation.Kept != generation.Match.better() {
			t.Errorf("generation %+v", generation)
		}
	}
	for _, how := range []string{"three workers", "broken off", "once more"} {
		if how != "once more" {
			if err := os.RemoveAll("c"); err != nil {
				t.Fatal(err)
			}
		}
		breaks := 0
		if how == "broken off" {
			breaks = breakOff(t)
		}
		run(t, loop(t, "c", 3))
		for name, data := range filesOf(t, "c") {
			if !bytes.Equal(data, want[name]) {
				t.Errorf("%s: %s differs", how, name)
			}
		}
		if how == "broken off" && breaks < 3 {
			t.Errorf("the loop was broken off %d times only", breaks)
		}
	}
}

// breakOff runs a loop and drains it after a few games, after an epoch, and after a game of a match, until it is
// complete. It returns the number of interruptions.
func breakOff(t *testing.T) int {
	t.Helper()
	for breaks := 0; ; breaks++ {
		c, drain := loop(t, "c", 2), make(chan struct{})
		closed := false
		stop := func() {
			if !closed {
				closed = true
				close(drain)
			}
		}
		c.Drain = drain
		played := 0
		c.playing = func(runner.Progress) {
			if played++; played == 5 {
				stop()
			}
		}
		if breaks > 8 { // by then self-play of the first generation is done
			c.matching = afterTheFirst(stop)
		}
		_, err := c.Run(t.Context())
		if err == nil {
			return breaks
		}
		if !Interrupted(err) || breaks > 100 {
			t.Fatal(breaks, err)
		}
	}
}

// afterTheFirst returns an observer of a match that calls do at each report except the first, which comes before any
// game.
func afterTheFirst(do func()) func(MatchOutcome) {
	calls := 0
	return func(MatchOutcome) {
		if calls++; calls > 1 {
			do()
		}
	}
}

func fileOf(t *testing.T, folder, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
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

// fewGames returns a training run on a few games.
func fewGames(t *testing.T, checkpoint string) Run {
	t.Helper()
	c := loop(t, "c", 2)
	c.Generations = 1
	games := run(t, c).Generations[0].SelfPlay
	db, err := store.Open("c/games.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return Run{
		Rules: c.Rules, Games: Games{Store: db, Runs: []string{games}}, Selection: c.Plan.Selection, Start: c.Start,
		FitOptions: tune.FitOptions{L2: 5, Epochs: 30, Workers: 2}, Checkpoint: checkpoint,
	}
}

// TestRunGoesOn interrupts a training run, and then offers it a checkpoint of another run.
func TestRunGoesOn(t *testing.T) {
	inFolder(t)
	l := fewGames(t, "fit.checkpoint")
	want, err := l.Fit(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	remarks := 0
	l.Games.Remark = func(string) { remarks++ }
	if _, err := l.Fit(ctx, epochs(3, cancel)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	other := l
	other.L2 = 6
	if _, err := other.Fit(t.Context(), nil); err != nil || remarks != 1 {
		t.Errorf("with a checkpoint of another run: %d remarks, %v", remarks, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	if _, err := l.Fit(ctx, epochs(3, cancel)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	got, err := l.Fit(t.Context(), nil)
	if err != nil || remarks != 2 {
		t.Fatal(remarks, err)
	}
	for i := range want.Weights {
		if got.Weights[i] != want.Weights[i] {
			t.Fatalf("weight %d is %v when broken off, %v in one go", i, got.Weights[i], want.Weights[i])
		}
	}
	if _, err := os.Stat("fit.checkpoint"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the checkpoint is left behind: %v", err)
	}
	if err := os.WriteFile("fit.checkpoint", []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Fit(t.Context(), nil); err != nil || remarks != 3 {
		t.Errorf("with a damaged checkpoint: %d remarks, %v", remarks, err)
	}
}

// epochs returns an observer that calls cancel after a number of epochs.
func epochs(n int, cancel func()) func(*tune.State) {
	return func(s *tune.State) {
		if s.Epochs() == n {
			cancel()
		}
	}
}
