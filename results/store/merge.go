package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pillars/tournament/lock"
)

// Merged is what a merge has come to.
type Merged struct {
	Games int // in the new file
	Twice int // that several files had
}

// Merge writes a new file at path with all runs, notes and games of others, which stay as they are. The same game in
// two files, move for move, is one; a run that is not the same in two files is an error that says in what it differs.
// Games come in the order in which they were finished, whatever the order of the files. Tell may be nil.
//
// Games are first gathered in a file of their own, so that they need neither fit into the memory nor stand in order.
func Merge(ctx context.Context, files []string, path string, replace bool, tell func(done, of int)) (Merged, error) {
	m := merging{files: files, path: path, replace: replace, tell: tell, union: union{requests: map[string][]request{}},
		weights: map[[2]string]weightsOf{}}
	err := m.check()
	if err == nil {
		err = anew(path, m.refuse, func(temporary string) error { return m.write(ctx, temporary) })
	}
	return m.Merged, err
}

type merging struct {
	Merged
	files   []string
	path    string
	replace bool
	tell    func(done, of int)
	union   union
	weights map[[2]string]weightsOf // by run and player
	done    int                     // games gathered and put in order
	all     int                     // to be
}

type weightsOf struct{ hash, file string }

// refuse refuses to replace a file.
func (m *merging) refuse(path string) error {
	if !m.replace {
		return refuseExisting(path)
	}
	if _, err := os.Lstat(path + "-wal"); err == nil {
		return fmt.Errorf("%s is in use, or its last program was killed (%[1]s-wal is there): close it, or name "+
			"another file", path)
	}
	return checkPlace(path)
}

// check refuses to replace one of the files.
func (m *merging) check() error {
	there, _ := os.Stat(m.path)
	for _, file := range m.files {
		if info, err := os.Stat(file); err == nil && there != nil && os.SameFile(info, there) {
			return fmt.Errorf("%s is to be merged; name another file for the result", file)
		}
	}
	return nil
}

// write writes the new file.
func (m *merging) write(ctx context.Context, path string) (err error) {
	if err := m.each(func(s *Store) error {
		var games int
		err := cmp.Or(s.Check(ctx), s.read.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&games),
			m.union.read(ctx, s))
		m.all += 2 * games
		return err
	}); err != nil {
		return err
	}
	made, err := Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, made.Close()) }()
	runs, err := m.union.write(ctx, made)
	if err != nil {
		return err
	}
	if err = m.attach(ctx, made, path+gathered); err == nil {
		err = m.each(func(s *Store) error { return m.gather(ctx, made, s, runs) })
	}
	if err == nil {
		err = m.order(ctx, made)
	}
	return err
}

// each opens the files one after the other.
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
	if m.done += games; m.tell != nil {
		m.tell(m.done, max(m.all, m.done))
	}
}

// gathered is the ending of the file in which games are gathered. A crash leaves it useless anyway.
const gathered = "-games"

func (m *merging) attach(ctx context.Context, made *Store, path string) error {
	path, err := filepath.Abs(path)
	if err == nil {
		_, err = made.write.ExecContext(ctx, "ATTACH ? AS gathered", file(path)+"?mode=rwc")
	}
	if err == nil {
		_, err = made.write.ExecContext(ctx, `PRAGMA gathered.journal_mode = OFF; PRAGMA gathered.synchronous = OFF;
			CREATE TABLE gathered.games AS SELECT `+gameColumns+`, 0 AS at, '' AS file FROM main.games WHERE false;
			CREATE UNIQUE INDEX gathered.identities ON games (run, identity)`)
	}
	return explain(path, err)
}

// row is a game as it is stored, and where from.
type row struct {
	columns [16]any // see gameColumns
	at      int64
}

func (r *row) text(column int) string { s, _ := r.columns[column].(string); return s }

func scanRow(rows *sql.Rows) (r *row, err error) {
	r = &row{}
	var into [16]any
	for i := range into {
		into[i] = &r.columns[i]
	}
	if err = rows.Scan(into[:]...); err != nil {
		return r, err
	}
	if sum, _ := r.columns[15].(int64); sum != 0 && sum != checksum(r.columns[1:15]) {
		return r, fmt.Errorf("game %s/%s: its checksum is wrong: the file is damaged", r.text(0), r.text(1))
	}
	r.at, err = r.finishedAt()
	return r, err
}

// finishedAt is the time at which a game was finished, in nanoseconds.
func (r *row) finishedAt() (int64, error) {
	at, err := time.Parse(time.RFC3339Nano, r.text(14))
	if err != nil {
		return 0, fmt.Errorf("game %s/%s: its time %q cannot be read: the file is damaged", r.text(0), r.text(1),
			r.text(14))
	}
	return at.UnixNano(), nil
}

// gather adds the games of a file.
func (m *merging) gather(ctx context.Context, made, from *Store, runs []request) error {
	return made.change(ctx, func(tx *sql.Tx) error {
		insert, err := tx.PrepareContext(ctx, "INSERT OR IGNORE INTO gathered.games VALUES (?"+
			strings.Repeat(", ?", len(row{}.columns)+1)+")")
		if err != nil {
			return err
		}
		for _, run := range runs {
			for game, err := range each(ctx, from, scanRow, "SELECT "+gameColumns+" FROM "+from.games+
				" WHERE number IN (SELECT number FROM games WHERE run = ?) ORDER BY number", run.run) {
				if err == nil {
					err = m.checkWeights(game, from.path)
				}
				if err == nil {
					err = m.add(ctx, tx, insert, game, from.path)
				}
				if err != nil {
					return err
				}
				m.progress(1)
			}
		}
		return nil
	})
}

