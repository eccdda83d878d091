package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"pillars/tournament/lock"
)

// Merged counts the games of a merge.
type Merged struct {
	Games int // games in the new file
	Twice int // games left out because the new file has an equal game
}

// Merge writes a new file at path with all runs of the given files that are not deleted, their notes and their games.
// It does not change the files. A game that is in several files is written once, even if the files give it different
// times or programs. If two files have different runs under one id, Merge returns an error. The new file has the games
// in the order of finishing, whatever the order of the files. Nothing may be at path. If tell is not nil, Merge passes
// the progress to it, where a game counts once when it is gathered and once when it is written.
//
// Merge first gathers the games in a temporary file, so that they need not fit in memory.
func Merge(ctx context.Context, files []string, path string, tell func(done, of int)) (Merged, error) {
	m := merging{files: files, path: path, tell: tell, union: union{requests: map[string][]request{}}}
	if err := refuseExisting(path); err != nil {
		return m.Merged, err
	}
	file, err := lock.Create(path) // an empty file, which keeps other processes from making this one
	if err != nil {
		return m.Merged, explain(path, err)
	}
	defer file.Discard() //nolint:errcheck // the file is empty
	m.temporary = file.Name() + ".db"
	m.clean()
	defer m.clean()
	if err = m.write(ctx); err == nil {
		err = refuseExisting(path) // a file may have appeared in the meantime
	}
	if err == nil {
		err = os.Rename(m.temporary, path)
	}
	return m.Merged, err
}

// clean removes the temporary files, which are there only if this or an earlier process failed.
func (m *merging) clean() {
	for _, ending := range []string{"", "-wal", "-shm", gathered} {
		_ = os.Remove(m.temporary + ending)
	}
}

// merging is a merge in progress.
type merging struct {
	Merged
	files     []string
	path      string // the path of the new file
	temporary string // the path at which the new file is written before it is renamed to path
	tell      func(done, of int)
	union     union
	all       int // twice the number of games of all files, since each is gathered and then copied in order
	done      int // number of games gathered or copied so far
}

// refuseExisting returns an error if a database or its log is at path, or if no file can be there.
func refuseExisting(path string) error {
	for _, file := range []string{path, path + "-wal"} {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("%s exists; name another file", file)
		}
	}
	return checkPlace(path)
}

// write checks the files and writes the new file at the temporary path.
func (m *merging) write(ctx context.Context) (err error) {
	if err := m.each(func(s *Store) error {
		if err := s.Check(ctx); err != nil {
			return err
		}
		games, err := ask[int](ctx, s, "SELECT count(*) FROM games")
		m.all += 2 * games
		return errors.Join(err, m.union.read(ctx, s))
	}); err != nil {
		return err
	}
	made, err := Open(m.temporary)
	if err != nil {
		return err
	}
	made.path = m.path // errors name the file by its final path
	defer func() { err = errors.Join(err, made.Close()) }()
	steps := []func(context.Context, *Store) error{m.union.write, m.makeGathered, m.gather, m.check, m.order}
	for _, step := range steps {
		if err := step(ctx, made); err != nil {
			return err
		}
	}
	return nil
}

func (m *merging) each(do func(*Store) error) error {
	for _, file := range m.files {
		s, err := OpenReadOnly(file)
		if err != nil {
			return err
		}
		if err := s.CloseAfter(do(s)); err != nil {
			return err
		}
	}
	return nil
}

func (m *merging) progress(games int) {
	m.done += games
	if m.tell != nil {
		m.tell(m.done, max(m.all, m.done)) // a file may have grown since its games were counted
	}
}

// gathered ends the name of the temporary file in which games are gathered. If a crash leaves such a file, users may
// delete it.
const gathered = "-games"

// makeGathered makes the temporary file in which games are gathered.
func (m *merging) makeGathered(ctx context.Context, made *Store) error {
	err := made.attach(ctx, m.temporary+gathered, "rwc", "gathered")
	if err == nil {
		_, err = made.write.ExecContext(ctx, `PRAGMA gathered.journal_mode = OFF; PRAGMA gathered.synchronous = OFF;
			CREATE TABLE gathered.games AS SELECT '' AS file, `+gameColumns+" FROM main.games WHERE false")
	}
	return explain(m.path, err)
}

// writingErrors lists the SQLite errors that only writing causes. They always concern the new file.
var writingErrors = []int{sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC,
	sqlite3.SQLITE_IOERR_TRUNCATE}

