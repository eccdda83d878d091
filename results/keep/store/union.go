package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// request is a row of runs or of extensions: what somebody asked for at some time.
type request struct {
	run, kind, hash, spec string
	total                 int
	program, created      string
	file                  string // that it was read from
}

// remark is a row of notes.
type remark struct {
	run, kind, value, created string
	since                     string // the latest time of it and those before it in its file
	number                    int
	file                      string
}

// union collects the runs and notes of several files.
type union struct {
	requests map[string][]request // by run
	remarks  []remark
}

// read adds the runs and notes of a file.
func (u *union) read(ctx context.Context, s *Store) error {
	const query = `SELECT id, kind, hash, spec, total, program, created FROM runs
		UNION ALL SELECT run, runs.kind, runs.hash, e.spec, e.total, e.program, e.created
		FROM extensions e JOIN runs ON runs.id = e.run`
	scan := func(rows *sql.Rows) (r request, err error) {
		r.file = s.path
		return r, rows.Scan(&r.run, &r.kind, &r.hash, &r.spec, &r.total, &r.program, &r.created)
	}
	for r, err := range each(ctx, s, scan, query) {
		if err != nil {
			return err
		}
		if known := u.requests[r.run]; len(known) > 0 {
			if difference := specDifference(known[0], r); difference != "" {
				return fmt.Errorf("run %s is not the same in %s and %s: %s", r.run, known[0].file, r.file, difference)
			}
		}
		u.requests[r.run] = append(u.requests[r.run], r)
	}
	note := func(rows *sql.Rows) (n remark, err error) {
		n.file = s.path
		return n, rows.Scan(&n.run, &n.kind, &n.value, &n.created, &n.number, &n.since)
	}
	notes, err := collect(each(ctx, s, note, `SELECT run, kind, value, created, number,
		max(created) OVER (ORDER BY number) FROM notes`))
	u.remarks = append(u.remarks, notes...)
	return err
}

// specDifference returns the first difference between two specs that should be of one run; rounds may differ.
func specDifference(a, b request) string {
	var specs [2]map[string]json.RawMessage
	for i, r := range []request{a, b} {
		if err := json.Unmarshal([]byte(r.spec), &specs[i]); err != nil {
			return fmt.Sprintf("its spec in %s cannot be read: %v", r.file, err)
		}
		delete(specs[i], "rounds")
	}
	keys := maps.Clone(specs[0])
	maps.Copy(keys, specs[1])
	var texts []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if x, y := string(specs[0][key]), string(specs[1][key]); x != y {
			texts = append(texts, fmt.Sprintf("%s is %s and %s", key, cmp.Or(x, "missing"), cmp.Or(y, "missing")))
		}
	}
	if a.hash != b.hash {
		texts = append(texts, fmt.Sprintf("hash is %s and %s", a.hash, b.hash))
	}
	return strings.Join(texts, "; ")
}

// settle sorts requests and notes in an order that depends on their times and contents only. Of each run it keeps the
// first request, and those that asked for more games or came from other programs.
func (u *union) settle() (runs, extensions []request) {
	for _, all := range u.requests {
		slices.SortFunc(all, func(a, b request) int {
			return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(a.total, b.total),
				cmp.Compare(a.program, b.program), cmp.Compare(a.spec, b.spec), cmp.Compare(a.kind, b.kind))
		})
		runs = append(runs, all[0])
		last, programs := all[0], map[string]bool{all[0].program: true}
		for _, r := range all[1:] {
			if more := r.total > last.total; !more && programs[r.program] {
				continue
			} else if !more {
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
	slices.SortFunc(u.remarks, func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.since, b.since), cmp.Compare(a.number, b.number), cmp.Compare(a.run, b.run),
			cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value), cmp.Compare(a.created, b.created))
	})
	return runs, extensions
}

// attempt returns the number at the end of the id of a run, as 2 of HASH-2, or 0 for the first run of its spec.
func attempt(r request) int {
	number, _ := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(r.run, r.hash), "-"))
	return number
}

// write stores the runs and their notes.
func (u *union) write(ctx context.Context, s *Store) error {
	runs, extensions := u.settle()
	notes, err := u.notes()
	if err != nil {
		return err
	}
	return s.change(ctx, func(tx *sql.Tx) (err error) {
		add := func(table, columns string, row ...any) {
			if err == nil {
				err = insert(ctx, tx, table, columns, row...)
			}
		}
		for _, r := range runs {
			add("runs", runColumns, r.run, r.kind, r.hash, r.spec, r.total, r.program, r.created)
		}
		for _, r := range extensions {
			add("extensions", extensionColumns, r.run, r.spec, r.total, r.program, r.created)
		}
		for _, n := range notes {
			add("notes", noteColumns, n.run, n.kind, n.value, n.created)
		}
		return err
	})
}

// notes returns the notes that change the effect of those before them. It fails for two runs of one name, and for two
// signatures of a player in one run.
func (u *union) notes() (kept []remark, err error) {
	runs := map[string]Run{}
	said := map[[3]string]remark{} // the latest, by run, kind and what it is about
	for _, n := range u.remarks {
		run := runs[n.run]
		before := run
		before.Tags, before.Others = slices.Clone(run.Tags), slices.Clone(run.Others)
		before.signatures = maps.Clone(run.signatures)
		known := run.note(n.kind, n.value)
		runs[n.run] = run
		key := [3]string{n.run, n.kind, n.value}
		switch n.kind {
		case noteSignature:
			signature, player, _ := strings.Cut(n.value, " ")
			key[2] = player
			if was := before.signatures[player]; was != "" && was != signature {
				return nil, fmt.Errorf("run %s: player %s has signature %s in %s and %s in %s: %w", n.run, player, was,
					said[key].file, signature, n.file, errSignature)
			}
		case noteName:
			key[2] = ""
		}
		if _, seen := said[key]; known && !before.saysSame(run) || !known && !seen {
			kept = append(kept, n)
		}
		said[key] = n
	}
	named := map[string]remark{}
	for _, id := range slices.Sorted(maps.Keys(runs)) {
		run, n := runs[id], said[[3]string{id, noteName, ""}]
		if run.Name == "" || run.deleted {
			continue // a deleted run comes back without its name if another has it
		}
		if other, taken := named[run.Name]; taken {
			return nil, fmt.Errorf("name %q: it is of run %s in %s and of run %s in %s; rename one with pillars runs "+
				"name", run.Name, other.run, other.file, n.run, n.file)
		}
		named[run.Name] = n
	}
	return kept, nil
}

// saysSame reports whether the notes of two runs have the same effect.
func (r Run) saysSame(other Run) bool {
	return r.Name == other.Name && slices.Equal(r.Tags, other.Tags) && r.deleted == other.deleted &&
		slices.Equal(r.Others, other.Others) &&
		maps.Equal(r.signatures, other.signatures)
}
