package training

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/eval"
	fits "pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/search/tune"
)

// TestBetterMatches checks the scores of matches, and who counts as better: for a loop whoever has more points unless
// H0 is accepted, for a tuning whoever has H1 accepted. A score of 3/4 is 400 lg 3 = 191 Elo.
func TestBetterMatches(t *testing.T) {
	t.Parallel()
	h1, h0, open := stats.AcceptH1.String(), stats.AcceptH0.String(), stats.Undecided.String()
	mixed := func(openings int, score float64) *MixedOutcome {
		return &MixedOutcome{Openings: openings, Score: score}
	}
	for _, c := range []struct {
		outcome         MatchOutcome
		score           float64
		better, decided bool
	}{
		{MatchOutcome{Decision: h1, Pairs: stats.Pentanomial{1, 0, 2, 0, 5}}, .75, true, true},
		{MatchOutcome{Decision: h0, Pairs: stats.Pentanomial{1, 2, 3, 4, 5}}, 2. / 3, false, false},
		{MatchOutcome{Decision: open, Pairs: stats.Pentanomial{0, 1, 0, 0, 0}}, .25, false, false},
		{MatchOutcome{Decision: open, Pairs: stats.Pentanomial{0, 0, 0, 1, 0}}, .75, true, false},
		{MatchOutcome{Decision: open, Pairs: stats.Pentanomial{3, 0, 4, 0, 3}}, .5, false, false},
		{MatchOutcome{Decision: open}, .5, false, false},
		{MatchOutcome{Decision: open, Mixed: mixed(7, .625)}, .625, true, false},
		{MatchOutcome{Decision: open, Mixed: mixed(0, .75)}, .5, false, false}, // no opening yet
	} {
		loop, tuning := LoopOutcome{Final: &c.outcome}, TuningOutcome{Final: &c.outcome}
		if loop.Better() != c.better || tuning.Better() != c.decided || !near.Equal(c.outcome.Score(), c.score, 1e-12) {
			t.Errorf("%v: score %v, better for a loop %v, for a tuning %v", c.outcome, c.outcome.Score(), loop.Better(),
				tuning.Better())
		}
	}
	won := MatchOutcome{Decision: h1, Pairs: stats.Pentanomial{1, 0, 2, 0, 5}}
	if text := won.TextWithElo(); !strings.Contains(text, "75.0 %") || !strings.Contains(text, " 191 ") {
		t.Errorf("told is %q", text)
	}
}

// factsOf returns the facts of a report, which came with err, as JSON has them. Its text must contain said.
func factsOf(t *testing.T, report Report, err error, said string) map[string]any {
	t.Helper()
	var text strings.Builder
	if err != nil || report.WriteText(&text) != nil || !strings.Contains(text.String(), said) {
		t.Fatalf("no %q in\n%s%v", said, text.String(), err)
	}
	data, err := json.Marshal(report.Records()[0])
	facts := map[string]any{}
	if err = cmp.Or(err, json.Unmarshal(data, &facts)); err != nil {
		t.Fatal(err)
	}
	return facts
}

// TestTunedConstantsAreWritten checks that constants are written only if they are better, and are read back.
func TestTunedConstantsAreWritten(t *testing.T) {
	t.Parallel()
	plan := TuningPlan{Batch: 3, Parameters: []tune.Parameter{
		{Name: "cpuct", Start: 1, Min: .5, Max: 4, CEnd: .25, REnd: .125},
		{Name: "turns", Start: 40, Min: 10, Max: 90, CEnd: 4, REnd: .5, Integer: true},
	}}
	for _, decision := range []stats.Decision{stats.AcceptH1, stats.AcceptH0, stats.Undecided} {
		o := TuningOutcome{tuning: &Tuning{Plan: plan, Work: Work{Folder: "made"}}, Iterations: 5, Start: "old",
			Tuned: "new", Values: []float64{1.2345678, 37}, File: filepath.Join(t.TempDir(), "tuned.csv"),
			Final: &MatchOutcome{Decision: decision.String(), Pairs: stats.Pentanomial{1, 0, 2, 0, 5}}}
		report, err := o.Write()
		facts, better := factsOf(t, report, err, "1.235"), decision == stats.AcceptH1
		if facts["games"] != 30. || facts["better"] != better || (facts["file"] == o.File) != better {
			t.Errorf("%v: %v", decision, facts)
		}
		want := slices.Clone(plan.Parameters)
		want[0].Start, want[1].Start = 1.2345678, 37
		if got, err := Constants("@"+o.File, "mcts", 1); (err == nil) != better || better && !slices.Equal(got, want) {
			t.Errorf("%v: read back is %+v, %v", decision, got, err)
		}
	}
}

