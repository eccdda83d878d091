// Package training turns self-play into weights. A [Run] fits the weights of an evaluation to stored games of
// self-play. A [Loop] repeats three steps: games with the newest weights, a training run on them, and a match of the
// new weights against the old ones that decides which are kept. A [Tuning] tunes the numbers in a player's text instead
// of weights: package search/tune asks which of two settings is better, and games answer. A loop or a tuning keeps its
// state in a folder, and continues from there.
package training

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/show/charts"
	"pillars/tournament/lock"
)

// Run says what is fitted to which games.
type Run struct {
	tune.FitOptions // but for Anchor
	Rules           engine.Rules
	Games           Games
	Selection       Selection
	Start           []eval.Weight // in the order of the layout of Rules
	Checkpoint      string        // a file that a run broken off continues from; empty for none
	From, File      string        // the name of the start and the file for the weights, for reports
}

// RunObserver follows a training run. Both functions may be nil.
type RunObserver struct {
	remark func(text string)       // takes messages
	epoch  func(state *tune.State) // is called after every epoch; the state is lent
}

func notify[T any](observer func(T), what T) {
	if observer != nil {
		observer(what)
	}
}

// Fitted is the result of a training run.
type Fitted struct {
	Run
	Layout  *eval.Layout
	Weights []eval.Weight // in the order of the layout
	Data    *Collector
	State   *tune.State
}

// Draw draws the losses by epoch.
func (f Fitted) Draw() ([]byte, error) {
	train, held := charts.Line{Name: "learned from"}, charts.Line{Name: "held back"}
	for epoch, l := range f.State.Losses {
		train.Points = append(train.Points, charts.Point{X: float64(epoch), Y: l.Train})
		held.Points = append(held.Points, charts.Point{X: float64(epoch), Y: l.Validation})
	}
	chart := charts.LineChart{
		Title: fmt.Sprintf("Loss by epoch; the best is number %d", f.State.BestAt), Lines: []charts.Line{train},
		X: charts.Axis{Label: "epoch", Unit: charts.Whole}, Y: charts.Axis{Label: "loss"},
	}
	if f.Data.Validation.Len() > 0 {
		chart.Lines = append(chart.Lines, held)
	}
	return draw(chart)
}

// Fit reads the games and fits the weights. When ctx ends it writes the checkpoint and returns ctx's error.
func (r Run) Fit(ctx context.Context, watch RunObserver) (fitted Fitted, err error) {
	fitted.Run = r
	if fitted.Layout, err = eval.NewLayout(r.Rules); err != nil {
		return fitted, err
	}
	if fitted.Data, err = NewCollector(r.Rules, fitted.Layout, r.Selection); err != nil {
		return fitted, err
	}
	if err := r.Games.read(ctx, r.Rules.Game(), r.Selection, fitted.Data, watch.remark); err != nil {
		return fitted, err
	}
	if fitted.Data.Train.Len() == 0 {
		return fitted, fmt.Errorf("no position of %d games is left to learn from: "+
			"take more games, or another choice of positions", fitted.Data.Counts.Games)
	}
	start := slices.Clone(r.Start)
	if r.Selection.OnlyPatterns {
		clear(start[:fitted.Layout.Features()])
	}
	if fitted.State, err = r.fit(ctx, start, fitted.Data, watch); err == nil {
		fitted.Weights = fitted.State.Best.Eval()
	}
	return fitted, err
}

func (r Run) fit(
	ctx context.Context, start []eval.Weight, c *Collector, watch RunObserver,
) (*tune.State, error) {
	r.Anchor = tune.FromEval(start)
	kept, written := checkpoint[tune.State]{r.Checkpoint, problem(r.FitOptions, c)}, time.Now()
	state := kept.resume(watch.remark, (*tune.State).Epochs)
	state, err := tune.Fit(ctx, c.Train, c.Validation, r.FitOptions, state, func(s *tune.State) error {
		notify(watch.epoch, s)
		if time.Since(written) < checkpointEvery {
			return nil
		}
		written = time.Now()
		return kept.write(s)
	})
	switch {
	case err == nil:
		err = kept.remove()
	case state != nil:
		err = errors.Join(err, kept.write(state))
	}
	return state, err
}

const checkpointEvery = 10 * time.Second

func problem(options tune.FitOptions, c *Collector) [32]byte {
	hash := sha256.New()
	for _, number := range []any{
		options.L2, int64(options.Epochs), int64(options.Patience), []float64(options.Anchor), c.Train.Sum(),
		c.Validation.Sum(),
	} {
		_ = binary.Write(hash, binary.LittleEndian, number) // a hash takes everything
	}
	return [32]byte(hash.Sum(nil))
}

// Names of weights in place of a file: all 0, and those that players use by default.
const (
	zero    = "zero"
	Current = "current"
)

// LoadWeights reads weights in the order of the layout: zero, [Current], [eval.HandMade], or a file.
func LoadWeights(name string, rules engine.Rules) ([]eval.Weight, error) {
	switch name {
	case zero:
		layout, err := eval.NewLayout(rules)
		if err != nil {
			return nil, err
		}
		return make([]eval.Weight, layout.Len()), nil
	case Current:
		name = ""
	}
	linear, err := eval.LoadLinear(name, rules)
	if err != nil {
		return nil, err
	}
	return linear.Weights(), nil
}

// WriteWeights writes weights that are in the order of a layout, after a header of comments.
func WriteWeights(path string, layout *eval.Layout, weights []eval.Weight, header ...string) error {
	var b bytes.Buffer
	if err := eval.WriteWeights(&b, layout, layout.Named(weights), header...); err != nil {
		return err
	}
	return lock.Replace(path, b.Bytes())
}

// Change is the change of a weight by a training run.
type Change struct {
	Name          string
	Before, After eval.Weight
}

// MostChanged returns the n weights that have changed most, in the order of the layout where they have changed alike.
func MostChanged(layout *eval.Layout, before, after []eval.Weight, n int) []Change {
	var changes []Change
	for i := range layout.Len() {
		if before[i] != after[i] {
			changes = append(changes, Change{layout.Term(i).Name, before[i], after[i]})
		}
	}
	size := func(c Change) float64 {
		return max(math.Abs(c.After.Early-c.Before.Early), math.Abs(c.After.Late-c.Before.Late))
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(size(b), size(a)) })
	return changes[:min(n, len(changes))]
}

// enterFolder writes the plan of a new folder into plan.json, or checks that the folder has the same plan. In a new
// folder it writes start first, so that a folder with a plan has both.
func enterFolder(folder string, plan any, start []byte) error {
	text, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(folder, "plan.json")
	found, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if start != nil {
			if err := lock.Replace(filepath.Join(folder, fmt.Sprintf(weightsFile, 0)), start); err != nil {
				return err
			}
		}
		return lock.Replace(path, text)
	case err == nil && !bytes.Equal(found, text):
		err = fmt.Errorf("%s belongs to other settings; give those again, or name another folder", path)
	}
	return err
}
