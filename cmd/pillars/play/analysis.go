package play

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/review"
	"pillars/tournament"
)

// A shownSearch prints the reports of a search of a position as they come.
type shownSearch struct {
	position engine.Position
	chances  search.Chances // converts scores of the player to expected results
	headed   bool           // whether the heading has been written
}

// print writes a report as a line. It writes a heading before the first report.
func (s *shownSearch) print(w io.Writer, info search.Info) error {
	heading := ""
	if !s.headed {
		s.headed, heading = true, fmt.Sprintf("%5s %4s %7s %-10s %6s %7s  %s\n", "depth", "line", "expect", "score",
			"nodes", "nodes/s", "best turns")
	}
	row := fmt.Sprintf("%5d %4d %5.1f %% %-10s %6s %7s  ", info.Depth, max(1, info.Line),
		100*s.chances.Of(info.Score), info.Score, stats.ShortNumber(float64(info.Nodes)),
		stats.ShortNumber(info.NodesPerSecond()))
	return table.Printf(w, "%s%s%s\n", heading, row, strings.Join(info.PrincipalTurns(s.position), " "))
}

// facts returns a report as the fields of a JSON object. The score is in logits. For a proven result the score is 0,
// and the field "proven" has the result with its number of steps, such as "win in 5".
func (s *shownSearch) facts(info search.Info) table.Facts {
	score, proven := info.Score.Logits(), ""
	if info.Score.Decided() {
		score, proven = 0, info.Score.String()
	}
	facts := table.Object("type", "thought", "depth", info.Depth, "line", max(1, info.Line), "expectation",
		s.chances.Of(info.Score), "score", score)
	facts.AddSome("proven", proven)
	return append(facts, table.Object("nodes", info.Nodes, "seconds", info.Elapsed.Seconds(),
		"nodes_per_second", info.NodesPerSecond(), "principal", info.PrincipalTurns(s.position))...)
}

// best prints the turn that a search chose.
func (s *shownSearch) best(cmd *cobra.Command, d search.Decision) error {
	p, steps := s.position.Clone(), make([]string, len(d.Steps))
	for i, step := range d.Steps {
		steps[i] = p.StepText(step)
		p.Play(step)
	}
	expects, turn := "", engine.LineText(s.position, d.Steps)
	if d.Info.Informs() {
		expects = ", expected result " + s.chances.Text(d.Info.Score)
	}
	return cli.Answer(cmd, table.Object("type", "best", "turn", turn, "steps", steps, "last", s.facts(d.Info)),
		"best %s%s, %s", turn, expects, tournament.Counted(int(d.Info.Nodes), "node"))
}

// reviewHeading is the heading above the turns of a review.
const reviewHeading = "turn  seat   played            expect    lost  better\n"

// printReviewed prints a turn of a game as a player evaluates it.
func printReviewed(cmd *cobra.Command, r review.Turn, seats []string) error {
	better := r.Best
	losesNothing := r.Lost < .0005 && len(seats) == 2 // Lost is shown as 0.0 %; it is unknown with more seats
	if better == r.Played || losesNothing {
		better = "-"
	}
	if r.Threw {
		better += "  (threw a proven win away)"
	}
	return cli.Answer(cmd, table.Object("type", "turn", "turn", r.Number, "seat", seats[r.Seat], "played", r.Played,
		"expectation", r.Expected, "lost", r.Lost, "best", r.Best, "threw", r.Threw),
		"%4d  %-6s %-16s %5.1f %% %5.1f %%  %s", r.Number, seats[r.Seat], r.Played, 100*r.Expected, 100*r.Lost, better)
}

// explain writes the evaluation of a position for the seat to act, term by term. Weights and worths are in logits; a
// worth is a count times a weight.
func explain(w io.Writer, p engine.Position, evaluator eval.Explainer) error {
	grid := table.New("feature", "count", "weight", "worth", "meaning")
	for _, term := range evaluator.Explain(p, p.Seat()) {
		grid.Add(term.Name, fmt.Sprintf("%.4g", term.Count), fmt.Sprintf("%+.2f", term.Weight/100),
			fmt.Sprintf("%+.2f", term.Worth()/100), term.Help)
	}
	sum := search.Score(evaluator.Evaluate(p, p.Seat()))
	grid.Add("sum", "", "", fmt.Sprintf("%+.2f", sum.Logits()),
		fmt.Sprintf("expected result %.1f %%", 100*sum.Expectation()))
	return errors.Join(table.Printf(w, "evaluation for %s, in logits\n", p.Rules().SeatNames()[p.Seat()]),
		grid.WriteText(w), table.Printf(w, "\n"))
}
