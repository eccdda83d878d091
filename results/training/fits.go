// Package training makes players stronger by their own games. A [WeightsRun], a [NetworkRun] and a [PolicyRun] fit an
// evaluation or a policy to stored games of self-play. A [Loop] repeats three steps: self-play with the current
// weights, a fit, and a match that decides whether the new weights replace the current ones. A [Tuning] tunes the
// numbers in a player's text: package search/tune asks which of two settings is better, and a match of the two gives
// the answer. Loops and tunings store their state in a folder and can be continued.
package training

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

// Job says what to learn from which games.
type Job struct {
	Rules     engine.Rules
	Games     Games
	Selection Selection
	From      string // start of the fit: a name for [LoadWeights] or, for networks, a file with a network
	File      string // file to write the result to
}

// source describes the start of the fit and what it predicts, for the header of the file.
func (j Job) source() string {
	return fmt.Sprintf("from %s, lambda %g, positions %s", j.From, j.Selection.Lambda, j.Selection.Quiet)
}

// Fitted is the result of a fit of weights, of a network or of a policy, or examples for other trainers.
type Fitted struct {
	Job
	tune.Track // empty for examples
	Counts
	Weights []eval.Weight // fitted weights, in the order of the layout; only for a fit of weights

	kind            string                                    // "weights", "network", "policy" or "examples"
	unit            string                                    // "positions" or "decisions"
	title, settings string                                    // for the header of the file
	write           func(w io.Writer, header ...string) error // writes the content of the file; nil for examples
}

// read returns the counts of the games from which c collects. It returns an error if nothing is left to learn from.
func (j Job) read(ctx context.Context, kind, unit string, s Selection, c interface {
	collector
	counts() Counts
}) (Fitted, error) {
	err := j.Games.read(ctx, j.Rules.Game(), s, c)
	f := Fitted{Job: j, kind: kind, unit: unit, Counts: c.counts()}
	if err == nil && f.Train == 0 {
		err = fmt.Errorf("none of the %s of %d games is left to learn from: "+
			"take more games, or another choice of positions", unit, f.Counts.Games)
	}
	return f, err
}

// Write writes the result of the fit to f.File, with a header that says how it was made. Examples are already written.
func (f Fitted) Write() error {
	if f.write == nil {
		return nil
	}
	var b bytes.Buffer
	err := f.write(&b, f.title, fmt.Sprintf("Fitted to %d %s of %d games, loss %.5f (games held back: %.5f), %s.",
		f.Train, f.unit, f.Counts.Games-f.Validation, f.Least().Train, f.Least().Validation, f.settings),
		"By "+runner.Program()+".")
	if err != nil {
		return err
	}
	return lock.Replace(f.File, b.Bytes())
}

// Records returns one record with the numbers of the fit.
func (f Fitted) Records() []any {
	facts := table.Object("type", f.kind, "file", f.File, "games", f.Counts.Games, "games_held_back", f.Validation,
		"train_"+f.unit, f.Train, "validation_"+f.unit, f.Held)
	if f.write == nil {
		return []any{facts}
	}
	return []any{append(facts, table.Object("epochs", f.Epochs(), "best_epoch", f.BestAt, "loss", f.Least().Train,
		"validation_loss", f.Least().Validation)...)}
}

// WriteText writes the numbers of games and positions, and the losses.
func (f Fitted) WriteText(w io.Writer) error {
	text := fmt.Sprintf("%d %s of %s, %d of %s held back\n", f.Train, f.unit,
		tournament.Counted(f.Counts.Games-f.Validation, "game"), f.Held, tournament.Counted(f.Validation, "game"))
	if f.write != nil {
		text += fmt.Sprintf("loss %.5f", f.Least().Train)
		if f.Held > 0 {
			text += fmt.Sprintf(", on games held back %.5f (%.5f before)", f.Least().Validation, f.Losses[0].Validation)
		}
		text += fmt.Sprintf("; %s, the best is number %d\n", tournament.Counted(f.Epochs(), "epoch"), f.BestAt)
	}
	return table.Printf(w, "%s%s: %s\n", text, f.kind, f.File)
}

