// Package training makes players stronger by their own games. A [Run] fits the weights of an evaluation to stored games
// of self-play. A [Loop] repeats three steps: self-play with the current weights, a fit, and a match that decides
// whether the new weights replace the current ones. A [Tuning] tunes the numbers in a player's text: package
// search/tune asks which of two settings is better, and a match of the two gives the answer. Loops and tunings store
// their state in a folder and can be continued.
package training

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/show/charts"
	"pillars/results/show/table"
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
	From            string        // name of the start weights, for the header of File
	File            string        // file to write the fitted weights to
}

// Fitted is the result of a training run.
type Fitted struct {
	Run
	Layout  *eval.Layout
	Weights []eval.Weight      // in the order of the layout
	Data    *positionCollector // the positions of the fit
	State   *tune.State        // after the last epoch
}

// Draw returns an SVG picture of the losses after each epoch.
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
	return drawSVG(chart)
}

// Fit reads the games and fits the weights. After every epoch it calls watch, unless watch is nil, with the state of
// the fit, which is valid only during the call. When ctx ends, Fit writes the checkpoint and returns the error of ctx.
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
	if r.Selection.OnlyPatterns { // no position has features, so their weights remain 0
		clear(start[:fitted.Layout.Features()])
	}
	options := r.FitOptions
	options.Anchor = tune.FromEval(start)
	saved := checkpoint[*tune.State]{path: r.Checkpoint, every: 10 * time.Second, watch: watch, remark: r.Games.Remark,
		problem: hashOf(options.L2, options.Epochs, options.Patience, options.Anchor, data.Train.Sum(),
			data.Held.Sum())}
	fitted.Data = data
	fitted.State, err = saved.run(func(from *tune.State, watch func(*tune.State) error) (*tune.State, error) {
		return tune.Fit(ctx, data.Train, data.Held, options, from, watch)
	})
	if err == nil {
		fitted.Weights = fitted.State.Best.Eval()
	}
	return fitted, err
}

// Names of weights that are not in a file.
const (
	zero    = "zero"    // all weights are 0
	Current = "current" // the weights that players use by default
)

// LoadWeights returns the weights named zero, [Current] or [eval.HandMade], or the weights in the file with this name.
// Weights are in the order of the layout of rules.
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

func writeWeights(path string, layout *eval.Layout, weights []eval.Weight, header ...string) error {
	var b bytes.Buffer
	if err := eval.WriteWeights(&b, layout, layout.Named(weights), header...); err != nil {
		return err
	}
	return lock.Replace(path, b.Bytes())
}

type change struct {
	name          string
	before, after eval.Weight
}

// mostChanged returns at most n weights with the largest changes, early or late in the game, the largest first.
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

// NetworkRun says how to train a network on games.
type NetworkRun struct {
	tune.NetworkOptions
	Rules      engine.Rules
	Games      Games
	Selection  Selection
	From       string // file of a network to start from, or weights as for [LoadWeights]
	Checkpoint string // file from which an interrupted run continues
	File       string // file to write the network to
}

// Trained is the result of training a network.
type Trained struct {
	NetworkRun
	Layout      *eval.Layout
	Network     *eval.Parameters
	State       *tune.NetworkState
	Counts      Counts
	Train, Held int // numbers of examples to learn from and of examples held back
}

// Fit reads the games and trains the network. After every epoch it calls watch, unless watch is nil, with the state,
// which is valid only during the call. Fit stores the positions in temporary files. When ctx ends, it returns the error
// of ctx, and the checkpoint has the state after the last complete epoch.
func (r NetworkRun) Fit(ctx context.Context, watch func(*tune.NetworkState)) (made Trained, err error) {
	made.NetworkRun = r
	if made.Layout, err = networkLayout(r.Rules); err != nil {
		return made, err
	}
	start, err := r.start(made.Layout)
	if err != nil {
		return made, err
	}
	var files [2]*os.File // for examples to learn from, and for those held back
	for i := range files {
		if files[i], err = scratchFile(filepath.Dir(r.Checkpoint)); err != nil {
			return made, err
		}
		defer files[i].Close()
	}
	games, err := collectExamples(ctx, r.Games, r.Rules, r.Selection, made.Layout, files)
	if err != nil {
		return made, err
	}
	made.Counts, made.Train, made.Held = games.Counts, games.Train.Len(), games.Held.Len()
	options := r.NetworkOptions
	options.Workers = 0 // does not change the result, so a checkpoint is valid for any number of workers
	saved := checkpoint[*tune.NetworkState]{path: r.Checkpoint, watch: watch, remark: r.Games.Remark,
		problem: hashOf(options, games.Train.Sum(), games.Held.Sum(), *start)}
	fit := func(from *tune.NetworkState, watch func(*tune.NetworkState) error) (*tune.NetworkState, error) {
		return tune.FitNetwork(ctx, games.Train, games.Held, start, r.NetworkOptions, from, watch)
	}
	if made.State, err = saved.run(fit); err == nil {
		patterns := made.Layout.Len() - made.Layout.Features()
		made.Network = made.State.Parameters(patterns, r.Units, start)
	}
	return made, err
}

