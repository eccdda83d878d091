package training

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"pillars/tournament/lock"
)

// makers are the workers that made what stands in a file, each with the first number of what it made. They are kept
// in a file beside it, so that all can be made again that follows from what turns out to be wrong.
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

// note keeps who is about to make something. Without a name it was made here.
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

// forget drops somebody whose work is there no more.
func (m makers) forget(maker string) error {
	delete(m.first, maker)
	return m.write()
}
