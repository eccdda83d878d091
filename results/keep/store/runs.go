package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
)

// A Run is a stored run: its spec, and how many games it has.
type Run struct {
	ID      string
	Kind    string   // of work that planned the run, such as "tournament"
	Hash    string   // of the spec
	Spec    string   // as JSON
	Total   int      // games planned, 0 if not known beforehand
	Program string   // that began the run
	Others  []string // further programs that played games of the run or extended it
	Created time.Time
	Games   int // stored so far
	Name    string
	Tags    []string // in the order in which they were given
	// signatures holds the stored signatures of players on the run's rules, by player; equal ones mean equal play
	signatures map[string]string
	deleted    bool
}

// Programs lists all programs that made the run or played its games.
func (r Run) Programs() []string { return append([]string{r.Program}, r.Others...) }

// credit adds a program to those that made the run or played its games.
func (r *Run) credit(program string) {
	if !slices.Contains(r.Programs(), program) {
		r.Others = append(r.Others, program)
	}
}

// CreateRun stores a new run and gives it an id made of its hash, different from those of earlier runs of the same
// spec. Kind, Hash, Spec, Total, Program, Others, Name and Tags are taken from run.
func (s *Store) CreateRun(ctx context.Context, run Run) (Run, error) {
	run, _, err := s.create(ctx, run, true, "", nil)
	return run, err
}

// WithGames stores a new run of the same spec and labels, with these games of a run only.
func (s *Store) WithGames(ctx context.Context, run Run, identities []string) (Run, error) {
	run, _, err := s.create(ctx, run, true, run.ID, identities)
	return run, err
}

// FindOrCreateRun returns the latest run with the hash of the given one or, if there is none, creates the run as
// [Store.CreateRun] does. If several processes ask at the same time, only one creates it.
func (s *Store) FindOrCreateRun(ctx context.Context, run Run) (found Run, created bool, err error) {
	if found, created, err = s.create(ctx, run, false, "", nil); created || err != nil {
		return found, created, err
	}
	found, err = s.FindRun(ctx, run.Hash)
	return found, false, err
}

// create stores a run unless there is an earlier one of the same spec, which again ignores. Unless from is empty, the
// run takes over the labels of that run, and its games with the given identities.
func (s *Store) create(
	ctx context.Context, run Run, again bool, from string, identities []string,
) (made Run, created bool, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		var earlier int // the greatest number at the end of an id; some runs may have been purged
		err := tx.QueryRowContext(ctx, `SELECT coalesce(max(max(1, CAST(substr(id, length(hash) + 2) AS INTEGER))), 0)
			FROM runs WHERE hash = ?`, run.Hash).Scan(&earlier)
		if created = earlier == 0 || again; err != nil || !created {
			return err
		}
		run.ID, run.Games, run.Created = run.Hash, 0, time.Now().UTC().Truncate(time.Second)
		if earlier > 0 {
			run.ID = fmt.Sprintf("%s-%d", run.Hash, earlier+1)
		}
		err = insert(ctx, tx, "runs", runColumns, run.ID, run.Kind, run.Hash, run.Spec, run.Total, run.Program,
			run.Created.Format(time.RFC3339))
		if err == nil && from != "" {
			run.Games, err = copyGames(ctx, tx, from, identities, run.ID)
			err = cmp.Or(err, s.note(ctx, tx, from, noteName, ""), s.note(ctx, tx, from, noteUntag, run.Tags...))
		}
		err = cmp.Or(err, s.note(ctx, tx, run.ID, noteProgram, run.Others...))
		if err != nil {
			return err
		}
		return s.label(ctx, tx, run, from)
	})
	return run, created && err == nil, err
}

// copyGames copies the games of a run with the given identities to another run.
func copyGames(ctx context.Context, tx *sql.Tx, from string, identities []string, to string) (games int, err error) {
	list, err := json.Marshal(identities)
	if err != nil {
		return 0, err
	}
	chosen := where(soundResult, where(soundMoves, "identity IN (SELECT value FROM json_each(?3))"))
	result, err := tx.ExecContext(ctx, "INSERT INTO games ("+gameColumns+") SELECT "+summedColumns("?2")+" FROM games "+
		byResults+chosen+" ORDER BY number", from, to, string(list))
	if err != nil {
		return 0, err
	}
	count, err := result.RowsAffected()
	return int(count), err
}

// Extend replaces the spec of a run by one of the same hash, and changes the number of games planned.
func (s *Store) Extend(ctx context.Context, run Run, spec string, total int, program string) (Run, error) {
	err := s.change(ctx, func(tx *sql.Tx) error {
		return insert(ctx, tx, "extensions", extensionColumns, run.ID, spec, total, program,
			time.Now().UTC().Format(time.RFC3339))
	})
	if err != nil {
		return run, err
	}
	return s.Run(ctx, run.ID)
}

// FindRun returns the latest run of the spec with the given hash that is not deleted. Without one, the error wraps
// [ErrNotFound], or [ErrDeleted] if there was one.
func (s *Store) FindRun(ctx context.Context, hash string) (Run, error) {
	runs, err := s.runs(ctx, "hash = ?", hash)
	slices.Reverse(runs)
	return s.first(runs, hash, err)
}