// add adds a game or, if it is there, keeps the one that was finished first.
func (m *merging) add(ctx context.Context, tx *sql.Tx, insert *sql.Stmt, game *row, path string) error {
	values := append(slices.Clone(game.columns[:]), game.at, path)
	result, err := insert.ExecContext(ctx, values...)
	if err != nil {
		return err
	}
	if added, err := result.RowsAffected(); err != nil || added == 1 {
		return err
	}
	m.Twice++
	var other string
	stored := &row{}
	into := []any{&other}
	for i := range stored.columns {
		into = append(into, &stored.columns[i])
	}
	err = tx.QueryRowContext(ctx, "SELECT file, "+gameColumns+" FROM gathered.games WHERE run = ? AND identity = ?",
		game.columns[0], game.columns[1]).Scan(into...)
	if err == nil {
		stored.at, err = stored.finishedAt()
	}
	if err == nil {
		err = game.differs(stored)
	}
	if err != nil {
		return fmt.Errorf("game %s/%s in %s and in %s: %w", game.text(0), game.text(1), other, path, err)
	}
	if cmp.Or(cmp.Compare(game.at, stored.at), strings.Compare(game.text(13), stored.text(13)),
		strings.Compare(game.text(12), stored.text(12))) >= 0 {
		return nil
	}
	if _, err = tx.ExecContext(ctx, "DELETE FROM gathered.games WHERE run = ? AND identity = ?", game.columns[0],
		game.columns[1]); err == nil {
		_, err = insert.ExecContext(ctx, values...)
	}
	return err
}

// differs says in what two games of one identity differ that decides the game. Times and programs may.
func (r *row) differs(other *row) error {
	a, err1 := decodeRecord(r.text(12))
	b, err2 := decodeRecord(other.text(12))
	switch at := 0; {
	case errors.Join(err1, err2) != nil:
		return errors.Join(err1, err2)
	case a.Start != b.Start || r.text(5) != other.text(5):
		return fmt.Errorf("they differ in their players or where they start: %s from %q, and %s from %q", other.text(5),
			b.Start, r.text(5), a.Start)
	case !slices.Equal(a.Turns, b.Turns):
		for at < min(len(a.Turns), len(b.Turns)) && a.Turns[at] == b.Turns[at] {
			at++
		}
		return fmt.Errorf("their moves differ from turn %d on; one program plays the same under limits by nodes or "+
			"depth: merge only shards of one program, and of timed games no game twice", at+1)
	case a.Outcome != b.Outcome || r.text(6) != other.text(6):
		return fmt.Errorf("their moves are the same, but they end otherwise: %q and %q", b.Outcome.Reason,
			a.Outcome.Reason)
	}
	return nil
}

// checkWeights refuses a player whose file of weights is not the same in all games of a run.
func (m *merging) checkWeights(game *row, path string) error {
	if !strings.Contains(game.text(12), `["Weights`) {
		return nil
	}
	var record recordText
	if err := json.Unmarshal([]byte(game.text(12)), &record); err != nil {
		return fmt.Errorf("game %s/%s: %w", game.text(0), game.text(1), err)
	}
	for _, tag := range record.Tags {
		seat, found := strings.CutPrefix(tag[0], "Weights")
		if !found || len(seat) != 1 || int(seat[0]-'1') >= len(record.Players) {
			continue
		}
		player := record.Players[seat[0]-'1']
		key := [2]string{game.text(0), player}
		if known, ok := m.weights[key]; !ok {
			m.weights[key] = weightsOf{tag[1], path}
		} else if known.hash != tag[1] {
			return fmt.Errorf("run %s: the file of weights of player %q is not the same in %s (%s) and in %s (%s): "+
				"merge only games of the same weights", game.text(0), player, known.file, known.hash, path, tag[1])
		}
	}
	return nil
}

// order puts the gathered games in order into the new file, so many at a time.
func (m *merging) order(ctx context.Context, made *Store) error {
	const chunk = 20_000
	err := made.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `CREATE TABLE gathered.places AS SELECT rowid AS game FROM gathered.games
			ORDER BY at, run, identity`)
		return err
	})
	for first := 0; err == nil; first += chunk {
		var added int64
		err = made.change(ctx, func(tx *sql.Tx) error {
			result, err := tx.ExecContext(ctx, "INSERT INTO main.games ("+gameColumns+") SELECT "+gameColumns+`
				FROM gathered.places JOIN gathered.games g ON g.rowid = game
				WHERE places.rowid > ?1 AND places.rowid <= ?1 + ?2 ORDER BY places.rowid`, first, chunk)
			if err == nil {
				added, err = result.RowsAffected()
			}
			return err
		})
		if added == 0 {
			break
		}
		m.Games += int(added)
		m.progress(int(added))
	}
	return err
}

// anew makes a file beside its place, and puts it there when it is complete.
func anew(path string, refuse func(path string) error, write func(temporary string) error) error {
	if err := refuse(path); err != nil {
		return err
	}
	if place, err := filepath.EvalSymlinks(path); err == nil {
		path = place // beside which the new file is made
	}
	file, err := lock.Create(path) // keeps other processes from the same
	if err != nil {
		return explain(path, err)
	}
	defer file.Discard() //nolint:errcheck // nothing is in it
	temporary := file.Name() + ".db"
	clean := func() {
		for _, ending := range []string{"", "-wal", "-shm", gathered} {
			_ = os.Remove(temporary + ending) // which are gone unless this or an earlier process failed
		}
	}
	clean()
	defer clean()
	if err = write(temporary); err == nil {
		err = refuse(path) // it may have come since
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	return err
}
