package training

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/tournament"
)

// refusal is a change of settings, with the error that it causes; an empty text means that the settings are accepted.
type refusal[Settings any] struct {
	change func(Settings)
	says   string
}

// checkRefusals changes new settings in each of the ways and compares the errors.
func checkRefusals[Settings any](
	t *testing.T, fresh func() Settings, check func(Settings) error, all []refusal[Settings],
) {
	t.Helper()
	for i, r := range all {
		settings := fresh()
		r.change(settings)
		err := check(settings)
		if r.says == "" && err != nil || r.says != "" && (err == nil || !strings.HasPrefix(err.Error(), r.says)) {
			t.Errorf("change %d: error %v, want %q", i+1, err, r.says)
		}
	}
}

// TestLimitsOfLoops checks the least and the greatest number of everything in a loop.
func TestLimitsOfLoops(t *testing.T) {
	t.Parallel()
	fresh := func() *Loop { return loop(t, "made", 1) }
	checkRefusals(t, fresh, (*Loop).check, []refusal[*Loop]{
		{func(l *Loop) { l.Generations, l.Plan.Games, l.Plan.Window, l.Plan.Pairs = 1, 1, 1, 1 }, ""},
		{func(l *Loop) { l.Generations, l.Plan.Games = 999, tournament.MaxRounds }, ""},
		{func(l *Loop) { l.Folder = "" }, `folder "": name a folder without a comma`},
		{func(l *Loop) { l.Folder = "a,b" }, `folder "a,b": name a folder without a comma`},
		{func(l *Loop) { l.Generations = 0 }, "generations 0: must be from 1 to 999"},
		{func(l *Loop) { l.Generations = 1000 }, "generations 1000: must be from 1 to 999"},
		{func(l *Loop) { l.Plan.Games = 0 }, "games 0: must be from 1 to "},
		{func(l *Loop) { l.Plan.Games = tournament.MaxRounds + 1 }, "games "},
		{func(l *Loop) { l.Plan.Window = 0 }, "window 0: must be 1 or more generations"},
		{func(l *Loop) { l.Plan.Pairs = 0 }, "pairs 0: must be 1 or more"},
	})
}

// TestLimitsOfTunings checks the least and the greatest number of everything in a tuning.
func TestLimitsOfTunings(t *testing.T) {
	t.Parallel()
	fresh := func() *Tuning { return tuning(t, "made", nil) }
	check := func(tuning *Tuning) error {
		start, err := tuning.Check()
		if want := "mcts:cpuct=1,nodes=12,reuse=false,turns=4,weights=patterns"; err == nil && start != want {
			t.Errorf("the player at the start is %s, want %s", start, want)
		}
		return err
	}
	checkRefusals(t, fresh, check, []refusal[*Tuning]{
		{func(c *Tuning) { c.Plan.Batch, c.Plan.Pairs = 1, 1 }, ""},
		{func(c *Tuning) { c.Plan.Batch = tournament.MaxRounds }, ""},
		{func(c *Tuning) { c.Folder = "" }, "no folder is named to keep the tuning in"},
		{func(c *Tuning) { c.Plan.Batch = 0 }, "batch: 0 pairs of games must be from 1 to "},
		{func(c *Tuning) { c.Plan.Batch = tournament.MaxRounds + 1 }, "batch: "},
		{func(c *Tuning) { c.Plan.Pairs = 0 }, "pairs of the final match 0: must be 1 or more"},
		{func(c *Tuning) { c.Plan.Parameters = nil }, "no constants are named"},
	})
}

// TestLimitsOfSelections checks the bounds of every field of a selection.
func TestLimitsOfSelections(t *testing.T) {
	t.Parallel()
	fresh := func() *Selection { return &Selection{Quiet: QuietSearch} }
	checkRefusals(t, fresh, func(s *Selection) error { return s.Check() }, []refusal[*Selection]{
		{func(s *Selection) {}, ""},
		{func(s *Selection) { s.Quiet, s.Stage, s.Margin, s.Lambda = quietAlone, StageMovement, 10_000, 1 }, ""},
		{func(s *Selection) { s.Quiet, s.Stage, s.Validation = QuietAny, StageSetUp, .999 }, ""},
		{func(s *Selection) { s.Stage = StageBoth }, ""},
		{func(s *Selection) { s.Quiet = "" }, `quiet "": write quiet, no-noisy-step or any`},
		{func(s *Selection) { s.Stage = "end" }, `stage "end": write movement, set-up or both`},
		{func(s *Selection) { s.Margin = -1 }, "margin -1: must be from 0 to 10000"},
		{func(s *Selection) { s.Margin = 10_001 }, "margin 10001: must be from 0 to 10000"},
		{func(s *Selection) { s.Lambda = -.001 }, "lambda -0.001: must be from 0 to 1"},
		{func(s *Selection) { s.Lambda = 1.001 }, "lambda 1.001: must be from 0 to 1"},
		{func(s *Selection) { s.Lambda = math.NaN() }, "lambda NaN: "},
		{func(s *Selection) { s.Validation = -.001 }, "validation: the share -0.001 must be from 0 to below 1"},
		{func(s *Selection) { s.Validation = 1 }, "validation: the share 1 must be from 0 to below 1"},
		{func(s *Selection) { s.Validation = math.NaN() }, "validation: the share NaN "},
	})
}

// TestSelectionsTakeStages checks for each stage whether positions of the set-up, quiet ones, noisy ones and those with
// a proven result are taken.
func TestSelectionsTakeStages(t *testing.T) {
	t.Parallel()
	turns := []turn{{setUp: true}, {quiet: true}, {}, {setUp: true, score: search.WinIn(3)},
		{quiet: true, score: -search.WinIn(3)}}
	for stage, want := range map[Stage][5]bool{
		"":            {false, true, false, false, false},
		StageMovement: {false, true, false, false, false},
		StageSetUp:    {true, false, false, false, false},
		StageBoth:     {true, true, false, false, false},
	} {
		for i, now := range turns {
			if got := (Selection{Stage: stage}).takes(now); got != want[i] {
				t.Errorf("stage %q: turn %d is taken: %v", stage, i+1, got)
			}
		}
	}
}

// TestNothingLeftToLearnFrom checks the error of a fit whose games are all held back.
func TestNothingLeftToLearnFrom(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	r := Run{Rules: rules, Games: source(t, rules, small, quick, 3),
		Selection: Selection{Quiet: QuietAny, Validation: .999999}}
	_, err := r.Fit(t.Context(), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "no position of 3 games is left to learn from: ") {
		t.Errorf("error %v", err)
	}
}

// TestWindowsOfLoops checks how many games the fits of three generations of six games use, by the window.
func TestWindowsOfLoops(t *testing.T) {
	inFolder(t)
	for window, want := range map[int][3]int{1: {6, 6, 6}, 2: {6, 12, 12}} {
		l := loop(t, fmt.Sprint("window-", window), 2)
		l.Generations, l.Plan.Window, l.Plan.Games, l.Plan.Epochs, l.Plan.Pairs = 3, window, 6, 2, 1
		told := 0
		l.OnGeneration = func(g Generation) { told += g.Number }
		var games [3]int
		for i, g := range run(t, l).Generations {
			games[i] = g.Games
			if g.Number != i+1 || g.Epochs != 2 || g.Score != g.Match.Score() || g.Match.played() != 1 {
				t.Errorf("generation %d: %+v", i+1, g)
			}
		}
		if games != want || told != 1+2+3 {
			t.Errorf("window %d: fits of %v games, want %v; told of %d", window, games, want, told)
		}
	}
}
