package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/lock"
)

// Merged counts the games of a merge.
type Merged struct {
	Games int // games in the new file
	Twice int // number of copies that Merge left out, of games that several files have
}

// Merge writes a new file at path with all runs of the given files that are not deleted, their notes and their games.
// It does not change the given files. A game that several files have is written once, even if the copies differ in
// times or programs. If two files have different runs under one id, Merge returns an error. The new file has the games
// in the order in which they finished, whatever the order of the files. No file may exist at path. If tell is not nil,
// Merge calls it with the number of games written so far and the number of all games to write. In memory, Merge keeps
// the location of each game, but not the games.
func Merge(ctx context.Context, files []string, path string, tell func(done, of int)) (Merged, error) {
	m := merging{path: path, tell: tell, union: union{}}
	if err := refuseExisting(path); err != nil {
		return m.Merged, err
	}
	file, err := lock.Create(path) // an empty file, which keeps other processes from making a file at path
	if err != nil {
		return m.Merged, explain(path, err)
	}
	defer file.Discard() //nolint:errcheck // the file is empty
	temporary := file.Name() + ".db"
	clean := func() { // the removed files exist only if this or an earlier process failed
		for _, ending := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(temporary + ending)
		}
	}
	clean()
	defer clean()
	err = m.read(ctx, files)
	if err == nil {
		err = m.write(ctx, temporary)
	}
	for _, file := range m.files {
		err = errors.Join(err, file.Close())
	}
	if err == nil {
		err = refuseExisting(path) // a file may have appeared in the meantime
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	return m.Merged, err
}

// merging is a merge in progress.
type merging struct {
	Merged
	path  string // the path of the new file
	tell  func(done, of int)
	files []*Store // the files to merge
	union union
}

// refuseExisting returns an error if a database or the log of a database exists at path, or if no file can be made
// there.
func refuseExisting(path string) error {
	for _, file := range []string{path, path + "-wal"} {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("%s exists; name another file", file)
		}
	}
	return checkPlace(path)
}

// read opens and checks the files, and reads their runs and notes.
func (m *merging) read(ctx context.Context, files []string) error {
	for _, file := range files {
		s, err := OpenReadOnly(file)
		if err != nil {
			return err
		}
		m.files = append(m.files, s)
		if err := cmp.Or(s.Check(ctx), m.union.read(ctx, s)); err != nil {
			return err
		}
	}
	return nil
}

// write writes the new file at a temporary path.
func (m *merging) write(ctx context.Context, temporary string) (err error) {
	made, err := Open(temporary)
	if err != nil {
		return err
	}
	made.path = m.path // errors name the file by its final path
	defer func() { err = errors.Join(err, made.Close()) }()
	runs, err := m.union.write(ctx, made)
	if err != nil {
		return err
	}
	games, err := m.games(ctx, runs)
	if err != nil {
		return err
	}
	tx, err := made.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(m.path, err)
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	if err := m.copy(ctx, tx, games); err != nil {
		return err
	}
	return explain(m.path, tx.Commit())
}

// A place says where a game is stored.
type place struct {
	run, identity string
	finished      string // time without the final Z, so that texts sort a whole second before its fractions
	file          *Store
	number        int64 // the number of the game in the file
}

// games returns the places of the games of the given runs, in the order in which the games finished. For a game that
// several files have, it returns the place of the copy that finished first. It returns an error if the copies differ.
func (m *merging) games(ctx context.Context, runs map[string]bool) (kept []place, err error) {
	for _, file := range m.files {
		scan := func(rows *sql.Rows) (p place, err error) {
			p.file = file
			return p, rows.Scan(&p.run, &p.identity, &p.finished, &p.number)
		}
		for p, err := range scanRows(ctx, file, scan, "SELECT run, identity, rtrim(finished, 'Z'), number FROM games "+
			"WHERE "+soundResult) {
			if err != nil {
				return nil, err
			}
			if runs[p.run] { // otherwise the run is deleted, or was made in the meantime
				kept = append(kept, p)
			}
		}
	}
	slices.SortFunc(kept, func(a, b place) int {
		return cmp.Or(strings.Compare(a.run, b.run), strings.Compare(a.identity, b.identity),
			strings.Compare(a.finished, b.finished))
	})
	all := kept
	kept = kept[:0]
	for _, p := range all {
		last := len(kept) - 1
		if last < 0 || kept[last].run != p.run || kept[last].identity != p.identity {
			kept = append(kept, p)
		} else if err := compare(ctx, kept[last], p); err != nil {
			return nil, err
		}
	}
	m.Games, m.Twice = len(kept), len(all)-len(kept)
	slices.SortFunc(kept, func(a, b place) int {
		return cmp.Or(strings.Compare(a.finished, b.finished), strings.Compare(a.run, b.run),
			strings.Compare(a.identity, b.identity))
	})
	return kept, nil
}

