package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"slices"

	"pillars/engine"
	"pillars/tournament"
)

// copied is one of several files' copies of a game.
type copied struct {
	tournament.Stored
	file string
}

// compare returns an error if gathered games of one identity differ in more than times and programs.
func (m *merging) compare(ctx context.Context, made *Store) error {
	rows, err := made.write.QueryContext(ctx, "SELECT rowid, "+gameColumns+`, file FROM gathered.games
		WHERE (run, identity) IN (SELECT run, identity FROM gathered.games GROUP BY run, identity HAVING count(*) > 1)
		ORDER BY run, identity, rowid`)
	if err != nil {
		return explain(m.path, err)
	}
	defer rows.Close()
	var first copied
	for rows.Next() {
		next, err := scanCopied(rows)
		if next.Name() != first.Name() {
			first = next
		}
		if err == nil {
			err = differ(first.Game, next.Game)
		}
		if err != nil {
			return fmt.Errorf("game %s in %s and in %s: %w", first.Name(), first.file, next.file, err)
		}
	}
	return explain(m.path, rows.Err())
}

func scanCopied(rows *sql.Rows) (c copied, err error) {
	var number int64
	c.Stored, err = scanGame(rows, true, &number, &c.file)
	return c, err
}

// differ returns an error that says in what two games of one identity differ, or nil.
func differ(x, y tournament.Game) error {
	a, b := x.Record, y.Record
	switch at := 0; {
	case a.Start != b.Start || !slices.Equal(x.Players, y.Players):
		return fmt.Errorf("they differ in their players or where they start: %q from %q, and %q from %q", x.Players,
			a.Start, y.Players, b.Start)
	case !slices.Equal(a.Turns, b.Turns):
		for at < min(len(a.Turns), len(b.Turns)) && a.Turns[at] == b.Turns[at] {
			at++
		}
		return fmt.Errorf("their moves differ from turn %d on; one program plays the same under limits by nodes or "+
			"depth: merge only shards of one program, and of timed games no game twice", at+1)
	}
	return cmp.Or(
		otherwise("scores", x.Outcome.Scores[:x.Outcome.Seats], y.Outcome.Scores[:y.Outcome.Seats]),
		otherwise("reason", x.Outcome.Reason, y.Outcome.Reason), otherwise("fault", x.Fault.Kind, y.Fault.Kind),
		otherwise("fault seat", seatNumber(x.Fault), seatNumber(y.Fault)),
		otherwise("adjudicated", x.Adjudicated, y.Adjudicated), otherwise("turns", x.Turns, y.Turns),
		otherwise("opening", x.Opening, y.Opening), otherwise("pairing", x.Pairing, y.Pairing),
		otherwise("pair", x.Pair, y.Pair), otherwise("game", a.Game, b.Game),
		otherwise("options", a.Settings, b.Settings), otherwise("length of the opening", a.Opening, b.Opening),
		otherwise("outcome", a.Outcome, b.Outcome), otherwise("last position", a.Final, b.Final),
		otherwise("tags", lasting(a.Tags), lasting(b.Tags)), thoughtsDiffer(x.Thoughts, y.Thoughts))
}

// otherwise returns an error unless x and y, of two games with the same moves, are equal.
func otherwise(what string, x, y any) error {
	if reflect.DeepEqual(x, y) {
		return nil
	}
	shown := func(value any) string { return cmp.Or(fmt.Sprint(value), "nothing") }
	return fmt.Errorf("their moves are the same, but they differ in the %s: %s and %s; leave the wrong file out", what,
		shown(x), shown(y))
}

// lasting returns the tags of a game that do not depend on where and when it was played.
func lasting(tags []engine.Tag) []engine.Tag {
	return slices.DeleteFunc(slices.Clone(tags), func(tag engine.Tag) bool {
		return slices.Contains([]string{"Program", "Worker", "Event", "Date"}, tag.Name)
	})
}

// thoughtsDiffer returns an error that names the first turn whose thoughts differ in more than times, or nil.
func thoughtsDiffer(x, y []tournament.Thought) error {
	for at := range max(len(x), len(y)) {
		if at >= min(len(x), len(y)) || x[at].Timeless() != y[at].Timeless() {
			return fmt.Errorf("their moves are the same, but what the players thought differs from turn %d after the "+
				"opening on: of timed games merge no game twice", at+1)
		}
	}
	return nil
}
