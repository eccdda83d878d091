package stored

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
)

// write prints the answer as a table with an explanation of each line.
func (a *statsAnswer) write(w io.Writer) error {
	lines := [][3]string{
		{"score", shareOf(a.Score), "of the points"},
		{"draws", shareOf(a.DrawRatio), "of the games"},
		{"Elo", a.elo.Text(1), "the difference that such a score shows (95 %)"},
		{"nElo", a.normalized.Text(1), "the same per spread of the outcomes (95 %)"},
		{"LOS", chanceOf(a.LOS), "chance that the first-named is the stronger"},
		{"LLR", stats.FormatNumber(a.LLR, 2), fmt.Sprintf("evidence for %v against %v %s Elo", a.Elo1, a.Elo0, a.Model)},
		{"bounds", stats.FormatNumber(a.Lower, 2) + " .. " + stats.FormatNumber(a.Upper, 2),
			fmt.Sprintf("where a test with alpha %v, beta %v stops", a.Alpha, a.Beta)},
		{"decision", a.Decision, a.verdict()},
	}
	if a.decision != stats.Undecided {
		lines = append(lines, [3]string{"after stop", a.afterStop.Text(1), "Elo if the test stopped here: median-unbiased (95 %)"})
	}
	fmt.Fprintln(w, a.heading())
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(table, strings.Join(line[:], "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, remark := range a.Remarks {
		fmt.Fprintln(w, remark)
	}
	return nil
}

// heading says what was observed.
func (a *statsAnswer) heading() string {
	if a.Unit == "games" {
		return fmt.Sprintf("%s: %d won, %d drawn, %d lost", cli.Counted(a.N, "game"), a.Counts[2], a.Counts[1], a.Counts[0])
	}
	return fmt.Sprintf("%s: by points 0, 1/2, 1, 3/2, 2: %s", cli.Counted(a.N, "pair"), strings.Trim(fmt.Sprint(a.Counts), "[]"))
}

// verdict is the decision in words.
func (a *statsAnswer) verdict() string {
	switch a.decision {
	case stats.AcceptH0:
		return fmt.Sprintf("accepted: rather %v than %v", a.Elo0, a.Elo1)
	case stats.AcceptH1:
		return fmt.Sprintf("accepted: rather %v than %v", a.Elo1, a.Elo0)
	}
	return "undecided so far"
}

// shareOf is a share in per cent, or a dash.
func shareOf(share *float64) string {
	if share == nil {
		return "-"
	}
	return stats.FormatNumber(100**share, 2) + " %"
}

// chanceOf is a probability in per cent, which is certain only where it is 0 or 1.
func chanceOf(p float64) string {
	switch {
	case p > 0 && p < .00005:
		return "< 0.01 %"
	case p < 1 && p > .99995:
		return "> 99.99 %"
	}
	return stats.FormatNumber(100*p, 2) + " %"
}
