package root

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/rules"
	"pillars/docs"
	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/results/show/table"
)

// reference is the folder of the reference pages, seen from testdata.
const reference = "../../../../docs/reference/"

// TestReference checks the parts of the reference pages between the lines "<!-- made -->" and "<!-- end -->", which
// follow from the commands, the metrics, the JSON records and the games. With -update it writes them.
func TestReference(t *testing.T) {
	t.Setenv("PILLARS_DB", "")
	made := regexp.MustCompile(`(?s)(<!-- made -->\n).*(<!-- end -->)`)
	pages := map[string]string{"commands": commandsPage(New()), "metrics": metricsPage(), "json": recordsPage()}
	for _, game := range games.All() {
		pages[game.Name()] = optionsTable(game)
	}
	for name, block := range pages {
		page, err := os.ReadFile(filepath.Join("testdata", reference, name+".md"))
		require.NoError(t, err)
		block = strings.ReplaceAll("\n"+block+"\n", "$", "$$")
		enginetest.Golden(t, reference+name+".md", made.ReplaceAllString(string(page), "${1}"+block+"${2}"))
	}
}

// commandsPage has a section for each command below cmd: its text, its examples, its usage and its flags.
func commandsPage(cmd *cobra.Command) string {
	var page strings.Builder
	for _, child := range cmd.Commands() {
		if child.Hidden || child.Name() == "help" {
			continue
		}
		child.Flags().SortFlags = false
		fmt.Fprintf(&page, "## %s\n\n%s\n\n```text\n%s\n```\n\n", child.CommandPath(),
			strings.ReplaceAll(child.Long, "\n  ", "\n    "), unindented(child.Example))
		if workers := child.Flags().Lookup("workers"); workers != nil {
			workers.DefValue = "the number of processors"
		}
		if flags := child.LocalFlags().FlagUsages(); flags != "" {
			fmt.Fprintf(&page, "```text\n%s\n\n%s```\n\n", child.UseLine(), flags)
		}
		page.WriteString(commandsPage(child))
	}
	return page.String()
}

func unindented(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "\n  ", "\n") }

// metricsPage has a section for each group of metrics, with the definition of each.
func metricsPage() string {
	var page strings.Builder
	group := ""
	for _, row := range rows(docs.Metrics)[1:] {
		if row[0] != group {
			group = row[0]
			fmt.Fprintf(&page, "\n### %s\n\n| metric | definition | unit | n counts | interval | source |\n%s\n",
				table.Capital(group), strings.Repeat("|---", 6)+"|")
		}
		fmt.Fprintf(&page, "| %s `%s` | %s |\n", row[1], row[2], strings.Join(row[3:8], " | "))
	}
	return strings.TrimPrefix(page.String(), "\n")
}

// optionsTable has a row for each option of a game.
func optionsTable(game engine.Game) string {
	text := "| option | default | possible | meaning |\n|---|---|---|---|\n"
	for _, o := range game.Options() {
		possible := strings.ReplaceAll(rules.Possible(o), "|", ", ")
		text += fmt.Sprintf("| `%s` | %s | %s | %s |\n", o.Name, o.Default, possible, o.Help)
	}
	return text
}

// recordsPage is a table of the kinds of JSON records.
func recordsPage() string {
	var page strings.Builder
	for i, row := range rows(docs.Records) {
		fmt.Fprintf(&page, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			page.WriteString("|---|---|---|\n")
		}
	}
	return page.String()
}

// rows returns the rows of an embedded table in CSV, which tests have read.
func rows(text string) [][]string {
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		panic(err)
	}
	return all
}

// kind is a kind of JSON record, as far as commands have printed it.
type kind struct {
	name     string
	commands []string
	fields   fields
}

// TestRecords checks that json.csv lists the kinds and fields of the JSON records that the commands in
// testdata/records.txt print. With -update it writes the file.
func TestRecords(t *testing.T) {
	lines, err := os.ReadFile("testdata/records.txt")
	require.NoError(t, err)
	var kinds []*kind
	t.Run("print", func(t *testing.T) {
		t.Chdir(t.TempDir())
		population := []byte("alphabeta\nalphabeta:policy=false\nmcts\n")
		require.NoError(t, os.WriteFile("players.txt", population, 0o600))
		for line := range strings.Lines(string(lines)) {
			words := strings.Fields(line)
			code, stdout, stderr := pillars(append(words, "--json")...)
			if code != cli.ExitDone {
				t.Fatalf("%s: %s", line, stderr)
			}
			for record := range strings.Lines(stdout) {
				kinds = appendRecord(t, kinds, words[0], record)
			}
		}
	})
	var text strings.Builder
	w := csv.NewWriter(&text)
	require.NoError(t, w.Write([]string{"type", "printed by", "fields"}))
	for _, k := range kinds {
		require.NoError(t, w.Write([]string{k.name, strings.Join(k.commands, ", "), k.fields.String()}))
	}
	require.NoError(t, w.WriteAll([][]string{ // kinds that need a damaged database, or long runs
		{"difference", "verify", "run, game, turn, what, stored, new"}, {"wrong", "verify", "run, game, error"},
		{"weights, network, policy, calibration, examples", "tune", "no promises"}}))
	enginetest.Golden(t, reference+"json.csv", text.String())
}

// appendRecord adds the fields of a record to the kind with its type and its first field, or adds a kind.
func appendRecord(t *testing.T, kinds []*kind, command, record string) []*kind {
	var found fields
	require.NoError(t, json.Unmarshal([]byte(record), &found))
	var name string
	require.NoError(t, json.Unmarshal(found[0].value, &name))
	found = found[1:]
	at := slices.IndexFunc(kinds, func(k *kind) bool { return k.name == name && k.fields[0].name == found[0].name })
	if at < 0 {
		at, kinds = len(kinds), append(kinds, &kind{name: name})
	}
	k := kinds[at]
	k.fields.add(found)
	if !slices.Contains(k.commands, command) {
		k.commands = append(k.commands, command)
	}
	return kinds
}

// fields are the fields of a JSON object, in order.
type fields []*field

type field struct {
	name  string
	value json.RawMessage
	below fields // of the objects that are the value, or are elements of it
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *fields) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		return errors.New("no object")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	_, err := d.Token()
	for err == nil && d.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err == nil {
			err = d.Decode(&value)
		}
		if err == nil {
			*f = append(*f, &field{name: name.(string), value: value})
		}
	}
	return err
}

// whole lists fields whose content other pages define, or whose names are data.
var whole = []string{"spec", "estimates", "options"}

// add adds the fields that f lacks, and those below them.
func (f *fields) add(others fields) {
	for _, o := range others {
		at := slices.IndexFunc(*f, func(have *field) bool { return have.name == o.name })
		if at < 0 {
			at, *f = len(*f), append(*f, &field{name: o.name})
		}
		if slices.Contains(whole, o.name) {
			continue
		}
		var object fields
		var list []fields
		if o.value[0] == '{' && json.Unmarshal(o.value, &object) == nil {
			(*f)[at].below.add(object)
		} else if o.value[0] == '[' && json.Unmarshal(o.value, &list) == nil {
			for _, element := range list {
				(*f)[at].below.add(element)
			}
		}
	}
}

// String lists the names of fields, those below a field in parentheses unless they are the numbers of an estimate.
func (f fields) String() string {
	var names []string
	for _, x := range f {
		name, below := x.name, x.below.String()
		if below != "" && !strings.HasPrefix(below, "value, low, high") {
			name += " (" + below + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
