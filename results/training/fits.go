// Package training makes players stronger by their own games. A [WeightsRun], a [NetworkRun] and a [PolicyRun] fit an
// evaluation or a policy to stored games of self-play. A [Loop] repeats three steps: self-play with the current
// weights, a fit, and a match that decides whether the new weights replace the current ones. A [Tuning] tunes the
// numbers in a player's text: package search/tune asks which of two settings is better, and a match of the two gives
// the answer. Loops and tunings store their state in a folder and can be continued.
package training

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
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

// Fitted is the result of a fit of weights, of a network or of a policy.
type Fitted struct {
	Job
	tune.Track
	Counts      Counts
	Train, Held int           // numbers of positions; for policies, of decisions
	Weights     []eval.Weight // fitted weights, in the order of the layout; only for a fit of weights

	kind            string                                    // "weights", "network" or "policy"
	unit            string                                    // "positions" or "decisions"
	title, settings string                                    // for the header of the file
	write           func(w io.Writer, header ...string) error // writes the content of the file
}

// Write writes the result of the fit to f.File, with a header that says how it was made.
func (f Fitted) Write() error {
	best := f.Least()
	var b bytes.Buffer
	err := f.write(&b, f.title, fmt.Sprintf("Fitted to %d %s of %d games, loss %.5f (games held back: %.5f), %s.",
		f.Train, f.unit, f.Counts.Games-f.Counts.Validation, best.Train, best.Validation, f.settings),
		"By "+runner.Program()+".")
	if err != nil {
		return err
	}
	return lock.Replace(f.File, b.Bytes())
}

// Records returns one record with the numbers of the fit.
func (f Fitted) Records() []any {
	best := f.Least()
	return []any{table.Object("type", f.kind, "file", f.File, "games", f.Counts.Games,
		"games_held_back", f.Counts.Validation, "turns", f.Counts.Turns, "noisy", f.Counts.Noisy,
		"repeated", f.Counts.Twice, "by_visits", f.Counts.ByVisits, "train_"+f.unit, f.Train,
		"validation_"+f.unit, f.Held, "epochs", f.Epochs(), "best_epoch", f.BestAt, "loss", best.Train,
		"validation_loss", best.Validation)}
}

// WriteText writes the numbers of games and positions, and the losses before and after.
func (f Fitted) WriteText(w io.Writer) error {
	start, best := f.Losses[0], f.Least()
	losses := table.New("#", "#"+f.unit, "#loss before", "#after")
	losses.Indent = 2
	before := fmt.Sprintf("%.5f", start.Train)
	if math.IsNaN(start.Train) { // for a network, the loss before the fit is unknown
		before = ""
	}
	losses.Add("learned from", f.Train, before, fmt.Sprintf("%.5f", best.Train))
	if f.Held > 0 {
		losses.Add("held back", f.Held, formatted("%.5f", start.Validation, best.Validation))
	}
	left := ""
	if f.Counts.Noisy+f.Counts.Twice > 0 {
		left = fmt.Sprintf("; left out are %d that are not quiet and %d repeats", f.Counts.Noisy, f.Counts.Twice)
	}
	return errors.Join(
		table.Printf(w, "%d games, %d of them held back; %d turns%s\n\n", f.Counts.Games, f.Counts.Validation,
			f.Counts.Turns, left),
		losses.WriteText(w),
		table.Printf(w, "\n%s; the best is number %d\n%s: %s\n", tournament.Counted(f.Epochs(), "epoch"), f.BestAt,
			f.kind, f.File))
}

// formatted returns each of the values as a text, for the cells of a row.
func formatted(format string, values ...float64) (texts []string) {
	for _, value := range values {
		texts = append(texts, fmt.Sprintf(format, value))
	}
	return texts
}

