package training

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"pillars/results/keep/store"
	"pillars/tournament/lock"
	"pillars/tournament/work"
)

// makers holds the number of the first iteration that each worker took part in. It is stored in a file. If a worker
// turns out to lie, everything from that iteration on can be made again.
type makers struct {
	path  string
	first map[string]int
}

// makersSuffix is added to the name of a file for the name of the file with its makers.
const makersSuffix = ".workers"

// loadMakers reads makers from their file, if there is one.
func loadMakers(path string) (makers, error) {
	m := makers{path, map[string]int{}}
	_, err := readJSON(path, &m.first)
	return m, err
}

// note records who takes part in a numbered iteration. It ignores an empty name, which stands for this process.
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

// readJSON reads a file into a value. It returns false if there is no such file.
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

// withdraw drops all iterations from the first one in which a liar played. It reports whether the tuning has to
// continue.
func (t *Tuning) withdraw(failed error) (again bool, err error) {
	_, lied := errors.AsType[*work.Lie](failed)
	if t.Elsewhere == nil || failed != nil && !lied {
		return false, failed
	}
	again = lied
	for _, liar := range t.Elsewhere.Liars() {
		first, has := t.makers.first[liar]
		if !has {
			continue
		}
		text, err := os.ReadFile(t.path(iterationsFile))
		if err != nil {
			return false, err
		}
		lines := slices.Collect(bytes.Lines(text))
		kept := bytes.Join(lines[:min(first-1, len(lines))], nil)
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

// trust returns an error if stored games come from a worker that turned out to lie. The run being played has withdrawn
// such games, but earlier runs keep theirs, and weights follow from them; so trust marks the folder as unusable.
func (l *Loop) trust(ctx context.Context, db *store.Store) error {
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
			if by := work.By(game.Game); slices.Contains(l.Elsewhere.Liars(), by) {
				refused := fmt.Errorf("worker %s sent wrong results, and the generations in %s follow from games of "+
					"its: they cannot be trusted; start again in another folder", by, l.Folder)
				return errors.Join(refused, lock.Replace(mark, []byte(refused.Error())))
			}
		}
	}
	return nil
}
