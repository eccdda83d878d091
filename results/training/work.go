package training

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

const mostState = 1 << 30 // greatest size, in bytes, of a file with the state of unfinished work

// Work holds the fields that a [Loop], a [Tuning] and a [Population] have in common.
type Work struct {
	Folder    string // folder for all files
	Rules     engine.Rules
	Workers   int
	NewPlayer guard.Factory
	Drain     <-chan struct{}      // the caller closes it to stop the work at a point from which it can continue later
	Show      func(progress.State) // receives the progress; may be nil
}

// games is the database with the games of some work, whose folder is locked.
type games struct {
	*store.Store
	lock io.Closer
}

// open locks the folder and opens the database in it. In a new folder, open writes plan to plan.json and, unless
// startWeights is nil, startWeights to the file for the weights with number 0. If the folder already has a different
// plan, open returns an error.
func (w Work) open(plan any, startWeights []byte) (*games, error) {
	locked, err := lock.Folder(w.Folder)
	if err != nil {
		return nil, err
	}
	var db *store.Store
	if err = w.enterPlan(plan, startWeights); err == nil {
		db, err = store.Open(w.path("games.db"))
	}
	if err != nil {
		return nil, errors.Join(err, locked.Close())
	}
	return &games{db, locked}, nil
}

// close closes the database and unlocks the folder. It returns err, the error of earlier work, joined with its own.
func (g *games) close(err error) error { return errors.Join(g.CloseAfter(err), g.lock.Close()) }

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

// weightsFile is the name of a file of weights. Number 0 has the weights at the start, number n those of generation or
// candidate n.
const weightsFile = "weights-%02d.txt"

func (w Work) path(format string, numbers ...any) string {
	return filepath.Join(w.Folder, fmt.Sprintf(format, numbers...))
}

func (w Work) show(state progress.State) {
	if w.Show != nil {
		w.Show(state)
	}
}

// errDrained says that Drain stopped the work. All completed work is stored.
var errDrained = errors.New("interrupted")

// Interrupted reports whether an error means that a loop or a tuning was interrupted and can be continued.
func Interrupted(err error) bool {
	return errors.Is(err, errDrained) || errors.Is(err, context.Canceled)
}

// play plays the missing games of a run in db: of self-play or, if spec has a sequential test, of a match. It creates
// the run if db does not have it. task names the work when its progress is shown. A player's fault is an error, since
// such a game says nothing about strength. If Drain stops play, it returns errDrained.
func (w Work) play(ctx context.Context, db *games, task string, spec tournament.Spec) (played MatchOutcome, err error) {
	kind, watch := "self-play", &runGauge{}
	if spec.Format.Test != nil {
		kind = "sprt"
	}
	spec, err = spec.Settle(w.Rules.Game(), w.NewPlayer)
	if err != nil {
		return played, err
	}
	run, err := session.New(kind, spec, w.Rules.Game(), session.Observer{})
	if err != nil {
		return played, err
	}
	if spec.Format.Test != nil {
		if watch.test, err = run.Test(); err != nil {
			return played, err
		}
	}
	run.Workers, run.NewPlayer, run.Drain, run.Gauge = w.Workers, w.NewPlayer, w.Drain, watch
	run.Observer.Progress = func(p runner.Progress) {
		state := progress.State{Task: task, Unit: "game", Done: p.Done, Total: spec.Rounds}
		if watch.test != nil {
			v, _ := watch.outcome()
			state.Unit, state.Done, state.AtMost = results.TestUnit(w.Rules.Seats()), v.Pairs.Count(), true
			state.Notes = []string{"score " + stats.Percent(v.Score(), 1), fmt.Sprintf("LLR %.2f", v.LLR)}
		}
		w.show(state)
	}
	if err := run.Enter(ctx, db.Store); err != nil {
		return played, err
	}
	done, err := run.Play(ctx)
	if err == nil && !done.Complete() {
		err = errDrained
	}
	played, failed := watch.outcome()
	played.Run = run.Run.ID
	return played, cmp.Or(watch.fault, failed, err)
}

// runGauge ends a run at the decision of its sequential test or at the first fault of a player.
type runGauge struct {
	test  *results.TestGauge // nil in self-play
	fault error
}

// Restart implements [session.Gauge].
func (g *runGauge) Restart(spec tournament.Spec) {
	if g.test != nil {
		g.test.Restart(spec)
	}
}

// Watch counts a game and reports whether the run is over.
func (g *runGauge) Watch(r tournament.Result) (enough bool) {
	g.fault = checkFault(r)
	return g.fault != nil || g.test != nil && g.test.Watch(r)
}

// outcome returns the present outcome of the test, if there is one.
func (g *runGauge) outcome() (now MatchOutcome, err error) {
	if g.test == nil {
		return now, nil
	}
	standing, err := g.test.Standing()
	return MatchOutcome{Decision: standing.Decision.String(), Pairs: standing.Counts, LLR: standing.LLR}, err
}

// checkFault returns an error if a fault ended the game.
func checkFault(r tournament.Result) error {
	if !r.Faulted() {
		return nil
	}
	return fmt.Errorf("game %s between %s: %s (seat %s)", r.Identity, strings.Join(r.Players, " and "),
		r.Outcome.Reason, r.Fault.Seat)
}

// once returns the value in a JSON file. If there is no such file, it calls make and writes the value to the file.
func once[T any](path string, make func() (T, error)) (value T, err error) {
	if found, err := readJSON(path, &value); found || err != nil {
		return value, err
	}
	if value, err = make(); err != nil {
		return value, err
	}
	return value, writeJSON(path, value)
}

func writeJSON(path string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return lock.Replace(path, append(text, '\n'))
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
	return err == nil, err
}
