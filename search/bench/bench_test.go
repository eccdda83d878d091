package bench

import (
	"testing"

	"pillars/engine/enginetest/require"
)

// TestPerftRefusesWrongCounts makes sure that the known counts are compared.
func TestPerftRefusesWrongCounts(t *testing.T) {
	position, err := readPosition("pit-of-pillars 2 33 x2/x4/x4/x2 w o 0/0 - 1")
	require.NoError(t, err)
	_, _, err = Perft([]Position{position})
	require.ErrorContains(t, err, "counts 32, not 33")
}
