package training

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pillars/engine"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// Work holds the fields that a [Loop] and a [Tuning] have in common.
type Work struct {
	Folder    string // folder for all files
	Rules     engine.Rules
	Workers   int
	NewPlayer guard.Factory
	Drain     <-chan struct{}    // the caller closes it to stop the work at a point from which it can continue later
	Elsewhere Elsewhere          // distributes games to workers; nil to play all games in this process
	matching  func(MatchOutcome) // called after each game of a match; may be nil
}

// Elsewhere distributes games to workers, see package coordinator.
type Elsewhere interface {
	runner.Elsewhere
	// Liars lists the workers that sent wrong results.
	Liars() []string
}

// claim locks the folder until the returned value is closed. In a new folder it writes the plan to plan.json and
// startWeights, unless that is nil, to the file of weights of generation 0. If the folder has a different plan, it
// returns an error.
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
	found, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if startWeights != nil { // before the plan, so that a folder with a plan has them
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

// enter returns a session for the run of a spec. It creates the run in db if it is not there.
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

// makers stores the number of the first iteration in which each worker played. If a worker sent wrong results, the
// tuning repeats all iterations from this one.
type makers struct {
	path  string         // name of the file
	first map[string]int // by worker: number of its first iteration, from 1
}

// note records that a worker has played in the iteration with the given number. An empty name stands for this process,
// which is not recorded.
func (m makers) note(worker string, number int) error {
	first, known := m.first[worker]
	if worker == "" || known && first <= number {
		return nil
	}
	m.first[worker] = number
	return m.write()
}

func (m makers) write() error {
	text, err := json.Marshal(m.first)
	if err != nil {
		return err
	}
	return lock.Replace(m.path, text)
}

// readJSON decodes a file. found is false if there is no file.
func readJSON(path string, into any) (found bool, err error) {
	text, err := os.ReadFile(path)
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

// withdraw is called with the error with which a tuning ended, or nil. If a worker sent wrong results, withdraw drops
// all iterations from the first one in which this worker played. It then returns again = true, which means that the
// tuning has to run again. Otherwise it returns the error.
func (t *Tuning) withdraw(failed error) (again bool, err error) {
	_, lied := errors.AsType[*work.Lie](failed)
	otherError := failed != nil && !lied
	if t.Elsewhere == nil || otherError {
		return false, failed
	}
	again = lied
	for _, liar := range t.Elsewhere.Liars() {
		first, played := t.makers.first[liar]
		if !played {
			continue
		}
		text, err := os.ReadFile(t.path(iterationsFile))
		if err != nil {
			return false, err
		}
		lines := slices.Collect(bytes.Lines(text))
		kept := bytes.Join(lines[:min(first-1, len(lines))], nil) // line i has iteration i + 1
		if err := lock.Replace(t.path(iterationsFile), kept); err != nil {
			return false, err
		}
		delete(t.makers.first, liar)
		if err := t.makers.write(); err != nil {
			return false, err
		}
		again = true
	}
	return again, nil
}

// checkTrust returns an error if stored games come from a worker that sent wrong results. The current run has withdrawn
// such games, but earlier runs still have them, and weights were fitted to them. So checkTrust also writes the error to
// a file in the folder, which makes every later call fail.
func (l *Loop) checkTrust(ctx context.Context, db *store.Store) error {
	mark := filepath.Join(l.Folder, "untrusted.txt")
	if text, err := os.ReadFile(mark); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, errors.New(string(text)))
	}
	if l.Elsewhere == nil || len(l.Elsewhere.Liars()) == 0 {
		return nil
	}
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	for _, run := range runs {
		for game, err := range db.Find(ctx, run.ID, store.Filter{}) {
			if err != nil {
				return err
			}
			if worker := work.WorkerOf(game.Game); slices.Contains(l.Elsewhere.Liars(), worker) {
				refused := fmt.Errorf("worker %s sent wrong results, and the generations in %s follow from games of "+
					"its: they cannot be trusted; start again in another folder", worker, l.Folder)
				return errors.Join(refused, lock.Replace(mark, []byte(refused.Error())))
			}
		}
	}
	return nil
}

// checkpoint stores the state of a fit in a file, so that an interrupted fit can continue.
type checkpoint[State fitState] struct {
	path    string            // empty for no file
	problem [32]byte          // hash of the data and settings of the fit; the state is not valid for others
	every   time.Duration     // least time between two writes
	watch   func(State)       // called for every new state, which is valid only during the call; may be nil
	remark  func(text string) // receives messages for people; may be nil
}

// fitState is a pointer to the state of a fit. Before the fit begins, it is nil.
type fitState interface {
	comparable
	Epochs() int
}

type checkpointed[State fitState] struct {
	Of    [32]byte // the problem, see [checkpoint]
	State State
}

func hashOf(problem ...any) [32]byte { return sha256.Sum256(fmt.Appendf(nil, "%+v", problem)) }

// run calls fit with the stored state, or with nil if there is none. fit must call its argument watch for every new
// state. run removes the file when the fit is complete. If the fit ends with an error, run writes the last state.
func (c checkpoint[State]) run(fit func(from State, watch func(State) error) (State, error)) (State, error) {
	var none State
	from, err := c.read()
	switch {
	case err != nil: // the file has no usable state, and from is nil
		notify(c.remark, fmt.Sprintf("%v; the fit begins anew", err))
	case from != none:
		notify(c.remark, fmt.Sprintf("%s: goes on after %d epochs", c.path, from.Epochs()))
	}
	written := time.Now()
	state, err := fit(from, func(state State) error {
		notify(c.watch, state)
		if time.Since(written) < c.every {
			return nil
		}
		written = time.Now()
		return c.write(state)
	})
	switch {
	case err == nil && c.path != "":
		err = os.Remove(c.path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	case err != nil && state != none:
		err = errors.Join(err, c.write(state))
	}
	return state, err
}

// read returns the state in the file, or nil if there is no file. It returns an error for the state of another fit.
func (c checkpoint[State]) read() (none State, err error) {
	data, err := os.ReadFile(c.path)
	if c.path == "" || errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	var found checkpointed[State]
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&found)
	}
	switch {
	case err != nil:
		return none, fmt.Errorf("checkpoint %s: %w", c.path, err)
	case found.Of != c.problem || found.State == none:
		return none, fmt.Errorf("checkpoint %s is of other games or settings", c.path)
	}
	return found.State, nil
}

func (c checkpoint[State]) write(state State) error {
	if c.path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(checkpointed[State]{c.problem, state}); err != nil {
		return err
	}
	return lock.Replace(c.path, b.Bytes())
}
