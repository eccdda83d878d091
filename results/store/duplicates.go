package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"pillars/engine"
)

// comparedColumns are those of a result that must be the same in all files that have the game.
const comparedColumns = "scores, reason, fault, fault_seat, adjudicated, turns, opening, pairing, pair"

// copied is a game that several files have, in one of them.
type copied struct {
	file, players, record, thoughts string
	compared                        [9]string // the comparedColumns
}

// compare refuses gathered games of one identity that are not the same but for their times and programs.
func (m *merging) compare(ctx context.Context, made *Store) error {
	const all = "file, players, record, thoughts, " + comparedColumns
	of := func(copy string) string { return copy + "." + strings.ReplaceAll(all, ", ", ", "+copy+".") }
	rows, err := made.write.QueryContext(ctx, `SELECT run || '/' || identity, `+of("first")+", "+of("second")+`
		FROM gathered.games first JOIN gathered.games second USING (run, identity) WHERE first.rowid < second.rowid`)
	if err != nil {
		return explain(m.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var game string
		var first, second copied
		into := []any{&game}
		for _, c := range []*copied{&first, &second} {
			into = append(into, &c.file, &c.players, &c.record, &c.thoughts)
			for i := range c.compared {
				into = append(into, &c.compared[i])
			}
		}
		if err := errors.Join(rows.Scan(into...), differ(first, second)); err != nil {
			return fmt.Errorf("game %s in %s and in %s: %w", game, first.file, second.file, err)
		}
	}
	return explain(m.path, rows.Err())
}

// differ returns an error that says in what two games of one identity differ, or nil.
func differ(first, second copied) error {
	x, err1 := decodeRecord(first.record)
	y, err2 := decodeRecord(second.record)
	switch at := 0; {
	case errors.Join(err1, err2) != nil:
		return errors.Join(err1, err2)
	case x.Start != y.Start || first.players != second.players:
		return fmt.Errorf("they differ in their players or where they start: %s from %q, and %s from %q", first.players,
			x.Start, second.players, y.Start)
	case !slices.Equal(x.Turns, y.Turns):
		for at < min(len(x.Turns), len(y.Turns)) && x.Turns[at] == y.Turns[at] {
			at++
		}
		return fmt.Errorf("their moves differ from turn %d on; one program plays the same under limits by nodes or "+
			"depth: merge only shards of one program, and of timed games no game twice", at+1)
	}
	for i, column := range strings.Split(comparedColumns, ", ") {
		if err := otherwise(column, first.compared[i], second.compared[i]); err != nil {
			return err
		}
	}
	return cmp.Or(
		otherwise("game", x.Game, y.Game), otherwise("options", x.Settings, y.Settings),
		otherwise("length of the opening", x.Opening, y.Opening), otherwise("outcome", x.Outcome, y.Outcome),
		otherwise("last position", x.Final, y.Final), otherwise("tags", lasting(x.Tags), lasting(y.Tags)),
		thoughtsDiffer(first, second))
}

// otherwise returns an error unless x and y, of two games with the same moves, are equal.
func otherwise(what string, x, y any) error {
	if reflect.DeepEqual(x, y) {
		return nil
	}
	shown := func(value any) string { return cmp.Or(fmt.Sprint(value), "nothing") }
	return fmt.Errorf("their moves are the same, but they differ in the %s: %s and %s; leave the wrong file out",
		strings.ReplaceAll(what, "_", " "), shown(x), shown(y))
}

// lasting are the tags of a game that do not say where and when it was played.
func lasting(tags []engine.Tag) []engine.Tag {
	return slices.DeleteFunc(tags, func(tag engine.Tag) bool {
		return slices.Contains([]string{"Program", "Worker", "Event", "Date"}, tag.Name)
	})
}

// thoughtsDiffer returns an error that names the first turn whose thoughts differ but for their times, or nil.
func thoughtsDiffer(first, second copied) error {
	x, err1 := decodeThoughts(first.thoughts)
	y, err2 := decodeThoughts(second.thoughts)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	at := 0
	for ; at < max(len(x), len(y)); at++ {
		if at >= min(len(x), len(y)) || x[at].Timeless() != y[at].Timeless() {
			return fmt.Errorf("their moves are the same, but what the players thought differs from turn %d after the "+
				"opening on: of timed games merge no game twice", at+1)
		}
	}
	return nil
}
