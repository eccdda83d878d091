package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine/outside"
)

// A Run is a stored run: its spec, its tags and the number of its games.
type Run struct {
	ID         string
	Kind       string // the kind of work that planned the run, such as "tournament"
	Hash       string // the hash of the spec
	Spec       string // the spec as JSON
	Total      int    // number of planned games; 0 if unknown
	First      int    // number of games that were planned before the first was played; 0 if unknown
	Program    string // the program that made the run
	Created    time.Time
	Games      int               // number of stored games
	Tags       []string          // tags in the order in which they were added
	signatures map[string]string // by player: the signature, see [Store.Sign]
	deleted    bool
	settled    string // when the run was last deleted or restored; empty for never
}

// CreateRun stores a new run with the Kind, Hash, Spec, Total, Program and Tags of run. The id of the new run
// is the hash. If there are earlier runs of the same spec, a number follows the hash.
func (s *Store) CreateRun(ctx context.Context, run Run) (Run, error) {
	run, _, err := s.create(ctx, run, true /* again */)
	return run, err
}

// FindOrCreateRun returns the run that [Store.FindRun] finds by the hash of run. If no run has this hash, it creates
// one as [Store.CreateRun] does. If several processes call it at the same time, only one of them creates the run.
func (s *Store) FindOrCreateRun(ctx context.Context, run Run) (found Run, created bool, err error) {
	if found, created, err = s.create(ctx, run, false /* again */); created || err != nil {
		return found, created, err
	}
	found, err = s.FindRun(ctx, run.Hash)
	return found, false, err
}

// create stores a new run. If there is an earlier run of the same spec, and again is false, create stores nothing and
// returns created = false.
func (s *Store) create(ctx context.Context, run Run, again bool) (made Run, created bool, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		var earlier int // largest number at the end of an earlier run's id; 1 for an id without one; 0 without runs
		err := tx.QueryRowContext(ctx, `SELECT coalesce(max(max(1, CAST(substr(id, length(hash) + 2) AS INTEGER))), 0)
			FROM runs WHERE hash = ?`, run.Hash).Scan(&earlier)
		if created = earlier == 0 || again; err != nil || !created {
			return err
		}
		run.ID, run.Games, run.Created = run.Hash, 0, time.Now().UTC().Truncate(time.Second)
		if earlier > 0 {
			run.ID = fmt.Sprintf("%s-%d", run.Hash, earlier+1)
		}
		if err := insert(ctx, tx, "runs", runColumns, run.ID, run.Kind, run.Hash, run.Spec, run.Total, run.Program,
			run.Created.Format(time.RFC3339)); err != nil {
			return err
		}
		return s.tag(ctx, tx, run.ID, run.Tags)
	})
	return run, created && err == nil, err
}

// Extend replaces the spec and the planned number of games of a run. The new spec must have the same hash. program is
// the name of the program that extends the run. Extend returns the changed run.
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

// FindRun returns the latest run that has the given hash and is not deleted. If there is none, the error wraps
// [ErrNotFound] or, if all such runs are deleted, [ErrDeleted].
func (s *Store) FindRun(ctx context.Context, hash string) (Run, error) {
	runs, err := s.runs(ctx, "hash = ?", hash)
	if err != nil {
		return Run{}, err
	}
	for _, run := range slices.Backward(runs) {
		if !run.deleted {
			return run, nil
		}
	}
	return Run{}, s.absent(hash, runs)
}

// absent returns an error that says that no run has the name word, or that the last of the given runs is deleted.
func (s *Store) absent(word string, deleted []Run) error {
	if len(deleted) == 0 {
		return explain(s.path, fmt.Errorf("run %q: %w", word, ErrNotFound))
	}
	return explain(s.path, fmt.Errorf("run %s %w; pillars runs restore %[1]s brings it back",
		deleted[len(deleted)-1].ID, ErrDeleted))
}

// Run returns the run that a word names, as in [Store.Named]. It returns an error for a tag of several runs.
func (s *Store) Run(ctx context.Context, word string) (Run, error) {
	found, err := s.Named(ctx, word)
	switch len(found) {
	case 0:
		return Run{}, err
	case 1:
		return found[0], err
	}
	return Run{}, s.ambiguous(word, found)
}

func (s *Store) ambiguous(word string, found []Run) error {
	var ids []string
	for _, run := range found {
		ids = append(ids, run.ID)
	}
	return explain(s.path, fmt.Errorf("%q names several runs: %s; give an id", word, strings.Join(ids, ", ")))
}

