package analysis

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/search"
)

// TestProvenScores checks that a program reads of a proven result its number of steps, and no score.
func TestProvenScores(t *testing.T) {
	t.Parallel()
	s := Search{Position: enginetest.Rules(t, "pit-of-pillars", "size=4").Start()}
	for score, want := range map[search.Score]string{search.WinIn(5): "win in 5", 110: ""} {
		proven, logits := "", 0.
		for _, fact := range s.Facts(search.Info{Score: score}) {
			switch fact.Key {
			case "proven":
				proven = fact.Value.(string)
			case "score":
				logits = fact.Value.(float64)
			}
		}
		if proven != want || want == "" && logits < 1 || want != "" && logits > 0 {
			t.Errorf("%v: proven %q, %v logits", score, proven, logits)
		}
	}
}
