package play

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli/clitest"
	"pillars/search"
)

// TestSignatures wants every player to decide as it did when testdata/signatures.txt was written.
func TestSignatures(t *testing.T) {
	bench, err := benchPositions()
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string][]benchPosition{"bench": bench}
	for _, line := range clitest.DataLines(t, "testdata/signature_positions.txt") {
		set, text, _ := strings.Cut(line, " ")
		position, err := readBenchPosition(text)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		sets[set] = append(sets[set], position)
	}
	for _, line := range clitest.DataLines(t, "testdata/signatures.txt") {
		fields := strings.Fields(line)
		if len(fields) != 5 || len(sets[fields[0]]) == 0 {
			t.Fatalf("%q: wanted set, nodes a decision, fingerprint, nodes, player", line)
		}
		limit, err := strconv.ParseUint(fields[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := benchPlayer(t.Context(), fields[4], sets[fields[0]], search.Limits{Nodes: limit})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%-11s %5d %s %6d %s", fields[0], limit, answer.Fingerprint, answer.Nodes, fields[4])
		if strings.Join(strings.Fields(got), " ") != strings.Join(fields, " ") {
			t.Errorf("is\n%s\nwanted\n%s", got, line)
		}
	}
}