// Named returns the run that a word names by its id, all runs that have the word as a tag, or the run whose id alone
// begins with the word. If there is no such run, the error wraps [ErrNotFound]. For a deleted run, Named returns the
// run and an error that wraps [ErrDeleted].
func (s *Store) Named(ctx context.Context, word string) ([]Run, error) {
	all, err := s.runs(ctx, `substr(id, 1, length(?1)) = ?1
		OR id IN (SELECT run FROM notes WHERE kind = '`+noteTag+"' AND value = ?1)", word)
	if err != nil {
		return nil, err
	}
	tagged := func(run Run) bool { return slices.Contains(run.Tags, word) }
	begins := func(run Run) bool { return word != "" && strings.HasPrefix(run.ID, word) }
	for _, names := range []func(Run) bool{
		func(run Run) bool { return run.ID == word },
		func(run Run) bool { return !run.deleted && tagged(run) },
		func(run Run) bool { return !run.deleted && begins(run) },
		func(run Run) bool { return run.deleted && (tagged(run) || begins(run)) },
	} {
		found := slices.DeleteFunc(slices.Clone(all), func(run Run) bool { return !names(run) })
		switch {
		case len(found) == 0:
			continue
		case found[0].deleted:
			return found[:1], s.absent(word, found[:1])
		case len(found) > 1 && !tagged(found[0]):
			return nil, s.ambiguous(word, found)
		}
		return found, nil
	}
	return nil, s.absent(word, nil)
}

// Runs lists the runs that are not deleted, the oldest first.
func (s *Store) Runs(ctx context.Context) ([]Run, error) {
	runs, err := s.runs(ctx, "true")
	return slices.DeleteFunc(runs, func(run Run) bool { return run.deleted }), err
}

// Deleted lists the deleted runs, the oldest first.
func (s *Store) Deleted(ctx context.Context) ([]Run, error) {
	runs, err := s.runs(ctx, "true")
	return slices.DeleteFunc(runs, func(run Run) bool { return !run.deleted }), err
}

// runs reads the runs that meet an SQL condition, including deleted runs, the oldest first. Spec and Total come from
// the latest extension of the run, if there is one. runs returns an error if two indexes disagree about the number of a
// run's games.
func (s *Store) runs(ctx context.Context, condition string, arguments ...any) ([]Run, error) {
	latest := func(column string) string {
		return "coalesce((SELECT " + column + " FROM extensions e WHERE e.run = runs.id " +
			"ORDER BY e.number DESC LIMIT 1), " + column + ")"
	}
	query := `SELECT id, kind, hash, ` + latest("spec") + ", " + latest("total") + `, total, program, created,
		(SELECT count(*) FROM games INDEXED BY games_named WHERE games.run = runs.id),
		(SELECT count(*) FROM games INDEXED BY games_results WHERE games.run = runs.id),
		(SELECT json_group_array(json_array(kind, value, created) ORDER BY number) FROM notes n WHERE n.run = runs.id)
		FROM runs WHERE `
	return collect(scanRows(ctx, s, func(rows *sql.Rows) (run Run, err error) {
		var created, notes string // notes: a JSON list of lists [kind, value, time]
		var results int
		err = rows.Scan(&run.ID, &run.Kind, &run.Hash, &run.Spec, &run.Total, &run.First, &run.Program, &created,
			&run.Games, &results, &notes)
		if err == nil && run.Games != results {
			err = fmt.Errorf("run %s has %d games by one index of the file and %d by another: %w", run.ID, run.Games,
				results, ErrDamaged)
		}
		for _, text := range []*string{&run.ID, &run.Kind, &run.Program} {
			*text = outside.Visible(*text, "")
		}
		run.Spec = outside.VisibleJSON(run.Spec)
		if err == nil {
			run.Created, err = time.Parse(time.RFC3339, created)
		}
		var all [][3]string
		err = errors.Join(err, json.Unmarshal([]byte(outside.VisibleJSON(notes)), &all))
		for _, note := range all {
			run.apply(note[0], note[1], note[2])
		}
		return run, err
	}, query+condition+" ORDER BY runs.rowid", arguments...))
}

// Changes returns a function that reports whether any process has stored something since the last call of the function.
// The first call returns true. The function occupies a database connection until ctx ends.
func (s *Store) Changes(ctx context.Context) (changed func() (bool, error), err error) {
	connection, err := s.read.Conn(ctx) // data_version counts the changes that one connection sees
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
