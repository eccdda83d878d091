package training

import (
	"errors"
	"fmt"
	"io"
	"math"

	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/tournament"
)

// WriteText writes the generation in one line.
func (g Generation) WriteText(w io.Writer) error {
	kept := "dropped"
	if g.Kept {
		kept = "kept"
	}
	return table.Printf(w, "generation %d: %d positions of %s, loss %.5f, held back %.5f; match %s: %s\n", g.Number,
		g.Positions, tournament.Counted(g.Games, "game"), g.Loss, g.ValidationLoss, g.Match.String(), kept)
}

// Write writes the last weights to the file of the loop if they are better than the start weights.
func (o LoopOutcome) Write() error {
	l := o.loop
	if o.Final == nil || !o.Final.better() {
		return nil
	}
	return writeWeights(l.File, l.Rules, o.Weights, weightsTitle(l.Rules),
		fmt.Sprintf("Made by %s of %d games of self-play each, %s; from %s, lambda %g, l2 %g, seed %d.",
			tournament.Counted(l.Generations, "generation"), l.Plan.Games, l.Plan.Player, l.From,
			l.Plan.Selection.Lambda, UsualFit().L2, l.Plan.Seed),
		fmt.Sprintf("Against the weights at the beginning: %s.", o.Final))
}

// WriteText writes whether the last weights are better than the start weights, and which file has them.
func (o LoopOutcome) WriteText(w io.Writer) error {
	const against = "the last weights against the first ones: %s"
	switch file := o.loop.File; {
	case o.Final == nil:
		return table.Printf(w, "no generation changed the weights; %s is not written\n", file)
	case o.Final.better():
		return table.Printf(w, against+"\nweights: %s\n", o.Final.String(), file)
	default:
		return table.Printf(w, against+"; %s is not written\n", o.Final.String(), file)
	}
}

// Write does nothing, since the folder already has everything.
func (o TuningOutcome) Write() error { return nil }

// WriteText writes the result of the final match and a table of the constants.
func (o TuningOutcome) WriteText(w io.Writer) error {
	grid := table.New("#constant", "#start", "#tuned", "#min", "#max")
	grid.Indent = 2
	for i, p := range o.plan.Parameters {
		cells := []any{p.Name}
		for _, value := range []float64{p.Start, o.Values[i], p.Min, p.Max} {
			cells = append(cells, fmt.Sprintf("%.4g", value))
		}
		grid.Add(cells...)
	}
	return errors.Join(table.Printf(w, "%s\n\n", o.verdict()), grid.WriteText(w))
}

func (o TuningOutcome) verdict() string {
	if o.Final == nil {
		return "the tuned player is the same as the one at the start"
	}
	text := fmt.Sprintf("%s against the start: %s\nthe tuned constants are ", o.Tuned, o.Final.String())
	switch o.Final.Decision {
	case stats.AcceptH1.String():
		return text + "better"
	case stats.AcceptH0.String():
		return text + "not better; keep those of the start"
	}
	return text + "not shown to be better; keep those of the start, or give the match more pairs"
}

// ShowFit returns a function that passes the progress of a fit to show. The fit has the given number of epochs or, if
// atMost is set, at most this number.
func ShowFit(epochs int, atMost bool, show func(progress.State)) func(tune.Track) {
	return func(now tune.Track) {
		state := progress.State{Unit: "epoch", Done: now.Epochs(), Total: epochs, AtMost: atMost}
		if last := now.Losses[state.Done]; !math.IsNaN(last.Train) { // a network has no loss at first
			state.Notes = []string{fmt.Sprintf("loss %.5f", last.Train),
				fmt.Sprintf("on games held back %.5f", last.Validation)}
		}
		show(state)
	}
}
