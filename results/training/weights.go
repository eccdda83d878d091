// Package training makes players stronger by their own games. A [Run] fits the weights of an evaluation to stored games
// of self-play. A [Loop] repeats three steps: self-play with the current weights, a fit, and a match that decides
// whether the new weights replace the current ones. A [Tuning] tunes the numbers in a player's text: package
// search/tune asks which of two settings is better, and games answer. Loops and tunings store their state in a folder
// and can be continued.
package training

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/show/charts"
	"pillars/tournament/lock"
)

// Run says how to fit weights to games.
type Run struct {
	tune.FitOptions // Anchor is not used; Start takes its place
	Rules           engine.Rules
	Games           Games
	Selection       Selection
	Start           []eval.Weight // weights to start from, in the order of the layout of Rules
	Checkpoint      string        // file from which an interrupted run continues; empty for none
	From, File      string        // name of the start weights, and file to write the fitted weights to
}

// Fitted is the result of a training run.
type Fitted struct {
	Run
	Layout  *eval.Layout
	Weights []eval.Weight // in the order of the layout
	Data    *positionCollector
	State   *tune.State
}

// Draw returns an SVG picture of the losses by epoch.
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
	if f.Data.Held.Len() > 0 {
		chart.Lines = append(chart.Lines, held)
	}
	return draw(chart)
}

// Fit reads the games and fits the weights. After every epoch it calls watch, if that is not nil; the state is valid
// during the call only. When ctx ends, it writes the checkpoint and returns the error of ctx.
func (r Run) Fit(ctx context.Context, watch func(*tune.State)) (fitted Fitted, err error) {
	fitted.Run = r
	if fitted.Layout, err = eval.NewLayout(r.Rules); err != nil {
		return fitted, err
	}
	data := newPositionCollector(fitted.Layout, r.Rules, r.Selection)
	if err := r.Games.read(ctx, r.Rules.Game(), r.Selection, data); err != nil {
		return fitted, err
	}
	if data.Train.Len() == 0 {
		return fitted, fmt.Errorf("no position of %d games is left to learn from: "+
			"take more games, or another choice of positions", data.Counts.Games)
	}
	start := slices.Clone(r.Start)
	if r.Selection.OnlyPatterns {
		clear(start[:fitted.Layout.Features()])
	}
	options := r.FitOptions
	options.Anchor = tune.FromEval(start)
	kept := checkpoint[*tune.State]{path: r.Checkpoint, every: 10 * time.Second, watch: watch, remark: r.Games.Remark,
		of: hashOf(options.L2, options.Epochs, options.Patience, options.Anchor, data.Train.Sum(), data.Held.Sum())}
	fitted.Data = data
	fitted.State, err = kept.run(func(from *tune.State, watch func(*tune.State) error) (*tune.State, error) {
		return tune.Fit(ctx, data.Train, data.Held, options, from, watch)
	})
	if err == nil {
		fitted.Weights = fitted.State.Best.Eval()
	}
	return fitted, err
}

// Names that stand for weights instead of a file.
const (
	zero    = "zero"    // all weights are 0
	Current = "current" // the weights that players use by default
)

// LoadWeights returns the weights with a name, in the order of the layout. The name is zero, [Current],
// [eval.HandMade], or the path of a file.
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

// writeWeights writes a file of weights, given in the order of a layout. The lines of the header become comments.
func writeWeights(path string, layout *eval.Layout, weights []eval.Weight, header ...string) error {
	var b bytes.Buffer
	if err := eval.WriteWeights(&b, layout, layout.Named(weights), header...); err != nil {
		return err
	}
	return lock.Replace(path, b.Bytes())
}

// change is the change of a weight by a training run.
type change struct {
	name          string
	before, after eval.Weight
}

// mostChanged returns the n weights that have changed most, the largest change first. Equal changes keep the order of
// the layout.
func mostChanged(layout *eval.Layout, before, after []eval.Weight, n int) []change {
	var changes []change
	for i := range layout.Len() {
		if before[i] != after[i] {
			changes = append(changes, change{layout.Term(i).Name, before[i], after[i]})
		}
	}
	size := func(c change) float64 {
		return max(math.Abs(c.after.Early-c.before.Early), math.Abs(c.after.Late-c.before.Late))
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(size(b), size(a)) })
	return changes[:min(n, len(changes))]
}
