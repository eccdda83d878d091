package training

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

// Calibrated is a calibration: a slope for the scores of each kind of player, fitted to results of games.
type Calibrated struct {
	Job
	evaluation int    // see [eval.Calibration]
	lines      string // a line of the file for each kind of player
	records    []any
}

// Calibrate reads the scores in the games, and fits a slope of the scores of every kind of player to the results.
func (j Job) Calibrate(ctx context.Context) (*Calibrated, error) {
	evaluator, err := eval.Load("", j.Rules)
	if err != nil {
		return nil, err
	}
	c := &Calibrated{Job: j, evaluation: eval.Signature(evaluator, j.Rules)}
	found := scores{sameRules{j.Rules}, map[string][]tune.Scored{}, map[string]int{}}
	if err := j.Games.read(ctx, j.Rules.Game(), Selection{}, &found); err != nil {
		return nil, err
	}
	for _, kind := range slices.Sorted(maps.Keys(found.positions)) {
		positions, games := found.positions[kind], found.games[kind]
		slope, err := tune.FitSlope(positions)
		if err != nil && strings.HasPrefix(kind, "practice:") { // the lowest levels lose any lead
			slope, err = tune.LeastSlope, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		c.lines += fmt.Sprintf("%s %g # %s, %d positions\n", kind, slope, tournament.Counted(games, "game"),
			len(positions))
		c.records = append(c.records, table.Object("type", "calibration", "player", kind, "games", games,
			"positions", len(positions), "slope", slope))
	}
	return c, nil
}

// Write writes the calibration to c.File, with a header that says how it was made.
func (c *Calibrated) Write() error {
	text := fmt.Sprintf("# Calibration of scores of %s; by %s.\n%s %d\n%s", titleOf(c.Rules), runner.Program(),
		eval.SignatureLine, c.evaluation, c.lines)
	return lock.Replace(c.File, []byte(text))
}

// WriteText writes a line for every kind of player.
func (c *Calibrated) WriteText(w io.Writer) error { return table.Printf(w, "%s", c.lines) }

// Records returns a record for every kind of player.
func (c *Calibrated) Records() []any { return c.records }
