// Package training turns self-play into weights. A [Run] fits the weights of an evaluation to files of games; a [Loop]
// goes round: games with the newest weights, a training run on them, and a match of the new weights against the old
// ones that decides which are kept. A [Tuning] is about the numbers in a player's text instead of weights: package
// search/tune asks which are the better ones, games answer. A loop or a tuning lies in a folder and, if it was broken
// off, goes on with what is there.
package training

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/tournament/selfplay"
)

// Run says what is fitted to which games.
type Run struct {
	tune.Options // but for Anchor
	Rules        engine.Rules
	Files        []string // of self-play
	Selection    selfplay.Selection
	Start        []eval.Weight // in the order of the layout of Rules
	Checkpoint   string        // a file that a run broken off goes on from; empty for none
}

// RunObserver follows a training run. Both functions may be nil.
type RunObserver struct {
	Remark func(text string)       // is told what is worth a message
	Epoch  func(state *tune.State) // is called after every epoch; the state is lent
}

func tell[T any](observer func(T), what T) {
	if observer != nil {
		observer(what)
	}
}

// Fitted is what a training run came to.
type Fitted struct {
	Layout  *eval.Layout
	Weights []eval.Weight // in the order of the layout
	Data    *selfplay.Collector
	State   *tune.State
}

// Fit reads the games and fits the weights. When ctx ends it writes the checkpoint and returns ctx's error.
func (r Run) Fit(ctx context.Context, watch RunObserver) (fitted Fitted, err error) {
	if fitted.Layout, err = eval.NewLayout(r.Rules); err != nil {
		return fitted, err
	}
	if fitted.Data, err = selfplay.NewCollector(r.Rules, fitted.Layout, r.Selection); err != nil {
		return fitted, err
	}
	err = selfplay.ReadFiles(ctx, r.Rules, r.Files, fitted.Data, func(text string) { tell(watch.Remark, text) })
	if err != nil {
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
	ctx context.Context, start []eval.Weight, c *selfplay.Collector, watch RunObserver,
) (*tune.State, error) {
	r.Anchor = tune.FromEval(start)
	checkpoint := newCheckpoint(r.Checkpoint, r.Options, c)
	state, err := checkpoint.read()
	switch {
	case err != nil:
		tell(watch.Remark, fmt.Sprintf("%v; the fit begins anew", err))
	case state != nil:
		tell(watch.Remark, fmt.Sprintf("%s: goes on after %d epochs", r.Checkpoint, state.Epochs()))
	}
	state, err = tune.Fit(ctx, c.Train, c.Validation, r.Options, state, func(s *tune.State) error {
		tell(watch.Epoch, s)
		if time.Since(checkpoint.written) < checkpointEvery {
			return nil
		}
		return checkpoint.write(s)
	})
	switch {
	case err != nil && state != nil:
		err = errors.Join(err, checkpoint.write(state))
	case err == nil && r.Checkpoint != "":
		if err = os.Remove(r.Checkpoint); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return state, err
}

const checkpointEvery = 10 * time.Second

// checkpoint is a fit to go on from. Its file holds what is exported, as gob.
type checkpoint struct {
	Of    [32]byte // hash of the problem
	State *tune.State

	path    string // empty for none
	written time.Time
}

func newCheckpoint(path string, options tune.Options, c *selfplay.Collector) *checkpoint {
	hash := sha256.New()
	for _, number := range []any{
		options.L2, int64(options.Epochs), int64(options.Patience), []float64(options.Anchor), c.Train.Sum(),
		c.Validation.Sum(),
	} {
		_ = binary.Write(hash, binary.LittleEndian, number) // a hash takes everything
	}
	return &checkpoint{path: path, Of: [32]byte(hash.Sum(nil)), written: time.Now()}
}

// read is the state to go on from, or nil. An error says why a file that is there cannot be used.
func (c *checkpoint) read() (*tune.State, error) {
	data, err := os.ReadFile(c.path)
	if c.path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found checkpoint
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&found)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("checkpoint %s: %w", c.path, err)
	case found.Of != c.Of || found.State == nil || found.State.Descent == nil:
		return nil, fmt.Errorf("checkpoint %s is of other games or settings", c.path)
	}
	return found.State, nil
}

func (c *checkpoint) write(state *tune.State) error {
	if c.path == "" {
		return nil
	}
	c.State, c.written = state, time.Now()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(c); err != nil {
		return err
	}
	return replaceFile(c.path, b.Bytes())
}
