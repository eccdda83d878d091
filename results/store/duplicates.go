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
	rows, err := made.write.QueryContext(ctx, `SELECT run || '/' || identity, `+of("a")+", "+of("b")+`
		FROM gathered.games a JOIN gathered.games b USING (run, identity) WHERE a.rowid < b.rowid`)
	if err != nil {
		return explain(m.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var game string
		var a, b copied
		into := []any{&game}
		for _, c := range []*copied{&a, &b} {
			into = append(into, &c.file, &c.players, &c.record, &c.thoughts)
			for i := range c.compared {
				into = append(into, &c.compared[i])
			}
		}
		if err := errors.Join(rows.Scan(into...), b.differs(a)); err != nil {
			return fmt.Errorf("game %s in %s and in %s: %w", game, a.file, b.file, err)
		}
	}
	return explain(m.path, rows.Err())
}

// differs says in what two games of one identity differ.
func (c copied) differs(other copied) error {
	a, err1 := decodeRecord(c.record)
	b, err2 := decodeRecord(other.record)
	switch at := 0; {
	case errors.Join(err1, err2) != nil:
		return errors.Join(err1, err2)
	case a.Start != b.Start || c.players != other.players:
		return fmt.Errorf("they differ in their players or where they start: %s from %q, and %s from %q", other.players,
			b.Start, c.players, a.Start)
	case !slices.Equal(a.Turns, b.Turns):
		for at < min(len(a.Turns), len(b.Turns)) && a.Turns[at] == b.Turns[at] {
			at++
		}
		return fmt.Errorf("their moves differ from turn %d on; one program plays the same under limits by nodes or "+
			"depth: merge only shards of one program, and of timed games no game twice", at+1)
	}
	for i, column := range strings.Split(comparedColumns, ", ") {
		if err := otherwise(column, other.compared[i], c.compared[i]); err != nil {
			return err
		}
	}
	return cmp.Or(
		otherwise("game", b.Game, a.Game), otherwise("options", b.Settings, a.Settings),
		otherwise("length of the opening", b.Opening, a.Opening), otherwise("outcome", b.Outcome, a.Outcome),
		otherwise("last position", b.Final, a.Final), otherwise("tags", lasting(b.Tags), lasting(a.Tags)),
		c.thoughtsDiffer(other))
}

// otherwise is the error of two games of the same moves that differ in something else.
func otherwise(what string, x, y any) error {
	if reflect.DeepEqual(x, y) {
		return nil
	}
	return fmt.Errorf("their moves are the same, but they differ in the %s: %v and %v; leave the wrong file out",
		strings.ReplaceAll(what, "_", " "), x, y)
}

// lasting are the tags of a game that do not say where and when it was played.
func lasting(tags []engine.Tag) []engine.Tag {
	return slices.DeleteFunc(tags, func(tag engine.Tag) bool {
		return slices.Contains([]string{"Program", "Worker", "Event", "Date"}, tag.Name)
	})
}

// thoughtsDiffer says from which turn on players thought otherwise in two games of one identity, times aside.
func (c copied) thoughtsDiffer(other copied) error {
	a, err1 := decodeThoughts(c.thoughts)
	b, err2 := decodeThoughts(other.thoughts)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	at := 0
	for ; at < max(len(a), len(b)); at++ {
		if at >= min(len(a), len(b)) || a[at].Timeless() != b[at].Timeless() {
			return fmt.Errorf("their moves are the same, but what the players thought differs from turn %d after the "+
				"opening on: of timed games merge no game twice", at+1)
		}
	}
	return nil
}
