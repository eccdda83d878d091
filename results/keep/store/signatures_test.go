//go:build !race

package store

import (
	"errors"
	"maps"
	"testing"
)

// TestSignatures stores signatures and checks that different ones are refused. Notes of a kind that only later programs
// know do no harm.
func TestSignatures(t *testing.T) {
	s := newStore(t)
	newRun(t, s, Run{Hash: "run", Spec: "{}"})
	_, err := s.write.Exec(`INSERT INTO notes (run, kind, value, created, checksum)
		VALUES ('run', 'weather', 'rain', '', pillars_checksum('run', 'weather', 'rain', ''))`)
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]string{"alphabeta:nodes=3": "00000000000000aa", "ugi:./e --x": "b"}
	all := maps.Clone(first)
	all["mcts"] = "00000000000000cc"
	for _, signatures := range []map[string]string{first, all, first} {
		if err := s.Sign(t.Context(), Run{ID: "run"}, signatures); err != nil {
			t.Error(err)
		}
	}
	err = s.Sign(t.Context(), Run{ID: "run"}, map[string]string{"mcts": "00000000000000dd", "random": "e"})
	if !errors.Is(err, errSignature) {
		t.Errorf("error %v for another signature", err)
	}
	run, err := s.Run(t.Context(), "run")
	if err != nil || !maps.Equal(run.signatures, all) || len(run.Tags) > 0 || run.Name != "" {
		t.Errorf("run %+v, error %v; want signatures %v", run, err, all)
	}
	var notes int
	if err := s.read.QueryRow("SELECT count(*) FROM notes").Scan(&notes); err != nil || notes != 4 {
		t.Errorf("%d notes, error %v; want each signature once", notes, err)
	}
}
