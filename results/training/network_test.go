package training

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pillars/engine/enginetest"
	"pillars/eval"
	fits "pillars/eval/tune"
)

// TestNetworksBeginWithWeightsOrNetworks checks what a network starts from: no weights, those of a file, or a network,
// which must have as many hidden units.
func TestNetworksBeginWithWeightsOrNetworks(t *testing.T) {
	t.Parallel()
	rules, folder := enginetest.Rules(t, "pit-of-pillars", "size=4"), t.TempDir()
	layout, err := networkLayout(rules)
	if err != nil {
		t.Fatal(err)
	}
	weights := make([]eval.Weight, layout.Len())
	for i := range weights {
		weights[i] = eval.Weight{Early: float64(i % 9), Late: float64(i % 7)}
	}
	linear := weights[layout.Features():]
	file, network := filepath.Join(folder, "w.txt"), filepath.Join(folder, "n.txt")
	made := eval.Parameters{Units: 32, Linear: linear, Rows: make([]float32, 2*32*len(linear)),
		Bias: make([]float32, 32), Output: make([]eval.Weight, 32), SetUp: make([]float64, 32)}
	made.Bias[31] = .5
	var text bytes.Buffer
	if err := errors.Join(writeWeights(file, layout, weights, "Made."), eval.WriteNetwork(&text, layout, &made),
		os.WriteFile(network, text.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string][]eval.Weight{zero: make([]eval.Weight, len(linear)), file: linear,
		network: linear} {
		run := NetworkRun{Rules: rules, From: from, NetworkOptions: fits.NetworkOptions{Units: 32}}
		start, err := run.start(layout)
		if err != nil || start.Units != 32 || !slices.Equal(start.Linear, want) ||
			(len(start.Bias) == 32 && start.Bias[31] == .5) != (from == network) {
			t.Errorf("from %s: %+v, %v", from, start, err)
		}
	}
	run := NetworkRun{Rules: rules, From: network, NetworkOptions: fits.NetworkOptions{Units: 64}}
	_, err = run.start(layout)
	if units, ok := errors.AsType[UnitsError](err); !ok || units.Units != 32 {
		t.Errorf("error %v", err)
	}
	run.From = filepath.Join(folder, "none.txt")
	if _, err := run.start(layout); err == nil {
		t.Error("a network begins with a file that is not there")
	}
	for _, name := range []string{zero, file} {
		got, err := LoadWeights(name, rules)
		if err != nil || len(got) != layout.Len() || (got[1] == weights[1]) != (name == file) {
			t.Errorf("%s: %d weights, %v", name, len(got), err)
		}
	}
	if _, err := networkLayout(enginetest.Rules(t, "pit", "players=3")); err == nil {
		t.Error("a game of three seats has a network")
	}
}
