// Package answer says what results show. An [Answer] begins with one sentence that answers the question that was asked,
// with its number and its interval. Then follow other facts, guarantees, and what more games would show. Terminal,
// pages, JSON and Python print the same answer; other packages compute its numbers.
package answer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine/parallel"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// An Answer answers one question.
type Answer struct {
	Question  string   // a word, such as "stronger" or "fair"
	Sentence  string   // the answer; a full sentence
	Also      []string // sentences about other important facts that the games show; they belong to the answer
	Estimates []Number // the numbers in the sentence and beside it
	Notes     []string // sentences below the answer: guarantees, what the games were, how many more games are needed
	Weaker    []string // players that are shown to be weaker than another, the strongest first
}

// A Number is an estimate with a name.
type Number struct {
	Name     string // identifier in JSON, such as "elo" or "first-seat"
	Estimate stats.Estimate
	N        int // number of independent observations
}

// Lines returns the sentence, then Also, then Notes; nothing if there is no sentence.
func (a Answer) Lines() []string {
	if a.Sentence == "" {
		return nil
	}
	return slices.Concat([]string{a.Sentence}, a.Also, a.Notes)
}

// WriteText writes each of [Answer.Lines] on a line of its own.
func (a Answer) WriteText(w io.Writer) error {
	if a.Sentence == "" {
		return nil
	}
	return table.Printf(w, "%s\n", strings.Join(a.Lines(), "\n"))
}

// WriteAbove writes the answer and an empty line, for an answer above other output. Without a sentence it writes
// nothing.
func (a Answer) WriteAbove(w io.Writer) error {
	if a.Sentence == "" {
		return nil
	}
	return cmp.Or(a.WriteText(w), table.Printf(w, "\n"))
}

// Facts returns the answer as one JSON object.
func (a Answer) Facts() table.Facts {
	numbers := table.Facts{}
	for _, n := range a.Estimates {
		value, low, high := n.Estimate.Numbers()
		numbers.Add(n.Name, table.Object("value", value, "low", low, "high", high, "n", n.N))
	}
	return table.Object("type", "answer", "question", a.Question, "answer", a.Sentence, "estimates", numbers, "notes",
		append([]string{}, slices.Concat(a.Also, a.Notes)...))
}

// Field returns the answer as the field "answer" of another object; nothing if there is no sentence.
func (a Answer) Field() table.Facts {
	if a.Sentence == "" {
		return nil
	}
	return table.Object("answer", a.Facts())
}

// OfShard returns the answer unchanged if the shard is the whole run. For a part of the run, it returns the answer that
// the shards have to be joined first.
func (a Answer) OfShard(shard parallel.Shard) Answer {
	if shard.Whole() {
		return a
	}
	return Answer{Question: a.Question, Sentence: fmt.Sprintf("Not decided: this is shard %v only; join the shards "+
		"with pillars merge first.", shard)}
}

// ShardDone returns the sentence that a shard is complete. games is the number of the shard's games in the database at
// path.
func ShardDone(shard parallel.Shard, games int, path string) string {
	return fmt.Sprintf("shard %v is complete: %s in %s; when the others are too, pillars merge joins them", shard,
		tournament.Counted(games, "game"), path)
}
