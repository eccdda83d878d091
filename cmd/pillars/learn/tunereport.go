package learn

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/eval"
	"pillars/results/training"
)

// mostChanged is how many weights a report shows.
const mostChanged = 12

// lessonAnswer is what a fit came to, as it is printed.
type lessonAnswer struct {
	Type       string         `json:"type"`
	File       string         `json:"file"`
	Games      int            `json:"games"`
	HeldBack   int            `json:"games_held_back"`
	Turns      int            `json:"turns"` // that the player decided
	Noisy      int            `json:"noisy"` // left out: not quiet, proven, or of the set-up
	Repeated   int            `json:"repeated"`
	Train      int            `json:"train_positions"`
	Validation int            `json:"validation_positions"`
	Bytes      int            `json:"bytes"` // of memory that the positions take
	Epochs     int            `json:"epochs"`
	Best       int            `json:"best_epoch"`
	Losses     lossesAnswer   `json:"loss"`
	Held       lossesAnswer   `json:"validation_loss"`
	Changed    []changeAnswer `json:"most_changed"`
}

// lossesAnswer are losses at the beginning and at the end, and the least that is possible.
type lossesAnswer struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Least  float64 `json:"least"`
}

type changeAnswer struct {
	Name   string     `json:"name"`
	Before [2]float64 `json:"before"` // early and late, hundredths of a logit
	After  [2]float64 `json:"after"`
}

func reportLesson(cmd *cobra.Command, f *tuneFlags, l training.Fitted) error {
	answer := newLessonAnswer(f.out, f.lesson.Start, l)
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), answer)
	}
	return answer.write(cmd.OutOrStdout())
}

func newLessonAnswer(file string, start []eval.Weight, l training.Fitted) lessonAnswer {
	losses, best := l.State.Losses, l.State.BestAt
	a := lessonAnswer{
		Type: "tune", File: file, Games: l.Data.Counts.Games, HeldBack: l.Data.Counts.Validation, Turns: l.Data.Counts.Turns, Noisy: l.Data.Counts.Noisy, Repeated: l.Data.Counts.Twice,
		Train: l.Data.Train.Len(), Validation: l.Data.Validation.Len(), Bytes: l.Data.Train.Bytes() + l.Data.Validation.Bytes(), Epochs: l.State.Epochs(), Best: best, Changed: []changeAnswer{},
		Losses: lossesAnswer{losses[0].Train, losses[best].Train, l.Data.Train.LeastLoss()},
		Held:   lossesAnswer{losses[0].Validation, losses[best].Validation, l.Data.Validation.LeastLoss()},
	}
	for _, change := range training.MostChanged(l.Layout, start, l.Weights, mostChanged) {
		a.Changed = append(a.Changed, changeAnswer{
			change.Name, [2]float64{change.Before.Early, change.Before.Late}, [2]float64{change.After.Early, change.After.Late},
		})
	}
	return a
}

func (a lessonAnswer) write(w io.Writer) error {
	fmt.Fprintf(w, "%d games, %d of them held back; %d turns, of which %d are left out as not quiet and %d as repeated\n\n",
		a.Games, a.HeldBack, a.Turns, a.Noisy, a.Repeated)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tpositions\tloss before\tafter\tleast possible\t")
	fmt.Fprintf(table, "learned from\t%d\t%.5f\t%.5f\t%.5f\t\n", a.Train, a.Losses.Before, a.Losses.After, a.Losses.Least)
	if a.Validation > 0 {
		fmt.Fprintf(table, "held back\t%d\t%.5f\t%.5f\t%.5f\t\n", a.Validation, a.Held.Before, a.Held.After, a.Held.Least)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s, the best is number %d\n\n", cli.Counted(a.Epochs, "epoch"), a.Best)
	fmt.Fprintln(table, "most changed\tearly before\tafter\tlate before\tafter\t")
	for _, c := range a.Changed {
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t\n", c.Name, c.Before[0], c.After[0], c.Before[1], c.After[1])
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nweights: %s\n", a.File)
	return err
}