// fitted returns the result of a fit with the fields that are known before the fit begins. It returns an error if there
// are no data to learn from.
func fitted[D interface{ Len() int }](job Job, kind, unit string, data divided[D]) (Fitted, error) {
	f := Fitted{Job: job, kind: kind, unit: unit, Counts: data.Counts, Train: data.Train.Len(), Held: data.Held.Len()}
	if f.Train == 0 {
		return f, fmt.Errorf("none of the %s of %d games is left to learn from: "+
			"take more games, or another choice of positions", unit, data.Counts.Games)
	}
	return f, nil
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
	if err := r.Games.read(ctx, r.Rules.Game(), r.Selection, data); err != nil {
		return made, err
	}
	if made, err = fitted(r.Job, "weights", "positions", data.divided); err != nil {
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

// LoadWeights returns the weights named zero, [Current] or [eval.HandMade], or the weights in the file with this name.
// Weights are in the order of the layout of rules.
func LoadWeights(name string, rules engine.Rules) ([]eval.Weight, error) {
	switch name {
	case zero:
		layout := eval.NewLayout(rules)
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
	data, err := r.examples(ctx, layout)
	if err != nil {
		return made, err
	}
	if made, err = fitted(r.Job, "network", "positions", data.divided); err != nil {
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
	if eval.IsFile(r.From) && r.From != zero && r.From != Current {
		network, err := eval.LoadNetwork(r.From, r.Rules)
		switch {
		case err != nil:
			return nil, err
		case network != nil && network.Units != r.Units:
			return nil, fmt.Errorf("%s has %d hidden units; give --units %[2]d", r.From, network.Units)
		case network != nil:
			return network, nil
		} // the file holds weights instead of a network
	}
	weights, err := LoadWeights(r.From, r.Rules)
	if err != nil {
		return nil, err
	}
	return &eval.Parameters{Units: r.Units, Linear: weights[layout.Features():]}, nil
}

// WriteExamples writes the examples on which a network would be trained into the folder File, for other programs. The
// files train.examples, held.examples and patterns.txt are described in docs/reference/formats.md.
func (j Job) WriteExamples(ctx context.Context) (made Fitted, err error) {
	layout, err := networkLayout(j.Rules)
	if err != nil {
		return made, err
	}
	if err := os.MkdirAll(j.File, 0o777); err != nil {
		return made, err
	}
	data, err := j.examples(ctx, layout)
	if err != nil {
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
	err = os.WriteFile(filepath.Join(j.File, "patterns.txt"), []byte(names.String()), 0o666)
	return Fitted{Job: j, Counts: data.Counts, Train: data.Train.Len(), Held: data.Held.Len()}, err
}

// networkLayout returns the layout of rules, or an error if their games cannot have a network.
func networkLayout(rules engine.Rules) (*eval.Layout, error) {
	layout := eval.NewLayout(rules)
	if layout.Len() == layout.Features() || rules.Seats() != 2 {
		return nil, fmt.Errorf("%s: a network is for games of two seats that name patterns", rules.Game().Title())
	}
	return layout, nil
}

// examples reads examples for a network from the games.
func (j Job) examples(ctx context.Context, layout *eval.Layout) (*exampleCollector, error) {
	patterns := layout.Len() - layout.Features()
	c := &exampleCollector{rules: j.Rules.(engine.PatternRules)}
	c.Train, c.Held, c.selection = tune.NewExamples(patterns), tune.NewExamples(patterns), j.Selection
	return c, j.Games.read(ctx, j.Rules.Game(), j.Selection, c)
}

// PolicyRun says how to fit a policy to decisions in games. It uses only Validation and Seed of the selection.
type PolicyRun struct {
	Job
	tune.FitOptions         // Anchor is ignored: all weights start from 0
	Temperature     float64 // divisor of the fitted weights; above 1, it makes the policy flatter
}

// Check returns an error that names the first option outside its range.
func (r PolicyRun) Check() error {
	if !(r.Temperature >= 0.01 && r.Temperature <= 100) {
		return fmt.Errorf("temperature %v: must be from 0.01 to 100", r.Temperature)
	}
	return cmp.Or(r.Selection.Check(), r.FitOptions.Check())
}

// Fit reads the games and fits the policy. It calls watch before the first epoch and after each.
func (r PolicyRun) Fit(ctx context.Context, watch func(tune.Track)) (made Fitted, err error) {
	patterned, ok := r.Rules.(engine.PatternRules)
	if !ok {
		return made, fmt.Errorf("%s names no patterns of steps to learn from", r.Rules.Game().Title())
	}
	patterns := patterned.StepPatterns()
	data := newDecisionCollector(patterned, len(patterns), r.Selection)
	if err := r.Games.read(ctx, r.Rules.Game(), Selection{}, data); err != nil {
		return made, err
	}
	if made, err = fitted(r.Job, "policy", "decisions", data.divided); err != nil {
		return made, err
	}
	r.Anchor = make(tune.Vector, len(patterns))
	best, track, err := tune.Fit(ctx, data.Train, data.Held, r.FitOptions, watch)
	made.Track = track
	made.title = fmt.Sprintf("Policy of %s, in hundredths of a logit.", titleOf(r.Rules))
	made.settings = fmt.Sprintf("l2 %g, %d decisions by visits; divided by %g", r.L2, data.Counts.ByVisits,
		r.Temperature)
	floats.Scale(1/r.Temperature, best)
	made.write = func(w io.Writer, header ...string) error {
		return eval.WritePolicy(w, patterns, best, header...)
	}
	return made, err
}