// scratchFile opens a temporary file that disappears when it is closed or when the program ends.
func scratchFile(folder string) (*os.File, error) {
	file, err := os.CreateTemp(folder, "positions-*.tmp")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // fails on systems that cannot remove open files; there the file remains
	return file, nil
}

// UnitsError says that the network to start from has another number of hidden units than the run.
type UnitsError struct {
	from  string
	Units int // hidden units of the network to start from
}

func (e UnitsError) Error() string { return fmt.Sprintf("%s has %d hidden units", e.from, e.Units) }

// start returns the network in the file From, or one with only a linear part if From names weights.
func (r NetworkRun) start(layout *eval.Layout) (*eval.Parameters, error) {
	if eval.IsFile(r.From) && r.From != zero && r.From != Current {
		network, err := eval.LoadNetwork(r.From, r.Rules)
		switch {
		case err != nil:
			return nil, err
		case network != nil && network.Units != r.Units:
			return nil, UnitsError{r.From, network.Units}
		case network != nil:
			return network, nil
		} // without a network the file holds weights
	}
	weights, err := LoadWeights(r.From, r.Rules)
	if err != nil {
		return nil, err
	}
	return &eval.Parameters{Units: r.Units, Linear: weights[layout.Features():]}, nil
}

// ExampleRun says from which games to write examples. Other programs can train their networks on these examples.
type ExampleRun struct {
	Rules     engine.Rules
	Games     Games
	Selection Selection
	Folder    string // must exist
}

// Write writes train.examples, held.examples and patterns.txt, which docs/reference/formats.md describes.
func (r ExampleRun) Write(ctx context.Context) (made Report, err error) {
	layout, err := networkLayout(r.Rules)
	if err != nil {
		return made, err
	}
	var files [2]*os.File
	for i, name := range []string{"train.examples", "held.examples"} {
		if files[i], err = os.Create(filepath.Join(r.Folder, name)); err != nil {
			return made, err
		}
		defer files[i].Close()
	}
	games, err := collectExamples(ctx, r.Games, r.Rules, r.Selection, layout, files)
	if err != nil {
		return made, err
	}
	var names strings.Builder
	for i := layout.Features(); i < layout.Len(); i++ {
		fmt.Fprintln(&names, layout.Term(i).Name)
	}
	train, held, counts := games.Train.Len(), games.Held.Len(), games.Counts
	facts := table.Object("type", "examples", "folder", r.Folder, "games", counts.Games,
		"games_held_back", counts.Validation, "train_positions", train, "validation_positions", held)
	text := textWriter("%d positions of %d games, %d positions of %d games held back\nexamples: %s\n", train,
		counts.learnedFrom(), held, counts.Validation, r.Folder)
	err = os.WriteFile(filepath.Join(r.Folder, "patterns.txt"), []byte(names.String()), 0o666)
	return Report{text, facts}, cmp.Or(files[0].Close(), files[1].Close(), err)
}

// networkLayout returns the layout of rules, or an error if their games cannot have a network.
func networkLayout(rules engine.Rules) (*eval.Layout, error) {
	layout, err := eval.NewLayout(rules)
	if err == nil && (layout.Len() == layout.Features() || rules.Seats() != 2) {
		err = fmt.Errorf("%s: a network is for games of two seats that name patterns", rules.Game().Title())
	}
	return layout, err
}

// collectExamples reads examples for a network from games. It stores the examples to learn from in files[0], and those
// held back in files[1].
func collectExamples(
	ctx context.Context, games Games, rules engine.Rules, selection Selection, layout *eval.Layout, files [2]*os.File,
) (*exampleCollector, error) {
	patterns := layout.Len() - layout.Features()
	c := &exampleCollector{rules: rules.(engine.PatternRules)}
	c.Train, c.Held = tune.NewExamples(patterns, files[0]), tune.NewExamples(patterns, files[1])
	c.selection = selection
	err := games.read(ctx, rules.Game(), selection, c)
	return c, errors.Join(err, c.Train.Flush(), c.Held.Flush())
}