// TestBetterWeightsAreWritten checks that a loop writes its last weights only if they are better, and that they are
// read back.
func TestBetterWeightsAreWritten(t *testing.T) {
	t.Parallel()
	l := loop(t, "made", 1)
	layout, err := eval.NewLayout(l.Rules)
	if err != nil {
		t.Fatal(err)
	}
	worse := MatchOutcome{Decision: stats.AcceptH0.String(), Pairs: stats.Pentanomial{5, 0, 2, 0, 1}}
	better := MatchOutcome{Decision: stats.Undecided.String(), Pairs: stats.Pentanomial{1, 0, 2, 0, 5}}
	for final, said := range map[*MatchOutcome]string{nil: "no generation", &worse: "25.0 %", &better: "75.0 %"} {
		l.From, l.File = "zero", filepath.Join(t.TempDir(), "new.txt")
		o := LoopOutcome{loop: l, Layout: layout, Weights: make([]eval.Weight, layout.Len()), Final: final,
			Generations: []Generation{{Kept: true}, {Kept: false}, {Kept: true}}}
		o.Weights[0] = eval.Weight{Early: 3, Late: 3}
		report, err := o.Write()
		facts, written := factsOf(t, report, err, said), final == &better
		if facts["kept"] != 2. || (facts["file"] == l.File) != written {
			t.Errorf("%v", facts)
		}
		if got, err := LoadWeights(l.File, l.Rules); (err == nil) != written || written &&
			!slices.Equal(got, o.Weights) {
			t.Errorf("%s: read back are %v, %v", said, got, err)
		}
	}
}

// TestReportsOfFits fits weights from zero, whose loss is ln 2, and compares the numbers of the report with counts of
// the games, with and without games that are held back.
func TestReportsOfFits(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	start, err := LoadWeights(zero, rules)
	if err != nil {
		t.Fatal(err)
	}
	games := source(t, rules, small, quick, 24)
	for _, validation := range []float64{0, .25} {
		r := Run{Rules: rules, Games: games, Start: start, From: zero, File: filepath.Join(t.TempDir(), "w.txt"),
			Selection:  Selection{Quiet: QuietSearch, Lambda: .75, Validation: validation, Margin: 30},
			FitOptions: fits.FitOptions{L2: 5, Epochs: 3, Workers: 1}}
		f, err := r.Fit(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		report, err := f.Write()
		facts, c := factsOf(t, report, err, "0.69315"), collected(t, rules, r.Selection, games)
		for name, want := range map[string]int{"games": 24, "games_held_back": c.Counts.Validation,
			"turns": c.Counts.Turns, "noisy": c.Counts.Noisy, "repeated": c.Counts.Twice, "epochs": 3,
			"train_positions": c.Train.Len(), "validation_positions": c.Held.Len()} {
			if facts[name] != float64(want) {
				t.Errorf("%s is %v, want %d", name, facts[name], want)
			}
		}
		changed, held := facts["most_changed"].([]any), c.Held.Len()
		if len(changed) != mostShown || (held > 0) != (validation > 0) {
			t.Errorf("%d weights have changed, %d positions are held back", len(changed), held)
		}
		if got, err := LoadWeights(r.File, rules); err != nil || slices.Equal(got, start) {
			t.Errorf("the weights read back are those of the start, %v", err)
		}
		svg, err := f.Draw()
		if err != nil || strings.Contains(string(svg), "held back") != (validation > 0) {
			t.Errorf("drawn is %s, %v", svg, err)
		}
	}
}

// TestReportsOfPolicies fits a policy and compares the report with its decisions.
func TestReportsOfPolicies(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	r := PolicyRun{Rules: rules, Temperature: 2, File: filepath.Join(t.TempDir(), "p.txt"),
		PolicyOptions: fits.PolicyOptions{L2: 1, Steps: 10,
			Patterns: len(rules.(engine.StepPatternRules).StepPatterns())}}
	c, err := source(t, rules, small, quick, 12).Decisions(t.Context(), rules, Selection{Validation: .25}, false)
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Fit(c)
	facts := factsOf(t, report, err, "held back")
	fitted, held := facts["fitted_to"].(map[string]any), facts["held_back"].(map[string]any)
	if fitted["decisions"] != float64(c.Train.Len()) || held["decisions"] != float64(c.Held.Len()) ||
		c.Held.Len() == 0 {
		t.Errorf("%v", facts)
	}
	file := string(fileOf(t, filepath.Dir(r.File), "p.txt"))
	if strings.Contains(file, " 0\n") || strings.Contains(file, " -0\n") || strings.Count(file, "\n") < 10 {
		t.Errorf("written is\n%s", file)
	}
}
