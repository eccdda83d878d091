//go:build !race

package positions_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/root"
	"pillars/engine/enginetest"
	"pillars/search/suite"
)

// allSuites makes TestSuites try every player and set of testdata/suites.txt, which takes minutes.
var allSuites = flag.Bool("suites", false, "compare all of testdata/suites.txt")

// quickSuites lists the lines of testdata/suites.txt that TestSuites always compares, by their first three fields.
var quickSuites = []string{
	"basic greedy pit", "hard greedy pylyx", "hard greedy:weights=hand pit-of-pillars", "basic alphabeta pilastri",
	"hard alphabeta pit", "hard mcts pit", "hard multiseat pit",
}

// TestSuites checks that players solve the same problems as when testdata/suites.txt was written.
func TestSuites(t *testing.T) {
	for _, line := range enginetest.DataLines(t, "testdata/suites.txt") {
		fields := strings.Fields(line)
		set, player, game := fields[0], fields[1], fields[2]
		if game == "all" || !*allSuites && !slices.Contains(quickSuites, set+" "+player+" "+game) {
			continue
		}
		var out, err bytes.Buffer
		args := []string{"suite", "--set", set, "--player", player, "--game", game, "--json"}
		if code := root.Run(args, strings.NewReader(""), &out, &err); code != cli.ExitDone {
			t.Fatalf("%s: %s", line, err.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var score suite.PlayerScore
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &score); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%s %s %s %d/%d %d %.4f",
			set, player, game, score.Solved, score.Problems, score.Nodes, score.Score)
		if got != line {
			t.Errorf("is\n%s\nwanted\n%s", got, line)
		}
	}
}
