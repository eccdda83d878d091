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
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/tournament"
)

// A request is a row of the table runs or of the table extensions: at some time, somebody asked for a number of games.
type request struct {
	run, kind, hash, spec string
	total                 int
	program, created      string
	file                  string // the file from which the row was read
}

// A noteRow is a row of the table notes.
type noteRow struct {
	run, kind, value, created string
	since                     string // latest time among the notes up to this one; sorting by it keeps a file's order
	number                    int    // the place of the note in its file
	file                      string // the file from which the row was read
}

// union collects the runs and notes of the files to merge.
type union struct {
	requests map[string][]request // the requests for each run, by id
	noteRows []noteRow
}

// read adds the runs and notes of a file. It returns an error if an earlier file has a different spec of a run.
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
		if known := u.requests[r.run]; len(known) > 0 {
			if difference := specDifference(known[0], r); difference != "" {
				return fmt.Errorf("run %s is not the same in %s and %s: %s", r.run, known[0].file, r.file, difference)
			}
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

// specDifference returns in words how the specs of two requests for one run differ. It ignores their numbers of rounds.
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

// settle sorts requests and notes in an order that depends only on their times and contents, not on their files. runs
// has the first request for each run. extensions has the later requests that asked for more games or came from another
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
			if !asksMore { // a request of another program, which must not make the run smaller
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

// A subject is what a note is about. A note replaces earlier notes about the same subject. detail is the player of a
// signature, empty for a name, and the value of a note of another kind.
type subject struct{ run, kind, detail string }

// notes returns the collected notes, except notes that change nothing because another file has them too. It returns an
// error for two runs with one name, and for two signatures of a player in one run.
func (u *union) notes() (kept []noteRow, err error) {
	runs := map[string]Run{} // by id: the state of the run after the notes so far
	latest := map[subject]noteRow{}
	for _, n := range u.noteRows {
		run := runs[n.run]
		before, signatures := fmt.Sprintf("%#v", run), maps.Clone(run.signatures) // the state before this note
		known := run.apply(n.kind, n.value)
		runs[n.run] = run
		about := subject{n.run, n.kind, n.value}
		switch n.kind {
		case noteSignature:
			signature, player, _ := strings.Cut(n.value, " ")
			about.detail = player
			if other := signatures[player]; other != "" && other != signature {
				return nil, fmt.Errorf("run %s: player %s has signature %s in %s and %s in %s: %w", n.run, player,
					other, latest[about].file, signature, n.file, errSignature)
			}
		case noteName:
			about.detail = ""
		}
		_, repeated := latest[about]
		changes := !repeated // a note of a kind that this program does not know is kept once
		if known {
			changes = before != fmt.Sprintf("%#v", run)
		}
		if changes {
			kept = append(kept, n)
		}
		latest[about] = n
	}
	return kept, checkNames(runs, latest)
}

// checkNames returns an error if two runs that are not deleted have the same name. runs has the runs by id, and latest
// has the notes that gave the names.
func checkNames(runs map[string]Run, latest map[subject]noteRow) error {
	named := map[string]noteRow{}
	for _, id := range slices.Sorted(maps.Keys(runs)) {
		run, n := runs[id], latest[subject{id, noteName, ""}]
		if run.Name == "" || run.deleted { // if another run has the name, Restore removes it
			continue
		}
		if other, taken := named[run.Name]; taken {
			return fmt.Errorf("name %q: it is of run %s in %s and of run %s in %s; rename one with pillars runs "+
				"name", run.Name, other.run, other.file, n.run, n.file)
		}
		named[run.Name] = n
	}
	return nil
}

// compare returns an error if gathered games with one identity differ in anything but times and programs.
func (m *merging) compare(ctx context.Context, made *Store) error {
	rows, err := made.write.QueryContext(ctx, "SELECT rowid, "+gameColumns+`, file FROM gathered.games
		WHERE (run, identity) IN (SELECT run, identity FROM gathered.games GROUP BY run, identity HAVING count(*) > 1)
		ORDER BY run, identity, rowid`)
	if err != nil {
		return explain(m.path, err)
	}
	defer rows.Close()
	var first tournament.Stored
	var firstFile string
	for rows.Next() {
		var file string
		_, next, err := scanGame(rows, true /* moves */, &file)
		if next.Name() != first.Name() {
			first, firstFile = next, file
		}
		if err == nil {
			err = differ(first.Game, next.Game)
		}
		if err != nil {
			return fmt.Errorf("game %s in %s and in %s: %w", first.Name(), firstFile, file, err)
		}
	}
	return explain(m.path, rows.Err())
}

// differ returns an error that describes the first difference between two games with the same identity, or nil.
func differ(x, y tournament.Game) error {
	a, b := x.Record, y.Record
	switch {
	case a.Start != b.Start || !slices.Equal(x.Players, y.Players):
		return fmt.Errorf("they differ in their players or where they start: %q from %q, and %q from %q", x.Players,
			a.Start, y.Players, b.Start)
	case !slices.Equal(a.Turns, b.Turns):
		equal := 0 // number of equal turns at the beginning
		for equal < min(len(a.Turns), len(b.Turns)) && a.Turns[equal] == b.Turns[equal] {
			equal++
		}
		return fmt.Errorf("their moves differ from turn %d on; one program plays the same under limits by nodes or "+
			"depth: merge only shards of one program, and of timed games no game twice", equal+1)
	}
	return cmp.Or(
		unequal("scores", x.Outcome.Scores[:x.Outcome.Seats], y.Outcome.Scores[:y.Outcome.Seats]),
		unequal("reason", x.Outcome.Reason, y.Outcome.Reason), unequal("fault", x.Fault.Kind, y.Fault.Kind),
		unequal("fault seat", seatNumber(x.Fault), seatNumber(y.Fault)),
		unequal("adjudicated", x.Adjudicated, y.Adjudicated), unequal("turns", x.Turns, y.Turns),
		unequal("opening", x.Opening, y.Opening), unequal("pairing", x.Pairing, y.Pairing),
		unequal("pair", x.Pair, y.Pair), unequal("game", a.Game, b.Game),
		unequal("options", a.Settings, b.Settings), unequal("length of the opening", a.Opening, b.Opening),
		unequal("outcome", a.Outcome, b.Outcome), unequal("last position", a.Final, b.Final),
		unequal("tags", lasting(a.Tags), lasting(b.Tags)), thoughtsDiffer(x.Thoughts, y.Thoughts))
}

// unequal returns an error if x and y differ, which are the values of a property in two games with the same moves. what
// names the property.
func unequal(what string, x, y any) error {
	if reflect.DeepEqual(x, y) {
		return nil
	}
	shown := func(value any) string { return cmp.Or(fmt.Sprint(value), "nothing") }
	return fmt.Errorf("their moves are the same, but they differ in the %s: %s and %s; leave the wrong file out", what,
		shown(x), shown(y))
}

// lasting returns the tags that do not depend on when and by which program a game was played.
func lasting(tags []engine.Tag) []engine.Tag {
	return slices.DeleteFunc(slices.Clone(tags), func(tag engine.Tag) bool {
		return slices.Contains([]string{"Program", "Worker", "Event", "Date"}, tag.Name)
	})
}

func thoughtsDiffer(x, y []tournament.Thought) error {
	for i := range max(len(x), len(y)) {
		if i >= min(len(x), len(y)) || x[i].Timeless() != y[i].Timeless() {
			return fmt.Errorf("their moves are the same, but what the players thought differs from turn %d after the "+
				"opening on: of timed games merge no game twice", i+1)
		}
	}
	return nil
}
