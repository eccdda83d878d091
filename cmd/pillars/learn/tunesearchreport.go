package learn

import (
	"bytes"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/training"
	"pillars/tournament/runner"
)

// searchAnswer is what a tuning of constants came to, as it is printed.
type searchAnswer struct {
	Type       string            `json:"type"`
	Folder     string            `json:"folder"`
	Method     string            `json:"method"`
	Iterations int               `json:"iterations"`
	Games      int               `json:"games"`
	Constants  []constantAnswer  `json:"constants"`
	Start      string            `json:"start"` // the players
	Tuned      string            `json:"tuned"`
	Final      *training.Verdict `json:"final"` // of the tuned player against the one at the start; null if they are the same
	Better     bool              `json:"better"`
	File       string            `json:"file,omitempty"` // written only if the tuned player is better
}

type constantAnswer struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Tuned float64 `json:"tuned"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	CEnd  float64 `json:"c_end"`
	REnd  float64 `json:"r_end"`
}

// concludeSearch writes the constants if they are better than those at the start, and prints what was found.
func (f *tuneFlags) concludeSearch(cmd *cobra.Command, tuning *training.Tuning, watch *tuningWatch, outcome training.TuningOutcome) error {
	answer := searchAnswer{
		Type: "search", Folder: tuning.Folder, Method: tuning.Plan.Method, Iterations: outcome.Iterations, Games: watch.games.Games(),
		Start: outcome.Start, Tuned: outcome.Tuned, Final: outcome.Final, Better: outcome.Better(),
	}
	for i, p := range tuning.Plan.Parameters {
		answer.Constants = append(answer.Constants, constantAnswer{p.Name, p.Start, outcome.Values[i], p.Min, p.Max, p.CEnd, p.REnd})
	}
	if answer.Better && f.out != "" {
		answer.File = f.out
		if err := os.WriteFile(f.out, answer.lines(), 0o644); err != nil {
			return err
		}
	}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), answer)
	}
	return answer.Print(cmd)
}

// lines are the tuned constants as a file for --constants.
func (a searchAnswer) lines() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n# Against %s: score %.1f %%, %s. By %s.\n# name, start, min, max, c_end, r_end\n",
		a.Tuned, a.Start, 100*a.Final.Score(), decisionText(*a.Final), runner.Program())
	for _, c := range a.Constants {
		fmt.Fprintf(&b, "%s, %s, %s, %s, %s, %s\n", c.Name, numberText(c.Tuned), numberText(c.Min), numberText(c.Max),
			numberText(c.CEnd), numberText(c.REnd))
	}
	return b.Bytes()
}

func (a searchAnswer) Print(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: %s, %s\n\n", a.Method, cli.Counted(a.Iterations, "iteration"), cli.Counted(a.Games, "game"))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "constant\tstart\ttuned\tmin\tmax\t")
	for _, c := range a.Constants {
		fmt.Fprintf(table, "%s\t%.4g\t%.4g\t%.4g\t%.4g\t\n", c.Name, c.Start, c.Tuned, c.Min, c.Max)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s\n", a.verdict())
	if a.File != "" {
		fmt.Fprintf(out, "constants: %s\n", a.File)
	}
	return nil
}

// verdict says whether the tuned constants are better.
func (a searchAnswer) verdict() string {
	if a.Final == nil {
		return "the tuned player is the one at the start"
	}
	text := fmt.Sprintf("%s against the start: %s, %s Elo", a.Tuned, verdictText(*a.Final), eloText(*a.Final))
	switch a.Final.Decision {
	case stats.AcceptH1.String():
		return text + "\nthe tuned constants are better"
	case stats.AcceptH0.String():
		return text + "\nthe tuned constants are not better: keep those of the start"
	}
	return text + "\nnot shown to be better: keep the constants of the start, or let --match-pairs be more"
}
