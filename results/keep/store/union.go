package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A request is a row of the table runs or of the table extensions. It says that a program wanted the run to have as
// many games as the field total says.
type request struct {
	run, kind, hash, spec string
	total                 int
	program, created      string
	file                  string // the file from which the row was read
}

// A noteRow is a row of the table notes.
type noteRow struct {
	run, kind, value, created string
	since                     string // latest time of this note and the notes before it in the file
	number                    int    // the position of the note in its file
	file                      string // the file from which the row was read
}

// union collects the runs and notes of files that [Merge] merges.
type union struct {
	requests map[string][]request // the requests for each run, by id
	noteRows []noteRow
}

// read adds the runs and notes of the file s. It returns an error if an earlier file has a run with the same id and a
// different spec.
func (u *union) read(ctx context.Context, s *Store) error {
	const query = `SELECT id, kind, hash, spec, total, program, created FROM runs
		UNION ALL SELECT run, runs.kind, runs.hash, e.spec, e.total, e.program, e.created
		FROM extensions e JOIN runs ON runs.id = e.run`
	scan := func(rows *sql.Rows) (r request, err error) {
		r.file = s.path
		return r, rows.Scan(&r.run, &r.kind, &r.hash, &r.spec, &r.total, &r.program, &r.created)
	}
	for r, err := range scanRows(ctx, s, scan, query) {
		if err != nil {
			return err
		}
		if known := u.requests[r.run]; len(known) > 0 && !sameSpec(known[0], r) {
			return fmt.Errorf("run %s is not the same in %s and %s: compare pillars runs", r.run, known[0].file,
				r.file)
		}
		u.requests[r.run] = append(u.requests[r.run], r)
	}
	note := func(rows *sql.Rows) (n noteRow, err error) {
		n.file = s.path
		return n, rows.Scan(&n.run, &n.kind, &n.value, &n.created, &n.number, &n.since)
	}
	notes, err := collect(scanRows(ctx, s, note, `SELECT run, kind, value, created, number,
		max(created) OVER (ORDER BY number) FROM notes`))
	u.noteRows = append(u.noteRows, notes...)
	return err
}

// sameSpec reports whether two requests for one run have the same spec, apart from the number of rounds.
func sameSpec(a, b request) bool {
	var specs [2]map[string]any
	for i, text := range []string{a.spec, b.spec} {
		if json.Unmarshal([]byte(text), &specs[i]) != nil {
			return false
		}
		delete(specs[i], "rounds")
	}
	return a.hash == b.hash && reflect.DeepEqual(specs[0], specs[1])
}

// settle sorts requests and notes by times and contents, so that the order of the files does not matter. It returns the
// first request for each run as runs. extensions has the later requests that asked for more games or came from another
// program.
func (u *union) settle() (runs, extensions []request) {
	for _, requests := range u.requests {
		slices.SortFunc(requests, func(a, b request) int {
			return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(a.total, b.total),
				cmp.Compare(a.program, b.program), cmp.Compare(a.spec, b.spec), cmp.Compare(a.kind, b.kind))
		})
		first := requests[0]
		runs = append(runs, first)
		last, programs := first, map[string]bool{first.program: true}
		for _, r := range requests[1:] {
			asksMore := r.total > last.total
			if !asksMore && programs[r.program] {
				continue
			}
			if !asksMore { // a request of another program: it must not make the run smaller
				r.spec, r.total = last.spec, last.total
			}
			programs[r.program], last = true, r
			extensions = append(extensions, r)
		}
	}
	slices.SortFunc(runs, func(a, b request) int {
		return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(attempt(a), attempt(b)), cmp.Compare(a.run, b.run))
	})
	slices.SortStableFunc(extensions, func(a, b request) int {
		return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(a.run, b.run))
	})
	slices.SortFunc(u.noteRows, func(a, b noteRow) int {
		return cmp.Or(cmp.Compare(a.since, b.since), cmp.Compare(a.number, b.number), cmp.Compare(a.run, b.run),
			cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value), cmp.Compare(a.created, b.created))
	})
	return runs, extensions
}

// attempt returns the number at the end of a run's id, such as 2 in HASH-2, or 0 for the first run of a spec.
func attempt(r request) int {
	number, _ := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(r.run, r.hash), "-"))
	return number
}

// write stores the runs and notes, except those of deleted runs. It returns the ids of the stored runs.
func (u *union) write(ctx context.Context, s *Store) (stored map[string]bool, err error) {
	runs, extensions := u.settle()
	notes, deleted, err := u.notes()
	if err != nil {
		return nil, err
	}
	stored = map[string]bool{}
	return stored, s.change(ctx, func(tx *sql.Tx) (err error) {
		add := func(run, table, columns string, row ...any) {
			if err == nil && !deleted[run] {
				stored[run], err = true, insert(ctx, tx, table, columns, row...)
			}
		}
		for _, r := range runs {
			add(r.run, "runs", runColumns, r.run, r.kind, r.hash, r.spec, r.total, r.program, r.created)
		}
		for _, r := range extensions {
			add(r.run, "extensions", extensionColumns, r.run, r.spec, r.total, r.program, r.created)
		}
		for _, n := range notes {
			add(n.run, "notes", noteColumns, n.run, n.kind, n.value, n.created)
		}
		return err
	})
}

// notes returns the collected notes and the ids of the deleted runs. It leaves out notes that change nothing because
// another file has the same note. It returns an error if a player has two signatures in one run.
func (u *union) notes() (kept []noteRow, deleted map[string]bool, err error) {
	runs := map[string]Run{}           // by id: the state of the run after the notes so far
	known := map[[3]string]bool{}      // by run, kind and value: whether the note was seen before
	signedIn := map[[2]string]string{} // by run and player: the file with the signature
	deleted = map[string]bool{}
	for _, n := range u.noteRows {
		run, note := runs[n.run], [3]string{n.run, n.kind, n.value}
		before := fmt.Sprintf("%#v", run)
		if signature, player, _ := strings.Cut(n.value, " "); n.kind == noteSignature {
			if other := run.signatures[player]; other != "" && other != signature {
				return nil, nil, fmt.Errorf("run %s: player %s has signature %s in %s and %s in %s: %w", n.run, player,
					other, signedIn[[2]string{n.run, player}], signature, n.file, errSignature)
			}
			signedIn[[2]string{n.run, player}] = n.file
		}
		changes := !known[note] // a note of a kind that this program does not know is kept once
		if run.apply(n.kind, n.value) {
			changes = before != fmt.Sprintf("%#v", run)
		}
		if changes {
			kept = append(kept, n)
		}
		runs[n.run], deleted[n.run], known[note] = run, run.deleted, true
	}
	return kept, deleted, nil
}
