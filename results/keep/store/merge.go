package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"pillars/tournament"
)

// Merged counts the games of a merge.
type Merged struct {
	Games int // games in the new file
	Twice int // number of copies that Merge left out, of games that several files have
}

// Merge writes a new file at path with all runs of the given files that are not deleted, their notes and their games.
// It does not change the given files. A game that several files have is written once, even if the copies differ in
// times or programs. If two files have different runs under one id, Merge returns an error. No file may exist at path.
// If tell is not nil, Merge calls it with the number of games read so far and the number of all games. In memory, Merge
// keeps the names of the games, but not the games.
func Merge(ctx context.Context, files []string, path string, tell func(done, of int)) (_ Merged, err error) {
	m := merging{tell: tell, union: union{}, written: map[[2]string]*Store{}}
	if err := refuseExisting(path); err != nil {
		return m.Merged, err
	}
	for _, file := range files {
		s, err := OpenReadOnly(file)
		if err != nil {
			return m.Merged, err
		}
		defer s.Close()
		m.files = append(m.files, s)
		games, err := ask[int](ctx, s, "SELECT count(*) FROM games")
		if err := cmp.Or(err, s.Check(ctx), m.union.read(ctx, s)); err != nil {
			return m.Merged, err
		}
		m.games += games
	}
	temporary := path + ".merging"
	clean := func() { // the removed files exist only if this or an earlier process failed
		for _, ending := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(temporary + ending)
		}
	}
	clean()
	defer clean()
	made, err := Open(temporary)
	if err != nil {
		return m.Merged, err
	}
	if err = errors.Join(m.write(ctx, made), made.Close()); err == nil {
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
	files   []*Store // the files to merge
	games   int      // number of games in the files
	tell    func(done, of int)
	union   union
	written map[[2]string]*Store // by run and identity of a game: the file from which it was written
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

// write writes the runs that are not deleted, and their games, in one transaction.
func (m *merging) write(ctx context.Context, made *Store) error {
	tx, err := made.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(made.path, err)
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	runs, err := m.union.write(ctx, tx)
	if err != nil {
		return explain(made.path, err)
	}
	done := 0
	insert, err := tx.PrepareContext(ctx, "INSERT INTO games ("+gameColumns+") VALUES (?"+
		strings.Repeat(", ?", strings.Count(gameColumns, ","))+")")
	if err != nil {
		return explain(made.path, err)
	}
	defer insert.Close()
	sound := bounded(gameColumns, " AS $1") + " FROM games WHERE " + andThen(soundResult, soundMoves) + inOrder
	for _, file := range m.files {
		for row, err := range scanRows(ctx, file, scanRow, "SELECT "+sound) {
			if err != nil {
				return err
			}
			game := [2]string{row[0].(string), row[1].(string)} // run and identity
			switch earlier := m.written[game]; {
			case !runs[game[0]]: // the run is deleted, or was made in the meantime
			case earlier == nil:
				m.Games++
				m.written[game] = file
				_, err = insert.ExecContext(ctx, row...)
				err = explain(made.path, err)
			default:
				m.Twice++
				err = compare(ctx, earlier, file, game[0], game[1])
			}
			if err != nil {
				return err
			}
			if done++; m.tell != nil {
				m.tell(done, m.games)
			}
		}
	}
	return explain(made.path, tx.Commit())
}

// scanRow reads all columns of a game.
func scanRow(rows *sql.Rows) (row []any, err error) {
	row = make([]any, strings.Count(gameColumns, ",")+1)
	into := make([]any, len(row))
	for i := range row {
		into[i] = &row[i]
	}
	return row, rows.Scan(into...)
}

// compare returns an error if the copies of a game in two files differ in more than times and programs.
func compare(ctx context.Context, file, other *Store, run, identity string) error {
	a, err1 := file.Game(ctx, run, identity)
	b, err2 := other.Game(ctx, run, identity)
	if err := cmp.Or(err1, err2); err != nil {
		return fmt.Errorf("game %s/%s in %s and in %s: %w", run, identity, file.path, other.path, err)
	}
	if d := tournament.FirstDifference(a.Game, b.Game); d != nil {
		return fmt.Errorf("game %s is not the same in %s and in %s: %s: %s and %s; under limits by nodes or depth "+
			"one program plays the same: merge only shards of one program, and no timed game twice", a.Name(),
			file.path, other.path, d.Place(), d.Stored, d.New)
	}
	return nil
}
