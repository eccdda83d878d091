package training

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/tournament/selfplay"
)

// Lesson says what is learned from which games.
type Lesson struct {
	Rules      engine.Rules
	Files      []string // of self-play
	Selection  selfplay.Selection
	Start      []eval.Weight // in the order of the layout of Rules
	L2         float64       // see [tune.Options]
	Epochs     int
	Patience   int
	Workers    int
	Checkpoint string // a file that a lesson broken off goes on from; empty for none
}

// Observer follows a lesson. Both functions may be nil.
type Observer struct {
	Remark func(text string)       // is told what is worth a message
	Epoch  func(state *tune.State) // is called after every epoch; the state is lent
}

func (o Observer) remark(format string, args ...any) {
	if o.Remark != nil {
		o.Remark(fmt.Sprintf(format, args...))
	}
}

// Learned is what a lesson came to.
type Learned struct {
	Layout  *eval.Layout
	Weights []eval.Weight // in the order of the layout
	Counts  selfplay.Counts
	State   *tune.State
	Train   int         // positions
	Held    int         // positions for validation
	Least   tune.Losses // what no prediction can be below: the entropy of the targets
	Bytes   int         // of memory that the positions take
}

// Learn reads the games and fits the weights. When ctx ends it writes the checkpoint and returns ctx's error.
func (l Lesson) Learn(ctx context.Context, watch Observer) (Learned, error) {
	layout, err := eval.NewLayout(l.Rules)
	if err != nil {
		return Learned{}, err
	}
	collector, err := l.collect(ctx, layout, watch)
	if err != nil {
		return Learned{}, err
	}
	learned := Learned{
		Layout: layout, Counts: collector.Counts, Train: collector.Train.Len(), Held: collector.Validation.Len(),
		Least: tune.Losses{Train: collector.Train.LeastLoss(), Validation: collector.Validation.LeastLoss()},
		Bytes: collector.Train.Bytes() + collector.Validation.Bytes(),
	}
	if learned.Train == 0 {
		return learned, fmt.Errorf("no position of %d games is left to learn from: take more games, or another choice of positions", learned.Counts.Games)
	}
	learned.State, err = l.fit(ctx, l.start(layout), collector, watch)
	if err != nil {
		return learned, err
	}
	learned.Weights = learned.State.Best.Eval()
	return learned, nil
}

// start is where the fit begins: if patterns alone count, features weigh nothing.
func (l Lesson) start(layout *eval.Layout) []eval.Weight {
	start := slices.Clone(l.Start)
	if l.Selection.OnlyPatterns {
		clear(start[:layout.Features()])
	}
	return start
}

// collect reads the files.
func (l Lesson) collect(ctx context.Context, layout *eval.Layout, watch Observer) (*selfplay.Collector, error) {
	collector, err := selfplay.NewCollector(l.Rules, layout, l.Selection)
	if err != nil {
		return nil, err
	}
	for _, path := range l.Files {
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
func (l Lesson) fit(ctx context.Context, start []eval.Weight, c *selfplay.Collector, watch Observer) (*tune.State, error) {
	options := tune.Options{Anchor: tune.FromEval(start), L2: l.L2, Epochs: l.Epochs, Patience: l.Patience, Workers: l.Workers}
	checkpoint := newCheckpoint(l.Checkpoint, options, c)
	state, err := checkpoint.read()
	switch {
	case err != nil:
		watch.remark("%v; the fit begins anew", err)
	case state != nil:
		watch.remark("%s: goes on after %d epochs", l.Checkpoint, state.Epochs())
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
