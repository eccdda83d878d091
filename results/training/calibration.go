package training

import (
	"context"
	"errors"
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

// Calibrated is a calibration (a slope for the scores of each kind of player), with the scores to which it was fitted.
type Calibrated struct {
	Job
	scores
	calibration eval.Calibration
}

// Calibrate reads the scores in the games, and fits a slope of the scores of every kind of player to the results.
func (j Job) Calibrate(ctx context.Context) (*Calibrated, error) {
	evaluator, err := eval.Load("", j.Rules)
	if err != nil {
		return nil, err
	}
	c := &Calibrated{j, scores{sameRules{j.Rules}, map[string][]tune.Scored{}, map[string]int{}}, eval.Calibration{
		Evaluation: eval.Signature(evaluator, j.Rules), Slopes: map[string]float64{}}}
	if err := j.Games.read(ctx, j.Rules.Game(), Selection{}, &c.scores); err != nil {
		return nil, err
	}
	for kind, positions := range c.positions {
		slope, err := tune.FitSlope(positions)
		if err != nil && len(positions) > 0 && strings.HasPrefix(kind, "practice:") { // the lowest levels lose any lead
			slope, err = tune.LeastSlope, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		c.calibration.Slopes[kind] = slope
	}
	return c, nil
}

func (c *Calibrated) kinds() []string { return slices.Sorted(maps.Keys(c.calibration.Slopes)) }

// summary returns the numbers of games and positions, the slope and the losses for a kind of player in one line,
// without a full stop.
func (c *Calibrated) summary(kind string) string {
	slope, positions := c.calibration.Slopes[kind], c.positions[kind]
	return fmt.Sprintf("%s: %s, %d positions; slope %g, loss %.4f, by plain scores %.4f", kind,
		tournament.Counted(c.games[kind], "game"), len(positions), slope, tune.SlopeLoss(positions, slope),
		tune.SlopeLoss(positions, 1))
}

// Write writes the calibration to c.File, with a header that says how it was made.
func (c *Calibrated) Write() error {
	text := fmt.Sprintf("# Calibration of scores of %s; by %s.\n", titleOf(c.Rules), runner.Program())
	for _, kind := range c.kinds() {
		text += "# " + c.summary(kind) + ".\n"
	}
	return lock.Replace(c.File, []byte(text+c.calibration.String()))
}

// WriteText writes a line for every kind of player.
func (c *Calibrated) WriteText(w io.Writer) (err error) {
	for _, kind := range c.kinds() {
		err = errors.Join(err, table.Printf(w, "%s\n", c.summary(kind)))
	}
	return err
}

// Records returns a record for every kind of player.
func (c *Calibrated) Records() (records []any) {
	for _, kind := range c.kinds() {
		positions, slope := c.positions[kind], c.calibration.Slopes[kind]
		records = append(records, table.Object("type", "calibration", "player", kind, "games", c.games[kind],
			"positions", len(positions), "slope", slope, "loss", tune.SlopeLoss(positions, slope),
			"plain_loss", tune.SlopeLoss(positions, 1)))
	}
	return records
}
