//go:build !race

package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pillars/cmd/pillars/root"
	"pillars/engine/enginetest"
)

// TestWidths checks the output of commands at every width of a terminal: no line is wider, except command lines to
// copy, and no text is lost.
func TestWidths(t *testing.T) {
	t.Chdir(t.TempDir())
	const db, stored = " --quiet --db games.db", " --db games.db"
	const sized = " --option size=4 --option cap=16 --seed 1"
	league := "tournament alphabeta:nodes=50,weights=hand alphabeta:nodes=80,weights=hand greedy random " +
		"--opening-turns 0 --rounds 3" + sized + db
	run := strings.Fields(printed(t, league+" --json"))[0]
	run = regexp.MustCompile(`"id":"([0-9a-f]+)"`).FindStringSubmatch(run)[1]
	for _, line := range []string{
		league,
		"tournament greedy alphabeta:nodes=50,weights=hand --dry-run" + sized,
		"sprt greedy random --elo0 -50 --elo1 50" + sized + db,
		"advantage --games 20 --nodes 20 --rungs 2 --player alphabeta --sweep size=3..4" + db,
		"advantage --games 20 --nodes 20 --game pylyx --option size=6 --player greedy --player random" + db,
		"advantage --dry-run",
		"measure " + run + " --judge= --promises 0 --random-games 0" + db,
		"measure --define",
		"ratings " + run + stored,
		"ratings " + run + " --crosstable --matrix" + stored,
		"ratings " + run + " --head-to-head" + stored,
		"runs" + stored,
		"runs show " + run + stored,
		"games list " + run + stored,
		"games show " + run + "/1v2/1/1" + stored,
		"verify " + run + stored,
		"suite --player greedy --nodes 20",
		"solve --game pilastri --option files=2 --option ranks=3",
		"solve --game pilastri --option files=2 --option ranks=2 --method retrograde",
		"bench --nodes 20 --player greedy --player alphabeta",
		"players",
		"rules",
		"random --games 10",
		"stats games 136 96 111",
		"stats plan --elo0 0 --elo1 5",
		"analyze --player alphabeta:nodes=2000 --option size=4",
		"version",
		"help tournament --all",
	} {
		t.Run(line, func(t *testing.T) { checkWidths(t, line) })
	}
}

// printed returns the output of a command. It runs the command within the test, since starting a program takes longer
// than most commands do.
func printed(t *testing.T, line string) string {
	t.Helper()
	var out, messages strings.Builder
	if code := root.Run(strings.Fields(line), strings.NewReader(""), &out, &messages); code != 0 {
		t.Fatalf("pillars %s: exit code %d, %s", line, code, &messages)
	}
	return out.String()
}

func checkWidths(t *testing.T, line string) {
	t.Helper()
	timed := regexp.MustCompile(`[0-9]`) // numbers of what takes time differ from run to run
	wide := printed(t, line)
	for _, columns := range []int{80, 40, 60, 120}[:enginetest.Count(2, 4)] {
		t.Setenv("PILLARS_COLUMNS", strconv.Itoa(columns))
		text, lost := printed(t, line), ""
		for row := range strings.Lines(text) {
			if width := utf8.RuneCountInString(row) - 1; width > columns && !strings.HasPrefix(row, "  pillars ") {
				t.Fatalf("pillars %s: at %d columns a line has %d: %s\n%s", line, columns, width, row, text)
			}
		}
		squeezed := strings.Join(strings.Fields(text), "")
		for _, word := range strings.Fields(wide) {
			switch kind, _, _ := strings.Cut(line, " "); {
			case timed.MatchString(word) && (kind == "bench" || kind == "analyze"):
			case !strings.Contains(squeezed, word):
				lost += " " + word
			}
		}
		if lost != "" {
			t.Fatalf("pillars %s: at %d columns these are lost:%s\n%s", line, columns, lost, text)
		}
	}
	t.Setenv("PILLARS_COLUMNS", "")
}
