package stored

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/results/store"
)

// specField is a field of a stored spec, as text. A list has a line for each entry.
type specField struct {
	Name  string
	Lines []string
}

// shownEntries is how many entries of a list in a spec are printed: an opening book may have thousands.
const shownEntries = 100

// specFields reads the fields of a spec in their order, those of later programs too.
func specFields(spec string) ([]specField, error) {
	decoder := json.NewDecoder(strings.NewReader(spec))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	var fields []specField
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		fields = append(fields, specField{strings.ReplaceAll(fmt.Sprint(name), "_", " "), specLines(fmt.Sprint(name), value)})
	}
	return fields, nil
}

// specLines is a value as people read it: texts without quotation marks, lists entry by entry, objects as "name=value".
func specLines(name string, value json.RawMessage) []string {
	var text string
	var list []json.RawMessage
	var object map[string]json.RawMessage
	switch {
	case json.Unmarshal(value, &text) == nil:
		return []string{text}
	case json.Unmarshal(value, &list) == nil:
		var lines []string
		for _, entry := range list {
			lines = append(lines, strings.Join(specLines("", entry), " "))
		}
		if name == "options" {
			return []string{strings.Join(lines, " ")}
		}
		if more := len(lines) - shownEntries; more > 0 {
			lines = append(lines[:shownEntries], fmt.Sprintf("... and %d more", more))
		}
		return lines
	case json.Unmarshal(value, &object) == nil:
		fields, err := specFields(string(value))
		if err != nil {
			break
		}
		var parts []string
		for _, field := range fields {
			parts = append(parts, field.Name+"="+strings.Join(field.Lines, " "))
		}
		return []string{strings.Join(parts, ", ")}
	}
	var compact bytes.Buffer
	if json.Compact(&compact, value) != nil {
		return []string{string(value)}
	}
	return []string{compact.String()}
}

// printRun writes what a run is and all of its spec.
func printRun(w io.Writer, run store.Run) error {
	fields, err := specFields(run.Spec)
	if err != nil {
		return fmt.Errorf("run %s: its spec cannot be read: %w", run.ID, err)
	}
	games := fmt.Sprintf("%s stored", cli.Counted(run.Games, "game"))
	if run.Total > 0 {
		games = fmt.Sprintf("%d of %s stored", run.Games, cli.Counted(run.Total, "game"))
	}
	fmt.Fprintf(w, "run %s: %s, %s\n\n", run.ID, run.Kind, games)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "begun\t%s\nprogram\t%s\n", run.Created.UTC().Format(time.DateTime+" UTC"), run.Program)
	for _, field := range fields {
		for i, line := range field.Lines {
			name := field.Name
			if len(field.Lines) > 1 {
				line = fmt.Sprintf("%d  %s", i+1, line)
			}
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(table, "%s\t%s\n", name, line)
		}
	}
	return table.Flush()
}