// WeightsRun says how to fit weights to games.
type WeightsRun struct {
	Job
	tune.FitOptions               // Anchor is ignored: Fit sets it to Start
	Start           []eval.Weight // weights to start from, in the order of the layout of Rules
}

// UsualFit returns the options that are usual for fits of weights.
func UsualFit() tune.FitOptions { return tune.FitOptions{L2: 100, Epochs: 200, Patience: 10} }

// Fit reads the games and fits the weights. It calls watch before the first epoch and after each.
func (r WeightsRun) Fit(ctx context.Context, watch func(tune.Track)) (made Fitted, err error) {
	layout := eval.NewLayout(r.Rules)
	data := newPositionCollector(layout, r.Rules, r.Selection)
	if made, err = r.read(ctx, "weights", "positions", r.Selection, data); err != nil {
		return made, err
	}
	start := slices.Clone(r.Start)
	if r.Selection.OnlyPatterns { // no position has features, so their weights remain 0
		clear(start[:layout.Features()])
	}
	r.Anchor = tune.FromEval(start)
	best, track, err := tune.Fit(ctx, data.Train, data.Held, r.FitOptions, watch)
	made.Track, made.Weights, made.title = track, best.Eval(), weightsTitle(r.Rules)
	made.settings = fmt.Sprintf("%s, l2 %g", r.source(), r.L2)
	made.write = func(w io.Writer, header ...string) error {
		return eval.WriteWeights(w, layout, made.Weights, header...)
	}
	return made, err
}

// weightsTitle returns the first line of the header of a file of weights.
func weightsTitle(rules engine.Rules) string {
	return fmt.Sprintf("Weights of %s, in hundredths of a logit of the expected result.", titleOf(rules))
}

func titleOf(rules engine.Rules) string {
	return fmt.Sprintf("%s (%s)", rules.Game().Title(), rules.Settings())
}

// Names, for [LoadWeights], of weights that are not in a file.
const (
	zero    = "zero"    // all weights are 0
	Current = "current" // the weights that players use by default
)

// load returns the weights named zero, [Current] or [eval.HandMade], or those or the network in the file with this
// name. Weights are in the order of the layout of rules.
func load(name string, rules engine.Rules) (weights []eval.Weight, network *eval.Parameters, err error) {
	switch name {
	case zero:
		return make([]eval.Weight, eval.NewLayout(rules).Len()), nil, nil
	case Current:
		name = eval.Tuned
	}
	evaluator, err := eval.Load(name, rules)
	switch e := evaluator.(type) {
	case *eval.Linear:
		return e.Weights(), nil, nil
	case *eval.Network:
		return nil, e.Parameters, nil
	}
	return nil, nil, err
}

// LoadWeights returns weights by name or file, in the order of the layout of rules; see load.
func LoadWeights(name string, rules engine.Rules) ([]eval.Weight, error) {
	weights, network, err := load(name, rules)
	if network != nil {
		err = fmt.Errorf("%s is a network; name weights", name)
	}
	return weights, err
}

// weightsText returns the content of a file of weights. weights are in the order of the layout of rules.
func weightsText(rules engine.Rules, weights []eval.Weight, header ...string) ([]byte, error) {
	var b bytes.Buffer
	err := eval.WriteWeights(&b, eval.NewLayout(rules), weights, header...)
	return b.Bytes(), err
}

func writeWeights(path string, rules engine.Rules, weights []eval.Weight, header ...string) error {
	text, err := weightsText(rules, weights, header...)
	if err != nil {
		return err
	}
	return lock.Replace(path, text)
}

// NetworkRun says how to train a network on games.
type NetworkRun struct {
	Job
	tune.NetworkOptions
}

// Fit reads the games and trains the network. It calls watch before the first epoch and after each.
func (r NetworkRun) Fit(ctx context.Context, watch func(tune.Track)) (made Fitted, err error) {
	layout, err := networkLayout(r.Rules)
	if err != nil {
		return made, err
	}
	start, err := r.start(layout)
	if err != nil {
		return made, err
	}
	data := newExampleCollector(layout, r.Rules, r.Selection)
	if made, err = r.read(ctx, "network", "positions", r.Selection, data); err != nil {
		return made, err
	}
	network, track, err := tune.FitNetwork(ctx, data.Train, data.Held, start, r.NetworkOptions, watch)
	made.Track = track
	made.title = fmt.Sprintf("Network of %s: %d hidden units.", titleOf(r.Rules), r.Units)
	made.settings = fmt.Sprintf("%s, %d epochs, rate %g, decay %g, seed %d", r.source(), track.BestAt, r.Rate, r.Decay,
		r.Seed)
	made.write = func(w io.Writer, header ...string) error {
		return eval.WriteNetwork(w, layout, network, header...)
	}
	return made, err
}

