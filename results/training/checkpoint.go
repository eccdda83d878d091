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

// checkpoint stores the state of a fit in a file, so that an interrupted fit can continue.
type checkpoint[State fitState] struct {
	path   string            // empty for no file
	of     [32]byte          // hash of the fit's data and settings
	every  time.Duration     // least time between two writes
	watch  func(State)       // called for every state, which it must not keep; may be nil
	remark func(text string) // takes messages; may be nil
}

// fitState is a pointer to the state of a fit, nil before it begins.
type fitState interface {
	comparable
	Epochs() int
}

// checkpointed is the content of the file, in gob encoding.
type checkpointed[State fitState] struct {
	Of    [32]byte // see checkpoint
	State State
}

// hashOf returns the hash of the data and settings on which a fit depends.
func hashOf(problem ...any) [32]byte { return sha256.Sum256(fmt.Appendf(nil, "%+v", problem)) }

// run calls fit with the stored state, or nil if there is none, and with a function that fit calls for every new state.
// run removes the file when the fit is complete, and writes the last state when the fit is interrupted.
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
