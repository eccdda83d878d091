package training

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"pillars/tournament/lock"
	"pillars/tournament/selfplay"
	"pillars/tournament/work"
)

// withdraw drops the iterations from the first on in which a liar played, and reports whether there are any.
func (t *Tuning) withdraw(failed error) (again bool, err error) {
	lie, lied := errors.AsType[*work.Lie](failed)
	if t.Elsewhere == nil || failed != nil && !lied {
		return false, failed
	}
	for _, liar := range t.Elsewhere.Liars() {
		first, has := t.makers.First(liar)
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
			err = t.makers.Forget(liar)
		}
		if err != nil {
			return false, err
		}
		again = true
	}
	return again || lie != nil, nil
}

// trust refuses to build on games of a worker that turned out to lie, but for those of the newest match and self-play,
// which have been played again.
func (l *Loop) trust(newest int) (err error) {
	if l.matchers, err = selfplay.LoadMakers(filepath.Join(l.Folder, "matches.workers")); err != nil {
		return err
	}
	liars, err := selfplay.LoadMakers(filepath.Join(l.Folder, "liars.workers"))
	if err != nil {
		return err
	}
	if l.Elsewhere != nil {
		for _, liar := range l.Elsewhere.Liars() {
			if first, has := l.matchers.First(liar); has && first == newest {
				err = cmp.Or(err, l.matchers.Forget(liar))
			}
			err = cmp.Or(err, liars.Note(liar, newest))
		}
	}
	for liar := range liars.All() {
		_, matched := l.matchers.First(liar)
		for number := 1; number <= l.Generations && err == nil && !matched; number++ {
			var makers selfplay.Makers
			makers, err = selfplay.LoadMakers(l.path(gamesFile, number) + selfplay.MakersSuffix)
			_, matched = makers.First(liar)
		}
		if matched {
			return fmt.Errorf("worker %s sent wrong results, and the generations in %s follow from games of its: they "+
				"cannot be trusted; begin anew in another folder", liar, l.Folder)
		}
	}
	return err
}
