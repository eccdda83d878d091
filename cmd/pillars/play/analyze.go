package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval"
	"pillars/results/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/review"
	"pillars/tournament"
)

type analyzeFlags struct {
	played  cli.PlayedFlags
	limits  cli.LimitFlags
	player  string
	weights string
	multiPV int
	explain bool
	json    bool
	db      string
}

func NewAnalyzeCommand() *cobra.Command {
	var flags analyzeFlags
	cmd := cli.PlayedCommandOf(&flags.played, &cobra.Command{
		Use:   "analyze [RUN/GAME]",
		Short: "Search a position and print the best lines",
		Long: `Search a position and print the search as it deepens: depth in steps, number of the line, expected
result and score in logits for the seat to act, nodes, nodes per second, and the best turns (the principal
variation). The last line is the best turn. --multipv searches several lines that begin with different steps.
--explain prints the evaluation of the position, feature by feature.

A stored game (see pillars games list) or one from --pgn is analysed as a whole, unless --turn names a turn: for each
turn the expected result after the best turn, how much less the turn played gives, and the best turn if it is another.`,
		Example: `  pillars analyze --turns "@d4 @d5@f3" --time 2s
  pillars analyze --position "x2/x,r,r,w/x,w,w,x/x,r w m 0/0 - 5" --nodes 50000 --multipv 3 --explain
  pillars analyze --pgn game.pgn --nodes 20000
  pillars analyze 3f9c/1v2/1/1 --nodes 20000`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && !strings.Contains(args[0], "/") {
				return cli.NoArguments(cmd, args)
			}
			if len(args) > 0 {
				flags.played.TakeStored(flags.db, args[0])
			}
			return flags.run(cmd)
		},
	})
	cmd.Args = cli.OneWord("", "one stored game")
	cli.DatabaseFlag(cmd, &flags.db)
	flags.limits.Register(cmd)
	set := cmd.Flags()
	set.StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` that searches, such as mcts:cpuct=1.4")
	set.IntVar(&flags.multiPV, "multipv", 0, "number of best lines (default 3, or 1 if the player has only one)")
	set.BoolVar(&flags.explain, "explain", false, "print the evaluation feature by feature")
	set.StringVar(&flags.weights, "weights", "", "weights `FILE` for --explain, or hand (default: built-in)")
	set.BoolVar(&flags.json, "json", false, "print JSON lines")
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command) error {
	player, whole := f.player, f.played.WholeGame()
	if keys, err := players.Keys(player); !cmd.Flags().Changed("multipv") {
		f.multiPV = 1
		if err == nil && !whole && keys.Lookup("multipv") != nil && !strings.Contains(player, "multipv=") {
			f.multiPV = 3
		}
	}
	if f.multiPV > 1 {
		player = search.WithKey(player, fmt.Sprintf("multipv=%d", f.multiPV))
	}
	if err := f.check(); err != nil {
		return err
	}
	h, err := f.played.History()
	if err != nil {
		return err
	}
	if outcome := h.Outcome(); outcome.Over() && !whole {
		return cli.Usagef("nothing to analyze: the game is over (%s); give an earlier position", outcome.Reason)
	}
	if whole && len(f.played.Record.Turns) == 0 {
		return cli.Usagef("nothing to analyze: the game has no turns; leave out --pgn to analyze its start")
	}
	rules := h.Position().Rules()
	made, err := cli.NewPlayer("--player", player, rules)
	if err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), made)
	if whole && (f.explain || f.multiPV > 1) {
		return cli.Usagef("--explain and --multipv are for one position; add --turn N, such as --turn %d",
			len(f.played.Record.Turns))
	}
	if whole {
		return f.review(cmd, h, made)
	}
	if f.explain {
		evaluator, err := eval.Load(f.weights, rules)
		if err != nil {
			return cli.Usagef("--weights: %w", err)
		}
		if err := printExplanation(cmd.OutOrStdout(), h.Position(), evaluator, f.json); err != nil {
			return err
		}
	}
	return f.search(cmd, h, made)
}

func (f *analyzeFlags) check() error {
	if err := cli.AtLeast("multipv", f.multiPV, 1); err != nil {
		return err
	}
	if f.multiPV > 1 && strings.HasPrefix(f.player, search.CommandKind+":") {
		return cli.Usagef("--multipv %d: %s reports one line only; leave it out", f.multiPV,
			search.CommandKind)
	}
	if f.weights != "" && !f.explain {
		return cli.Usagef("--weights is for --explain; give a player its weights as --player %s:weights=%s",
			f.player, f.weights)
	}
	return f.limits.Check()
}

// search prints thoughts as they come, then the best turn. An interrupt ends the thinking, not the answer.
func (f *analyzeFlags) search(cmd *cobra.Command, h *engine.History, player search.Player) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	chances, err := search.ChancesOf(player.Name(), h.Position().Rules())
	if err != nil {
		return err
	}
	thoughts := &thoughtPrinter{out: cmd.OutOrStdout(), position: h.Position().Clone(), json: f.json, chances: chances}
	search.Begin(ctx, player, 1)
	turn, _, err := search.DecideTurn(ctx, player, h, f.limits.ForPlayer(player), thoughts.print)
	if err != nil {
		return err
	}
	best, last, expects := engine.LineText(thoughts.position, turn.Steps), turn.Info, ""
	if last.Told() {
		expects = ", expected result " + chances.Text(thoughts.position, last.Score)
	}
	err = cli.Answer(thoughts.out, f.json, table.Object("type", "best", "turn", best,
		"steps", stepTexts(thoughts.position, turn.Steps), "last", thoughts.facts(last)),
		"best %s%s, %s", best, expects, tournament.Counted(int(last.Nodes), "node"))
	if err == nil && errors.Is(ctx.Err(), context.Canceled) {
		return cli.Interrupted("interrupted; printed is the best turn so far")
	}
	return err
}

// review prints each turn of a game with the best one.
func (f *analyzeFlags) review(cmd *cobra.Command, h *engine.History, player search.Player) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	out, names := cmd.OutOrStdout(), h.Start().Rules().SeatNames()
	if !f.json {
		fmt.Fprintf(out, "%4s  %-6s %-16s %7s %7s  %s\n", "turn", "seat", "played", "expect", "lost", "better")
	}
	for turn, err := range review.Turns(ctx, player, f.limits.ForPlayer(player), h) {
		if ctx.Err() != nil {
			return cli.Interrupted("interrupted; the turns so far are printed")
		}
		better := turn.Best
		if better == turn.Played || turn.Lost < .0005 && len(names) == 2 { // nothing that the table shows
			better = "-"
		}
		if err == nil {
			err = cli.Answer(out, f.json, table.Object("type", "turn", "turn", turn.Number, "seat", names[turn.Seat],
				"played", turn.Played, "expectation", turn.Expected, "lost", turn.Lost, "best", turn.Best),
				"%4d  %-6s %-16s %5.1f %% %5.1f %%  %s", turn.Number, names[turn.Seat], turn.Played, 100*turn.Expected,
				100*turn.Lost, better)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type thoughtPrinter struct {
	out      io.Writer
	position engine.Position
	json     bool
	headed   bool
	chances  search.Chances
}

// print prints one report as it comes. A failed write shows at the end, through the checked output.
func (t *thoughtPrinter) print(info search.Info) {
	if t.json {
		_ = cli.PrintJSON(t.out, t.facts(info))
		return
	}
	if !t.headed {
		table.Printf(t.out, "%5s %4s %7s %-10s %6s %7s  %s\n",
			"depth", "line", "expect", "score", "nodes", "nodes/s", "best turns")
		t.headed = true
	}
	row := fmt.Sprintf("%5d %4d %5.1f %% %-10s %6s %7s  ", info.Depth, max(1, info.Line),
		100*t.chances.Of(t.position, info.Score), info.Score, cli.BigNumber(float64(info.Nodes)),
		cli.BigNumber(info.NodesPerSecond()))
	turns, wide := info.PrincipalTurns(t.position), table.Columns(t.out)
	text := strings.Join(turns, " ")
	for n := len(turns) - 1; n > 0 && wide > 0 && table.TextWidth(row+text) > wide; n-- {
		text = strings.Join(turns[:n], " ") + " ..."
	}
	table.Printf(t.out, "%s%s\n", row, text)
}

// facts are a report for programs; scores are in logits, or say in how many steps the result is proven.
func (t *thoughtPrinter) facts(info search.Info) table.Facts {
	score, proven := cli.Logits(int(info.Score)), ""
	if info.Score.Decided() {
		score, proven = 0, info.Score.String()
	}
	facts := table.Object("type", "thought", "depth", info.Depth, "line", max(1, info.Line), "expectation",
		t.chances.Of(t.position, info.Score), "score", score)
	facts.AddSome("proven", proven)
	return append(facts, table.Object("nodes", info.Nodes, "seconds", info.Elapsed.Seconds(),
		"nodes_per_second", info.NodesPerSecond(), "principal", info.PrincipalTurns(t.position))...)
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
	number("count", "%.4g", func(t eval.Share) float64 { return t.Count }),
	number("weight", "%+.2f", func(t eval.Share) float64 { return cli.Logits(t.Weight) }),
	number("worth", "%+.2f", func(t eval.Share) float64 { return cli.Logits(t.Worth()) }),
	{Head: "meaning", Text: func(t eval.Share) string { return t.Help }},
}

func number(name, format string, value func(eval.Share) float64) table.Column[eval.Share] {
	return table.Column[eval.Share]{Key: name, Head: name, Value: func(t eval.Share) any { return value(t) },
		Text: func(t eval.Share) string { return fmt.Sprintf(format, value(t)) }}
}

func printExplanation(w io.Writer, p engine.Position, evaluator eval.Explainer, asJSON bool) error {
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
