// Package training turns self-play into weights. A [Run] fits the weights of an evaluation to files of games; a [Loop]
// goes round: games with the newest weights, a training run on them, and a match of the new weights against the old
// ones that decides which are kept. Everything a loop makes lies in a folder, and a loop that was broken off goes on
// with what is there.
//
// A [Tuning] is about the numbers in a player's text instead of weights: package search/tune asks which are the better
// ones, games answer.
package training

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/tournament/selfplay"
)

// Run says what is fitted from which games.
type Run struct {
	Rules      engine.Rules
	Files      []string // of self-play
	Selection  selfplay.Selection
	Start      []eval.Weight // in the order of the layout of Rules
	L2         float64       // see [tune.Options]
	Epochs     int
	Patience   int
	Workers    int
	Checkpoint string // a file that a run broken off goes on from; empty for none
}

// RunObserver follows a training run. Both functions may be nil.
type RunObserver struct {
	Remark func(text string)       // is told what is worth a message
	Epoch  func(state *tune.State) // is called after every epoch; the state is lent
}

func (o RunObserver) remark(format string, args ...any) {
	if o.Remark != nil {
		o.Remark(fmt.Sprintf(format, args...))
	}
}

// Fitted is what a training run came to.
type Fitted struct {
	Layout  *eval.Layout
	Weights []eval.Weight // in the order of the layout
	Counts  selfplay.Counts
	State   *tune.State
	Train   int         // positions
	Held    int         // positions for validation
	Least   tune.Losses // what no prediction can be below: the entropy of the targets
	Bytes   int         // of memory that the positions take
}

// Fit reads the games and fits the weights. When ctx ends it writes the checkpoint and returns ctx's error.
func (r Run) Fit(ctx context.Context, watch RunObserver) (Fitted, error) {
	layout, err := eval.NewLayout(r.Rules)
	if err != nil {
		return Fitted{}, err
	}
	collector, err := r.collect(ctx, layout, watch)
	if err != nil {
		return Fitted{}, err
	}
	fitted := Fitted{
		Layout: layout, Counts: collector.Counts, Train: collector.Train.Len(), Held: collector.Validation.Len(),
		Least: tune.Losses{Train: collector.Train.LeastLoss(), Validation: collector.Validation.LeastLoss()},
		Bytes: collector.Train.Bytes() + collector.Validation.Bytes(),
	}
	if fitted.Train == 0 {
		return fitted, fmt.Errorf("no position of %d games is left to learn from: "+
			"take more games, or another choice of positions", fitted.Counts.Games)
	}
	fitted.State, err = r.fit(ctx, r.start(layout), collector, watch)
	if err != nil {
		return fitted, err
	}
	fitted.Weights = fitted.State.Best.Eval()
	return fitted, nil
}

// start is where the fit begins: if patterns alone count, features weigh nothing.
func (r Run) start(layout *eval.Layout) []eval.Weight {
	start := slices.Clone(r.Start)
	if r.Selection.OnlyPatterns {
		clear(start[:layout.Features()])
	}
	return start
}

// collect reads the files.
func (r Run) collect(ctx context.Context, layout *eval.Layout, watch RunObserver) (*selfplay.Collector, error) {
	collector, err := selfplay.NewCollector(r.Rules, layout, r.Selection)
	if err != nil {
		return nil, err
	}
	for _, path := range r.Files {
		err := selfplay.ReadFile(ctx, path, collector)
		if torn, ok := errors.AsType[*selfplay.TornError](err); ok {
			watch.remark("%s: %v; the games before it are used", path, torn)
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return collector, nil
}

// fit fits, from the checkpoint if there is one.
func (r Run) fit(ctx context.Context, start []eval.Weight, c *selfplay.Collector, watch RunObserver) (*tune.State,
	error) {
	options := tune.Options{Anchor: tune.FromEval(start), L2: r.L2, Epochs: r.Epochs, Patience: r.Patience,
		Workers: r.Workers}
	checkpoint := newCheckpoint(r.Checkpoint, options, c)
	state, err := checkpoint.read()
	switch {
	case err != nil:
		watch.remark("%v; the fit begins anew", err)
	case state != nil:
		watch.remark("%s: goes on after %d epochs", r.Checkpoint, state.Epochs())
	}
	state, err = tune.Fit(ctx, c.Train, c.Validation, options, state, func(s *tune.State) error {
		if watch.Epoch != nil {
			watch.Epoch(s)
		}
		return checkpoint.keep(s)
	})
	if err != nil {
		if state != nil {
			err = errors.Join(err, checkpoint.write(state))
		}
		return state, err
	}
	return state, checkpoint.remove()
}

// zero is the name of weights that are all 0, in place of a file.
const zero = "zero"

// Current is the name of the weights that players use if they are told nothing.
const Current = "current"

// LoadWeights reads the weights of that name in the order of the layout: [Zero], [Current], [eval.HandMade], or a file.
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
	linear, err := eval.Load(name, rules)
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
	return replaceFile(path, b.Bytes())
}

// readWeights reads a file that WriteWeights has written.
func readWeights(path string, layout *eval.Layout) ([]eval.Weight, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	weights, err := eval.ReadWeights(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return layout.Order(weights)
}

// Change is what a training run has made of a weight.
type Change struct {
	Name          string
	Before, After eval.Weight
}

// size is by how much the weight has changed, early or late.
func (c Change) size() float64 {
	return max(math.Abs(c.After.Early-c.Before.Early), math.Abs(c.After.Late-c.Before.Late))
}

// MostChanged are the n weights that have changed most, in the order of the layout where they have changed alike.
func MostChanged(layout *eval.Layout, before, after []eval.Weight, n int) []Change {
	var changes []Change
	for i := range layout.Len() {
		if before[i] != after[i] {
			changes = append(changes, Change{layout.Term(i).Name, before[i], after[i]})
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(b.size(), a.size()) })
	return changes[:min(n, len(changes))]
}
