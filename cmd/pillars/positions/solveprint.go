package positions

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Print writes the answer for people.
func (a *solveAnswer) Print(w io.Writer) error {
	fmt.Fprintf(w, "%s (%s): %s\n", a.Game, a.Options, a.Position)
	fmt.Fprintf(w, "%s, proven by %s\n", a.result(), a.how())
	fmt.Fprintf(w, "\nfirst turns\n")
	a.printFirstTurns(w)
	if len(a.Line) > 0 {
		fmt.Fprintf(w, "\na line of best play: %s\n", strings.Join(a.Line, " "))
	}
	if a.Counts == nil {
		return nil
	}
	return a.printCounts(w)
}

// how is the method, and what it cost.
func (a *solveAnswer) how() string {
	if a.Method == bySearch {
		return fmt.Sprintf("a search of %d positions and %d steps", a.Positions, a.Steps)
	}
	return fmt.Sprintf("retrograde analysis of %d positions", a.Positions)
}

// result says who wins.
func (a *solveAnswer) result() string {
	switch a.Value {
	case "win":
		return fmt.Sprintf("%s, who acts, wins%s", a.Seat, inTurns(a.Turns))
	case "loss":
		return fmt.Sprintf("%s, who acts second, wins%s", a.opponent, inTurns(a.Turns))
	}
	return "a draw"
}

// inTurns is a distance, if it is known.
func inTurns(turns int) string {
	switch turns {
	case 0:
		return ""
	case 1:
		return " in 1 turn"
	}
	return fmt.Sprintf(" in %d turns", turns)
}

// printFirstTurns writes the first turns, a line for each verdict.
func (a *solveAnswer) printFirstTurns(w io.Writer) {
	for rest := a.FirstTurns; len(rest) > 0; {
		verdict, texts := rest[0].verdictAnswer, []string(nil)
		for len(rest) > 0 && rest[0].verdictAnswer == verdict {
			texts = append(texts, rest[0].Turn)
			rest = rest[1:]
		}
		fmt.Fprintf(w, "  %s%s, %d: %s\n", verdict.Value, inTurns(verdict.Turns), len(texts), strings.Join(texts, " "))
	}
	if a.Unproven > 0 {
		fmt.Fprintf(w, "  not proven, %d: they take more than --positions\n", a.Unproven)
	}
}

// printCounts writes the tables of retrograde analysis.
func (a *solveAnswer) printCounts(w io.Writer) error {
	fmt.Fprintf(w, "\npositions by their worth to the seat to act; the longest way is %d turns\n", a.Longest)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\tpositions\twon\tlost\tdrawn")
	fmt.Fprintf(table, "all\t%s\n", a.Counts)
	if a.Opening != nil {
		fmt.Fprintf(table, "opening stage\t%s\n", a.Opening)
	}
	for _, reason := range slices.Sorted(maps.Keys(a.Over)) {
		fmt.Fprintf(table, "%s\t%d\n", reason, a.Over[reason])
	}
	if err := table.Flush(); err != nil || len(a.Ends) == 0 {
		return err
	}
	return a.printEnds(w)
}

func (a *solveAnswer) printEnds(w io.Writer) error {
	fmt.Fprintf(w, "\nends of the opening stage by their worth to who acts then\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "turn\tacts\t%s\tpositions\twon\tlost\tdrawn\n", a.Ends[0].Quantity)
	for _, end := range a.Ends {
		fmt.Fprintf(table, "%d\t%s\t%d\t%s\n", end.Turn, end.Seat, end.Count, &end.countsAnswer)
	}
	return table.Flush()
}

// String is the counts as cells of a table.
func (c *countsAnswer) String() string {
	return fmt.Sprintf("%d\t%d\t%d\t%d", c.Positions, c.Won, c.Lost, c.Drawn)
}
