package training

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	fits "pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/search/tune"
)

// TestOutcomesOfMatchesInWords checks scores, decisions and texts of matches. A score of 3/4 is 400 lg 3 = 191 Elo.
func TestOutcomesOfMatchesInWords(t *testing.T) {
	t.Parallel()
	h1, h0, open := stats.AcceptH1.String(), stats.AcceptH0.String(), stats.Undecided.String()
	mixed := func(openings int, score float64) *MixedOutcome {
		return &MixedOutcome{Openings: openings, Score: score, Low: score - .125, High: score + .125, Elo: 88.7}
	}
	for _, c := range []struct {
		outcome         MatchOutcome
		text, elo       string // the text, and the beginning of what follows with Elo
		better, decided bool
	}{
		{MatchOutcome{Decision: h1, Pairs: stats.Pentanomial{1, 0, 2, 0, 5}, LLR: 2.956},
			"score 75.0 % in 8 pairs, LLR 2.96, H1", ", 191 ", true, true},
		{MatchOutcome{Decision: h0, Pairs: stats.Pentanomial{1, 2, 3, 4, 5}, LLR: -3},
			"score 66.7 % in 15 pairs, LLR -3.00, H0", ", 120 ", false, false},
		{MatchOutcome{Decision: open, Pairs: stats.Pentanomial{0, 1, 0, 0, 0}},
			"score 25.0 % in 1 pair, LLR 0.00, undecided", ", ", false, false},
		{MatchOutcome{Decision: open, Pairs: stats.Pentanomial{0, 0, 0, 1, 0}},
			"score 75.0 % in 1 pair, LLR 0.00, undecided", ", ", true, false},
		{MatchOutcome{Decision: open, Pairs: stats.Pentanomial{3, 0, 4, 0, 3}},
			"score 50.0 % in 10 pairs, LLR 0.00, undecided", ", 0 ", false, false},
		{MatchOutcome{Decision: open}, "score 50.0 % in 0 pairs, LLR 0.00, undecided", ", ", false, false},
		{MatchOutcome{Decision: open, Mixed: mixed(7, .625)},
			"score 62.5 % (50.0 to 75.0) in 7 openings, undecided", ", 89 Elo", true, false},
		{MatchOutcome{Decision: open, Mixed: mixed(0, .75)},
			"score 75.0 % (62.5 to 87.5) in 0 openings, undecided", ", 89 Elo", false, false}, // no opening yet
	} {
		text, full := c.outcome.String(), c.outcome.TextWithElo()
		if text != c.text || !strings.HasPrefix(full, text+c.elo) || !strings.HasSuffix(full, " Elo") {
			t.Errorf("%q and %q, want %q and %q", text, full, c.text, c.text+c.elo)
		}
		loop, tuning := LoopOutcome{Final: &c.outcome}, TuningOutcome{Final: &c.outcome}
		if loop.Better() != c.better || tuning.Better() != c.decided {
			t.Errorf("%s: better for a loop %v, for a tuning %v", text, loop.Better(), tuning.Better())
		}
	}
}

// textOf returns the text of a report without the error with which it came.
func textOf(t *testing.T, report Report, err error) string {
	t.Helper()
	var text strings.Builder
	if err != nil || report.WriteText(&text) != nil {
		t.Fatal(err)
	}
	return text.String()
}

// tuned returns the outcome of a tuning of two constants by five iterations of three pairs.
func tuned(t *testing.T, decision stats.Decision) TuningOutcome {
	t.Helper()
	plan := TuningPlan{Batch: 3, Parameters: []tune.Parameter{
		{Name: "cpuct", Start: 1, Min: .5, Max: 4, CEnd: .25, REnd: .125},
		{Name: "turns", Start: 40, Min: 10, Max: 90, CEnd: 4, REnd: .5, Integer: true},
	}}
	return TuningOutcome{tuning: &Tuning{Plan: plan, Work: Work{Folder: "made"}}, Iterations: 5, Start: "old",
		Tuned: "new", Values: []float64{1.2345678, 37}, File: filepath.Join(t.TempDir(), "tuned.csv"),
		Final: &MatchOutcome{Decision: decision.String(), Pairs: stats.Pentanomial{1, 0, 2, 0, 5}}}
}

