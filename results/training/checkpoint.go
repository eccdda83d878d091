package training

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"pillars/eval/tune"
	"pillars/tournament/selfplay"
)

// checkpoint is a file with the state of a fit.
type checkpoint struct {
	path    string // empty for none
	of      [32]byte
	written time.Time
}

// checkpointFile is what the file holds.
type checkpointFile struct {
	Of    [32]byte // hash of the problem
	State *tune.State
}

// restBetween is how often a checkpoint is written.
const restBetween = 10 * time.Second

// newCheckpoint is the checkpoint of a problem.
func newCheckpoint(path string, options tune.Options, c *selfplay.Collector) *checkpoint {
	hash := sha256.New()
	for _, number := range []any{options.L2, int64(options.Epochs), int64(options.Patience), []float64(options.Anchor),
		c.Train.Sum(), c.Validation.Sum()} {
		_ = binary.Write(hash, binary.LittleEndian, number) // a hash takes everything
	}
	return &checkpoint{path: path, of: [32]byte(hash.Sum(nil)), written: time.Now()}
}

// read is the state to go on from, or nil. An error says why a file that is there cannot be used.
func (c *checkpoint) read() (*tune.State, error) {
	if c.path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var file checkpointFile
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&file)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("checkpoint %s: %w", c.path, err)
	case file.Of != c.of || file.State == nil || file.State.Descent == nil:
		return nil, fmt.Errorf("checkpoint %s is of other games or settings", c.path)
	}
	return file.State, nil
}

// keep writes the state now and then.
func (c *checkpoint) keep(state *tune.State) error {
	if time.Since(c.written) < restBetween {
		return nil
	}
	return c.write(state)
}

func (c *checkpoint) write(state *tune.State) error {
	if c.path == "" {
		return nil
	}
	c.written = time.Now()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(checkpointFile{c.of, state}); err != nil {
		return err
	}
	return replaceFile(c.path, b.Bytes())
}

func (c *checkpoint) remove() error {
	if c.path == "" {
		return nil
	}
	if err := os.Remove(c.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
