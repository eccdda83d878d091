package bench

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// TestSignatures compares the decisions of every player with the signatures in signatures.txt and
// testdata/signatures.txt.
func TestSignatures(t *testing.T) {
	bench, err := Positions()
	require.NoError(t, err)
	sets := map[string][]Position{"bench": bench}
	for _, line := range enginetest.DataLines(t, "testdata/signature_positions.txt") {
		set, text, _ := strings.Cut(line, " ")
		positions, err := readPositions(text)
		require.NoError(t, err)
		sets[set] = append(sets[set], positions...)
	}
	lines := append(enginetest.DataLines(t, "signatures.txt"), enginetest.DataLines(t, "testdata/signatures.txt")...)
	for _, line := range lines {
		fields := strings.Fields(line)
		if len(fields) != 5 || len(sets[fields[0]]) == 0 {
			t.Fatalf("%q: wanted set, nodes a decision, signature, nodes, player", line)
		}
		limit, err := strconv.ParseUint(fields[1], 10, 64)
		require.NoError(t, err)
		answer, err := Sign(t.Context(), fields[4], sets[fields[0]], search.Limits{Nodes: limit})
		require.NoError(t, err)
		got := fmt.Sprintf("%-11s %5d %s %6d %s", fields[0], limit, answer.Text, answer.Nodes, fields[4])
		if strings.Join(strings.Fields(got), " ") != strings.Join(fields, " ") {
			t.Errorf("is\n%s\nwanted\n%s", got, line)
		}
	}
}

// TestPerftRefusesWrongCounts makes sure that the known counts are compared.
func TestPerftRefusesWrongCounts(t *testing.T) {
	positions, err := readPositions("pit-of-pillars 2 33 x2/x4/x4/x2 w o 0/0 - 1")
	require.NoError(t, err)
	_, _, err = Perft(positions)
	require.ErrorContains(t, err, "counts 32, not 33")
}