// TestReportsOfTunings checks what is said about tuned constants, and that only better ones are written.
func TestReportsOfTunings(t *testing.T) {
	t.Parallel()
	head := "spsa: 5 iterations, 30 games\n\n" +
		"  constant  start  tuned  min  max\n" +
		"     cpuct      1  1.235  0.5    4\n" +
		"     turns     40     37   10   90\n\n"
	for decision, want := range map[stats.Decision]string{
		stats.AcceptH1:  "are better\nconstants: FILE\n",
		stats.AcceptH0:  "are not better; keep those of the start\n",
		stats.Undecided: "are not shown to be better; keep those of the start, or give the match more pairs\n",
	} {
		o := tuned(t, decision)
		report, err := o.Write()
		text := strings.ReplaceAll(textOf(t, report, err), o.File, "FILE")
		if !strings.HasPrefix(text, head+"new against the start: score 75.0 % in 8 pairs, ") ||
			!strings.HasSuffix(text, " Elo\nthe tuned constants "+want) {
			t.Errorf("%v:\n%s", decision, text)
		}
		data, err := os.ReadFile(o.File)
		if written := err == nil; written != (decision == stats.AcceptH1) {
			t.Errorf("%v: the file is written: %v", decision, written)
		}
		body := string(data)
		if err == nil && (!strings.HasPrefix(body, "# new\n# Against old: score 75.0 %, H1. By ") ||
			!strings.HasSuffix(body, "\n# name, start, min, max, c_end, r_end\n"+
				"cpuct, 1.2345678, 0.5, 4, 0.25, 0.125\nturns, 37, 10, 90, 4, 0.5\n")) {
			t.Errorf("written is\n%s", body)
		}
	}
	o := tuned(t, stats.AcceptH1)
	o.File = ""
	report, err := o.Write()
	if text := textOf(t, report, err); !strings.HasSuffix(text, "\nthe tuned constants are better\n") {
		t.Errorf("without a file:\n%s", text)
	}
	o.Final = nil
	report, err = o.Write()
	if text := textOf(t, report, err); text != head+"the tuned player is the same as the one at the start\n" {
		t.Errorf("without a match:\n%s", text)
	}
}

// TestReportsOfLoops checks what is said about the last weights, and that only better ones are written.
func TestReportsOfLoops(t *testing.T) {
	t.Parallel()
	l := loop(t, "made", 1)
	l.From, l.File = "zero", filepath.Join(t.TempDir(), "new.txt")
	layout, err := eval.NewLayout(l.Rules)
	if err != nil {
		t.Fatal(err)
	}
	o := LoopOutcome{loop: l, Layout: layout, Weights: make([]eval.Weight, layout.Len()),
		Generations: []Generation{{Kept: true}, {Kept: false}, {Kept: true}}}
	o.Weights[0] = eval.Weight{Early: 3, Late: 3}
	say := func(final *MatchOutcome, begins, ends string, written bool) {
		t.Helper()
		o.Final = final
		report, err := o.Write()
		text := strings.ReplaceAll(textOf(t, report, err), l.File, "FILE")
		if !strings.HasPrefix(text, begins) || !strings.HasSuffix(text, ends) {
			t.Errorf("said is %q", text)
		}
		facts, err := json.Marshal(report.Records()[0])
		if err != nil || !strings.Contains(string(facts), `"kept":2,`) ||
			strings.Contains(string(facts), `"file":`) != written {
			t.Errorf("%s, %v", facts, err)
		}
		if _, err := os.Stat(l.File); (err == nil) != written {
			t.Errorf("%s: the file is there: %v", text, err == nil)
		}
	}
	say(nil, "no generation changed the weights; FILE is not written\n", "written\n", false)
	worse := MatchOutcome{Decision: stats.AcceptH0.String(), Pairs: stats.Pentanomial{5, 0, 2, 0, 1}}
	say(&worse, "the last weights against the first ones: score 25.0 % in 8 pairs, ", "; FILE is not written\n", false)
	better := MatchOutcome{Decision: stats.Undecided.String(), Pairs: stats.Pentanomial{1, 0, 2, 0, 5}}
	say(&better, "the last weights against the first ones: score 75.0 % in 8 pairs, ", " Elo\nweights: FILE\n", true)
	header := "# Made by 2 generations of 40 games of self-play each, alphabeta:nodes=60,table=1; from zero, " +
		"lambda 0.7, l2 20, seed 4.\n# Against the weights at the beginning: score 75.0 %, undecided.\n"
	if text := string(fileOf(t, filepath.Dir(l.File), "new.txt")); !strings.Contains(text, header) {
		t.Errorf("written is\n%s", text)
	}
}

