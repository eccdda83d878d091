package training

import (
	"bytes"
	"context"
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

// withdraw drops all iterations from the first one in which a liar played. It reports whether the tuning has to
// continue.
func (t *Tuning) withdraw(failed error) (again bool, err error) {
	lie, lied := errors.AsType[*work.Lie](failed)
	if t.Elsewhere == nil || failed != nil && !lied {
		return false, failed
	}
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
		if err = lock.Replace(t.path(iterationsFile), kept); err == nil {
			err = t.makers.forget(liar)
		}
		if err != nil {
			return false, err
		}
		again = true
	}
	return again || lie != nil, nil
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
