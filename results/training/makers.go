package training

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"pillars/tournament/lock"
)

// makers holds, for each worker, the number of the first iteration that it took part in. The numbers are kept in a
// file, so that if a worker turns out to lie, everything from its first iteration on can be made again.
type makers struct {
	path  string
	first map[string]int
}

// makersSuffix is added to a file's name for the name of the file of its makers.
const makersSuffix = ".workers"

// loadMakers reads makers from their file, if there is one.
func loadMakers(path string) (makers, error) {
	m := makers{path, map[string]int{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &m.first)
	}
	if err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// note records who takes part in a numbered iteration. An empty name stands for this process, which is not recorded.
func (m makers) note(maker string, number int) error {
	if known, is := m.first[maker]; maker == "" || is && known <= number {
		return nil
	}
	m.first[maker] = number
	return m.write()
}

func (m makers) write() error {
	text, err := json.Marshal(m.first)
	if err != nil {
		return err
	}
	return lock.Replace(m.path, text)
}

// forget removes a worker whose iterations have been dropped.
func (m makers) forget(maker string) error {
	delete(m.first, maker)
	return m.write()
}
