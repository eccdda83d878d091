//go:build !race

// Reading all games takes long under the race detector, and everything runs in one goroutine.

package main

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"pillars/engine"
	"pillars/tournament"
)

// once gathers the data for all tests, from the root of the repository.
var once = sync.OnceValues(gather)

// inputs returns the data, the document and the stored sheet.
func inputs(t *testing.T) (f findings, text, stored string) {
	t.Helper()
	t.Chdir("../..")
	f, err := once()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, path := range []string{document, sheetPath} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(content)
	}
	return f, texts[document], texts[sheetPath]
}

// TestFindings checks that the main table and the marked figures agree with the data.
func TestFindings(t *testing.T) {
	f, text, stored := inputs(t)
	if faults, err := f.check(text, stored); err != nil || len(faults) > 0 {
		t.Errorf("%v, %s", err, strings.Join(faults, "\n"))
	}
}

// TestChangedFigure changes a figure, a table, a word, the stored sheet and the data. Each change must be found.
func TestChangedFigure(t *testing.T) {
	f, text, stored := inputs(t)
	const figure = "scores 78 %<!-- first-seat pit-of-pillars-6-alphabeta|32768|openings: opener % -->"
	change := func(old, new string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("the document lacks %q", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for _, test := range []struct{ text, stored, want string }{
		{change(figure, strings.Replace(figure, "78", "79", 1)), stored, "opener % -->\": the data have 78"},
		{change("pit-of-pillars-6-alphabeta|32768|openings: opener % -->", "none|1: opener % -->"), stored, "0 rows"},
		{change("openings: opener % shown = better", "openings: opener % shown = no"), stored, "the data have better"},
		{change("| 78.3 (", "| 79.3 ("), stored, "| 78.3 ("},
		{text, strings.Replace(stored, ",78.29,", ",78.30,", 1), ",78.29,"},
	} {
		faults, err := f.check(test.text, test.stored)
		if err != nil || !slices.ContainsFunc(faults, func(s string) bool { return strings.Contains(s, test.want) }) {
			t.Errorf("faults %q, %v; want one with %q", faults, err, test.want)
		}
	}
	last := f.sheets[firstSeatSheet][len(f.sheets[firstSeatSheet])-1]
	right := last[9]
	last[9] = "0.00"
	defer func() { last[9] = right }()
	if faults, err := f.check(text, stored); err != nil || len(faults) == 0 {
		t.Errorf("changed data pass: %v", err)
	}
}

// TestReplay replays some stored games by the rules.
func TestReplay(t *testing.T) {
	t.Chdir("../..")
	const every = 50
	games := 0
	for _, table := range planned {
		if _, err := os.Stat(pathOf(table.name)); err != nil {
			continue
		}
		_, err := read(table.name, func(rules engine.Rules, game tournament.Game) error {
			games++
			if games%every != 0 {
				return nil
			}
			h, err := game.Record.Replay(rules.Game())
			if err == nil && !game.Faulted() && !h.Outcome().Over() {
				t.Errorf("%s: game %s does not end", table.name, game.Identity)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if games < 14_000 {
		t.Errorf("%d games", games)
	}
}

// TestLine writes a game as a line and reads it back.
func TestLine(t *testing.T) {
	const text = "1v1/3/2\t1 0.5\t4\tno stack left\tpanic\tx4/x4 w\ta1 b2^b3c4"
	game, err := parseGame(text, tournament.Spec{})
	if err != nil || gameLine(game) != text || game.Pair != "1v1/3" || game.Turns != 2 || !game.Faulted() {
		t.Errorf("%q, %+v, %v", gameLine(game), game, err)
	}
	for _, wrong := range []string{"", text + "\t", strings.Replace(text, "0.5", "half", 1),
		strings.Replace(text, "4", "x", 1), strings.Replace(text, "1 0.5", "1 1 1 1 1 1 1 1 1 1 1", 1)} {
		if game, err := parseGame(wrong, tournament.Spec{}); err == nil {
			t.Errorf("%q is read as %+v", wrong, game)
		}
	}
}
