package training

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"pillars/tournament/lock"
)

// checkpoint is the file with the state from which a fit continues, as gob. With an empty path there is none.
type checkpoint[State any] struct {
	path string
	of   [32]byte // hash of the problem
}

type checkpointed[State any] struct {
	Of    [32]byte
	State *State
}

// resume returns the state from which to continue, or nil. It reports which state that is, and why an existing file
// cannot be used.
func (c checkpoint[State]) resume(remark func(text string), epochs func(*State) int) *State {
	state, err := c.read()
	switch {
	case err != nil:
		notify(remark, fmt.Sprintf("%v; the fit begins anew", err))
	case state != nil:
		notify(remark, fmt.Sprintf("%s: goes on after %d epochs", c.path, epochs(state)))
	}
	return state
}

func (c checkpoint[State]) read() (*State, error) {
	data, err := os.ReadFile(c.path)
	if c.path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found checkpointed[State]
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&found)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("checkpoint %s: %w", c.path, err)
	case found.Of != c.of || found.State == nil:
		return nil, fmt.Errorf("checkpoint %s is of other games or settings", c.path)
	}
	return found.State, nil
}

func (c checkpoint[State]) write(state *State) error {
	if c.path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(checkpointed[State]{c.of, state}); err != nil {
		return err
	}
	return lock.Replace(c.path, b.Bytes())
}

// remove deletes the file once the fit is complete.
func (c checkpoint[State]) remove() error {
	err := os.Remove(c.path)
	if c.path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
