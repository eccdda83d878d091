package catalog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/table"
	"pillars/tournament"
)

// A Filter selects the runs that [List] lists.
type Filter struct {
	Tag     string // selects runs with this tag; empty for all
	Deleted bool   // selects the deleted runs instead of the others
}

// List returns the runs that a filter selects, the oldest first, as a table for people and as records for JSON.
func List(ctx context.Context, db *store.Store, f Filter) (grid *table.Grid, records []any, err error) {
	read := db.Runs
	if f.Deleted {
		read = db.Deleted
	}
	all, err := read(ctx)
	if err != nil {
		return nil, nil, err
	}
	grid = table.New("run", "kind", "begun", "games", "game", "players", "faults", "tags")
	for _, run := range all {
		if f.Tag != "" && !slices.Contains(run.Tags, f.Tag) {
			continue
		}
		outline, err := OutlineOf(run)
		if err != nil {
			return nil, nil, err
		}
		faults, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
		if err != nil {
			return nil, nil, err
		}
		records = append(records, append(RunFacts(run), table.Object("game", outline.Game, "players", outline.Players,
			"faults", faults)...))
		grid.Add(run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"), GamesDone(run), outline.Game,
			len(outline.Players), faults, strings.Join(run.Tags, ", "))
	}
	return grid, records, nil
}

// GameLine returns a game as a line of a list: its name, players, scores, length and the reason of its end. width is
// the width of a player's text.
func GameLine(game tournament.Stored, width int) string {
	line := game.Name()
	for _, player := range game.Players {
		line += fmt.Sprintf("  %-*s", width, player)
	}
	var scores []string
	for _, score := range game.Outcome.Scores[:game.Outcome.Seats] {
		scores = append(scores, scoreText(score))
	}
	return fmt.Sprintf("%s  %-*s  %9s  %s", line, max(len("1/2-1/2"), 3*len(scores)), strings.Join(scores, "-"),
		tournament.Counted(game.Turns, "turn"), game.Outcome.Reason)
}

func scoreText(score float64) string {
	switch score {
	case 0, 1:
		return strconv.Itoa(int(score))
	case 0.5:
		return "1/2"
	}
	return strconv.FormatFloat(score, 'f', 2, 64)
}

// Widest returns the greatest number of characters in a text.
func Widest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// WriteRun writes what is stored about a run: its progress, its programs, and all fields of its spec, including fields
// that this program does not know.
func WriteRun(w io.Writer, run store.Run, a answer.Answer) error {
	if err := a.WriteAbove(w); err != nil {
		return err
	}
	grid := table.New("", "~")
	grid.Add("games", GamesDone(run))
	grid.Add("begun", run.Created.UTC().Format(time.DateTime+" UTC"))
	grid.Add("program", strings.Join(run.Programs(), "; then "))
	spec := json.NewDecoder(strings.NewReader(run.Spec))
	if _, err := spec.Token(); err != nil { // the opening brace
		return fmt.Errorf("run %s: its spec cannot be read: %w", run.ID, err)
	}
	for spec.More() {
		var value json.RawMessage
		name, _ := spec.Token()
		if err := spec.Decode(&value); err != nil {
			return fmt.Errorf("run %s: its spec cannot be read: %w", run.ID, err)
		}
		for i, line := range valueLines(value) {
			if i > 0 {
				name = "" // only the first line of a value has the name
			}
			grid.Add(strings.ReplaceAll(fmt.Sprint(name), "_", " "), line)
		}
	}
	if err := table.Printf(w, "run %v: %s\n\n", run, run.Kind); err != nil {
		return err
	}
	return grid.WriteText(w)
}

// valueLines returns a JSON value as lines for people: a text without quotation marks, a list with a line for each
// entry, anything else as JSON.
func valueLines(value json.RawMessage) (lines []string) {
	const shown = 100 // greatest number of entries shown; the list may be an opening book with thousands
	var list []json.RawMessage
	var text string
	switch {
	case json.Unmarshal(value, &list) == nil:
		for _, entry := range list[:min(shown, len(list))] {
			lines = append(lines, strings.Join(valueLines(entry), " "))
		}
		if more := len(list) - shown; more > 0 {
			lines = append(lines, fmt.Sprintf("... and %d more", more))
		}
		return lines
	case json.Unmarshal(value, &text) == nil:
		return []string{text}
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, value) // it is valid JSON
	return []string{compact.String()}
}