func (m *merging) gather(ctx context.Context, made *Store) error {
	return m.each(func(s *Store) error {
		err := m.gatherFrom(ctx, made, s)
		failure, ok := errors.AsType[*sqlite.Error](err)
		if ok && slices.Contains(writingErrors, failure.Code()) {
			return explain(m.path, err)
		}
		return explain(s.path, err)
	})
}

// gatherFrom gathers the games of a file. It leaves out runs that another process has made since the union was read.
func (m *merging) gatherFrom(ctx context.Context, made, from *Store) error {
	const chunk = 1000 // number of games copied at once
	err := made.attach(ctx, from.path, from.mode, "part")
	for after, last := math.MinInt, 0; err == nil; after = last { // copy the games with numbers above after, up to last
		var games int
		err = made.write.QueryRowContext(ctx, `SELECT coalesce(max(number), 0), count(*) FROM (SELECT number
			FROM part.games WHERE number > ? AND run IN (SELECT id FROM main.runs) ORDER BY number LIMIT ?)`, after,
			chunk).Scan(&last, &games)
		if err != nil || games == 0 {
			break
		}
		_, err = made.write.ExecContext(ctx, "INSERT INTO gathered.games SELECT ?, "+gameColumns+
			" FROM part.games WHERE number > ? AND number <= ? AND "+
			andThen(soundResult, andThen(soundMoves, "run IN (SELECT id FROM main.runs)"))+" ORDER BY number",
			from.path, after, last)
		m.progress(games)
	}
	if err == nil {
		_, err = made.write.ExecContext(ctx, "DETACH part")
	}
	return err
}

// otherWeights is an SQL query. If a player's file of weights differs between games of a run, it returns an error text.
// The tag WeightsN of a record has the hash of the file of weights of seat N.
const otherWeights = `WITH weights AS MATERIALIZED (SELECT run, value ->> 1 AS hash, min(file) AS file,
		record ->> ('$.players[' || (substr(value ->> 0, 8) - 1) || ']') AS player
		FROM gathered.games, json_each(record, '$.tags')
		WHERE instr(record, '["Weights') > 0 AND value ->> 0 GLOB 'Weights[1-9]' GROUP BY run, player, hash)
	SELECT printf('run %s: the file of weights of player %s is not the same in %s (%s) and in %s (%s): ' ||
		'merge only games of the same weights', run, json_quote(player), a.file, a.hash, b.file, b.hash)
	FROM weights a JOIN weights b USING (run, player) WHERE a.hash < b.hash ORDER BY 1`

// check returns an error if gathered games of a run have different weights of one player, or if two games with the same
// identity differ.
func (m *merging) check(ctx context.Context, made *Store) error {
	var fault string
	err := made.write.QueryRowContext(ctx, otherWeights).Scan(&fault)
	if err == nil { // the query has found other weights
		return errors.New(fault)
	}
	if errors.Is(err, sql.ErrNoRows) {
		_, err = made.write.ExecContext(ctx, "CREATE INDEX gathered.identities ON games (run, identity)")
	}
	if err != nil {
		return explain(m.path, err)
	}
	return m.compare(ctx, made)
}

// order copies the gathered games to the new file in the order of finishing, 20,000 at a time. If a game was gathered
// several times, it keeps the game that finished first.
func (m *merging) order(ctx context.Context, made *Store) error {
	const chunk = 20_000
	// With its Z, a time in whole seconds would come after the times with a fraction in the same second.
	_, err := made.write.ExecContext(ctx, `CREATE TABLE gathered.places AS SELECT rowid AS game FROM gathered.games
		ORDER BY rtrim(finished, 'Z'), run, identity, result_sum, checksum`)
	all := m.done // gather has counted every game once
	for first := 0; err == nil && first < all; first += chunk {
		var result sql.Result
		result, err = made.write.ExecContext(ctx, "INSERT INTO main.games ("+gameColumns+") SELECT "+gameColumns+`
			FROM gathered.places JOIN gathered.games g ON g.rowid = game
			WHERE places.rowid > ?1 AND places.rowid <= ?1 + ?2 ORDER BY places.rowid
			ON CONFLICT (run, identity) DO NOTHING`, first, chunk)
		if err == nil {
			added, _ := result.RowsAffected() // SQLite always knows the number
			m.Games += int(added)
			m.progress(min(chunk, all-first))
		}
	}
	m.Twice = all - m.Games
	return explain(m.path, err)
}
