package training

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/tournament"
)

// limit is a change of settings, and whether they are still accepted.
type limit[Settings any] struct {
	change func(Settings)
	fits   bool
}

// checkLimits changes new settings in each of the ways.
func checkLimits[Settings any](
	t *testing.T, fresh func() Settings, check func(Settings) error, all []limit[Settings],
) {
	t.Helper()
	for i, c := range all {
		settings := fresh()
		c.change(settings)
		if err := check(settings); (err == nil) != c.fits {
			t.Errorf("change %d: error %v", i+1, err)
		}
	}
}

// TestLimits checks the least and the greatest number of everything in a loop, in a tuning and in a selection.
func TestLimits(t *testing.T) {
	t.Parallel()
	checkLimits(t, func() *Loop { return loop(t, "made", 1) }, (*Loop).check, []limit[*Loop]{
		{func(l *Loop) { l.Generations, l.Plan.Games, l.Plan.Window, l.Plan.Pairs = 1, 1, 1, 1 }, true},
		{func(l *Loop) { l.Generations, l.Plan.Games = 999, tournament.MaxRounds }, true},
		{func(l *Loop) { l.Folder = "" }, false},
		{func(l *Loop) { l.Folder = "a,b" }, false},
		{func(l *Loop) { l.Generations = 0 }, false},
		{func(l *Loop) { l.Generations = 1000 }, false},
		{func(l *Loop) { l.Plan.Games = 0 }, false},
		{func(l *Loop) { l.Plan.Games = tournament.MaxRounds + 1 }, false},
		{func(l *Loop) { l.Plan.Window = 0 }, false},
		{func(l *Loop) { l.Plan.Pairs = 0 }, false},
	})
	checkTuning := func(tuning *Tuning) error {
		_, err := tuning.Check()
		return err
	}
	three := enginetest.Rules(t, "pit", "players=3")
	checkLimits(t, func() *Tuning { return tuning(t, "made", nil) }, checkTuning, []limit[*Tuning]{
		{func(c *Tuning) { c.Plan.Batch, c.Plan.Pairs = 1, 1 }, true},
		{func(c *Tuning) { c.Plan.Batch = tournament.MaxRounds }, true},
		{func(c *Tuning) { c.Folder = "" }, false},
		{func(c *Tuning) { c.Plan.Batch = 0 }, false},
		{func(c *Tuning) { c.Plan.Batch = tournament.MaxRounds + 1 }, false},
		{func(c *Tuning) { c.Plan.Pairs = 0 }, false},
		{func(c *Tuning) { c.Plan.Iterations = 0 }, false},
		{func(c *Tuning) { c.Plan.Elo1 = 0 }, false},
		{func(c *Tuning) { c.Plan.Parameters = nil }, false},
		{func(c *Tuning) { c.Plan.Parameters[0].Max = 500 }, false},
		{func(c *Tuning) { c.Plan.Parameters[0].Name = "pressure" }, false},
		{func(c *Tuning) { c.Rules = three }, false},
	})
	fresh := func() *Selection { return &Selection{Quiet: QuietSearch} }
	checkLimits(t, fresh, func(s *Selection) error { return s.Check() }, []limit[*Selection]{
		{func(s *Selection) {}, true},
		{func(s *Selection) { s.Stage, s.Lambda = StageMovement, 1 }, true},
		{func(s *Selection) { s.Quiet, s.Stage, s.Validation = QuietAny, StageSetUp, .999 }, true},
		{func(s *Selection) { s.Stage = StageBoth }, true},
		{func(s *Selection) { s.Quiet = "" }, false},
		{func(s *Selection) { s.Stage = "end" }, false},
		{func(s *Selection) { s.Lambda = -.001 }, false},
		{func(s *Selection) { s.Lambda = 1.001 }, false},
		{func(s *Selection) { s.Lambda = math.NaN() }, false},
		{func(s *Selection) { s.Validation = -.001 }, false},
		{func(s *Selection) { s.Validation = 1 }, false},
		{func(s *Selection) { s.Validation = math.NaN() }, false},
	})
}

// TestNothingLeftToLearnFrom checks the error of a fit whose games are all held back.
func TestNothingLeftToLearnFrom(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	r := WeightsRun{Job: Job{Rules: rules, Games: source(t, rules, small, quick, 3),
		Selection: Selection{Quiet: QuietAny, Validation: .999999}}}
	_, err := r.Fit(t.Context(), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "none of the positions of 3 games is left to learn from: ") {
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
			if g.Number != i+1 || g.Epochs != 2 || g.Score != g.Match.Score() || g.Match.Pairs.Count() != 1 {
				t.Errorf("generation %d: %+v", i+1, g)
			}
		}
		if games != want || told != 1+2+3 {
			t.Errorf("window %d: fits of %v games, want %v; told of %d", window, games, want, told)
		}
	}
}
