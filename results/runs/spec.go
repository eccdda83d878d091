package runs

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"pillars/results/store"
	"pillars/results/table"
)

// SpecGrid is what a run was asked for: all fields of its spec in their order, those of later programs too.
func SpecGrid(run store.Run) (*table.Grid, error) {
	if _, err := FactsOf(run); err != nil {
		return nil, err
	}
	grid := table.New()
	grid.Add("begun", run.Created.UTC().Format(time.DateTime+" UTC"))
	grid.Add("program", run.Program)
	spec := json.NewDecoder(strings.NewReader(run.Spec)) // which is sound: it has been read
	spec.UseNumber()
	_, _ = spec.Token()
	for spec.More() {
		token, _ := spec.Token()
		name, lines := strings.ReplaceAll(fmt.Sprint(token), "_", " "), valueLines(spec)
		if name == "options" {
			lines = []string{strings.Join(lines, " ")}
		}
		for i, line := range lines {
			if len(lines) > 1 {
				line = fmt.Sprintf("%d  %s", i+1, line)
			}
			grid.Add(name, line)
			name = ""
		}
	}
	return grid, nil
}

// valueLines is the next value as people read it: texts without quotation marks, lists entry by entry, objects as
// "name=value".
func valueLines(spec *json.Decoder) (lines []string) {
	const shown = 100 // entries of a list: an opening book may have thousands
	switch token, _ := spec.Token(); token {
	case nil:
		return []string{""}
	case json.Delim('['):
		for spec.More() {
			lines = append(lines, strings.Join(valueLines(spec), " "))
		}
		_, _ = spec.Token()
		if more := len(lines) - shown; more > 0 {
			lines = append(lines[:shown], fmt.Sprintf("... and %d more", more))
		}
		return lines
	case json.Delim('{'):
		for spec.More() {
			name, _ := spec.Token()
			value := strings.Join(valueLines(spec), " ")
			lines = append(lines, strings.ReplaceAll(fmt.Sprint(name), "_", " ")+"="+value)
		}
		_, _ = spec.Token()
		return []string{strings.Join(lines, ", ")}
	default:
		return []string{fmt.Sprint(token)}
	}
}