// first returns the first run that is not deleted, of the runs found under a word.
func (s *Store) first(found []Run, word string, err error) (Run, error) {
	if err != nil {
		return Run{}, err
	}
	for _, run := range found {
		if !run.deleted {
			return run, nil
		}
	}
	if len(found) > 0 {
		return found[0], explain(s.path, fmt.Errorf("run %s %w; pillars runs restore %[1]s brings it back", found[0].ID,
			ErrDeleted))
	}
	return Run{}, explain(s.path, fmt.Errorf("run %q: %w", word, ErrNotFound))
}

// Run returns the run with the given id or name, or with the only id that begins so. Without one, the error wraps
// [ErrNotFound] or, with the run, [ErrDeleted].
func (s *Store) Run(ctx context.Context, word string) (Run, error) {
	all, err := s.runs(ctx, `substr(id, 1, length(?1)) = ?1
		OR id IN (SELECT run FROM notes WHERE kind = 'name' AND value = ?1)`, word)
	if word == "" || err != nil {
		return s.first(nil, word, err)
	}
	var found, gone []Run
	var ids []string
	for _, run := range all {
		switch {
		case run.ID == word || run.Name == word && !run.deleted:
			return s.first([]Run{run}, word, nil)
		case run.deleted && (run.Name == word || strings.HasPrefix(run.ID, word)):
			gone = append(gone, run)
		case strings.HasPrefix(run.ID, word):
			found, ids = append(found, run), append(ids, run.ID)
		}
	}
	switch {
	case len(found) > 1:
		return Run{}, explain(s.path, fmt.Errorf("several runs begin with %q: %s; give more of the id", word,
			strings.Join(ids, ", ")))
	case len(found)+len(gone) > 0:
		return s.first(append(found, gone...), word, nil)
	}
	return s.first(nil, word, s.suggest(ctx, word))
}

// suggest returns the error for a word without a run, with the name of a run that is nearly the same.
func (s *Store) suggest(ctx context.Context, word string) error {
	all, err := s.Runs(ctx)
	var known []string
	for _, run := range all {
		known = append(known, run.ID, run.Name)
	}
	if nearest := engine.Nearest(word, known); err == nil && nearest != "" {
		err = explain(s.path, fmt.Errorf("run %q: %w; did you mean %s?", word, ErrNotFound, nearest))
	}
	return err
}

// Runs lists all runs that are not deleted, the oldest first.
func (s *Store) Runs(ctx context.Context) ([]Run, error) {
	runs, err := s.runs(ctx, "true")
	return slices.DeleteFunc(runs, func(run Run) bool { return run.deleted }), err
}

// Deleted lists all deleted runs, the oldest first.
func (s *Store) Deleted(ctx context.Context) ([]Run, error) {
	runs, err := s.runs(ctx, "true")
	return slices.DeleteFunc(runs, func(run Run) bool { return !run.deleted }), err
}

// runs reads the runs that meet a condition, the oldest first, with spec and total as the latest extension has them. It
// fails if two indexes disagree about the number of a run's games.
func (s *Store) runs(ctx context.Context, condition string, arguments ...any) ([]Run, error) {
	const latest = "(SELECT %s FROM extensions e WHERE e.run = runs.id ORDER BY e.number DESC LIMIT 1)"
	query := fmt.Sprintf(`SELECT id, kind, hash, coalesce(`+latest+`, spec), coalesce(`+latest+`, total), program,
		created, (SELECT count(*) FROM games INDEXED BY games_named WHERE games.run = runs.id),
		(SELECT count(*) FROM games INDEXED BY games_results WHERE games.run = runs.id),
		(SELECT json_group_array(json_array('`+noteProgram+`', program) ORDER BY number) FROM extensions e
		WHERE e.run = runs.id),
		(SELECT json_group_array(json_array(kind, value) ORDER BY number) FROM notes n WHERE n.run = runs.id)
		FROM runs WHERE `, "spec", "total")
	return collect(each(ctx, s, func(rows *sql.Rows) (run Run, err error) {
		var created, extended, notes string
		var results int
		err = rows.Scan(&run.ID, &run.Kind, &run.Hash, &run.Spec, &run.Total, &run.Program, &created, &run.Games,
			&results, &extended, &notes)
		if err == nil && run.Games != results {
			err = fmt.Errorf("run %s has %d games by one index of the file and %d by another: %w", run.ID, run.Games,
				results, ErrDamaged)
		}
		if err == nil {
			run.Created, err = time.Parse(time.RFC3339, created)
		}
		return run, errors.Join(err, run.read(extended), run.read(notes))
	}, query+condition+" ORDER BY runs.rowid", arguments...))
}

// Changes returns a function that reports whether any process has stored something since its last call; the first call
// reports true. The function holds a connection until the context ends.
func (s *Store) Changes(ctx context.Context) (changed func() (bool, error), err error) {
	connection, err := s.read.Conn(ctx) // a data_version belongs to one connection
	if err != nil {
		return nil, explain(s.path, err)
	}
	context.AfterFunc(ctx, func() { _ = connection.Close() })
	version := int64(-1)
	return func() (bool, error) {
		before := version
		err := connection.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version)
		return version != before, explain(s.path, err)
	}, nil
}
