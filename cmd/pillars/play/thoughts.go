package play

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval"
	"pillars/results/table"
	"pillars/search"
)

type thoughtPrinter struct {
	out      io.Writer
	position engine.Position
	json     bool
	headed   bool
}

// print prints one report as it comes. A failed write shows at the end, through the checked output.
func (t *thoughtPrinter) print(info search.Info) {
	if t.json {
		_ = cli.PrintJSON(t.out, t.facts(info))
		return
	}
	if !t.headed {
		fmt.Fprintf(t.out, "%5s %4s %7s %-12s %8s %8s  %s\n",
			"depth", "line", "expect", "score", "nodes", "nodes/s", "principal variation")
		t.headed = true
	}
	fmt.Fprintf(t.out, "%5d %4d %5.1f %% %-12s %8s %8s  %s\n", info.Depth, max(1, info.Line),
		100*info.Score.Expectation(), info.Score,
		cli.BigNumber(float64(info.Nodes)), cli.BigNumber(info.NodesPerSecond()), strings.Join(t.principal(info), " "))
}

func (t *thoughtPrinter) printBest(turn []engine.Step, last search.Info) error {
	text := engine.LineText(t.position, turn)
	if t.json {
		return cli.PrintJSON(t.out, table.Object("type", "best", "turn", text, "steps", stepTexts(t.position, turn),
			"last", t.facts(last)))
	}
	_, err := fmt.Fprintf(t.out, "best %s, expected result %s, %d nodes\n", text, cli.ScoreText(last.Score), last.Nodes)
	return err
}

// facts are a report for programs; scores are in logits, or say in how many steps the result is proven.
func (t *thoughtPrinter) facts(info search.Info) table.Facts {
	score, proven := cli.Logits(int(info.Score)), ""
	if info.Score.Decided() {
		score, proven = 0, info.Score.String()
	}
	facts := table.Object("type", "thought", "depth", info.Depth, "line", max(1, info.Line), "expectation",
		info.Score.Expectation(), "score", score)
	facts.AddSome("proven", proven)
	return append(facts, table.Object("nodes", info.Nodes, "seconds", info.Elapsed.Seconds(),
		"nodes_per_second", info.NodesPerSecond(), "principal", t.principal(info))...)
}

// principal is the principal variation in turns, up to its first illegal step: a line from a search's tables may run
// past the end of the game.
func (t *thoughtPrinter) principal(info search.Info) []string {
	p := t.position.Clone()
	legal := 0
	for legal < len(info.Principal) && slices.Contains(p.AppendSteps(nil), info.Principal[legal]) {
		p.Play(info.Principal[legal])
		legal++
	}
	return slices.Concat([]string{}, engine.Turns(t.position, info.Principal[:legal]))
}

func stepTexts(p engine.Position, steps []engine.Step) []string {
	p = p.Clone()
	texts := make([]string, len(steps))
	for i, step := range steps {
		texts[i] = p.StepText(step)
		p.Play(step)
	}
	return texts
}

// termColumns are what an explained evaluation says of each term, worths in logits.
var termColumns = []table.Column[eval.Share]{
	{Key: "type", Value: func(eval.Share) any { return "term" }},
	{Key: "feature", Head: "feature", Value: func(t eval.Share) any { return t.Name }},
	{Key: "help", Value: func(t eval.Share) any { return t.Help }},
	{Key: "count", Head: "count", Value: func(t eval.Share) any { return t.Count },
		Text: func(t eval.Share) string { return fmt.Sprintf("%.4g", t.Count) }},
	{Key: "weight", Head: "weight", Value: func(t eval.Share) any { return cli.Logits(t.Weight) },
		Text: func(t eval.Share) string { return fmt.Sprintf("%+.2f", cli.Logits(t.Weight)) }},
	{Key: "worth", Head: "worth", Value: func(t eval.Share) any { return cli.Logits(t.Worth()) },
		Text: func(t eval.Share) string { return fmt.Sprintf("%+.2f", cli.Logits(t.Worth())) }},
	{Head: "meaning", Text: func(t eval.Share) string { return t.Help }},
}

func printExplanation(w io.Writer, p engine.Position, evaluator *eval.Linear, asJSON bool) error {
	terms := table.Table[eval.Share]{Columns: termColumns, Rows: evaluator.Explain(p, p.Seat())}
	sum := search.Score(evaluator.Evaluate(p, p.Seat()))
	seat := p.Rules().SeatNames()[p.Seat()]
	if !asJSON {
		fmt.Fprintf(w, "evaluation for %s, in logits\n", seat)
		grid := terms.Grid()
		grid.Add("sum", "", "", fmt.Sprintf("%+.2f", cli.Logits(int(sum))),
			fmt.Sprintf("expected result %.1f %%", 100*sum.Expectation()))
		err := grid.WriteText(w)
		fmt.Fprintln(w)
		return err
	}
	for _, t := range terms.Rows {
		if err := cli.PrintJSON(w, terms.Record(t)); err != nil {
			return err
		}
	}
	return cli.PrintJSON(w, table.Object("type", "evaluation", "position", p.String(), "seat", seat,
		"score", cli.Logits(int(sum)), "expectation", sum.Expectation()))
}