// compare returns an error if two copies of a game, at the places p and other, differ in more than times and programs.
func compare(ctx context.Context, p, other place) error {
	a, err1 := p.file.Game(ctx, p.run, p.identity)
	b, err2 := other.file.Game(ctx, p.run, p.identity)
	if err := cmp.Or(err1, err2); err != nil {
		return fmt.Errorf("game %s/%s in %s and in %s: %w", p.run, p.identity, p.file.path, other.file.path, err)
	}
	if d := tournament.FirstDifference(a.Game, b.Game); d != nil {
		return fmt.Errorf("game %s is not the same in %s and in %s: %s: %s and %s; under limits by nodes or depth "+
			"one program plays the same: merge only shards of one program, and no timed game twice", a.Name(),
			p.file.path, other.file.path, d.Place(), d.Stored, d.New)
	}
	if x, y := tournament.LastingTags(a.Game), tournament.LastingTags(b.Game); !slices.Equal(x, y) {
		return fmt.Errorf("game %s has other tags in %s and in %s: %v and %v", a.Name(), p.file.path, other.file.path,
			x, y)
	}
	return nil
}

// copy writes games to the new file. It returns an error if a player used different files of weights in games of one
// run.
func (m *merging) copy(ctx context.Context, tx *sql.Tx, games []place) error {
	columns := strings.Count(gameColumns, ",") + 1
	insert, err := tx.PrepareContext(ctx, "INSERT INTO games ("+gameColumns+") VALUES (?"+
		strings.Repeat(", ?", columns-1)+")")
	if err != nil {
		return explain(m.path, err)
	}
	defer insert.Close()
	read := map[*Store]*sql.Stmt{}
	for _, file := range m.files {
		if read[file], err = file.read.PrepareContext(ctx, "SELECT "+bounded(gameColumns, " AS $1")+
			" FROM games WHERE number = ? AND "+soundMoves); err != nil {
			return explain(file.path, err)
		}
		defer read[file].Close()
	}
	row, into := make([]any, columns), make([]any, columns)
	for i := range row {
		into[i] = &row[i]
	}
	known := map[[2]string]weights{}
	for i, p := range games {
		if err := read[p.file].QueryRowContext(ctx, p.number).Scan(into...); err != nil {
			return explain(p.file.path, err)
		}
		if err := checkWeights(known, p, row[14].(string)); err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return explain(m.path, err)
		}
		if m.tell != nil {
			m.tell(i+1, len(games))
		}
	}
	return nil
}

// weights holds the hash of a player's file of weights, and the path of a database with a game that the player played
// with this file.
type weights struct{ hash, file string }

// checkWeights notes the weights that the players used in a game, from the game's record. known holds the weights noted
// so far, by run and player. checkWeights returns an error if known has other weights of a player in the same run.
func checkWeights(known map[[2]string]weights, p place, record string) error {
	if !strings.Contains(record, `["Weights`) {
		return nil
	}
	r, err := decodeRecord(record)
	if err != nil {
		return fmt.Errorf("game %s/%s in %s: %w", p.run, p.identity, p.file.path, err)
	}
	for seat, player := range r.Players {
		for _, tag := range r.Tags {
			if tag.Name != "Weights"+engine.Seat(seat).String() {
				continue
			}
			key, now := [2]string{p.run, player}, weights{tag.Value, p.file.path}
			if before, is := known[key]; is && before.hash != now.hash {
				return fmt.Errorf("run %s: the file of weights of player %q is not the same in %s (%s) and in %s "+
					"(%s): merge only games of the same weights", p.run, player, before.file, before.hash, now.file,
					now.hash)
			}
			known[key] = now
		}
	}
	return nil
}