// start returns the network in the file r.From. If r.From names weights, it returns a network with only a linear part.
func (r NetworkRun) start(layout *eval.Layout) (*eval.Parameters, error) {
	weights, network, err := load(r.From, r.Rules)
	switch {
	case err != nil:
		return nil, err
	case network == nil:
		return &eval.Parameters{Units: r.Units, Linear: weights[layout.Features():]}, nil
	case network.Units != r.Units:
		return nil, fmt.Errorf("%s has %d hidden units; give --units %[2]d", r.From, network.Units)
	}
	return network, nil
}

// WriteExamples writes the examples on which a network would be trained into the folder File, for other programs. The
// files train.examples, held.examples and patterns.txt are described in docs/reference/formats.md.
func (j Job) WriteExamples(ctx context.Context) (made Fitted, err error) {
	layout, err := networkLayout(j.Rules)
	if err != nil {
		return made, err
	}
	data := newExampleCollector(layout, j.Rules, j.Selection)
	if made, err = j.read(ctx, "examples", "positions", j.Selection, data); err != nil {
		return made, err
	}
	if err := os.MkdirAll(j.File, 0o777); err != nil {
		return made, err
	}
	for name, examples := range map[string]*tune.Examples{"train.examples": data.Train, "held.examples": data.Held} {
		file, err := os.Create(filepath.Join(j.File, name))
		if err == nil {
			err = errors.Join(examples.Write(file), file.Close())
		}
		if err != nil {
			return made, err
		}
	}
	var names strings.Builder
	for i := layout.Features(); i < layout.Len(); i++ {
		fmt.Fprintln(&names, layout.Term(i).Name)
	}
	return made, os.WriteFile(filepath.Join(j.File, "patterns.txt"), []byte(names.String()), 0o666)
}

// networkLayout returns the layout of rules, or an error if their games cannot have a network.
func networkLayout(rules engine.Rules) (*eval.Layout, error) {
	layout := eval.NewLayout(rules)
	if layout.Len() == layout.Features() || rules.Seats() != 2 {
		return nil, fmt.Errorf("%s: a network is for games of two seats that name patterns", rules.Game().Title())
	}
	return layout, nil
}

// PolicyRun says how to fit a policy to decisions in games. It uses only Validation and Seed of the selection.
type PolicyRun struct {
	Job
	tune.FitOptions         // Anchor is ignored: all weights start from 0
	Temperature     float64 // divisor of the fitted weights, above 0; above 1, it makes the policy flatter
}

// Fit reads the games and fits the policy. It calls watch before the first epoch and after each.
func (r PolicyRun) Fit(ctx context.Context, watch func(tune.Track)) (made Fitted, err error) {
	patterned, ok := r.Rules.(engine.PatternRules)
	if !ok {
		return made, fmt.Errorf("%s names no patterns of steps to learn from", r.Rules.Game().Title())
	}
	patterns := patterned.StepPatterns()
	data := newDecisionCollector(patterned, len(patterns), r.Selection)
	if made, err = r.read(ctx, "policy", "decisions", Selection{}, data); err != nil {
		return made, err
	}
	r.Anchor = make(tune.Vector, len(patterns))
	best, track, err := tune.Fit(ctx, data.Train, data.Held, r.FitOptions, watch)
	made.Track = track
	made.title = fmt.Sprintf("Policy of %s, in hundredths of a logit.", titleOf(r.Rules))
	made.settings = fmt.Sprintf("l2 %g; divided by %g", r.L2, r.Temperature)
	floats.Scale(1/r.Temperature, best)
	made.write = func(w io.Writer, header ...string) error {
		return eval.WritePolicy(w, patterns, best, header...)
	}
	return made, err
}
