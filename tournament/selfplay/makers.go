package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"

	"pillars/tournament/lock"
)

// Makers are those who made elsewhere what stands in a file, each with the first number of what it made. They are kept
// in a file beside it, so that all can be made again that follows from what turns out to be wrong.
type Makers struct {
	path  string
	first map[string]int
}

// MakersSuffix is added to a file's name for that of its makers.
const MakersSuffix = ".workers"

// All are the makers with their first numbers.
func (m Makers) All() iter.Seq2[string, int] { return maps.All(m.first) }

// LoadMakers reads makers from their file, if there is one.
func LoadMakers(path string) (Makers, error) {
	m := Makers{path, map[string]int{}}
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

// Note keeps who is about to make something. Without a name it was made here.
func (m Makers) Note(maker string, number int) error {
	if known, is := m.first[maker]; maker == "" || is && known <= number {
		return nil
	}
	m.first[maker] = number
	return m.write()
}

func (m Makers) write() error {
	text, err := json.Marshal(m.first)
	if err != nil {
		return err
	}
	return lock.Replace(m.path, text)
}

// Forget drops somebody whose work is there no more.
func (m Makers) Forget(maker string) error {
	delete(m.first, maker)
	return m.write()
}

// First is the number of the first thing that somebody made.
func (m Makers) First(maker string) (number int, has bool) {
	number, has = m.first[maker]
	return number, has
}

// withdraw removes the games from the first on that somebody has made.
func (f *File) withdraw(maker string) error {
	first, has := f.makers.First(maker)
	if !has || first >= f.Games {
		return nil
	}
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r, err := newReader(f.file)
	for err == nil && r.block <= first {
		_, err = r.next()
	}
	if err != nil {
		return err
	}
	f.Games = first
	if err := f.file.Truncate(r.offset); err != nil {
		return err
	}
	if _, err := f.file.Seek(r.offset, io.SeekStart); err != nil {
		return err
	}
	return f.makers.Forget(maker)
}
