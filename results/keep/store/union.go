package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// union holds the runs of the files that [Merge] merges, by id.
type union map[string]joined

// joined is a run with everything that the files say about it: the greatest number of games, all tags and
// signatures. The last note decides whether it is deleted.
type joined struct {
	Run
	file     string            // the first file that has the run
	signedIn map[string]string // by player: the file with the player's signature
}

// read adds the runs of the file s. It returns an error if an earlier file has a run with the same id and a different
// spec, or another signature of a player.
func (u union) read(ctx context.Context, s *Store) error {
	runs, err := s.runs(ctx, "true")
	for _, run := range runs {
		known, is := u[run.ID]
		if !is {
			known = joined{run, s.path, map[string]string{}}
			known.signatures = map[string]string{}
		}
		if err := known.join(run, s.path); err != nil {
			return err
		}
		u[run.ID] = known
	}
	return err
}

// join adds what a file says about the run. The result does not depend on the order of the files.
func (j *joined) join(run Run, file string) error {
	if !sameSpec(j.Run, run) {
		return fmt.Errorf("run %s is not the same in %s and %s: compare pillars runs", run.ID, j.file, file)
	}
	if cmp.Or(run.Created.Compare(j.Created), cmp.Compare(run.First, j.First), strings.Compare(run.Program, j.Program),
		strings.Compare(run.Kind, j.Kind)) < 0 {
		j.Created, j.First, j.Program, j.Kind = run.Created, run.First, run.Program, run.Kind
	}
	if cmp.Or(cmp.Compare(run.Total, j.Total), strings.Compare(run.Spec, j.Spec)) > 0 {
		j.Total, j.Spec = run.Total, run.Spec
	}
	j.Tags = slices.Compact(slices.Sorted(slices.Values(slices.Concat(j.Tags, run.Tags))))
	if run.settled > j.settled || run.settled == j.settled && run.deleted {
		j.settled, j.deleted = run.settled, run.deleted
	}
	for player, signature := range run.signatures {
		if other := j.signatures[player]; other != "" && other != signature {
			return fmt.Errorf("run %s: player %s has signature %s in %s and %s in %s: %w", run.ID, player, other,
				j.signedIn[player], signature, file, errSignature)
		}
		j.signatures[player], j.signedIn[player] = signature, file
	}
	return nil
}

// sameSpec reports whether two runs have the same spec, apart from the number of rounds.
func sameSpec(a, b Run) bool {
	var specs [2]map[string]any
	for i, text := range []string{a.Spec, b.Spec} {
		if json.Unmarshal([]byte(text), &specs[i]) != nil {
			return false
		}
		delete(specs[i], "rounds")
	}
	return a.Hash == b.Hash && reflect.DeepEqual(specs[0], specs[1])
}

// write stores the runs that are not deleted, the oldest first. It returns their ids.
func (u union) write(ctx context.Context, tx *sql.Tx) (stored map[string]bool, err error) {
	stored = map[string]bool{}
	runs := slices.SortedFunc(maps.Values(u), func(a, b joined) int { // of equal specs, HASH-2 comes before HASH-10
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(len(a.ID), len(b.ID)), strings.Compare(a.ID, b.ID))
	})
	for _, run := range runs {
		if !run.deleted && err == nil {
			stored[run.ID] = true
			err = run.write(ctx, tx)
		}
	}
	return stored, err
}

// write stores the run, an extension if it was extended, and its notes, with the time at which the run was made.
func (j joined) write(ctx context.Context, tx *sql.Tx) error {
	created := j.Created.UTC().Format(time.RFC3339)
	err := insert(ctx, tx, "runs", runColumns, j.ID, j.Kind, j.Hash, j.Spec, j.First, j.Program, created)
	if j.Total != j.First {
		err = cmp.Or(err, insert(ctx, tx, "extensions", extensionColumns, j.ID, j.Spec, j.Total, j.Program, created))
	}
	note := func(kind, value, at string) {
		err = cmp.Or(err, insert(ctx, tx, "notes", noteColumns, j.ID, kind, value, at))
	}
	for _, tag := range j.Tags {
		note(noteTag, tag, created)
	}
	for _, player := range slices.Sorted(maps.Keys(j.signatures)) {
		note(noteSignature, j.signatures[player]+" "+player, created)
	}
	if j.settled != "" {
		note(noteRestored, "", j.settled)
	}
	return err
}
