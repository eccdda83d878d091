// Package rules provides the commands about games, positions and steps. They need no player.
package rules

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/docs"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/show/table"
)

// NewRulesCommand returns the command "rules".
func NewRulesCommand() *cobra.Command {
	var name string
	cmd := cli.New("rules", "List the games, or print the rules of one", func(cmd *cobra.Command, _ []string) error {
		oneGame, names := cmd.Flags().Changed("game"), cli.GameNames()
		if oneGame {
			names = []string{name}
		}
		for i, game := range names {
			rules, _, err := cli.Rules(game, nil)
			if err != nil {
				return err
			}
			switch {
			case cli.JSON(cmd):
			case oneGame:
				table.Printf(cmd.OutOrStdout(), "%s\n\n", docs.RulesText(rules.Game().Name()))
			case i > 0:
				fmt.Fprintln(cmd.OutOrStdout())
			}
			if err := cli.Print(cmd, listedGame{rules}); err != nil {
				return err
			}
		}
		return nil
	})
	cli.GameFlag(cmd, &name)
	cli.JSONFlag(cmd, "print a JSON line for each game")
	return cmd
}

type showFlags struct {
	cli.PlayedFlags
	svg, list string
}

// NewShowCommand returns the command "show".
func NewShowCommand() *cobra.Command {
	var flags showFlags
	cmd := cli.AddPlayedFlags(&flags.PlayedFlags,
		cli.New("show", "Draw a position, or list its legal steps or turns", flags.run))
	cmd.Flags().StringVar(&flags.svg, "svg", "", "draw the position into this SVG `FILE`")
	cmd.Flags().StringVar(&flags.list, "list", "", "list what is legal instead: `steps` or turns")
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

func (f *showFlags) run(cmd *cobra.Command, _ []string) error {
	h, err := f.History(cmd)
	switch {
	case err != nil:
		return err
	case f.list != "":
		return f.printLegal(cmd, h.Position())
	case f.svg != "":
		err = cli.WriteSVG(f.svg, diagram.SVG(h.Position().Diagram()))
	}
	if err != nil {
		return err
	}
	out, outcome := cmd.OutOrStdout(), h.Outcome()
	if !cli.JSON(cmd) {
		err := diagram.Text(out, h.Position().Diagram(), diagram.TextStyle{Color: cli.UseColor(cmd)})
		fmt.Fprintf(out, "\n%s\n", h.Position())
		if outcome.Over() {
			fmt.Fprintln(out, outcome.Text())
		}
		return err
	}
	turns := append([]string{}, engine.Turns(h.Start(), h.Steps())...) // not nil, which JSON writes as null
	facts := table.Object("type", "position", "game", f.Game, "start", h.Start().String(), "turns", turns,
		"position", h.Position().String())
	if outcome.Over() {
		facts = append(facts, table.Object("scores", outcome.Scores[:outcome.Seats], "reason", outcome.Reason)...)
	}
	return cli.PrintJSON(out, facts)
}

// printLegal prints the legal steps or turns of a position.
func (f *showFlags) printLegal(cmd *cobra.Command, p engine.Position) error {
	const mostTurns = 1_000_000 // a set-up can have far more
	var texts []string
	switch f.list {
	case "steps":
		texts = engine.StepTexts(p)
	case "turns":
		if texts = engine.TurnTexts(p, mostTurns+1); len(texts) > mostTurns {
			return cli.Usagef("--list turns: there are more than %d turns here; list the steps", mostTurns)
		}
	default:
		return cli.Usagef("--list %s: must be steps or turns", f.list)
	}
	if cli.JSON(cmd) {
		return cli.PrintJSON(cmd.OutOrStdout(), table.Object("type", "legal", "game", f.Game, "position", p.String(),
			"unit", f.list, "legal", append([]string{}, texts...)))
	}
	for _, text := range texts {
		fmt.Fprintln(cmd.OutOrStdout(), text)
	}
	return nil
}

type perftFlags struct {
	cli.GameFlags
	depth         int
	turns, divide bool
}

// NewPerftCommand returns the command "perft".
func NewPerftCommand() *cobra.Command {
	var flags perftFlags
	cmd := cli.New("perft [DEPTH]", "Count the sequences of legal steps or turns of a given length", flags.run)
	cli.AddGameFlags(&flags.GameFlags, cmd)
	cmd.Flags().IntVar(&flags.depth, "depth", 0, "length of the sequences; also as the argument DEPTH")
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.Flags().BoolVar(&flags.turns, "turns", false, "count whole turns instead of steps")
	cmd.Flags().BoolVar(&flags.divide, "divide", false, "print one count for each first step")
	cli.JSONFlag(cmd, "print JSON lines")
	return cmd
}

func (f *perftFlags) run(cmd *cobra.Command, args []string) error {
	switch given := cmd.Flags().Changed("depth"); {
	case given && len(args) > 0:
		return cli.Usagef("the depth is given as %q and by --depth; leave one out", args[0])
	case len(args) > 0:
		depth, err := strconv.Atoi(args[0])
		if err != nil {
			return cli.Usagef("depth %q: must be a whole number, such as 5", args[0])
		}
		f.depth = depth
	case !given:
		return cli.Usagef("the depth is missing; give the number of steps, or of turns with --turns")
	}
	const deepest = 1000 // perft allocates a position for each step of depth
	if err := cli.Between("depth", f.depth, 0, deepest); err != nil {
		return err
	}
	p, err := f.Position(cmd)
	if err != nil {
		return err
	}
	unit, count, format := "steps", engine.Perft, "%d"
	if f.turns {
		unit, count = "turns", engine.PerftTurns
	}
	var total uint64
	if f.divide {
		format = "total %d"
	}
	if f.divide && f.depth > 0 { // sequences of length 0 have no first step
		for _, part := range engine.Divide(p, f.depth, f.turns) {
			total += part.Count
			facts := table.Object("type", "divided", "step", part.Step, "count", part.Count)
			if err := cli.Answer(cmd, facts, "%s %d", part.Step, part.Count); err != nil {
				return err
			}
		}
	} else {
		total = count(p, f.depth)
	}
	return cli.Answer(cmd, table.Object("type", "perft", "game", f.Game, "position", p.String(),
		"unit", unit, "depth", f.depth, "count", total), format, total)
}

type listedGame struct{ Rules engine.Rules } // the rules with the default options

var optionColumns = []table.Column[engine.Option]{
	{Key: "name", Head: "option", Value: func(o engine.Option) any { return o.Name }},
	{Key: "help", Value: func(o engine.Option) any { return o.Help }},
	{Key: "default", Head: "default", Value: func(o engine.Option) any { return o.Default }},
	{Key: "min", OmitEmpty: true, Value: func(o engine.Option) any { return limitOf(o, o.Min) }},
	{Key: "max", OmitEmpty: true, Value: func(o engine.Option) any { return limitOf(o, o.Max) }},
	{Key: "values", OmitEmpty: true, Value: func(o engine.Option) any { return o.Values }},
	{Head: "possible", Text: possibleText},
	{Head: "meaning", Text: func(o engine.Option) string { return o.Help }},
}

// limitOf returns a pointer to the limit, or nil, which JSON omits, if the option has no limits.
func limitOf(o engine.Option, limit int) *int {
	if o.Min == 0 && o.Max == 0 {
		return nil
	}
	return &limit
}

func possibleText(o engine.Option) string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, "|")
	case o.Min != 0 || o.Max != 0:
		return fmt.Sprintf("%d..%d", o.Min, o.Max)
	}
	return "text"
}

func (g listedGame) options() table.Table[engine.Option] {
	return table.Table[engine.Option]{Columns: optionColumns, Rows: g.Rules.Game().Options()}
}

func (g listedGame) Records() []any {
	return []any{table.Object("type", "game", "name", g.Rules.Game().Name(), "title", g.Rules.Game().Title(),
		"seats", g.Rules.SeatNames(), "start", g.Rules.Start().String(), "options", g.options())}
}

func (g listedGame) WriteText(w io.Writer) error {
	seats := g.Rules.SeatNames()
	table.Printf(w, "%s: %s, %d players (%s)\n  start: %s\n", g.Rules.Game().Name(), g.Rules.Game().Title(), len(seats),
		strings.Join(seats, ", "), g.Rules.Start())
	grid := g.options().Grid()
	grid.Indent = 2
	return grid.WriteText(w)
}
