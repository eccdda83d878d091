package certificate_test

import (
	"os"
	"path/filepath"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search/proof/certificate"
)

// TestKeptProofs checks the stored proofs behind the findings, the large ones in long runs only.
func TestKeptProofs(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "docs", "findings", "proofs")
	// The numbers of first turns that win, lose and are not settled.
	wanted := map[string][3]int{
		"pilastri-4x4.proof":       {20, 4, 0},
		"pilastri-4x5.proof":       {29, 2, 0},
		"pilastri-3x6.proof":       {27, 0, 0},
		"pilastri-3x8.proof":       {2, 0, 35},
		"pilastri-2x8.proof":       {14, 8, 0},
		"pilastri-4x4-high.proof":  {12, 12, 0},
		"pilastri-3x6-high.proof":  {1, 26, 0},
		"pilastri-2x8-high.proof":  {0, 22, 0},
		"pit-of-pillars-4x4.proof": {0, 12, 0},
	}
	for name, want := range wanted {
		file, err := os.Open(filepath.Join(folder, name))
		require.NoError(t, err)
		defer file.Close()
		if info, err := file.Stat(); err != nil || info.Size() > 70_000 && !enginetest.Long() {
			continue
		}
		c, err := certificate.Read(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := check(c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, turns := certificate.Values(c, c.Rules().Start())
		counts := map[certificate.Value]int{}
		for _, turn := range turns {
			counts[turn.Value]++
		}
		got := [3]int{counts[certificate.Win], counts[certificate.Loss], counts[certificate.Unknown]}
		if got != want {
			t.Errorf("%s: first turns %v, want %v", name, got, want)
		}
	}
}
