package catalog_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
)

// TestSpecsOfLaterPrograms checks that unknown fields of a spec are shown, and long lists in part.
func TestSpecsOfLaterPrograms(t *testing.T) {
	run := store.Run{ID: "abc", Kind: "ladder", Program: "later", Created: time.Unix(0, 0).UTC(), Games: 1, Spec: `{
		"game":"chess","options":["a=1","b=2"],"players":["x","y"],"seed":"18446744073709551615",
		"own":[{"nodes":5},{}],"test":{"elo0":-1.5,"model":"wdl"},"lines":[[1,2],null],"draws":true,
		"book":["o"` + strings.Repeat(`,"o"`, 149) + `]}`}
	var out bytes.Buffer
	if err := (catalog.Summary{}).WriteText(&out, run); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"run abc: ladder", "a=1 b=2", "x", "18446744073709551615", "nodes=5", "elo0=-1.5",
		"1 2", "draws", "50 more"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing like %q in\n%s", want, out.String())
		}
	}
	run.Spec = "chess"
	if err := (catalog.Summary{}).WriteText(&out, run); err == nil || !strings.Contains(err.Error(), "run abc") {
		t.Errorf("error %v for a spec that is no JSON", err)
	}
}
