package play

import (
	"strings"
	"testing"

	"pillars/search"
)

// TestFingerprintIsStable wants the same decisions from the same player twice, and others from another limit.
func TestFingerprintIsStable(t *testing.T) {
	positions, err := benchPositions()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range benchPlayers() {
		first := fingerprint(t, kind, positions, 100)
		if again := fingerprint(t, kind, positions, 100); again.Fingerprint != first.Fingerprint || again.Nodes != first.Nodes {
			t.Errorf("%s: %v, then %v", kind, first, again)
		}
	}
	small, large := fingerprint(t, "alphabeta", positions, 100), fingerprint(t, "alphabeta", positions, 1000)
	if small.Fingerprint == large.Fingerprint || small.Nodes >= large.Nodes {
		t.Errorf("ten times the nodes leave no trace: %v, %v", small, large)
	}
}

func fingerprint(t *testing.T, player string, positions []benchPosition, nodes uint64) playerBench {
	t.Helper()
	answer, err := benchPlayer(t.Context(), player, positions, search.Limits{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestBenchPerftRefusesWrongCounts makes sure that the known counts are compared.
func TestBenchPerftRefusesWrongCounts(t *testing.T) {
	position, err := readBenchPosition("pit-of-pillars 2 33 x2/x4/x4/x2 w o 0/0 - 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := benchPerft([]benchPosition{position}); err == nil || !strings.Contains(err.Error(), "counts 32, not 33") {
		t.Errorf("error %v", err)
	}
}
