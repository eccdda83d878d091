package training

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"pillars/engine"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

// Work holds the fields that a [Loop] and a [Tuning] have in common.
type Work struct {
	Folder    string // for all that is made
	Rules     engine.Rules
	Workers   int
	NewPlayer guard.Factory
	Drain     <-chan struct{}    // when it is closed, what is under way is brought to a point that it can go on from
	Elsewhere Elsewhere          // has games played by others; nil to play them here
	matching  func(MatchOutcome) // follows the tests, game by game; may be nil
}

// Elsewhere has games played by workers, see package coordinator.
type Elsewhere interface {
	runner.Elsewhere
	// Liars lists the workers whose games turned out to be wrong.
	Liars() []string
}

// claim locks the folder until the result is closed. It writes the plan of a new folder to plan.json; in an old
// folder it checks that the plan is the same. Unless start is nil, it writes it to a new folder before the plan, so
// that a folder with a plan has both.
func (w Work) claim(plan any, start []byte) (io.Closer, error) {
	locked, err := lock.Folder(w.Folder)
	if err != nil {
		return nil, err
	}
	if err := w.enterPlan(plan, start); err != nil {
		return nil, errors.Join(err, locked.Close())
	}
	return locked, nil
}

func (w Work) enterPlan(plan any, start []byte) error {
	text, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return err
	}
	path := w.path("plan.json")
	found, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if start != nil {
			if err := lock.Replace(w.path(weightsFile, 0), start); err != nil {
				return err
			}
		}
		return lock.Replace(path, text)
	case err == nil && !bytes.Equal(found, text):
		err = fmt.Errorf("%s belongs to other settings; give those again, or name another folder", path)
	}
	return err
}

// path returns the path of a file in the folder, with a format for its name.
func (w Work) path(format string, numbers ...any) string {
	return filepath.Join(w.Folder, fmt.Sprintf(format, numbers...))
}

// notify calls an observer unless it is nil.
func notify[T any](observer func(T), what T) {
	if observer != nil {
		observer(what)
	}
}

// errDrained is returned when the user interrupts work; everything done so far is stored.
var errDrained = errors.New("interrupted")

// Interrupted reports whether an error means that a loop or a tuning was interrupted and can be continued.
func Interrupted(err error) bool {
	return errors.Is(err, errDrained) || errors.Is(err, context.Canceled)
}

// enter finds or makes the run of a spec.
func (w Work) enter(ctx context.Context, db *store.Store, kind string, spec tournament.Spec) (*session.Session, error) {
	spec, err := spec.Settle(w.Rules.Game(), w.NewPlayer)
	if err != nil {
		return nil, err
	}
	run, err := session.New(kind, spec, w.Rules.Game(), session.Observer{})
	if err != nil {
		return nil, err
	}
	run.Workers, run.NewPlayer, run.Drain = w.Workers, w.NewPlayer, w.Drain
	if w.Elsewhere != nil {
		run.Elsewhere = w.Elsewhere
	}
	return run, run.Enter(ctx, db)
}

// finish plays the missing games of a run. If the run is drained, it returns an error that [Interrupted] recognizes.
func finish(ctx context.Context, run *session.Session) error {
	progress, err := run.Play(ctx)
	if err == nil && !run.Complete(progress) {
		return errDrained
	}
	return err
}
