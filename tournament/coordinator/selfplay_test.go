package coordinator

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search/players"
	"pillars/tournament/selfplay"
	"pillars/tournament/worker"
)

// selfPlay returns a spec of short games, by a player with weights of its own.
func selfPlay(t testing.TB) (selfplay.Spec, engine.Rules) {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	layout, err := eval.NewLayout(rules)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	weights := make([]eval.Weight, layout.Len())
	weights[0].Early = 50
	path := filepath.Join(t.TempDir(), "weights.txt")
	err = errors.Join(eval.WriteWeights(&text, layout, layout.Named(weights)), os.WriteFile(path, text.Bytes(), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	spec := selfplay.Spec{
		Options: []string{"size=4"}, Player: "alphabeta:nodes=60,table=1,weights=" + path, Seed: 3, MostRandom: 4,
		Stray: 0.5, OwnSetUp: 0.3, Longest: 60, Margin: 20,
	}
	spec, rules, err = spec.Settle(rules.Game(), players.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	return spec, rules
}

// fill fills a file, with the help of workers if there are some, and returns its content.
func fill(
	t testing.TB, ctx context.Context, path string, spec selfplay.Spec, rules engine.Rules, others selfplay.Elsewhere,
	report func(selfplay.Progress),
) []byte {
	t.Helper()
	file, err := selfplay.Open(path, spec, "test")
	if err != nil {
		t.Fatal(err)
	}
	const games = 120
	made := selfplay.Generator{Rules: rules, NewPlayer: players.Recorded, Elsewhere: others, Report: report}
	if _, err := made.Fill(ctx, file, games); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if ctx.Err() == nil && file.Games != games {
		t.Errorf("%d games, want %d", file.Games, games)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestWorkersMakeTheFileOfOneProcess(t *testing.T) {
	spec, rules := selfPlay(t)
	want := fill(t, t.Context(), filepath.Join(t.TempDir(), "alone.psd"), spec, rules, nil, nil)
	for _, workers := range []int{0, 1, 3} {
		c, address := open(t, Options{Slots: 1 - min(1, workers), Audit: 3})
		for range workers {
			start(t, address, &worker.Worker{Slots: 2})
		}
		got := fill(t, t.Context(), filepath.Join(t.TempDir(), "games.psd"), spec, rules, c, nil)
		if !bytes.Equal(got, want) {
			t.Errorf("%d workers: the file differs from that of one process", workers)
		}
	}
}

// TestFileOutlivesCoordinators ends coordinator and workers again and again, and makes new ones.
func TestFileOutlivesCoordinators(t *testing.T) {
	spec, rules := selfPlay(t)
	want := fill(t, t.Context(), filepath.Join(t.TempDir(), "alone.psd"), spec, rules, nil, nil)
	path := filepath.Join(t.TempDir(), "games.psd")
	for _, games := range []int{1, 30, 2, 200} {
		ctx, cancel := context.WithCancel(t.Context())
		c, address := open(t, Options{})
		start(t, address, &worker.Worker{}, &worker.Worker{})
		got := fill(t, ctx, path, spec, rules, c, func(p selfplay.Progress) {
			if p.Games == games {
				cancel()
			}
		})
		if over := ctx.Err() == nil; over != bytes.Equal(got, want) {
			t.Errorf("after %d games the file is whole, or at the end it is not", games)
		}
		cancel()
		c.Close()
	}
}

// TestGamesOfALiarAreMadeAgain: a worker lies, and its games of an earlier session are in the file.
func TestGamesOfALiarAreMadeAgain(t *testing.T) {
	spec, rules := selfPlay(t)
	want := fill(t, t.Context(), filepath.Join(t.TempDir(), "alone.psd"), spec, rules, nil, nil)
	c, address := open(t, Options{Audit: -1})
	path := filepath.Join(t.TempDir(), "games.psd")
	start(t, address, &worker.Worker{NewPlayer: liar(1)})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := fill(t, ctx, path, spec, rules, c, func(p selfplay.Progress) {
		if p.Games == 20 {
			cancel()
		}
	})
	if bytes.HasPrefix(want, begun) {
		t.Error("the liar did not lie")
	}
	c.options.Audit = 1
	start(t, address, &worker.Worker{})
	if got := fill(t, t.Context(), path, spec, rules, c, nil); !bytes.Equal(got, want) {
		t.Error("games of the liar are left in the file")
	}
}
