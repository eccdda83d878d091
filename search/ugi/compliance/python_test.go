//go:build python

package compliance_test

import (
	"testing"

	"pillars/engine"
	"pillars/search/ugi/compliance"
)

// TestTinyEngine tests the engine that docs/reference/protocol.md shows. It needs python3.
func TestTinyEngine(t *testing.T) {
	for _, size := range []string{"", "8"} {
		config := configOf(t, "faultless")
		config.Words = []string{"python3", "../../../scripts/tiny_engine.py"}
		if size != "" {
			config.Game, config.Settings = "pilastri", engine.Settings{{Name: "size", Value: size}}
		}
		err := compliance.Run(t.Context(), config, func(finding compliance.Finding) {
			if !finding.Passed {
				t.Errorf("size %s: %s: %s; sent %q", size, finding.Check, finding.Saw, finding.Sent)
			}
		})
		if err != nil {
			t.Errorf("size %s: %v", size, err)
		}
	}
}
