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
	"pillars/search/problems"
)

// everyLine makes TestSolved try every player and set of testdata/solved.txt, which takes minutes.
var everyLine = flag.Bool("every-line", false, "compare all of testdata/solved.txt")

// quickLines lists the lines of testdata/solved.txt that TestSolved always compares, by their first three fields.
var quickLines = []string{
	"basic greedy pit", "hard greedy pylyx", "hard greedy:weights=hand pit-of-pillars", "basic alphabeta pilastri",
	"hard alphabeta pit", "hard mcts pit", "hard multiseat pit",
}

// TestSolved checks that players solve the same problems as when testdata/solved.txt was written.
func TestSolved(t *testing.T) {
	for _, line := range enginetest.DataLines(t, "testdata/solved.txt") {
		fields := strings.Fields(line)
		set, player, game := fields[0], fields[1], fields[2]
		if !*everyLine && !slices.Contains(quickLines, set+" "+player+" "+game) {
			continue
		}
		var out, err bytes.Buffer
		args := []string{"problems", "--set", set, "--player", player, "--game", game, "--json"}
		if code := root.Run(args, strings.NewReader(""), &out, &err); code != cli.ExitDone {
			t.Fatalf("%s: %s", line, err.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var score problems.PlayerScore
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
