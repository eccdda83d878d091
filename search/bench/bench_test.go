package bench

import (
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// TestPerftRefusesWrongCounts makes sure that the known counts are compared.
func TestPerftRefusesWrongCounts(t *testing.T) {
	position, err := readPosition("pit-of-pillars 2 33 x2/x4/x4/x2 w o 0/0 - 1")
	require.NoError(t, err)
	if _, _, err := Perft([]Position{position}); err == nil || !strings.Contains(err.Error(), "counts 32, not 33") {
		t.Errorf("error %v", err)
	}
}
