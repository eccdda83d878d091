package training

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/eval"
	"pillars/results/estimate/stats"
)

// TestBetterMatches checks the scores of matches, and whether the first player counts as better: with more points, and
// unless H0 is accepted. A score of 3/4 is 400 lg 3 = 191 Elo.
func TestBetterMatches(t *testing.T) {
	t.Parallel()
	h1, h0, open := stats.AcceptH1.String(), stats.AcceptH0.String(), stats.Undecided.String()
	three := stats.NewOpenings(3) // of 24 half points each
	three[12], three[18] = 1, 1
	for _, c := range []struct {
		outcome MatchOutcome
		score   float64
		better  bool
	}{
		{MatchOutcome{Decision: h1, Pairs: stats.Openings{1, 0, 2, 0, 5}}, .75, true},
		{MatchOutcome{Decision: h0, Pairs: stats.Openings{1, 2, 3, 4, 5}}, 2. / 3, false},
		{MatchOutcome{Decision: open, Pairs: stats.Openings{0, 1, 0, 0, 0}}, .25, false},
		{MatchOutcome{Decision: open, Pairs: stats.Openings{0, 0, 0, 1, 0}}, .75, true},
		{MatchOutcome{Decision: open, Pairs: stats.Openings{3, 0, 4, 0, 3}}, .5, false},
		{MatchOutcome{Decision: open}, .5, false},
		{MatchOutcome{Decision: open, Pairs: three}, .625, true},
		{MatchOutcome{Decision: open, Pairs: stats.NewOpenings(3)}, .5, false}, // no opening yet
	} {
		if better := c.outcome.better(); better != c.better || !near.Equal(c.outcome.Score(), c.score, 1e-12) {
			t.Errorf("%v: score %v, better %v", c.outcome, c.outcome.Score(), better)
		}
	}
	won := MatchOutcome{Decision: h1, Pairs: stats.Openings{1, 0, 2, 0, 5}}
	if text := won.String(); !strings.Contains(text, "75.0 %") || !strings.Contains(text, " 191 ") {
		t.Errorf("told is %q", text)
	}
}

// TestBetterWeightsAreWritten checks that a loop writes its last weights only if they are better, and that they are
// read back.
func TestBetterWeightsAreWritten(t *testing.T) {
	t.Parallel()
	l := loop(t, "made", 1)
	worse := MatchOutcome{Decision: stats.AcceptH0.String(), Pairs: stats.Openings{5, 0, 2, 0, 1}}
	better := MatchOutcome{Decision: stats.Undecided.String(), Pairs: stats.Openings{1, 0, 2, 0, 5}}
	for final, said := range map[*MatchOutcome]string{nil: "no generation", &worse: "25.0 %", &better: "75.0 %"} {
		l.From, l.File = "zero", filepath.Join(t.TempDir(), "new.txt")
		o := LoopOutcome{loop: l, Weights: slices.Clone(l.Start), Final: final,
			Generations: []Generation{{Kept: true}, {Kept: false}, {Kept: true}}}
		o.Weights[0] = eval.Weight{Early: 3, Late: 3}
		err := o.Write()
		var text strings.Builder
		if err != nil || o.WriteText(&text) != nil || !strings.Contains(text.String(), said) {
			t.Errorf("no %q in %s%v", said, text.String(), err)
		}
		written := final == &better
		if got, err := LoadWeights(l.File, l.Rules); (err == nil) != written || written &&
			!slices.Equal(got, o.Weights) {
			t.Errorf("%s: read back are %v, %v", said, got, err)
		}
	}
}