// TestGenerationsInWords checks the line of a generation, and its object for programs.
func TestGenerationsInWords(t *testing.T) {
	t.Parallel()
	g := Generation{Number: 2, Games: 1, Positions: 30, Loss: .6543219, ValidationLoss: .7, Kept: true,
		Match: MatchOutcome{Decision: stats.AcceptH1.String(), Pairs: stats.Pentanomial{1, 0, 2, 0, 5}, LLR: 3}}
	var text strings.Builder
	if err := g.WriteText(&text); err != nil || !strings.HasPrefix(text.String(),
		"generation 2: 30 positions of 1 game, loss 0.65432, held back 0.70000; match score 75.0 % in 8 pairs, ") {
		t.Errorf("%q, %v", text.String(), err)
	}
	for kept, end := range map[bool]string{true: ": kept\n", false: ": dropped\n"} {
		text.Reset()
		g.Kept = kept
		if err := g.WriteText(&text); err != nil || !strings.HasSuffix(text.String(), end) {
			t.Errorf("kept %v: %q, %v", kept, text.String(), err)
		}
	}
	if data, err := json.Marshal(g.Records()[0]); err != nil ||
		!strings.HasPrefix(string(data), `{"type":"generation","number":2,`) {
		t.Errorf("%s, %v", data, err)
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
		text := enginetest.Squeezed(strings.ReplaceAll(textOf(t, report, err), r.File, "FILE"))
		c := collected(t, rules, r.Selection, games)
		train, held := c.Train.Len(), c.Held.Len()
		for want, shown := range map[string]bool{
			fmt.Sprintf("24 games, %d of them held back; %d turns; left out are %d that are not quiet and %d "+
				"repeats\n\n", c.Counts.Validation, c.Counts.Turns, c.Counts.Noisy, c.Counts.Twice): true,
			fmt.Sprintf("\nlearned from %d 0.69315 0.", train): true,
			fmt.Sprintf("\nheld back %d 0.69315 0.", held):     validation > 0,
			"\nweights: FILE\n": true, "\n\n3 epochs; the best is number ": true,
		} {
			if strings.Contains(text, want) != shown {
				t.Errorf("%q is there %v, want %v in\n%s", want, !shown, shown, text)
			}
		}
		if zeros := strings.Count(text, " 0.00 "); zeros != 2*12 { // early and late, of twelve weights
			t.Errorf("%d weights of 0 before:\n%s", zeros, text)
		}
		header := fmt.Sprintf("\n# Fitted to %d positions of %d games, loss 0.", train, 24-c.Counts.Validation)
		if file := string(fileOf(t, filepath.Dir(r.File), "w.txt")); !strings.Contains(file, header) ||
			!strings.Contains(file, ", from zero, lambda 0.75, l2 5, positions quiet.\n") {
			t.Errorf("written is\n%s", file)
		}
		svg, err := f.Draw()
		if err != nil || strings.Contains(string(svg), "held back") != (validation > 0) ||
			!strings.Contains(string(svg), fmt.Sprint("Loss by epoch; the best is number ", f.State.BestAt)) {
			t.Errorf("drawn is %s, %v", svg, err)
		}
	}
}

// TestReportsOfPolicies fits a policy and compares the report with its decisions.
func TestReportsOfPolicies(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	games := source(t, rules, small, quick, 12)
	for _, validation := range []float64{0, .25} {
		r := PolicyRun{Rules: rules, Temperature: 2, File: filepath.Join(t.TempDir(), "p.txt"),
			PolicyOptions: fits.PolicyOptions{L2: 1, Steps: 10,
				Patterns: len(rules.(engine.StepPatternRules).StepPatterns())}}
		c, err := games.Decisions(t.Context(), rules, Selection{Validation: validation}, false)
		if err != nil {
			t.Fatal(err)
		}
		report, err := r.Fit(c)
		text, held := textOf(t, report, err), "; none held back; 0 of all by visits\n"
		if validation > 0 {
			held = fmt.Sprintf(" %%; held back %d, loss ", c.Held.Len())
		}
		begins := fmt.Sprintf("%d decisions, loss ", c.Train.Len())
		if !strings.HasPrefix(text, begins) || !strings.Contains(text, held) || (c.Held.Len() > 0) != (validation > 0) {
			t.Errorf("validation %v: %s, want %s", validation, text, held)
		}
		file := string(fileOf(t, filepath.Dir(r.File), "p.txt"))
		if !strings.Contains(file, "\n# "+strings.TrimSuffix(text, "\n")+"; divided by 2\n") ||
			strings.Contains(file, " 0\n") || strings.Contains(file, " -0\n") || strings.Count(file, "\n") < 10 {
			t.Errorf("written is\n%s", file)
		}
	}
}
