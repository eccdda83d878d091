package training

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

const mostState = 1 << 30 // greatest size, in bytes, of a file with the state of unfinished work

// Work holds the fields that a [Loop] and a [Tuning] have in common.
type Work struct {
	Folder    string // folder for all files
	Rules     engine.Rules
	Workers   int
	NewPlayer guard.Factory
	Drain     <-chan struct{}  // the caller closes it to stop the work at a point from which it can continue later
	Elsewhere runner.Elsewhere // distributes games to workers; nil to play all games in this process

	Show   func(progress.State) // receives the progress; may be nil
	Remark func(text string)    // receives messages for people; may be nil
}

// claim locks the folder until the returned value is closed. In a new folder, claim writes plan to plan.json and,
// unless startWeights is nil, startWeights to the file for the weights of generation 0. If the folder already has a
// different plan, claim returns an error.
func (w Work) claim(plan any, startWeights []byte) (io.Closer, error) {
	locked, err := lock.Folder(w.Folder)
	if err != nil {
		return nil, err
	}
	if err := w.enterPlan(plan, startWeights); err != nil {
		return nil, errors.Join(err, locked.Close())
	}
	return locked, nil
}

func (w Work) enterPlan(plan any, startWeights []byte) error {
	text, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return err
	}
	path := w.path("plan.json")
	found, err := outside.ReadFile(path, mostState)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if startWeights != nil { // written before the plan, so that a folder with a plan has weights
			if err := lock.Replace(w.path(weightsFile, 0), startWeights); err != nil {
				return err
			}
		}
		return lock.Replace(path, text)
	case err == nil && !bytes.Equal(found, text):
		err = fmt.Errorf("%s belongs to other settings; give those again, or name another folder", path)
	}
	return err
}

func (w Work) path(format string, numbers ...any) string {
	return filepath.Join(w.Folder, fmt.Sprintf(format, numbers...))
}

func notify[T any](observer func(T), value T) {
	if observer != nil {
		observer(value)
	}
}

// errDrained says that Drain stopped the work. All completed work is stored.
var errDrained = errors.New("interrupted")

// Interrupted reports whether an error means that a loop or a tuning was interrupted and can be continued.
func Interrupted(err error) bool {
	return errors.Is(err, errDrained) || errors.Is(err, context.Canceled)
}

// enter returns a session that has entered the run of spec in db. If db has no such run, enter creates it.
func (w Work) enter(ctx context.Context, db *store.Store, kind string, spec tournament.Spec) (*session.Session, error) {
	spec, err := spec.Settle(w.Rules.Game(), w.NewPlayer)
	if err != nil {
		return nil, err
	}
	run, err := session.New(kind, spec, w.Rules.Game(), session.Observer{})
	if err != nil {
		return nil, err
	}
	run.Workers, run.NewPlayer, run.Drain, run.Elsewhere = w.Workers, w.NewPlayer, w.Drain, w.Elsewhere
	return run, run.Enter(ctx, db)
}

// finish plays the missing games of a run. It returns errDrained if Drain stops it before the last game.
func finish(ctx context.Context, run *session.Session) error {
	progress, err := run.Play(ctx)
	if err == nil && !progress.Complete() {
		return errDrained
	}
	return err
}

// learnFrom plays the missing games of a run of self-play, and returns the id of the run. task names the work when its
// progress is shown. A player's fault is an error.
func (w Work) learnFrom(ctx context.Context, db *store.Store, task string, spec tournament.Spec) (
	run string, err error,
) {
	session, err := w.enter(ctx, db, "self-play", spec)
	if err != nil {
		return "", err
	}
	session.Observer.Played = func(game tournament.Game) error { return checkFault(game.Result) }
	session.Observer.Progress = func(p runner.Progress) {
		notify(w.Show, progress.State{Task: task, Unit: "game", Done: p.Done, Total: spec.Rounds})
	}
	return session.Run.ID, finish(ctx, session)
}

// readJSON decodes a JSON file into into. found is false if there is no file.
func readJSON(path string, into any) (found bool, err error) {
	text, err := outside.ReadFile(path, mostState)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		if err = json.Unmarshal(text, into); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	return true, err
}
