package training

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
)

// NetworkRun says which network is trained on which games.
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
	bytes       int // size of the file
}

// Fit reads the games and trains the network. It calls watch after every epoch with the state, which watch must not
// keep. It stores the positions in temporary files. When ctx ends, Fit returns the error of ctx, and the checkpoint has
// the state after the last complete epoch.
func (r NetworkRun) Fit(ctx context.Context, watch func(*tune.NetworkState)) (made Trained, err error) {
	made.NetworkRun = r
	if made.Layout, err = eval.NewLayout(r.Rules); err != nil {
		return made, err
	}
	patterns := made.Layout.Len() - made.Layout.Features()
	if patterns == 0 || r.Rules.Seats() != 2 {
		return made, fmt.Errorf("%s: a network is for games of two seats that name patterns", r.Rules.Game().Title())
	}
	from, err := r.start(made.Layout)
	if err != nil {
		return made, err
	}
	var files [2]*os.File
	for i := range files {
		if files[i], err = scratchFile(filepath.Dir(r.Checkpoint)); err != nil {
			return made, err
		}
		defer files[i].Close()
	}
	games := &exampleCollector{rules: r.Rules.(engine.PatternRules)}
	games.Train, games.Held = tune.NewExamples(patterns, files[0]), tune.NewExamples(patterns, files[1])
	games.selection = r.Selection
	err = r.Games.read(ctx, r.Rules.Game(), r.Selection, games)
	if err = errors.Join(err, games.Train.Flush(), games.Held.Flush()); err != nil {
		return made, err
	}
	made.Counts, made.Train, made.Held = games.Counts, games.Train.Len(), games.Held.Len()
	made.State, err = r.train(ctx, games, from, watch)
	if err == nil {
		made.Network = made.State.Parameters(patterns, r.Units, from)
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

// start returns the parameters that r.From names: a whole network, or only its linear part.
func (r NetworkRun) start(layout *eval.Layout) (*eval.Parameters, error) {
	if eval.IsFile(r.From) && r.From != zero && r.From != Current {
		network, err := eval.LoadNetwork(r.From, r.Rules)
		if err != nil || network != nil {
			if err == nil && network.Units != r.Units {
				err = UnitsError{r.From, network.Units}
			}
			return network, err
		}
	}
	weights, err := LoadWeights(r.From, r.Rules)
	if err != nil {
		return nil, err
	}
	return &eval.Parameters{Units: r.Units, Linear: weights[layout.Features():]}, nil
}

// train trains the network on the collected examples, from the checkpoint if there is one.
func (r NetworkRun) train(
	ctx context.Context, games *exampleCollector, start *eval.Parameters, watch func(*tune.NetworkState),
) (*tune.NetworkState, error) {
	options := r.NetworkOptions
	options.Workers = 0 // the number of workers does not change the result, so a checkpoint is valid for any
	kept := checkpoint[*tune.NetworkState]{path: r.Checkpoint, watch: watch, remark: r.Games.Remark,
		of: hashOf(options, games.Train.Sum(), games.Held.Sum(), *start)}
	return kept.run(func(from *tune.NetworkState, keep func(*tune.NetworkState) error) (*tune.NetworkState, error) {
		return tune.FitNetwork(ctx, games.Train, games.Held, start, r.NetworkOptions, from, keep)
	})
}
