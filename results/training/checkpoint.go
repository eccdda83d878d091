package training

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"pillars/tournament/lock"
)

// checkpoint is the file from whose state a fit continues, in gob encoding. With an empty path there is no file.
type checkpoint[State fitState] struct {
	path   string
	of     [32]byte          // hash of the problem
	every  time.Duration     // least time between two states that are written
	watch  func(State)       // is called for every state, which is lent; may be nil
	remark func(text string) // takes messages; may be nil
}

// fitState is a pointer to the state of a fit, nil before it begins.
type fitState interface {
	comparable
	Epochs() int
}

// checkpointed is the content of the file.
type checkpointed[State fitState] struct {
	Of    [32]byte
	State State
}

// hashOf returns the hash of everything that a fit depends on.
func hashOf(problem ...any) [32]byte { return sha256.Sum256(fmt.Appendf(nil, "%+v", problem)) }

// run calls fit with the state from which to continue, nil to begin, and a function that takes every new state. When
// the fit is complete, run removes the file; when it is interrupted, run writes its last state.
func (c checkpoint[State]) run(fit func(from State, watch func(State) error) (State, error)) (State, error) {
	var none State
	from, err := c.read()
	switch {
	case err != nil:
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
		if err = os.Remove(c.path); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	case err != nil && state != none:
		err = errors.Join(err, c.write(state))
	}
	return state, err
}

// read returns the state in the file, nil if there is no file.
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
	case found.Of != c.of || found.State == none:
		return none, fmt.Errorf("checkpoint %s is of other games or settings", c.path)
	}
	return found.State, nil
}

func (c checkpoint[State]) write(state State) error {
	if c.path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(checkpointed[State]{c.of, state}); err != nil {
		return err
	}
	return lock.Replace(c.path, b.Bytes())
}
